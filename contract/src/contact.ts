import { z } from 'zod'
import { customerFields } from './customer.ts'
import { creatingCall, getCall, ofFeature, sendCall } from './endpoint.ts'
import { exportSchema } from './exported-file.ts'
import {
  type CustomerKeysQuery,
  type FieldsQuery,
  type FieldValues,
  flagField,
  idField,
  numberField,
  textField,
  type WireRow
} from './field-codes.ts'
import { inAccess, inAddress, countryField, inIdentity, inReach, type NewForm } from './form-field.ts'
import {
  changedAt,
  choiceKeys,
  describeField,
  emailField,
  externalId,
  notNull,
  immutableField,
  labelledChoice,
  referenceTo,
  requiredField,
  refusesRow,
  textFields,
  ownField
} from './import-field.ts'
import { everyRight } from './rights.ts'
import {
  customerKeys,
  defineEndpoint,
  optionalDigits,
  parameterSchema,
  resFields,
  rowSchema,
  writeSchema
} from './schema.ts'

/** Salutations of a contact (section 3). The placeholder is shown before a choice is made and is never sent. */
export const ContactSalutation = {
  placeholder: 'x',
  mister: 0,
  misses: 1,
  diverse: 2,
  notSpecified: 3,
  company: 10
} as const

/**
 * A person who belongs to a customer (section 3): the link `pvaid` of customer (`company`, `id`) and person
 * (`contactCompany`, `contactId`).
 */
export const contactFields = {
  company: idField('ASP_FIRMA'),
  id: idField('ASP_ID'),
  pvaid: idField('ASP_PVAID'),
  contactCompany: idField('ASP_KONTAKTFIRMA'),
  contactId: idField('ASP_KONTAKTID'),
  sequenceNumber: idField('ASP_LFDNR', 'read'),
  salutation: inIdentity(numberField('ASP_ANREDE'), { width: 'medium' }),
  firstName: inIdentity(textField('ASP_VORNAME')),
  lastName: inIdentity(textField('ASP_NACHNAME')),
  title: inIdentity(textField('ASP_TITEL', 50), { width: 'medium' }),
  postNominalTitle: inIdentity(textField('ASP_TITELHINTEN', 50), { width: 'medium' }),
  jobtitle: inIdentity(textField('ASP_BERUFSBEZEICHNUNG')),
  customField16: textField('ASP_FREIFELD16'),
  customField17: textField('ASP_FREIFELD17'),
  street: inAddress(textField('ASP_STRASSE')),
  plz: inAddress(textField('ASP_PLZ', 10), { width: 'short' }),
  place: inAddress(textField('ASP_ORT')),
  phoneNumber: inReach(textField('ASP_TELEFON', 50), { width: 'medium', type: 'tel' }),
  teleFax: inReach(textField('ASP_TELEFAX', 50), { width: 'medium', type: 'tel' }),
  password: inAccess(textField('ASP_PASSWORT', 200, 'write')),
  webshopRights: inAccess(numberField('ASP_SHOPRECHTE')),
  shopEmail: inReach(textField('ASP_SHOPEMAIL', 254), { type: 'email' }),
  active: inAccess(flagField('ASP_AKTIV'), { width: 'short' }),
  displayEmail: inReach(textField('ASP_ANZEIGEEMAIL', 254, 'read')),
  newsletter: inReach(flagField('ASP_NEWSLETTER')),
  eMailAddress: inReach(textField('ASP_EMAIL', 254), { type: 'email' })
} as const

/** Fields of a contact, with those that our server does not have. */
export const allContactFields = { ...contactFields, country: countryField('ASP_LAND') } as const

export type Contact = FieldValues<typeof contactFields>

export interface ContactQuery extends FieldsQuery, CustomerKeysQuery {
  shopEmail?: string | undefined
  pvaid?: string | undefined
}

