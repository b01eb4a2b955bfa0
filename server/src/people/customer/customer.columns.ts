import { customerFields } from '@customer-center/contract/customer'
import { storedField } from '../contact/person-columns.ts'

/** Every field in the contract's order with its table and column. */
export const customerColumns = (Object.keys(customerFields) as (keyof typeof customerFields)[]).map(storedField)
