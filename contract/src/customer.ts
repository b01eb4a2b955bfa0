import { get, send } from './endpoint.ts'
import { country, type FieldsQuery, type FieldValues, id, numbered, text, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** The company that is the provider's customer (section 3); `company` and `id` together name it. */
export const customerFields = {
  number: text('KND_NUMMER', 20, 'read'),
  company: id('KND_FIRMA'),
  id: id('KND_ID'),
  pvaid: id('KND_PVAID'),
  title: text('KND_TITEL', 50),
  firstName: text('KND_VORNAME'),
  additionalName: text('KND_ZUSATZNAME'),
  lastName: text('KND_NACHNAME', 200),
  postNominalTitle: text('KND_TITELHINTEN', 50),
  jobtitle: text('KND_BERUFSBEZEICHNUNG'),
  street: text('KND_STRASSE'),
  plz: text('KND_PLZ', 10),
  place: text('KND_ORT'),
  phoneNumber: text('KND_TELEFON', 50),
  teleFax: text('KND_TELEFAX', 50),
  emailAddress: text('KND_EMAIL', 254),
  uidNr: text('KND_UIDNR', 20),
  homePage: text('KND_HOMEPAGE', 200),
  ...numbered('compareField', 'KND_VERGLEICHSFELD', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
  personNumber: text('KND_PERSONENNUMMER', 20, 'read')
} as const

/** Fields of a customer, with those that our server does not have. */
export const allCustomerFields = { ...customerFields, country: country('KND_LAND') } as const

export type Customer = FieldValues<typeof customerFields>

export const getCustomer = get<FieldsQuery, WireRow>('/customer', everyRight)
export const saveCustomer = send<WireRow, WireRow>('PUT', '/customer', ['admin'])
