import {
  type Contact,
  contactFields,
  createContact,
  listContacts,
  saveContact
} from '@customer-center/contract/contact'
import type { Wire } from '@customer-center/contract/field-codes'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { CallError } from '../client/call-error.ts'
import type { AppContext } from '../context/app-context.ts'
import {
  type FieldCodes,
  type FieldMap,
  type FieldReader,
  fieldReader,
  fromWire,
  resFields,
  toWire,
  versionedResFields
} from '../client/fields.ts'
import { type RowValues, changesToWire, readRowValues } from './row-values.ts'
import { rowsOf } from '../client/rows.ts'

const map: FieldMap<typeof contactFields> = { noun: 'contact', fields: contactFields }

/** What the list shows, searches and names a contact by: ten thousand rows carry nothing else. */
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

/** A row of the contact list as it came; its fields are read when they are looked at, by {@link contactReader}. */
export type ListedContact = Wire

export type ContactReader = FieldReader<Pick<typeof contactFields, (typeof listed)[number] | 'contactId'>>

export function contactReader(codes: FieldCodes): ContactReader {
  return fieldReader(map, codes)
}

/**
 * What names a contact (section 7); the server knows the customer by the session, too. A backend without the link's number
 * `pvaid` has the person's, `contactId` (section 4).
 */
export type ContactKeys = Pick<Contact, 'company' | 'id' | 'pvaid'> & Partial<Pick<Contact, 'contactId'>>

/** The customer's contacts, by last name whatever its case. */
export function contacts({ call, config }: AppContext) {
  const { fieldCodes } = config
  return queryOptions({
    queryKey: ['contacts'],
    queryFn: async ({ signal }) => {
      const read = contactReader(fieldCodes)
      const ask = async (names: readonly (keyof typeof contactFields)[]) => {
        const query = { RES_FIELDS: resFields(map, fieldCodes, names) }
        return rowsOf<ListedContact>(await call(listContacts, { query, signal }))
      }
      const rows = await ask(listed)
      // Most backends have the one number, and ten thousand rows of the other would be for nothing.
      const known = rows.every((row) => read(row, 'pvaid') !== null)
      return byLastName(known ? rows : await ask([...listed, 'contactId']), read)
    },
    // Comparing what came with what was there, field by field, costs more than drawing the rows in sight again.
    structuralSharing: false
  })
}

// One for all: making a collator costs as much as thousands of comparisons.
const german = new Intl.Collator('de')

/**
 * Our server sorts already, another backend may not. A collator's ten thousand comparisons are a tenth of the time until the first
 * rows are painted, so it is only asked where two names do not tell by their bare letters.
 */
function byLastName(rows: ListedContact[], read: ContactReader): ListedContact[] {
  const inOrder = rows.every((row, index) => {
    const before = rows[index - 1]
    if (!before) return true
    const [one, other] = [read(before, 'lastName') ?? '', read(row, 'lastName') ?? '']
    return plainlyBefore(one, other) || compare(before, row) <= 0
  })
  return inOrder ? rows : rows.toSorted(compare)

  function compare(one: ListedContact, other: ListedContact): number {
    return (
      german.compare(read(one, 'lastName') ?? '', read(other, 'lastName') ?? '') ||
      german.compare(read(one, 'firstName') ?? '', read(other, 'firstName') ?? '')
    )
  }
}

/** Whether a collator is sure to agree: what comes before the first difference, and the difference, are plain letters and digits. */
function plainlyBefore(one: string, other: string): boolean {
  for (let at = 0; at < one.length; at += 1) {
    const [mine, theirs] = [rank(one.charCodeAt(at)), rank(other.charCodeAt(at))]
    if (mine === 0 || theirs === 0) return false
    if (mine !== theirs) return mine < theirs
  }
  return false
}

/** Digits before letters, letters without case; 0 for all else. */
function rank(code: number): number {
  if (code >= 65 && code <= 90) return code + 32
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) ? code : 0
}

function filterOf({ company, id, pvaid }: ContactKeys) {
  const text = (key: number | null) => (key === null ? undefined : String(key))
  return { company: text(company), id: text(id), pvaid: text(pvaid) }
}

/** The keys of a row of the list. */
export function keysOf(row: ListedContact, read: ContactReader): ContactKeys {
  const keys = { company: read(row, 'company'), id: read(row, 'id'), pvaid: read(row, 'pvaid') }
  return keys.pvaid === null ? { ...keys, contactId: read(row, 'contactId') } : keys
}

