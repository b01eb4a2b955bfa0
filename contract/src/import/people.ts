import { contactFields } from '../contact.ts'
import { customerFields } from '../customer.ts'
import type { FieldSpec, FieldTable } from '../field-codes.ts'
import { invoiceAddressFields } from '../invoice-address.ts'
import { choiceFields } from '../possible-values.ts'
import { Right } from '../rights.ts'
import { ContactSalutation, InvoiceAddressSalutation } from '../salutation.ts'
import { webshopUserFields } from '../webshop-user.ts'
import {
  choice,
  described,
  email,
  externalId,
  filled,
  fixed,
  flag,
  matching,
  type ImportField,
  number,
  reference,
  required,
  strict,
  text,
  timestamp
} from './field.ts'

const codesOf = (fields: FieldTable) => Object.values(fields).map(({ code }) => code)

/** The texts of a resource that customers see, with the limits that their forms have. */
function texts<Name extends string>(fields: FieldTable, names: readonly Name[]): Record<Name, ImportField> {
  const entries = names.map((name) => {
    const { code, max } = fields[name] as FieldSpec
    const field = text(code, max)
    return [name, codesOf(choiceFields).includes(code) ? described(field, 'A key of possible-values') : field]
  })
  return Object.fromEntries(entries) as Record<Name, ImportField>
}

const compareFields = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((n) => `compareField${n}` as const)
const { placeholder: _, ...contactSalutations } = ContactSalutation

/** Not stored. */
const changedAt = described(timestamp(null), 'When your side last changed the row; counts where FIELD_LEAD says last')

/** More is slow to send and to set: each letter carries logo and signature. */
export const maxImageLength = 400_000

