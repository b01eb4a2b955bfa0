import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  allContactFields,
  type ContactQuery,
  createContact,
  listContacts,
  saveContact
} from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import { CallError } from '../client/call-error.ts'
import { type LazyRow, lazyRowsOf } from '../client/lazy-rows.ts'
import { rowOf, rowsOf } from '../client/rows.ts'
import { type RowChanges, savedRow, withVersion, type EditableRow } from '../client/saved-row.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { sortByName } from '../lib/contact-name.ts'
import { findAddedRow } from '../lib/find-added-row.ts'
import { customerKeys } from './customer.ts'
import type { FormField } from './field.ts'
import { emptyRow, idQuery, newRow, optionalNames, readRowValues } from './row-values.ts'

export const contactFieldMap = { noun: 'contact', fields: withVersion(allContactFields), saved: true } as const
const asRow = rowOf(contactFieldMap)
const asRows = rowsOf(contactFieldMap)
const asList = lazyRowsOf(contactFieldMap)

/** The fields that the list shows, searches and identifies a contact by; ten thousand rows carry nothing else. */
const listed = [
  'company',
  'id',
  'pvaid',
  'firstName',
  'lastName',
  'title',
  'postNominalTitle',
  'displayEmail',
  'webshopRights',
  'active'
] as const

/** A row of the contact list, which has only the fields that the list asks for. */
export type ListedContact = LazyRow<typeof contactFieldMap>

/**
 * The key of a contact, within the session's customer. A backend without the number `pvaid` of the link has
 * `contactId`, that of the person.
 */
export interface ContactKeys {
  readonly company: string | null
  readonly id: string | null
  readonly pvaid: string | null
  readonly contactId?: string | null
}

const queryOf = ({ company, id, pvaid }: ContactKeys) => idQuery({ company, id, pvaid })

/** Query: the customer's contacts, sorted by last name. */
export function contacts(app: AppContext) {
  return queryOptions({
    queryKey: ['contacts'],
    queryFn: async ({ signal }) => sortByName(await readListed(app, {}, signal)),
    // Comparing ten thousand rows field by field costs more than drawing the visible ones again.
    structuralSharing: false
  })
}

export function keysOf({ company, id, pvaid, contactId }: ListedContact): ContactKeys {
  return pvaid === null ? { company, id, pvaid, contactId } : { company, id, pvaid }
}

/** Finds the row with these keys: a backend that ignores the filter also sends other rows, which must not be edited. */
function findRow(rows: readonly SavedContact[], keys: ContactKeys): SavedContact | undefined {
  const { company, id, pvaid, contactId = null } = keys
  if (pvaid === null && contactId === null) return undefined
  const fits = (expected: string | null, actual: string | null) =>
    expected === null || actual === null || expected === actual
  const [row, ...others] = rows.filter(
    (one) => fits(company, one.company) && fits(id, one.id) && fits(pvaid, one.pvaid) && fits(contactId, one.contactId)
  )
  return others.length === 0 ? row : undefined
}

export function contact({ call }: AppContext, keys: ContactKeys, fields?: readonly FormField<string>[]) {
  const shown = optionalNames(contactFieldMap, fields)
  return queryOptions({
    queryKey: ['contact', keys, ...shown],
    queryFn: async ({ signal }) => {
      const query = queryOf(keys)
      const row = findRow(await call(listContacts, { as: asRows, fields: true, shown, query, signal }), keys)
      if (!row) throw new CallError('refused', { status: 404 })
      return readRowValues(row)
    },
    // A form must not start from values that somebody else has changed since.
    refetchOnMount: 'always',
    gcTime: 0
  })
}

/** A saved contact, as far as the backend sends it: its keys, its version, the address of its login. */
export type SavedContact = RowOf<typeof contactFieldMap>

