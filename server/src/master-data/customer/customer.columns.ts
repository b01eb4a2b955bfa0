import { customerFields } from '@customer-center/contract/customer'
import { columnName } from '../../platform/database/column-name.ts'

type Name = keyof typeof customerFields

/** The fields in a row of `persons` (`p`); all others are in one of `customers` (`c`). */
const personFields = new Set<string>([
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
] satisfies Name[])

/** Every field in the contract's order with its table and column. */
export const customerColumns = (Object.keys(customerFields) as Name[]).map((name) => ({
  name,
  table: personFields.has(name) ? ('p' as const) : ('c' as const),
  column: columnName(name)
}))
