import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Contact,
  allContactFields,
  type ContactQuery,
  createContact,
  listContacts,
  saveContact
} from '@customer-center/contract/contact'
import type { Id, WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { CallError } from '../client/call-error.ts'
import { codeOf, type FieldCodes, type FieldMap, fromWire, isExcluded, resFields } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { type ContactNameParts, sortByName } from '../lib/contact-name.ts'
import { onlyNew } from '../lib/only-new.ts'
import { customerKeys } from './customer.ts'
import type { FormField } from './field.ts'
import {
  type FieldReader,
  fieldReader,
  idQuery,
  isSameId,
  optionalNames,
  toWire,
  versionedResFields,
  versionOf
} from './row-fields.ts'
import { emptyRow, newRow, readRowValues, type RowChanges, type RowValues, savedRow } from './row-values.ts'

export const contactFieldMap: FieldMap<typeof allContactFields> = { noun: 'contact', fields: allContactFields }

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

/** The fields of the list for a backend without `displayEmail`. */
const withoutDisplayEmail = [...listed.filter((name) => name !== 'displayEmail'), 'eMailAddress', 'shopEmail'] as const

/** A row of the contact list as the backend sent it; {@link contactReader} reads a field when it is needed. */
export type ListedContact = WireRow

export type ContactReader = FieldReader<
  Pick<typeof allContactFields, (typeof listed | typeof withoutDisplayEmail)[number] | 'contactId'>
>

const readers = new WeakMap<FieldCodes, ContactReader>()

/** Returns the reader of a backend's contacts, which is always the same function. */
export function contactReader(codes: FieldCodes): ContactReader {
  const reader = readers.get(codes) ?? fieldReader(contactFieldMap, codes)
  readers.set(codes, reader)
  return reader
}

/**
 * The key of a contact (section 7), within the session's customer. A backend without the number `pvaid` of the link has
 * `contactId`, that of the person (section 4).
 */
export type ContactKeys = Readonly<Record<'provider' | 'customer' | 'contact', Id | null>> &
  Partial<Pick<Contact, 'contactId'>>

const wireKeys = ({ provider, customer, contact: pvaid }: ContactKeys) => ({ company: provider, id: customer, pvaid })

/** Query: the customer's contacts, sorted by last name. */
export function contacts({ call, config }: AppContext) {
  const { fieldCodes } = config
  return queryOptions({
    queryKey: ['contacts'],
    queryFn: async ({ signal }) => {
      const rows = await readListed({ call, config }, {}, signal)
      return byName(rows, contactReader(fieldCodes))
    },
    // Comparing ten thousand rows field by field costs more than drawing the visible ones again.
    structuralSharing: false
  })
}

function byName(rows: ListedContact[], read: ContactReader): ListedContact[] {
  return sortByName(
    rows,
    (row) => read(row, 'lastName') ?? '',
    (row) => read(row, 'firstName') ?? ''
  )
}

export function readName(
  row: WireRow,
  read: FieldReader<Pick<typeof allContactFields, keyof ContactNameParts>>
): ContactNameParts {
  return {
    title: read(row, 'title'),
    firstName: read(row, 'firstName'),
    lastName: read(row, 'lastName'),
    postNominalTitle: read(row, 'postNominalTitle')
  }
}

export function keysOf(row: ListedContact, read: ContactReader): ContactKeys {
  const keys = { provider: read(row, 'company'), customer: read(row, 'id'), contact: read(row, 'pvaid') }
  return keys.contact === null ? { ...keys, contactId: read(row, 'contactId') } : keys
}

/** Finds the row with these keys: a backend that ignores the filter also sends other rows, which must not be edited. */
function findRow(rows: readonly WireRow[], keys: ContactKeys, read: ContactReader): WireRow | undefined {
  const { contactId = null } = keys
  if (keys.contact === null && contactId === null) return undefined
  const wire = { ...wireKeys(keys), contactId }
  const [row, ...others] = rows.filter((one) =>
    (['company', 'id', 'pvaid', 'contactId'] as const).every((name) => {
      const [expected, actual] = [wire[name], read(one, name)]
      return expected === null || actual === null || isSameId(expected, actual)
    })
  )
  return others.length === 0 ? row : undefined
}

export function contact({ call, config }: AppContext, keys: ContactKeys, fields?: readonly FormField<string>[]) {
  const { fieldCodes } = config
  const optional = optionalNames(contactFieldMap, fields)
  return queryOptions({
    queryKey: ['contact', keys, ...optional],
    queryFn: async ({ signal }) => {
      const query = {
        RES_FIELDS: versionedResFields(contactFieldMap, fieldCodes, undefined, optional),
        ...idQuery(wireKeys(keys))
      }
      const rows = listedRows<WireRow>(await call(listContacts, { query, signal }))
      const row = findRow(rows, keys, contactReader(fieldCodes))
      if (!row) throw new CallError('refused', { status: 404 })
      return readRowValues(contactFieldMap, fieldCodes, row)
    },
    // A form must not start from values that somebody else has changed since.
    refetchOnMount: 'always',
    gcTime: 0
  })
}

/**
 * Returns the keys of a customer as numbers where the session's are numbers: a host writes them as texts. Asks for the
 * session's only if there is a text.
 */
async function likeSession(app: AppContext, { provider, customer }: Pick<ContactKeys, 'provider' | 'customer'>) {
  if (typeof provider !== 'string' && typeof customer !== 'string') return { provider, customer }
  const own = await customerKeys(app)
  const like = (given: Id | null, sample: Id | undefined) =>
    typeof sample === 'number' && given !== null && String(Number(given)) === given ? Number(given) : given
  return { provider: like(provider, own.provider), customer: like(customer, own.customer) }
}

/** The keys of a saved contact, its version, and the address of its login if the backend sends it. */
export interface SavedContact extends Omit<ContactKeys, 'contactId'>, Pick<Contact, 'contactId' | 'shopEmail'> {
  readonly version: Id | null
}

export async function changeContact(
  app: AppContext,
  keys: ContactKeys,
  changes: RowChanges,
  row: Pick<RowValues, 'wire' | 'version'>
): Promise<SavedContact> {
  const { fieldCodes } = app.config
  const named = { ...wireKeys({ ...keys, ...(await likeSession(app, keys)) }), contactId: keys.contactId }
  const data = { ...toWire(contactFieldMap, fieldCodes, named), ...savedRow(contactFieldMap, fieldCodes, changes, row) }
  const sent = readSaved(fieldCodes, data)
  const wire = await app.call(saveContact, { body: { data } })
  const saved = readSaved(fieldCodes, wire)
  // Another backend may answer without the keys, or write ids in another form than in its list, in which they mark the
  // row.
  return {
    ...saved,
    provider: sent.provider ?? saved.provider,
    customer: sent.customer ?? saved.customer,
    contact: sent.contact ?? saved.contact,
    contactId: sent.contactId ?? saved.contactId
  }
}

function readSaved(codes: FieldCodes, wire: WireRow): SavedContact {
  const saved = fromWire(contactFieldMap, codes, wire)
  const { company: provider, id: customer, pvaid } = saved
  return { ...saved, provider, customer, contact: pvaid, version: versionOf(codes, wire) }
}

export interface NewContact {
  readonly values: RowChanges
  /** The fields of the form: a field without a value is sent as empty. */
  readonly fields: readonly FormField<string>[]
  /** The customer, if the host names one; else that of the session. */
  readonly customer?: Pick<ContactKeys, 'provider' | 'customer'> | null
}

/** @param keyOf gives the idempotency key for the values */
export async function addContact(
  app: AppContext,
  { values, fields, customer: named }: NewContact,
  keyOf: (content: unknown) => string
): Promise<SavedContact> {
  const { fieldCodes } = app.config
  const { provider, customer } = await (named ? likeSession(app, named) : customerKeys(app))
  const names = fields.map(({ name }) => name)
  const standard = { ...emptyRow(contactFieldMap, names), active: true, webshopRights: Right.none }
  const data = {
    ...toWire(contactFieldMap, fieldCodes, { company: provider, id: customer }),
    ...savedRow(contactFieldMap, fieldCodes, { ...standard, ...values }, newRow)
  }
  const wire = await app.call(createContact, { body: { data }, idempotencyKey: keyOf(data) })
  return readSaved(fieldCodes, wire)
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
 * Updates the saved contact in a list that has been loaded (section 4), or reloads the list where that fails. Returns
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
  const read = contactReader(app.config.fieldCodes)
  const isSaved = (one: ListedContact) => isSameId(read(one, 'pvaid'), saved.contact)
  const isListed = saved.contact !== null && queries.getQueryData(queryKey)
  const fresh = isListed && (await readListed(app, idQuery(wireKeys(saved))).catch(() => [])).find(isSaved)
  // Another save may have changed the list while this contact was read.
  if (fresh)
    queries.setQueryData(queryKey, (list) => list && byName([...list.filter((one) => !isSaved(one)), fresh], read))
  if (!fresh) {
    const before = queries.getQueryData(queryKey)
    await queries.invalidateQueries({ queryKey })
    if (saved.contact !== null || !before) return saved
    const after = await queries.fetchQuery(contacts(app)).catch(() => [])
    const added = onlyNew(before, after, (row) => read(row, 'pvaid'))
    return added ? { ...saved, ...keysOf(added, read) } : saved
  }
  if (isReading) void queries.invalidateQueries({ queryKey })
  return saved
}

/** Reads rows of the list: all of them, or those that the filters name. */
async function readListed(
  { call, config: { fieldCodes } }: Pick<AppContext, 'call' | 'config'>,
  filters: Omit<ContactQuery, 'RES_FIELDS'>,
  signal?: AbortSignal
): Promise<ListedContact[]> {
  const read = contactReader(fieldCodes)
  const load = async (names: readonly (keyof typeof allContactFields)[]) => {
    const query = { RES_FIELDS: resFields(contactFieldMap, fieldCodes, names), ...filters }
    return listedRows<ListedContact>(await call(listContacts, { query, signal }))
  }
  const code = codeOf(contactFieldMap, fieldCodes, 'displayEmail')
  const first = isExcluded(contactFieldMap, fieldCodes, 'displayEmail') ? null : await load(listed).catch(ifRefused)
  const hasEmail = first !== null && (first.length === 0 || first.some((row) => code in row))
  const names = hasEmail ? listed : withoutDisplayEmail
  let rows = hasEmail ? first : await load(names)
  // Most backends have `pvaid`, so that ten thousand rows need not carry `contactId`.
  if (rows.some((row) => read(row, 'pvaid') === null)) rows = await load([...names, 'contactId'])
  return hasEmail ? rows : rows.map((row) => ({ ...row, [code]: read(row, 'eMailAddress') ?? read(row, 'shopEmail') }))
}

/** Returns null for a refusal that may be about a field: not about the person, nor by a server that is busy. */
function ifRefused(error: unknown): null {
  if (error instanceof CallError && [200, 400, 422, 500].includes(error.status)) return null
  throw error
}