export async function changeContact(
  app: AppContext,
  keys: ContactKeys,
  changes: RowChanges,
  row: EditableRow
): Promise<SavedContact> {
  const { call, config } = app
  const { format } = config
  // The keys of the session show the form of those that the row lacks and the page gives as texts.
  const isMissing = (name: 'company' | 'id') => row.wire[format.codeOf(contactFieldMap, name) ?? ''] === undefined
  if (format.writesIdsAsRead && (isMissing('company') || isMissing('id'))) await customerKeys(app)
  const data = savedRow(format, contactFieldMap, changes, row, { ...keys })
  const saved = await call(saveContact, { as: asRow, body: { data } })
  // Another backend may answer without the keys, or write ids in another form than in its list, in which they mark the
  // row.
  const { company, id, pvaid, contactId } = asRow.read(format, data)
  return { ...saved, ...idQuery({ company, id, pvaid, contactId }) }
}

export interface NewContact {
  readonly values: RowChanges
  /** The fields of the form: a field without a value is sent as empty. */
  readonly fields: readonly FormField<string>[]
  /** The customer, if the host names one; else that of the session. */
  readonly customer?: Pick<ContactKeys, 'company' | 'id'> | null
}

/** @param keyOf gives the idempotency key for the values */
export async function addContact(
  app: AppContext,
  { values, fields, customer }: NewContact,
  keyOf: (content: unknown) => string
): Promise<SavedContact> {
  // The session's keys tell the transport in which form the backend writes them.
  const { company, id } = { ...(await customerKeys(app)), ...customer }
  const names = fields.map(({ name }) => name)
  const standard = { ...emptyRow(contactFieldMap, names), active: true, webshopRights: String(Right.none) }
  const data = savedRow(app.config.format, contactFieldMap, { ...standard, ...values }, newRow, { company, id })
  return app.call(createContact, { as: asRow, body: { data }, idempotencyKey: keyOf(data) })
}

/** The first part of the keys of all queries that show contacts. */
const showContacts: readonly unknown[] = ['contacts', 'event-participants', 'orders', 'participants']

/**
 * Reads all lists that show contacts again, except `upToDate`: at once if they are on the screen, else when they are
 * opened.
 */
export function invalidateContacts(queries: QueryClient, upToDate?: string): Promise<void> {
  const isStale = (name: unknown) => showContacts.includes(name) && name !== upToDate
  return queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => isStale(name) })
}

/**
 * Updates the saved contact in a list that has been loaded, or reloads the list where that fails. Returns
 * the contact; the keys of a new one that the backend has not named are those of the row that the list has got.
 */
export async function refreshContact(
  app: AppContext,
  queries: QueryClient,
  saved: SavedContact
): Promise<SavedContact> {
  const { queryKey } = contacts(app)
  // An answer from before the save would overwrite the contact, so the list is requested once more afterwards.
  const isReading = queries.isFetching({ queryKey }) > 0
  await queries.cancelQueries({ queryKey })
  void invalidateContacts(queries, queryKey[0])
  const isSaved = ({ pvaid }: ListedContact) => pvaid === saved.pvaid
  const isListed = saved.pvaid !== null && queries.getQueryData(queryKey)
  const fresh = isListed && (await readListed(app, queryOf(saved)).catch(() => [])).find(isSaved)
  // Another save may have changed the list while this contact was read.
  if (fresh)
    queries.setQueryData(queryKey, (list) => list && sortByName([...list.filter((one) => !isSaved(one)), fresh]))
  if (!fresh) {
    const before = queries.getQueryData(queryKey)
    await queries.invalidateQueries({ queryKey })
    if (saved.pvaid !== null || !before) return saved
    const after = await queries.fetchQuery(contacts(app)).catch(() => [])
    const added = findAddedRow(before, after, ({ pvaid }) => pvaid)
    return added ? { ...saved, ...keysOf(added) } : saved
  }
  if (isReading) void queries.invalidateQueries({ queryKey })
  return saved
}

/** Reads rows of the list: all of them, or those that the filters name. */
const readListed = ({ call }: Pick<AppContext, 'call'>, query: ContactQuery, signal?: AbortSignal) =>
  call(listContacts, { as: asList, fields: listed, query, signal })
