import { contactFields } from '@customer-center/contract/contact'
import { columnName } from '../../platform/database/column-name.ts'

/** Every field but the password. */
export type StoredName = Exclude<keyof typeof contactFields, 'password'>

/** A contact is a row of `contacts` (`c`) with one of `persons` (`p`) and, with a login, one of `shop_users` (`s`). */
interface ColumnRef {
  readonly table: 'c' | 'p' | 's'
  readonly column: string
}

/** The fields in the row of a person, who can be a contact of other customers, too. */
const personFields = new Set<string>([
  'salutation',
  'firstName',
  'lastName',
  'title',
  'postNominalTitle',
  'jobtitle',
  'street',
  'plz',
  'place',
  'phoneNumber',
  'teleFax'
] satisfies StoredName[])

/** Fields whose column has another name. */
const otherColumns: Readonly<Partial<Record<string, ColumnRef>>> = {
  eMailAddress: { table: 'p', column: 'email_address' },
  shopEmail: { table: 's', column: 'email_address' },
  webshopRights: { table: 's', column: 'rights' }
} satisfies Partial<Record<StoredName, ColumnRef>>

export const storedNames = Object.keys(contactFields).filter((name): name is StoredName => name !== 'password')

export const contactColumns = Object.fromEntries(
  storedNames.map((name) => [
    name,
    otherColumns[name] ?? { table: personFields.has(name) ? 'p' : 'c', column: columnName(name) }
  ])
) as Readonly<Record<StoredName, ColumnRef>>

/** The fields in the row of a person, whom other customers may have as a contact too. */
export const personalNames: readonly string[] = storedNames.filter((name) => contactColumns[name].table === 'p')
