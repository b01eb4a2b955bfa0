import { creation, get, ofFeature, send } from './endpoint.ts'
import { country, type FieldsQuery, flag, type FieldValues, id, number, text, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** A person who belongs to a customer (section 3): the link `pvaid` of customer (`company`, `id`) and person (`contactCompany`, `contactId`). */
export const contactFields = {
  company: id('ASP_FIRMA'),
  id: id('ASP_ID'),
  pvaid: id('ASP_PVAID'),
  contactCompany: id('ASP_KONTAKTFIRMA'),
  contactId: id('ASP_KONTAKTID'),
  sequenceNumber: id('ASP_LFDNR', 'read'),
  salutation: number('ASP_ANREDE'),
  firstName: text('ASP_VORNAME'),
  lastName: text('ASP_NACHNAME'),
  title: text('ASP_TITEL', 50),
  postNominalTitle: text('ASP_TITELHINTEN', 50),
  jobtitle: text('ASP_BERUFSBEZEICHNUNG'),
  customField16: text('ASP_FREIFELD16'),
  customField17: text('ASP_FREIFELD17'),
  street: text('ASP_STRASSE'),
  plz: text('ASP_PLZ', 10),
  place: text('ASP_ORT'),
  phoneNumber: text('ASP_TELEFON', 50),
  teleFax: text('ASP_TELEFAX', 50),
  password: text('ASP_PASSWORT', 200, 'write'),
  webshopRights: number('ASP_SHOPRECHTE'),
  shopEmail: text('ASP_SHOPEMAIL', 254),
  active: flag('ASP_AKTIV'),
  displayEmail: text('ASP_ANZEIGEEMAIL', 254, 'read'),
  newsletter: flag('ASP_NEWSLETTER'),
  eMailAddress: text('ASP_EMAIL', 254)
} as const

/** Fields of a contact, with those that our server does not have. */
export const allContactFields = { ...contactFields, country: country('ASP_LAND') } as const

export type Contact = FieldValues<typeof contactFields>

export interface ContactQuery extends FieldsQuery {
  shopEmail?: string | undefined
  company?: string | undefined
  id?: string | undefined
  pvaid?: string | undefined
}

/** A caller with the right `contact` gets only themselves. */
export const listContacts = get<ContactQuery, WireRow[]>('/contact', everyRight)
export const createContact = creation(send<WireRow, WireRow>('POST', '/contact', ['admin', 'shopfull', 'shoplight']))
export const saveContact = send<WireRow, WireRow>('PUT', '/contact', ['admin', 'shopfull', 'shoplight'])

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportContacts = ofFeature('csv', get<undefined, WireRow>('/csv/contacts', { route: 'mydata/contacts' }))
