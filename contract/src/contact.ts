import { z } from 'zod'
import { customerFields } from './customer.ts'
import { creation, get, ofFeature, send } from './endpoint.ts'
import { exportSchema } from './exported-file.ts'
import {
  type CustomerKeysQuery,
  type FieldsQuery,
  type FieldValues,
  flag,
  id,
  number,
  text,
  type WireRow
} from './field-codes.ts'
import { access, address, country, identity, reach, type NewForm } from './form-field.ts'
import {
  changedAt,
  choiceKeys,
  described,
  email,
  externalId,
  notNull,
  immutable,
  labelled,
  reference,
  required,
  refusesRow,
  textFields,
  own
} from './import-field.ts'
import { everyRight } from './rights.ts'
import { customerKeys, defineEndpoint, optionalDigits, parameter, resFields, rowSchema, writeSchema } from './schema.ts'

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
  company: id('ASP_FIRMA'),
  id: id('ASP_ID'),
  pvaid: id('ASP_PVAID'),
  contactCompany: id('ASP_KONTAKTFIRMA'),
  contactId: id('ASP_KONTAKTID'),
  sequenceNumber: id('ASP_LFDNR', 'read'),
  salutation: identity(number('ASP_ANREDE'), { width: 'medium' }),
  firstName: identity(text('ASP_VORNAME')),
  lastName: identity(text('ASP_NACHNAME')),
  title: identity(text('ASP_TITEL', 50), { width: 'medium' }),
  postNominalTitle: identity(text('ASP_TITELHINTEN', 50), { width: 'medium' }),
  jobtitle: identity(text('ASP_BERUFSBEZEICHNUNG')),
  customField16: text('ASP_FREIFELD16'),
  customField17: text('ASP_FREIFELD17'),
  street: address(text('ASP_STRASSE')),
  plz: address(text('ASP_PLZ', 10), { width: 'short' }),
  place: address(text('ASP_ORT')),
  phoneNumber: reach(text('ASP_TELEFON', 50), { width: 'medium', type: 'tel' }),
  teleFax: reach(text('ASP_TELEFAX', 50), { width: 'medium', type: 'tel' }),
  password: access(text('ASP_PASSWORT', 200, 'write')),
  webshopRights: access(number('ASP_SHOPRECHTE')),
  shopEmail: reach(text('ASP_SHOPEMAIL', 254), { type: 'email' }),
  active: access(flag('ASP_AKTIV'), { width: 'short' }),
  displayEmail: reach(text('ASP_ANZEIGEEMAIL', 254, 'read')),
  newsletter: reach(flag('ASP_NEWSLETTER')),
  eMailAddress: reach(text('ASP_EMAIL', 254), { type: 'email' })
} as const

/** Fields of a contact, with those that our server does not have. */
export const allContactFields = { ...contactFields, country: country('ASP_LAND') } as const

export type Contact = FieldValues<typeof contactFields>

export interface ContactQuery extends FieldsQuery, CustomerKeysQuery {
  shopEmail?: string | undefined
  pvaid?: string | undefined
}

/** A caller with the right `contact` gets only the own contact. */
export const listContacts = get<ContactQuery, WireRow[]>('/contact', everyRight)
export const createContact = creation(send<WireRow, WireRow>('POST', '/contact', ['admin', 'shopfull', 'shoplight']))
export const saveContact = send<WireRow, WireRow>('PUT', '/contact', ['admin', 'shopfull', 'shoplight'])

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportContacts = ofFeature('csv', get<undefined, WireRow>('/csv/contacts', { route: 'mydata/contacts' }))

/** A row of a provider, by member. */
export const contactsImport = () => {
  // The address of the login belongs to the shop user.
  const { shopEmail: _, eMailAddress, displayEmail, ...texts } = textFields(contactFields)
  return {
    externalId,
    customer: required(immutable(reference('customers'))),
    pvaid: immutable(contactFields.pvaid, 'Number of this contact'),
    contactId: immutable(
      contactFields.contactId,
      'Number of the person: the same for contacts of several customers that are one person; the customer’s id for a private customer’s own contact'
    ),
    sequenceNumber: notNull(contactFields.sequenceNumber, 'Among the contacts of the customer'),
    salutation: labelled(contactFields.salutation.code, {
      Herr: ContactSalutation.mister,
      Frau: ContactSalutation.misses,
      Divers: ContactSalutation.diverse,
      'Keine Angabe': ContactSalutation.notSpecified,
      Firma: ContactSalutation.company
    }),
    ...texts,
    ...choiceKeys({ customField16: contactFields.customField16, customField17: contactFields.customField17 }),
    lastName: required(contactFields.lastName),
    personNumber: described(own('text', customerFields.personNumber.max), 'Printed on hour records'),
    eMailAddress: email(eMailAddress),
    displayEmail: described(email(displayEmail), 'The address that lists show; the eMailAddress where it is left out'),
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

/** The columns of the list as a file for spreadsheets. */
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
      shopEmail: z.optional(parameter),
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
