import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import customerList from './customers.json' with { type: 'json' }

/** The provider's own company. */
export const company = 1

type ContactLine = [number, string, string, string, string, string]

export interface DemoContact {
  readonly id: number
  readonly pvaid: number
  readonly contactId: number
  readonly salutation: number
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly postNominalTitle: string
  readonly jobtitle: string
  readonly emailAddress: string
  readonly active: boolean
}

export type DemoCustomer = Omit<(typeof customerList)[number], 'contacts'> & {
  readonly id: number
  readonly contacts: readonly DemoContact[]
}

const foreignLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ł: 'l', ı: 'i', đ: 'd', å: 'a' }

/** The part of an address that a mail server takes: plain letters, digits, dot and hyphen. */
function mailbox(firstName: string, lastName: string): string {
  const short = lastName.split(' ').slice(0, 3).join('-')
  return `${firstName}.${short}`
    .toLowerCase()
    .replace(/[äöüßłıđå]/g, (letter) => foreignLetters[letter] ?? '')
    .normalize('NFD')
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9.-]/g, '')
}

function customerOf(line: (typeof customerList)[number], place: number): DemoCustomer {
  const id = 1001 + place
  const domain = line.email.slice(line.email.indexOf('@') + 1)
  const contacts = (line.contacts as ContactLine[]).map(
    ([salutation, title, firstName, lastName, postNominalTitle, jobtitle], index): DemoContact => ({
      id,
      pvaid: 10_000 * (place + 1) + index,
      contactId: 50_000 + 1000 * place + index,
      salutation,
      title,
      firstName,
      lastName,
      postNominalTitle,
      jobtitle,
      emailAddress: `${mailbox(firstName, lastName)}@${domain}`,
      active: !line.inactive.includes(lastName)
    })
  )
  return { ...line, id, contacts }
}

export const demoCustomers: readonly DemoCustomer[] = customerList.map(customerOf)

export function fullName({ title, firstName, lastName, postNominalTitle }: DemoContact): string {
  return [title, firstName, lastName, postNominalTitle].filter((part) => part !== '').join(' ')
}

/** Companies and people as rows of `persons`. */
export function personRows(): Insertable<Tables['persons']>[] {
  return demoCustomers.flatMap((customer) => [
    {
      company,
      id: customer.id,
      person_number: `P${customer.id}`,
      salutation: 10,
      last_name: customer.name,
      street: customer.street,
      plz: customer.plz,
      place: customer.place,
      phone_number: customer.phone,
      email_address: customer.email
    },
    ...customer.contacts.map((contact, index) => ({
      company,
      id: contact.contactId,
      person_number: `P${contact.contactId}`,
      salutation: contact.salutation,
      title: contact.title || null,
      first_name: contact.firstName,
      last_name: contact.lastName,
      post_nominal_title: contact.postNominalTitle || null,
      jobtitle: contact.jobtitle,
      street: customer.street,
      plz: customer.plz,
      place: customer.place,
      phone_number: customer.phone.replace(/0$/, String(10 + index)),
      email_address: contact.emailAddress
    }))
  ])
}

export function customerRows(): Insertable<Tables['customers']>[] {
  return demoCustomers.map(({ id, number, additionalName, uidNr, homePage, compareFields }) => ({
    company,
    id,
    number,
    additional_name: additionalName,
    uid_nr: uidNr,
    home_page: homePage,
    compare_field1: compareFields[0] ?? null,
    compare_field2: compareFields[1] ?? null,
    compare_field3: compareFields[2] ?? null
  }))
}

export function contactRows(): Insertable<Tables['contacts']>[] {
  return demoCustomers.flatMap(({ contacts }) =>
    contacts.map(({ id, pvaid, contactId, emailAddress, active }, index) => ({
      company,
      pvaid,
      id,
      contact_company: company,
      contact_id: contactId,
      sequence_number: index + 1,
      custom_field16: String(1 + (index % 5)),
      custom_field17: String(1 + (index % 4)),
      active,
      newsletter: index % 3 === 0,
      display_email: emailAddress
    }))
  )
}

export function invoiceAddressRows(): Insertable<Tables['invoice_addresses']>[] {
  return demoCustomers.flatMap(({ id, invoiceAddresses }) =>
    invoiceAddresses.map((address, index) => ({
      company,
      id,
      no: index + 1,
      salutation: 10,
      ...address,
      name2: address.name2 || null
    }))
  )
}
