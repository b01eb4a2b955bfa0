import type { EndpointSchema } from '@customer-center/contract/schema'
import type { TestCustomer, TestShopUser } from './customer.ts'

/** Values for parameters that are keys, by the parameter's name. */
export type Identifiers = Readonly<Record<string, string>>

/** Keys of nothing, each of a shape that could be something. */
export const nothing: Identifiers = {
  company: '999',
  id: '999999',
  pvaid: '999999',
  contactCompany: '999',
  contactId: '999999',
  no: '999999',
  shopEmail: 'nobody@nowhere.example',
  documentKey: 'f'.repeat(64),
  eventId: '999999',
  modelId: 'nowhere',
  jobId: '00000000-0000-4000-8000-000000000000'
}

/**
 * Returns the keys of a company's own things: its numbers, one of its contacts, `things`; for other kinds the keys of
 * nothing.
 */
export function identifiers(
  customer: TestCustomer,
  things: Identifiers,
  user: TestShopUser = customer.shopUsers.contact
): Identifiers {
  return {
    ...nothing,
    company: String(customer.providerId),
    id: String(customer.customerId),
    pvaid: String(user.contactId),
    contactCompany: String(customer.providerId),
    contactId: String(user.personId),
    shopEmail: user.userName,
    ...things
  }
}

// These parameters choose among fields, kinds and days, and are nobody's keys; filter is an evaluation's own text.
const others = new Set(['RES_FIELDS', 'stampNo', 'from', 'to', 'addressKind', 'evaluationType', 'filter', 'before'])

type Query = EndpointSchema<unknown, unknown, unknown>['query']

/** Lists the names that a shape of the contract knows. */
export function namesOf(query: Query): string[] {
  const shape = query && 'shape' in query.def ? query.def.shape : {}
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}

/**
 * Lists the parameters of a call that are keys.
 * @throws Error for one that this file does not know, so that its author decides what it is
 */
export function parametersOf(query: Query): string[] {
  return namesOf(query).filter((name) => {
    if (!others.has(name) && nothing[name] === undefined) throw new Error(`Is the parameter ${name} an identifier?`)
    return !others.has(name)
  })
}