/** The row that the keys name: a backend may know no filter by them, and nobody shall get somebody else's row for it. */
function rowOf(rows: readonly Wire[], keys: ContactKeys, read: ContactReader): Wire | undefined {
  if (keys.pvaid === null && (keys.contactId ?? null) === null) return undefined
  const [row, ...others] = rows.filter((one) =>
    (['company', 'id', 'pvaid', 'contactId'] as const).every((name) => {
      const [asked, is] = [keys[name] ?? null, read(one, name)]
      return asked === null || is === null || asked === is
    })
  )
  return others.length === 0 ? row : undefined
}

/** One contact, for its form. */
export function contact({ call, config }: AppContext, keys: ContactKeys) {
  const { fieldCodes } = config
  return queryOptions({
    queryKey: ['contact', keys],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: versionedResFields(map, fieldCodes), ...filterOf(keys) }
      const rows = rowsOf<Wire>(await call(listContacts, { query, signal }))
      const row = rowOf(rows, keys, contactReader(fieldCodes))
      if (!row) throw new CallError('refused', { status: 404 })
      return readRowValues(map, fieldCodes, row)
    },
    // A form must not begin with what somebody else has changed since.
    refetchOnMount: 'always',
    gcTime: 0
  })
}

type Changes = Readonly<Record<string, string | boolean>>

/** The keys of a saved contact, and its login's address if the backend tells it. */
export type SavedContact = Pick<Contact, 'company' | 'id' | 'pvaid' | 'contactId' | 'shopEmail'>

/** Changes a contact; of `changes` only what is a field of a contact is sent. */
export async function changeContact(
  { call, config: { fieldCodes } }: AppContext,
  keys: ContactKeys,
  changes: Changes,
  version: RowValues['version']
): Promise<SavedContact> {
  const data = { ...toWire(map, fieldCodes, keys), ...changesToWire(map, fieldCodes, changes, version) }
  const saved = fromWire(map, fieldCodes, await call(saveContact, { body: { data } }))
  return {
    ...saved,
    company: keys.company ?? saved.company,
    id: keys.id ?? saved.id,
    pvaid: keys.pvaid ?? saved.pvaid,
    contactId: keys.contactId ?? saved.contactId
  }
}

/** Creates a contact once, however often it is sent under the same key. */
export async function addContact(
  { call, config: { fieldCodes } }: AppContext,
  values: Changes,
  headersOf: (content: unknown) => Record<string, string>
): Promise<SavedContact> {
  const data = changesToWire(map, fieldCodes, values, null)
  const wire = await call(createContact, { body: { data }, headers: headersOf(data) })
  return fromWire(map, fieldCodes, wire)
}

/** Section 4: after a save the list reads just that contact anew, if there is a list; where that fails, the list as a whole. */
export async function refreshContact(app: AppContext, queries: QueryClient, saved: SavedContact): Promise<void> {
  const { queryKey } = contacts(app)
  const known = queries.getQueryData(queryKey)
  if (!known) return
  const { fieldCodes } = app.config
  const query = { RES_FIELDS: resFields(map, fieldCodes, listed), ...filterOf(saved) }
  try {
    if (saved.pvaid === null) throw new CallError('unreadable')
    const read = contactReader(fieldCodes)
    const isSaved = (one: ListedContact) => read(one, 'pvaid') === saved.pvaid
    const fresh = rowsOf<ListedContact>(await app.call(listContacts, { query })).find(isSaved)
    if (!fresh) throw new CallError('unreadable')
    const others = known.filter((one) => !isSaved(one))
    queries.setQueryData(queryKey, byLastName([...others, fresh], read))
  } catch {
    await queries.invalidateQueries({ queryKey })
  }
}

export type NameParts = Pick<Contact, 'title' | 'firstName' | 'lastName' | 'postNominalTitle'>

/** What a name's look hangs on: an option of the runtime configuration. */
type NameFormat = Pick<AppContext['config'], 'contactNameFormat'>

/** A full name as it is shown (section 3): with the option contactNameFormat the last name in bold, then comma, first name and titles; else none of it in bold. */
export function shownName(
  { title, firstName, lastName, postNominalTitle }: NameParts,
  { contactNameFormat }: NameFormat
): { bold: string; plain: string } {
  if (!contactNameFormat) return { bold: '', plain: joined(title, firstName, lastName, postNominalTitle) }
  const bold = joined(lastName)
  const rest = joined(firstName, title, postNominalTitle)
  return { bold, plain: bold && rest ? `, ${rest}` : rest }
}

/** The same full name where nothing can be bold: in a choice, a caption, the name of a file or a button. */
export function fullName(name: NameParts, format: NameFormat): string {
  const { bold, plain } = shownName(name, format)
  return `${bold}${plain}`
}

function joined(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part.trim() !== '').join(' ')
}
