import { queryOptions } from '@tanstack/react-query'
import { listContacts } from '@customer-center/contract/contact'
import { lazyRowsOf } from '../client/lazy-rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { fullName } from '../lib/contact-name.ts'
import { searchText, searchKey } from '../lib/name-search.ts'
import { contactFieldMap } from './contact.ts'

const as = lazyRowsOf(contactFieldMap)

const fields = [
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
  /** Unique: the e-mail address, or the keys if there is none or an earlier participant has it. */
  readonly value: string
  /** The full name in the format of the option contactNameFormat. */
  readonly label: string
  /** The text that is searched: first and last name in either order, and the titles. */
  readonly search: string
  readonly keys: Readonly<Record<'company' | 'id' | 'pvaid' | 'contactCompany' | 'contactId', string | null>>
}

export interface Participants {
  readonly list: readonly Participant[]
  /** The logged-in person; undefined if they are not in the list. */
  readonly own: Participant | undefined
}

/** Query: the participants that the logged-in person may choose: all of the customer's contacts, or only themselves. */
export function participants({ call, config, session: { profile } }: AppContext) {
  const { emailAddress, changeParticipantAllowed } = profile ?? { emailAddress: '', changeParticipantAllowed: false }
  return queryOptions({
    queryKey: ['participants', emailAddress, changeParticipantAllowed],
    queryFn: async ({ signal }): Promise<Participants> => {
      const query = changeParticipantAllowed ? {} : { shopEmail: emailAddress }
      const known = new Map<string, Participant>()
      let own: Participant | undefined
      for (const row of await call(listContacts, { as, fields, query, signal })) {
        const { company, id, pvaid, contactCompany, contactId } = row
        const email = row.shopEmail ?? row.eMailAddress ?? ''
        const keys = { company, id, pvaid, contactCompany, contactId }
        // The calls name a participant by `contactId`; without it they would be about the whole company.
        if (changeParticipantAllowed && contactId === null) continue
        const value = email === '' || known.has(email) ? `#${Object.values(keys).join('-')}` : email
        const name = fullName(row, config)
        const search = `${searchKey(row.firstName, row.lastName)} ${searchText(name)}`
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
    company: company ?? '',
    id: id ?? '',
    contactCompany: contactCompany ?? '',
    contactId: contactId ?? ''
  }
}
