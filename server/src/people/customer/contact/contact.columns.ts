import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { FieldSpec } from '@customer-center/contract/field-codes'
import { columnName } from '../../../platform/database/column-name.ts'
import type { ColumnValues } from '../../../records/rows/tables.ts'

/** The place of a field: in `persons` (`p`), in `customers` or `contacts` (`c`), or in `shop_users` (`s`). */
interface StoredPlace {
  readonly table: 'c' | 'p' | 's'
  readonly column: string
}

export type StoredField<Name extends string> = StoredPlace & { readonly name: Name }

/** Fields in the row of a person, who can be a customer and a contact of several customers. */
export const personFields = [
  'salutation',
  'title',
  'firstName',
  'lastName',
  'postNominalTitle',
  'jobtitle',
  'street',
  'plz',
  'place',
  'phoneNumber',
  'teleFax',
  'emailAddress',
  'personNumber'
] as const satisfies readonly (keyof typeof contactFields | keyof typeof customerFields)[]

/** Names of a customer's numbers behind the route, by those of the contract. */
export const customerNumbers = { company: 'providerId', id: 'customerId', pvaid: 'contactId' } as const

/** Names of a contact's numbers behind the route; the provider's company of the person is the same as the contact's. */
export const contactNumbers = { ...customerNumbers, contactCompany: 'personProviderId', contactId: 'personId' } as const

/** Columns of the numbers, which the wire and the rows of an import have other names for. */
const numberColumns: Readonly<Partial<Record<string, string>>> = {
  company: 'provider_id',
  contactCompany: 'provider_id',
  id: 'customer_id',
  pvaid: 'contact_id',
  contactId: 'person_id',
  customerNo: 'customer_id',
  contactNo: 'contact_id',
  personNo: 'person_id'
}

/** Returns the column of a field of a customer, a contact or an invoice address. */
export const fieldColumn = (name: string): string => numberColumns[name] ?? columnName(name)

const ofPerson: ReadonlySet<string> = new Set(personFields)

export function storedField<Name extends string>(name: Name): StoredField<Name> {
  return { name, table: ofPerson.has(name) ? 'p' : 'c', column: fieldColumn(name) }
}

/** Returns the texts that a customer or contact has in addition to its person's, and that a form may fill in. */
export function ownTexts<Name extends string>(
  fields: Readonly<Record<Name, FieldSpec>>,
  columns: readonly StoredField<Name>[]
): Name[] {
  const isText = ({ kind, use }: FieldSpec) => kind === 'text' && use === 'both'
  return columns.filter(({ name, table }) => table === 'c' && isText(fields[name])).map(({ name }) => name)
}

/** Returns the storage of the import's members with these columns. */
export function membersOf(fields: readonly StoredField<string>[]): Record<string, { readonly column: string }> {
  return Object.fromEntries(fields.map(({ name, table, column }) => [name, { column: `${table}.${column}` }]))
}

export function columnsIn<Name extends string>(
  table: 'c' | 'p',
  fields: readonly StoredField<Name>[],
  values: Readonly<Partial<Record<Name, ColumnValues[string]>>>
): ColumnValues {
  const own = fields.filter((field) => field.table === table && values[field.name] !== undefined)
  return Object.fromEntries(own.map(({ name, column }) => [column, values[name] ?? null]))
}

/** Every field of a customer in the contract's order with its table and column. */
export const customerColumns = (Object.keys(customerFields) as (keyof typeof customerFields)[]).map(storedField)

export type StoredName = Exclude<keyof typeof contactFields, 'password'>

/** Fields that have another name than their column; fields of a login are in `shop_users` (`s`). */
const otherColumns: Readonly<Partial<Record<string, StoredPlace>>> = {
  eMailAddress: { table: 'p', column: 'email_address' },
  shopEmail: { table: 's', column: 'email_address' },
  webshopRights: { table: 's', column: 'rights' }
} satisfies Partial<Record<StoredName, StoredPlace>>

export const contactColumn = <Name extends string>(name: Name) => ({ ...storedField(name), ...otherColumns[name] })

export const storedNames = Object.keys(contactFields).filter((name): name is StoredName => name !== 'password')

export const contactColumns = storedNames.map((name) => contactColumn(name))

/** Fields in the row of a person, whom other customers may have as a contact too. */
export const personalNames: readonly string[] = contactColumns
  .filter(({ table }) => table === 'p')
  .map(({ name }) => name)
