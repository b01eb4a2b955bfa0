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
  text,
  timestamp
} from './field.ts'

/** The texts of a resource that customers see, with the limits that their forms have. */
function texts<Name extends string>(fields: FieldTable, names: readonly Name[]): Record<Name, ImportField> {
  const entries = names.map((name) => {
    const { code, max } = fields[name] as FieldSpec
    return [name, text(code, max)]
  })
  return Object.fromEntries(entries) as Record<Name, ImportField>
}

const compareFields = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((n) => `compareField${n}` as const)
const { placeholder: _, ...contactSalutations } = ContactSalutation

/** When the provider's side last changed the row: decides where the setting FIELD_LEAD says `last`. Not stored. */
const changedAt = timestamp(null)

/** As a data URL, of at most 300 kB. */
const image = matching(
  text(null, 400_000),
  /^data:image\/(?:svg\+xml|png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/,
  'must be a data URL of an SVG, PNG or JPEG image.'
)

/** The provider's letterhead; one row. */
export const providerImport = {
  name: required(text(null, 200)),
  street: text(null),
  plz: text(null, 10),
  place: text(null),
  phoneNumber: text(null, 50),
  emailAddress: email(null),
  homePage: text(null, 200),
  uidNr: text(null, 20),
  registerNo: text(null, 50),
  bank: text(null),
  iban: text(null, 34),
  bic: text(null, 11),
  tradeName: text(null, 200),
  claim: text(null, 200),
  country: text(null),
  registerCourt: text(null),
  signatory: text(null),
  signatoryRole: text(null),
  colour: matching(text(null, 7), /^#[0-9a-f]{6}$/i, 'must be a colour as #rrggbb.'),
  logo: image,
  signature: image
} as const

export const customersImport = {
  externalId,
  id: fixed(number(customerFields.id.code)),
  number: fixed(text(customerFields.number.code, customerFields.number.max)),
  pvaid: number(customerFields.pvaid.code),
  ...texts(customerFields, ['title', 'firstName', 'additionalName']),
  lastName: required(text(customerFields.lastName.code, customerFields.lastName.max)),
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
  pvaid: fixed(number(contactFields.pvaid.code)),
  contactId: fixed(number(contactFields.contactId.code)),
  sequenceNumber: filled(number(contactFields.sequenceNumber.code)),
  salutation: choice(contactFields.salutation.code, Object.values(contactSalutations)),
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
  /** Printed on hour records. */
  personNumber: text(null, customerFields.personNumber.max),
  eMailAddress: email(contactFields.eMailAddress.code),
  displayEmail: email(contactFields.displayEmail.code),
  active: filled(flag(contactFields.active.code)),
  newsletter: filled(flag(contactFields.newsletter.code)),
  changedAt
} as const

export const shopUsersImport = {
  contact: required(reference('contacts')),
  emailAddress: required(email(webshopUserFields.emailAddress.code)),
  rights: required(choice(webshopUserFields.webshopRights.code, Object.values(Right))),
  /** Of the old system; counts where there is no password yet. */
  passwordHash: { ...text(null, 255), secret: true },
  changedAt
} as const

export const invoiceAddressesImport = {
  externalId,
  customer: required(fixed(reference('customers'))),
  no: fixed(number(invoiceAddressFields.no.code)),
  salutation: choice(invoiceAddressFields.salutation.code, Object.values(InvoiceAddressSalutation)),
  ...texts(invoiceAddressFields, ['title', 'postNominalTitle']),
  name: required(text(invoiceAddressFields.name.code, invoiceAddressFields.name.max)),
  ...texts(invoiceAddressFields, ['name1', 'name2']),
  street: required(text(invoiceAddressFields.street.code, invoiceAddressFields.street.max)),
  plz: required(text(invoiceAddressFields.plz.code, invoiceAddressFields.plz.max)),
  place: required(text(invoiceAddressFields.place.code, invoiceAddressFields.place.max)),
  changedAt
} as const

const codesOf = (fields: FieldTable) => Object.values(fields).map(({ code }) => code)

export const fieldsImport = {
  form: required(choice(null, ['customer', 'contact'])),
  field: required(choice(null, [...codesOf(customerFields), ...codesOf(contactFields)])),
  position: required(number(null)),
  displayMode: filled(number(null)),
  description: text(null, 200),
  required: filled(flag(null)),
  readOnly: filled(flag(null))
} as const

export const possibleValuesImport = {
  field: required(choice(null, codesOf(choiceFields))),
  key: required(text(null, 100)),
  value: required(text(null, 200)),
  position: required(number(null))
} as const
