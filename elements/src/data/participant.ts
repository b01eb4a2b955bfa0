import { queryOptions } from '@tanstack/react-query'
import { type Contact, contactFields, listContacts } from '@customer-center/contract/contact'
import type { WireRow } from '@customer-center/contract/field-codes'
import { type FieldMap, resFields } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { fullName } from '../lib/contact-name.ts'
import { searchText, searchKey } from '../lib/name-search.ts'
import { readName } from './contact.ts'
import { fieldReader } from './row-fields.ts'

const map: FieldMap<typeof contactFields> = { noun: 'contact', fields: contactFields }

const fieldNames = [
  'company',
  'id',
  'pvaid',
  'contactCompany',
  'contactId',
  'firstName',
  'lastName',
  'title',
  'postNominalTitle',
  'shopEmail',
  'eMailAddress'
] as const

/** The person that a confirmation, an hour record or an evaluation is about. */
export interface Participant {
  /** Unique: the e-mail address (section 2), or the keys if there is none or an earlier participant has it. */
  readonly value: string
  /** The full name in the format of the option contactNameFormat. */
  readonly label: string
  /** The text that is searched: first and last name in either order, and the titles. */
  readonly search: string
  readonly keys: Pick<Contact, 'company' | 'id' | 'pvaid' | 'contactCompany' | 'contactId'>
}

export interface Participants {
  readonly list: readonly Participant[]
  /** The logged-in person; undefined if they are not in the list. */
  readonly own: Participant | undefined
}

/**
 * Query: the participants that the logged-in person may choose: all of the customer's contacts, or only themselves
 * (section 6).
 */
export function participants({ call, config, session: { profile } }: AppContext) {
  const { fieldCodes } = config
  const { emailAddress, changeParticipantAllowed } = profile ?? { emailAddress: '', changeParticipantAllowed: false }
  return queryOptions({
    queryKey: ['participants', emailAddress, changeParticipantAllowed],
    queryFn: async ({ signal }): Promise<Participants> => {
      const filter = changeParticipantAllowed ? {} : { shopEmail: emailAddress }
      const query = { RES_FIELDS: resFields(map, fieldCodes, fieldNames), ...filter }
      const rows = listedRows<WireRow>(await call(listContacts, { query, signal }))
      const read = fieldReader(map, fieldCodes)
      const known = new Map<string, Participant>()
      let own: Participant | undefined
      for (const row of rows) {
        const email = read(row, 'shopEmail') ?? read(row, 'eMailAddress') ?? ''
        const keys = {
          company: read(row, 'company'),
          id: read(row, 'id'),
          pvaid: read(row, 'pvaid'),
          contactCompany: read(row, 'contactCompany'),
          contactId: read(row, 'contactId')
        }
        // The calls name a participant by `contactId`; without it they would be about the whole company.
        if (changeParticipantAllowed && keys.contactId === null) continue
        const value = email === '' || known.has(email) ? `#${Object.values(keys).join('-')}` : email
        const parts = readName(row, read)
        const name = fullName(parts, config)
        const search = `${searchKey(parts.firstName, parts.lastName)} ${searchText(name)}`
        const participant = { value, label: name || email, search, keys }
        if (sameEmail(email, emailAddress)) own ??= participant
        known.set(value, participant)
      }
      const list = [...known.values()]
      return changeParticipantAllowed ? { list, own } : onlyOwn(own ?? list[0])
    }
  })
}

function onlyOwn(own: Participant | undefined): Participants {
  return { list: own ? [own] : [], own }
}

function sameEmail(one: string, other: string): boolean {
  return one !== '' && one.toLowerCase() === other.toLowerCase()
}

export function participantQuery({ keys }: Participant) {
  const { company, id, contactCompany, contactId } = keys
  return {
    company: String(company ?? ''),
    id: String(id ?? ''),
    contactCompany: String(contactCompany ?? ''),
    contactId: String(contactId ?? '')
  }
}
