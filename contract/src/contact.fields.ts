import { z } from 'zod'
import {
  contactFields,
  createContact,
  exportContacts,
  listContacts,
  saveContact,
  ContactSalutation
} from './contact.ts'
import { customerFields } from './customer.ts'
import { exportSchema } from './document.fields.ts'
import type { NewForm } from './field.fields.ts'
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
import { customerKeys, defineEndpoint, optionalDigits, parameter, resFields, rowSchema, writeSchema } from './schema.ts'

// The address of the login belongs to the shop user.
const { shopEmail: _, eMailAddress, displayEmail, ...texts } = textFields(contactFields)

/** A row of a provider, by member. */
export const contactsImport = {
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
} as const

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

const row = rowSchema(contactFields)
const query = z.object({
  ...resFields,
  shopEmail: z.optional(parameter),
  ...customerKeys,
  pvaid: optionalDigits
})

export const listContactsSchema = defineEndpoint(
  listContacts,
  'Contacts of the company, or the one that the filters name',
  z.array(row),
  { query }
)
export const createContactSchema = defineEndpoint(createContact, 'Creates a contact', row, { body: writeSchema })
export const saveContactSchema = defineEndpoint(saveContact, 'Changes a contact', row, { body: writeSchema })
export const exportContactsSchema = exportSchema(exportContacts)
