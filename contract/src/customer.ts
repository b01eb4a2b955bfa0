import { z } from 'zod'
import { get, send } from './endpoint.ts'
import { type FieldSpec, type FieldsQuery, type FieldValues, id, text, type WireRow } from './field-codes.ts'
import { address, country, identity, reach, type NewForm } from './form-field.ts'
import { changedAt, choiceKeys, described, email, externalId, immutable, required, textFields } from './import-field.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, resFields, rowSchema, writeSchema } from './schema.ts'

const compareNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] as const
export const compareFields = Object.fromEntries(
  compareNumbers.map((n) => [`compareField${n}`, text(`KND_VERGLEICHSFELD${n}`)])
) as Record<`compareField${(typeof compareNumbers)[number]}`, FieldSpec<'text'>>

/** The company that is the provider's customer (section 3), identified by `company` and `id` together. */
export const customerFields = {
  number: identity(text('KND_NUMMER', 20, 'read'), { width: 'medium' }),
  company: id('KND_FIRMA'),
  id: id('KND_ID'),
  pvaid: id('KND_PVAID'),
  title: identity(text('KND_TITEL', 50), { width: 'medium' }),
  firstName: identity(text('KND_VORNAME')),
  additionalName: identity(text('KND_ZUSATZNAME')),
  lastName: identity(text('KND_NACHNAME', 200)),
  postNominalTitle: identity(text('KND_TITELHINTEN', 50), { width: 'medium' }),
  jobtitle: identity(text('KND_BERUFSBEZEICHNUNG')),
  street: address(text('KND_STRASSE'), { autoComplete: 'street-address' }),
  plz: address(text('KND_PLZ', 10), { width: 'short', autoComplete: 'postal-code' }),
  place: address(text('KND_ORT'), { autoComplete: 'address-level2' }),
  phoneNumber: reach(text('KND_TELEFON', 50), { width: 'medium', type: 'tel', autoComplete: 'tel' }),
  teleFax: reach(text('KND_TELEFAX', 50), { width: 'medium', type: 'tel' }),
  emailAddress: reach(text('KND_EMAIL', 254), { type: 'email', autoComplete: 'email' }),
  uidNr: identity(text('KND_UIDNR', 20), { width: 'medium' }),
  // The type is not url, which would require the https:// that people leave out.
  homePage: reach(text('KND_HOMEPAGE', 200), { autoComplete: 'url' }),
  ...compareFields,
  personNumber: identity(text('KND_PERSONENNUMMER', 20, 'read'), { width: 'medium' })
} as const

/** Fields of a customer, with those that our server does not have. */
export const allCustomerFields = { ...customerFields, country: country('KND_LAND') } as const

export type Customer = FieldValues<typeof customerFields>

export const getCustomer = get<FieldsQuery, WireRow>('/customer', everyRight)
export const saveCustomer = send<WireRow, WireRow>('PUT', '/customer', ['admin'])

/** A row of a provider, by member. */
export const customersImport = () => {
  const { number, emailAddress, ...texts } = textFields(customerFields)
  return {
    externalId,
    id: immutable(customerFields.id, 'Number of the company, or of a private customer, as a person'),
    number: immutable(number, 'The customer number of logins and letters; the id where it is left out'),
    pvaid: described(customerFields.pvaid, 'Passed on to the elements'),
    ...texts,
    ...choiceKeys(compareFields),
    lastName: required(customerFields.lastName, 'The name of the company, or a private customer’s last name'),
    emailAddress: email(emailAddress),
    changedAt
  }
}

export const newCustomerForm: NewForm<keyof typeof customerFields> = {
  shown: [
    'number',
    'lastName',
    'additionalName',
    'street',
    'plz',
    'place',
    'emailAddress',
    'phoneNumber',
    'teleFax',
    'uidNr',
    'homePage'
  ],
  required: ['lastName', 'street', 'plz', 'place', 'emailAddress'],
  readOnly: ['number'],
  hidesOthers: true
}

const row = () => rowSchema(customerFields)

export const getCustomerSchema = /*#__PURE__*/ defineEndpoint(getCustomer, 'The company of the session', () => ({
  data: row(),
  query: z.object(resFields)
}))
export const saveCustomerSchema = /*#__PURE__*/ defineEndpoint(saveCustomer, 'Changes the company', () => ({
  data: row(),
  body: writeSchema
}))
