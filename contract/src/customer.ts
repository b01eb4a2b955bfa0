import { z } from 'zod'
import { getCall, sendCall } from './endpoint.ts'
import { type FieldSpec, type FieldsQuery, type FieldValues, idField, textField, type WireRow } from './field-codes.ts'
import { inAddress, countryField, inIdentity, inReach, type NewForm } from './form-field.ts'
import {
  changedAt,
  choiceKeys,
  describeField,
  emailField,
  externalId,
  immutableField,
  requiredField,
  textFields
} from './import-field.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, resFields, rowSchema, writeSchema } from './schema.ts'

const compareNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] as const
/** Key of one of the possible values, of a choice that the provider defines. */
export const compareFields = Object.fromEntries(
  compareNumbers.map((n) => [`compareField${n}`, textField(`KND_VERGLEICHSFELD${n}`)])
) as Record<`compareField${(typeof compareNumbers)[number]}`, FieldSpec<'text'>>

/** The company that is the provider's customer, identified by `company` and `id` together. */
export const customerFields = {
  /** Kundennummer, with which people log in and which letters print. */
  number: inIdentity(textField('KND_NUMMER', 20, 'read'), { width: 'medium' }),
  /** The provider’s own company (its client number) that has the customer. */
  company: idField('KND_FIRMA'),
  /** Number of the customer in that company. */
  id: idField('KND_ID'),
  /** Number of the customer’s own link, which calls about addresses send back. */
  pvaid: idField('KND_PVAID'),
  /** Titel before the name of a private customer. */
  title: inIdentity(textField('KND_TITEL', 50), { width: 'medium' }),
  /** Given name (Vorname) of a private customer. */
  firstName: inIdentity(textField('KND_VORNAME')),
  /** Second line of the name (Zusatzname). */
  additionalName: inIdentity(textField('KND_ZUSATZNAME')),
  /** Name of the company, or family name (Nachname) of a private customer. */
  lastName: inIdentity(textField('KND_NACHNAME', 200)),
  /** Titel behind the name of a private customer. */
  postNominalTitle: inIdentity(textField('KND_TITELHINTEN', 50), { width: 'medium' }),
  /** Berufsbezeichnung of a private customer. */
  jobtitle: inIdentity(textField('KND_BERUFSBEZEICHNUNG')),
  /** Straße and number. */
  street: inAddress(textField('KND_STRASSE'), { autoComplete: 'street-address' }),
  /** Postcode (PLZ), as text. */
  plz: inAddress(textField('KND_PLZ', 10), { width: 'short', autoComplete: 'postal-code' }),
  /** Town (Ort). */
  place: inAddress(textField('KND_ORT'), { autoComplete: 'address-level2' }),
  /** Telephone number, as people write it. */
  phoneNumber: inReach(textField('KND_TELEFON', 50), { width: 'medium', type: 'tel', autoComplete: 'tel' }),
  /** Fax number, as people write it. */
  teleFax: inReach(textField('KND_TELEFAX', 50), { width: 'medium', type: 'tel' }),
  /** E-mail address of the company. */
  emailAddress: inReach(textField('KND_EMAIL', 254), { type: 'email', autoComplete: 'email' }),
  /** VAT id (UID-Nummer). */
  uidNr: inIdentity(textField('KND_UIDNR', 20), { width: 'medium' }),
  // The type is not url, which would require the https:// that people leave out.
  /** Web address, with or without https://. */
  homePage: inReach(textField('KND_HOMEPAGE', 200), { autoComplete: 'url' }),
  ...compareFields,
  /** Number of the person, as hour records print it. */
  personNumber: inIdentity(textField('KND_PERSONENNUMMER', 20, 'read'), { width: 'medium' })
} as const

/** Fields of a customer, with those that our server does not have. */
export const allCustomerFields = {
  ...customerFields,
  /** Country, as the two letters of ISO 3166; shown only where the field list has it. */
  country: countryField('KND_LAND')
} as const

export type Customer = FieldValues<typeof customerFields>

/** Read for the form, and for the keys that other calls send back. */
export const getCustomer = getCall<FieldsQuery, WireRow>('/customer', everyRight)
/** The row as it was read, with the changes. The elements read the company again instead of the answer. */
export const saveCustomer = sendCall<WireRow, WireRow>('PUT', '/customer', ['admin'])

export const customersImport = () => {
  const { number, emailAddress, ...texts } = textFields(customerFields)
  return {
    externalId,
    customerNo: immutableField(customerFields.id, 'Number of the company, or of a private customer, as a person'),
    number: immutableField(number, 'The customer number of logins and letters; the customerNo where it is left out'),
    contactNo: describeField(customerFields.pvaid, 'Passed on to the elements'),
    ...texts,
    ...choiceKeys(compareFields),
    lastName: requiredField(customerFields.lastName, 'The name of the company, or a private customer’s last name'),
    emailAddress: emailField(emailAddress),
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
