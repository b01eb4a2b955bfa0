import { contactFields } from '@customer-center/contract/contact'
import { storedField, type StoredPlace } from './person-columns.ts'

/** Every field but the password. */
export type StoredName = Exclude<keyof typeof contactFields, 'password'>

/** Fields whose column has another name; those of a login are in `shop_users` (`s`). */
const otherColumns: Readonly<Partial<Record<string, StoredPlace>>> = {
  eMailAddress: { table: 'p', column: 'email_address' },
  shopEmail: { table: 's', column: 'email_address' },
  webshopRights: { table: 's', column: 'rights' }
} satisfies Partial<Record<StoredName, StoredPlace>>

/** Where a field is, or a member of an import. */
export const contactColumn = <Name extends string>(name: Name) => ({ ...storedField(name), ...otherColumns[name] })

export const storedNames = Object.keys(contactFields).filter((name): name is StoredName => name !== 'password')

export const contactColumns = storedNames.map((name) => contactColumn(name))

/** The fields in the row of a person, whom other customers may have as a contact too. */
export const personalNames: readonly string[] = contactColumns
  .filter(({ table }) => table === 'p')
  .map(({ name }) => name)
