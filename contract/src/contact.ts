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

export const ContactSalutation = {
  /** Shown before a choice is made, and never sent. */
  placeholder: 'x',
  /** Herr. */
  mister: 0,
  /** Frau. */
  misses: 1,
  /** Divers. */
  diverse: 2,
  /** Keine Angabe, offered where the configuration has `notSpecifiedSalutation`. */
  notSpecified: 3,
  /** Firma. */
  company: 10
} as const

/**
 * A person who belongs to a customer: the link `pvaid` of customer (`company`, `id`) and person
 * (`contactCompany`, `contactId`).
 */
export const contactFields = {
  /** The provider’s own company (its client number) that has the customer. */
  company: idField('ASP_FIRMA'),
  /** Number of the customer in that company. */
  id: idField('ASP_ID'),
  /** Number of the link between customer and person, which names the contact. */
  pvaid: idField('ASP_PVAID'),
  /** The provider’s own company that has the person. */
  contactCompany: idField('ASP_KONTAKTFIRMA'),
  /** Number of the person; contacts of several customers that are one person have the same. */
  contactId: idField('ASP_KONTAKTID'),
  /** Running number among the contacts of the customer. */
  sequenceNumber: idField('ASP_LFDNR', 'read'),
  /** Anrede. A stored value that is none of these is shown and kept. */
  salutation: inIdentity(numberField('ASP_ANREDE'), { width: 'medium' }),
  /** Given name (Vorname). */
  firstName: inIdentity(textField('ASP_VORNAME')),
  /** Family name (Nachname). */
  lastName: inIdentity(textField('ASP_NACHNAME')),
  /** Titel before the name. */
  title: inIdentity(textField('ASP_TITEL', 50), { width: 'medium' }),
  /** Titel behind the name. */
  postNominalTitle: inIdentity(textField('ASP_TITELHINTEN', 50), { width: 'medium' }),
  /** Position in the company (Berufsbezeichnung). */
  jobtitle: inIdentity(textField('ASP_BERUFSBEZEICHNUNG')),
  /** Key of one of the possible values, of a choice that the provider defines. */
  customField16: textField('ASP_FREIFELD16'),
  /** Key of one of the possible values, of another choice that the provider defines. */
  customField17: textField('ASP_FREIFELD17'),
  /** Straße and number. */
  street: inAddress(textField('ASP_STRASSE')),
  /** Postcode (PLZ), as text. */
  plz: inAddress(textField('ASP_PLZ', 10), { width: 'short' }),
  /** Town (Ort). */
  place: inAddress(textField('ASP_ORT')),
  /** Telephone number, as people write it. */
  phoneNumber: inReach(textField('ASP_TELEFON', 50), { width: 'medium', type: 'tel' }),
  /** Fax number, as people write it. */
  teleFax: inReach(textField('ASP_TELEFAX', 50), { width: 'medium', type: 'tel' }),
  /** A new password, in saves alone and only if somebody has entered one; never in answers. */
  password: inAccess(textField('ASP_PASSWORT', 200, 'write')),
  /** Right in the customer center; none: the contact cannot log in. */
  webshopRights: inAccess(numberField('ASP_SHOPRECHTE')),
  /** User name with which the contact logs in; null where there is none, as mostly without a right. */
  shopEmail: inReach(textField('ASP_SHOPEMAIL', 254), { type: 'email' }),
  /** Whether the contact still belongs to the customer; the list shows active ones first. */
  active: inAccess(flagField('ASP_AKTIV'), { width: 'short' }),
  /** Address that the list shows. */
  displayEmail: inReach(textField('ASP_ANZEIGEEMAIL', 254, 'read')),
  /** Consent to the newsletter. */
  newsletter: inReach(flagField('ASP_NEWSLETTER')),
  /** E-mail address that the form edits. */
  eMailAddress: inReach(textField('ASP_EMAIL', 254), { type: 'email' })
} as const

/** Fields of a contact, with those that our server does not have. */
export const allContactFields = {
  ...contactFields,
  /** Country, as the two letters of ISO 3166; shown only where the field list has it. */
  country: countryField('ASP_LAND')
} as const

export type Contact = FieldValues<typeof contactFields>

export interface ContactQuery extends FieldsQuery, CustomerKeysQuery {
  shopEmail?: string | undefined
  pvaid?: string | undefined
}

/** A caller with the right `contact` gets only the own contact. */
export const listContacts = getCall<ContactQuery, WireRow[]>('/contact', everyRight)
/**
 * The request has every field of the form, empty ones as null, and the keys of the customer, but no key of a contact and
 * no `VERSION`. The answer names the new contact. After an answer without a row the elements read the list again.
 */
export const createContact = creatingCall(
  sendCall<WireRow, WireRow>('POST', '/contact', ['admin', 'shopfull', 'shoplight'])
)
/** The row as it was read, with the changes. */
export const saveContact = sendCall<WireRow, WireRow>('PUT', '/contact', ['admin', 'shopfull', 'shoplight'])

/** The file comes in the fields of a document. */
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
      shopEmail: z.optional(parameterSchema).describe('User name: only the contact that logs in with it'),
      ...customerKeys,
      pvaid: optionalDigits.describe('Number of the link, as `ASP_PVAID` has it: only this contact')
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