/** A data URL, with the type and the base64 as groups. */
export const imagePattern = /^data:image\/(svg\+xml|png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

const image = described(
  matching(text(null, maxImageLength), imagePattern, 'must be a data URL of an SVG, PNG or JPEG image.'),
  'Data URL of an SVG, PNG or JPEG image, at most 300 kB'
)

/** The provider's letterhead; one row. */
export const providerImport = {
  name: described(required(text(null, 200)), 'As the register has it'),
  street: text(null),
  plz: text(null, 10),
  place: text(null),
  phoneNumber: text(null, 50),
  emailAddress: email(null),
  homePage: text(null, 200),
  uidNr: text(null, 20),
  registerNo: described(text(null, 50), 'In business mails, with registerCourt'),
  bank: text(null),
  iban: text(null, 34),
  bic: text(null, 11),
  tradeName: described(text(null, 200), 'What customers know you as, if not by name'),
  claim: described(text(null, 200), 'The line below the name'),
  country: text(null),
  registerCourt: text(null),
  signatory: described(text(null), 'Who signs letters; without it none is made'),
  signatoryRole: text(null),
  colour: described(
    matching(text(null, 7), /^#[0-9a-f]{6}$/i, 'must be a colour as #rrggbb.'),
    'Of letters, mails and pages, as #rrggbb; legible on white'
  ),
  logo: image,
  signature: image
} as const

export const customersImport = {
  externalId,
  id: described(fixed(number(customerFields.id.code)), 'Number of the company, or of a private customer, as a person'),
  number: described(
    fixed(text(customerFields.number.code, customerFields.number.max)),
    'The customer number of logins and letters; the id where it is left out'
  ),
  pvaid: described(number(customerFields.pvaid.code), 'Passed on to the elements'),
  ...texts(customerFields, ['title', 'firstName', 'additionalName']),
  lastName: described(
    required(text(customerFields.lastName.code, customerFields.lastName.max)),
    'The name of the company, or a private customer’s last name'
  ),
  ...texts(customerFields, [
    'postNominalTitle',
    'jobtitle',
    'street',
    'plz',
    'place',
    'phoneNumber',
    'teleFax',
    'uidNr',
    'homePage',
    ...compareFields,
    'personNumber'
  ]),
  emailAddress: email(customerFields.emailAddress.code),
  changedAt
} as const

export const contactsImport = {
  externalId,
  customer: required(fixed(reference('customers'))),
  pvaid: described(fixed(number(contactFields.pvaid.code)), 'Number of this contact'),
  contactId: described(
    fixed(number(contactFields.contactId.code)),
    'Number of the person: the same for contacts of several customers that are one person; the customer’s id for a private customer’s own contact'
  ),
  sequenceNumber: described(filled(number(contactFields.sequenceNumber.code)), 'Among the contacts of the customer'),
  salutation: described(
    choice(contactFields.salutation.code, Object.values(contactSalutations)),
    '0 Herr, 1 Frau, 2 Divers, 3 Keine Angabe, 10 Firma'
  ),
  ...texts(contactFields, ['firstName']),
  lastName: required(text(contactFields.lastName.code, contactFields.lastName.max)),
  ...texts(contactFields, [
    'title',
    'postNominalTitle',
    'jobtitle',
    'customField16',
    'customField17',
    'street',
    'plz',
    'place',
    'phoneNumber',
    'teleFax'
  ]),
  personNumber: described(text(null, customerFields.personNumber.max), 'Printed on hour records'),
  eMailAddress: email(contactFields.eMailAddress.code),
  displayEmail: described(
    email(contactFields.displayEmail.code),
    'The address that lists show; the eMailAddress where it is left out'
  ),
  active: described(strict(filled(flag(contactFields.active.code))), 'A new row: yes; without it nobody logs in'),
  newsletter: filled(flag(contactFields.newsletter.code)),
  changedAt
} as const

export const shopUsersImport = {
  contact: required(reference('contacts')),
  emailAddress: described(required(email(webshopUserFields.emailAddress.code)), 'The user name, and where access goes'),
  rights: described(
    required(choice(webshopUserFields.webshopRights.code, Object.values(Right))),
    '0 Keine Zugangsberechtigung, 1 Administrator, 2 Shopzugang, 3 Teilnehmer, 4 Shopzugang ohne Ansicht Rechnungen'
  ),
  passwordHash: described(
    { ...text(null, 255), secret: true },
    'Of the old system, as bcrypt or in PHC format (argon2, scrypt, PBKDF2); counts where there is no password yet'
  ),
  changedAt
} as const

export const invoiceAddressesImport = {
  externalId,
  customer: required(fixed(reference('customers'))),
  no: described(fixed(number(invoiceAddressFields.no.code)), 'Among the addresses of the customer'),
  salutation: described(
    choice(invoiceAddressFields.salutation.code, Object.values(InvoiceAddressSalutation)),
    '10 Firma, 0 Herr, 1 Frau'
  ),
  ...texts(invoiceAddressFields, ['title', 'postNominalTitle']),
  name: required(text(invoiceAddressFields.name.code, invoiceAddressFields.name.max)),
  ...texts(invoiceAddressFields, ['name1', 'name2']),
  street: required(text(invoiceAddressFields.street.code, invoiceAddressFields.street.max)),
  plz: required(text(invoiceAddressFields.plz.code, invoiceAddressFields.plz.max)),
  place: required(text(invoiceAddressFields.place.code, invoiceAddressFields.place.max)),
  changedAt
} as const

export const fieldsImport = {
  form: required(choice(null, ['customer', 'contact'])),
  field: required(choice(null, [...codesOf(customerFields), ...codesOf(contactFields)])),
  position: described(required(number(null)), 'Order within the form; a field without a row is not shown'),
  displayMode: described(filled(number(null)), 'Passed on to the elements'),
  description: described(text(null, 200), 'The label, if not the usual one'),
  required: filled(flag(null)),
  readOnly: strict(filled(flag(null)))
} as const

export const possibleValuesImport = {
  field: required(choice(null, codesOf(choiceFields))),
  key: described(required(text(null, 100)), 'What is stored'),
  value: described(required(text(null, 200)), 'What people choose'),
  position: required(number(null))
} as const
