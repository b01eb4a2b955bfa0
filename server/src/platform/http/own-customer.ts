import type { Caller } from './caller.ts'

/** A parameter's text, or undefined where it is missing or empty. */
export function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

/** Whether a query names the caller's customer, or none. */
export function isOwnCustomer(
  query: { readonly company?: string | undefined; readonly id?: string | undefined },
  { company, id }: Caller
): boolean {
  return Number(nonEmpty(query.company) ?? company) === company && Number(nonEmpty(query.id) ?? id) === id
}
