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
  type ImportField,
  matching,
  number,
  reference,
  required,
  shown,
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
  id: fixed(shown(customerFields.id)),
  number: fixed(shown(customerFields.number)),
  pvaid: shown(customerFields.pvaid),
  ...texts(customerFields, ['title', 'firstName', 'additionalName']),
  lastName: required(shown(customerFields.lastName)),
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
  pvaid: fixed(shown(contactFields.pvaid)),
  contactId: fixed(shown(contactFields.contactId)),
  sequenceNumber: filled(shown(contactFields.sequenceNumber)),
  salutation: choice(contactFields.salutation.code, Object.values(contactSalutations)),
  ...texts(contactFields, ['firstName']),
  lastName: required(shown(contactFields.lastName)),
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
  personNumber: text(null, customerFields.personNumber.max),
  eMailAddress: email(contactFields.eMailAddress.code),
  displayEmail: email(contactFields.displayEmail.code),
  active: strict(filled(shown(contactFields.active))),
  newsletter: filled(shown(contactFields.newsletter)),
  changedAt
} as const

export const shopUsersImport = {
  contact: required(reference('contacts')),
  emailAddress: required(email(webshopUserFields.emailAddress.code)),
  rights: required(choice(webshopUserFields.webshopRights.code, Object.values(Right))),
  passwordHash: { ...text(null, 255), secret: true },
  changedAt
} as const

export const invoiceAddressesImport = {
  externalId,
  customer: required(fixed(reference('customers'))),
  no: fixed(shown(invoiceAddressFields.no)),
  salutation: choice(invoiceAddressFields.salutation.code, Object.values(InvoiceAddressSalutation)),
  ...texts(invoiceAddressFields, ['title', 'postNominalTitle']),
  name: required(shown(invoiceAddressFields.name)),
  ...texts(invoiceAddressFields, ['name1', 'name2']),
  street: required(shown(invoiceAddressFields.street)),
  plz: required(shown(invoiceAddressFields.plz)),
  place: required(shown(invoiceAddressFields.place)),
  changedAt
} as const

export const fieldsImport = {
  form: required(choice(null, ['customer', 'contact'])),
  field: required(choice(null, [...codesOf(customerFields), ...codesOf(contactFields)])),
  position: required(number(null)),
  displayMode: filled(number(null)),
  description: text(null, 200),
  required: filled(flag(null)),
  readOnly: strict(filled(flag(null)))
} as const

export const possibleValuesImport = {
  field: required(choice(null, codesOf(choiceFields))),
  key: required(text(null, 100)),
  value: required(text(null, 200)),
  position: required(number(null))
} as const
