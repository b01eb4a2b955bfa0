import type { ResourceRow } from '../records/importing/run/import-rows.ts'
import customerList from './customers.json' with { type: 'json' }

type ContactLine = [number, string, string, string, string, string]

const foreignLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ł: 'l', ı: 'i', đ: 'd', å: 'a' }

/** Makes the part of an address before the @: plain letters, digits, dot and hyphen. */
function mailbox(firstName: string, lastName: string): string {
  const short = lastName.split(' ').slice(0, 3).join('-')
  return `${firstName}.${short}`
    .toLowerCase()
    .replace(/[äöüßłıđå]/g, (letter) => foreignLetters[letter] ?? '')
    .normalize('NFD')
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9.-]/g, '')
}

function customerOf(line: (typeof customerList)[number], place: number) {
  const domain = line.email.slice(line.email.indexOf('@') + 1)
  const contacts = (line.contacts as ContactLine[]).map(
    ([salutation, title, firstName, lastName, postNominalTitle, jobtitle], index) => ({
      contactNo: 10_000 * (place + 1) + index,
      personNo: 50_000 + 1000 * place + index,
      salutation,
      title,
      firstName,
      lastName,
      postNominalTitle,
      jobtitle,
      emailAddress: `${mailbox(firstName, lastName)}@${domain}`,
      active: !(line.inactive as readonly string[]).includes(lastName)
    })
  )
  return { ...line, customerNo: 1001 + place, contacts }
}

export type DemoCustomer = ReturnType<typeof customerOf>
export type DemoContact = DemoCustomer['contacts'][number]

export const demoCustomers: readonly DemoCustomer[] = customerList.map(customerOf)

export function fullName({ title, firstName, lastName, postNominalTitle }: DemoContact): string {
  return [title, firstName, lastName, postNominalTitle].filter((part) => part !== '').join(' ')
}

export const contactKey = ({ contactNo }: Pick<DemoContact, 'contactNo'>): string => String(contactNo)

export function customerRows(): ResourceRow<'customers'>[] {
  return demoCustomers.map(
    ({ customerNo, number, name, additionalName, uidNr, homePage, compareFields, ...customer }) => ({
      externalId: number,
      customerNo,
      number,
      lastName: name,
      additionalName,
      street: customer.street,
      plz: customer.plz,
      place: customer.place,
      phoneNumber: customer.phone,
      uidNr,
      homePage,
      compareField1: compareFields[0] ?? null,
      compareField2: compareFields[1] ?? null,
      compareField3: compareFields[2] ?? null,
      personNumber: `P${customerNo}`,
      emailAddress: customer.email
    })
  )
}

export function contactRows(): ResourceRow<'contacts'>[] {
  return demoCustomers.flatMap(({ number, street, plz, place, phone, contacts }) =>
    contacts.map(({ emailAddress, ...contact }, index) => ({
      ...contact,
      externalId: contactKey(contact),
      customer: number,
      sequenceNumber: index + 1,
      personNumber: `P${contact.personNo}`,
      customField16: String(1 + (index % 5)),
      customField17: String(1 + (index % 4)),
      street,
      plz,
      place,
      phoneNumber: phone.replace(/0$/, String(10 + index)),
      eMailAddress: emailAddress,
      displayEmail: emailAddress,
      newsletter: index % 3 === 0
    }))
  )
}

export function invoiceAddressRows(): ResourceRow<'invoice-addresses'>[] {
  return demoCustomers.flatMap(({ number, invoiceAddresses }) =>
    invoiceAddresses.map((address, index) => ({
      externalId: `${number}-${index + 1}`,
      customer: number,
      no: index + 1,
      salutation: 10,
      ...address
    }))
  )
}
