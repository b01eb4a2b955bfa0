import { type Contact, contactFields, listContacts } from '@customer-center/contract/contact'
import type { Wire } from '@customer-center/contract/field-codes'
import { queryOptions } from '@tanstack/react-query'
import type { Center } from '../client/center.ts'
import { type FieldCodes, type FieldMap, type FieldReader, fieldReader, resFields } from '../client/fields.ts'
import { listOf } from './document.ts'

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

export type ContactReader = FieldReader<Pick<typeof contactFields, (typeof listed)[number]>>

export function contactReader(codes: FieldCodes): ContactReader {
  return fieldReader(map, codes)
}

/** The customer's contacts, by last name whatever its case. */
export function contacts({ call, config }: Center) {
  const { fieldCodes } = config
  return queryOptions({
    queryKey: ['contacts'],
    queryFn: async ({ signal }) => {
      const query = { RES_FIELDS: resFields(map, fieldCodes, listed) }
      return byLastName(listOf<ListedContact>(await call(listContacts, { query, signal })), contactReader(fieldCodes))
    }
  })
}

// One for all: making a collator costs as much as thousands of comparisons.
const german = new Intl.Collator('de')

/** Our server sorts already, and sorting what is sorted takes one comparison a row; another backend may not. */
function byLastName(rows: ListedContact[], read: ContactReader): ListedContact[] {
  return rows.toSorted(
    (one, other) =>
      german.compare(read(one, 'lastName') ?? '', read(other, 'lastName') ?? '') ||
      german.compare(read(one, 'firstName') ?? '', read(other, 'firstName') ?? '')
  )
}

export type NameParts = Pick<Contact, 'title' | 'firstName' | 'lastName' | 'postNominalTitle'>

/** Section 3: title, first name, last name, post-nominal title. */
export function fullName({ title, firstName, lastName, postNominalTitle }: NameParts): string {
  return joined(title, firstName, lastName, postNominalTitle)
}

/** What follows the last name and its comma with the option contactNameFormat. */
export function restOfName({ title, firstName, postNominalTitle }: NameParts): string {
  return joined(firstName, title, postNominalTitle)
}

function joined(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part.trim() !== '').join(' ')
}