/** A caller with the right `contact` gets only the own contact. */
export const listContacts = getCall<ContactQuery, WireRow[]>('/contact', everyRight)
export const createContact = creatingCall(
  sendCall<WireRow, WireRow>('POST', '/contact', ['admin', 'shopfull', 'shoplight'])
)
export const saveContact = sendCall<WireRow, WireRow>('PUT', '/contact', ['admin', 'shopfull', 'shoplight'])

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportContacts = ofFeature(
  'csv',
  getCall<undefined, WireRow>('/csv/contacts', { route: 'mydata/contacts' })
)

/** A row of a provider, by member: a customer that a contact has left, with bookings that stayed there. */
export const formerCustomersImport = () => ({
  contact: requiredField(referenceTo('contacts')),
  customer: requiredField(referenceTo('customers'), 'Its orders and webinar links may name the contact'),
  leftAt: requiredField(ownField('timestamp'))
})

export const contactsImport = () => {
  // The address of the login belongs to the shop user.
  const { shopEmail: _, eMailAddress, displayEmail, ...texts } = textFields(contactFields)
  return {
    externalId,
    customer: describeField(requiredField(referenceTo('customers')), 'Another one than before: the contact goes there'),
    contactNo: immutableField(contactFields.pvaid, 'Number of this contact'),
    personNo: immutableField(
      contactFields.contactId,
      'Number of the person: the same for contacts of several customers that are one person; the customerNo for a private customer’s own contact'
    ),
    sequenceNumber: notNull(contactFields.sequenceNumber, 'Among the contacts of the customer'),
    salutation: labelledChoice(contactFields.salutation.code, {
      Herr: ContactSalutation.mister,
      Frau: ContactSalutation.misses,
      Divers: ContactSalutation.diverse,
      'Keine Angabe': ContactSalutation.notSpecified,
      Firma: ContactSalutation.company
    }),
    ...texts,
    ...choiceKeys({ customField16: contactFields.customField16, customField17: contactFields.customField17 }),
    lastName: requiredField(contactFields.lastName),
    personNumber: describeField(ownField('text', customerFields.personNumber.max), 'Printed on hour records'),
    eMailAddress: emailField(eMailAddress),
    displayEmail: describeField(
      emailField(displayEmail),
      'The address that lists show; the eMailAddress where it is left out'
    ),
    active: refusesRow(notNull(contactFields.active), 'A new row: yes; without it nobody logs in'),
    newsletter: notNull(contactFields.newsletter),
    changedAt
  }
}

export const newContactForm: NewForm<keyof typeof contactFields> = {
  shown: [
    'salutation',
    'firstName',
    'lastName',
    'title',
    'postNominalTitle',
    'jobtitle',
    'customField16',
    'customField17',
    'street',
    'plz',
    'place',
    'eMailAddress',
    'phoneNumber',
    'teleFax',
    'password',
    'webshopRights',
    'active',
    'newsletter'
  ],
  required: ['salutation', 'firstName', 'lastName', 'eMailAddress']
}

export const contactFileColumns = [
  'title',
  'firstName',
  'lastName',
  'postNominalTitle',
  'jobtitle',
  'eMailAddress',
  'phoneNumber',
  'teleFax',
  'street',
  'plz',
  'place',
  'shopEmail',
  'webshopRights',
  'active',
  'newsletter'
] as const satisfies readonly (keyof typeof contactFields)[]

const row = () => rowSchema(contactFields)
export const listContactsSchema = /*#__PURE__*/ defineEndpoint(
  listContacts,
  'Contacts of the company, or the one that the filters name',
  () => ({
    data: z.array(row()),
    query: z.object({
      ...resFields,
      shopEmail: z.optional(parameterSchema),
      ...customerKeys,
      pvaid: optionalDigits
    })
  })
)
export const createContactSchema = /*#__PURE__*/ defineEndpoint(createContact, 'Creates a contact', () => ({
  data: row(),
  body: writeSchema
}))
export const saveContactSchema = /*#__PURE__*/ defineEndpoint(saveContact, 'Changes a contact', () => ({
  data: row(),
  body: writeSchema
}))
export const exportContactsSchema = /*#__PURE__*/ exportSchema(exportContacts)
