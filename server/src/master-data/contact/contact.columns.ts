import type { contactFields } from '@customer-center/contract/contact'

/** Every field but the password. */
export type StoredName = Exclude<keyof typeof contactFields, 'password'>

/** A contact is a row of `contacts` (`c`) with one of `persons` (`p`) and, where somebody may log in, one of `shop_users` (`s`). */
type Place = { readonly table: 'c' | 'p' | 's'; readonly column: string }

const inContacts = (column: string): Place => ({ table: 'c', column })
const inPersons = (column: string): Place => ({ table: 'p', column })

export const places: Readonly<Record<StoredName, Place>> = {
  company: inContacts('company'),
  id: inContacts('id'),
  pvaid: inContacts('pvaid'),
  contactCompany: inContacts('contact_company'),
  contactId: inContacts('contact_id'),
  sequenceNumber: inContacts('sequence_number'),
  salutation: inPersons('salutation'),
  firstName: inPersons('first_name'),
  lastName: inPersons('last_name'),
  title: inPersons('title'),
  postNominalTitle: inPersons('post_nominal_title'),
  jobtitle: inPersons('jobtitle'),
  customField16: inContacts('custom_field16'),
  customField17: inContacts('custom_field17'),
  street: inPersons('street'),
  plz: inPersons('plz'),
  place: inPersons('place'),
  phoneNumber: inPersons('phone_number'),
  teleFax: inPersons('tele_fax'),
  webshopRights: { table: 's', column: 'rights' },
  shopEmail: { table: 's', column: 'email_address' },
  active: inContacts('active'),
  displayEmail: inContacts('display_email'),
  newsletter: inContacts('newsletter'),
  eMailAddress: inPersons('email_address')
}

export const storedNames = Object.keys(places) as StoredName[]

/** The fields in the row of a person, whom other customers may have as a contact too. */
export const personalNames: readonly string[] = storedNames.filter((name) => places[name].table === 'p')
