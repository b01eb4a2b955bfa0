import type { Caller } from './caller.ts'

/** A parameter's text, or undefined where it is missing or empty. */
export function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

/** Whether a query speaks of the caller's own customer, or names none. */
export function isOwnCustomer(
  query: { readonly company?: string | undefined; readonly id?: string | undefined },
  { company, id }: Caller
): boolean {
  return Number(given(query.company) ?? company) === company && Number(given(query.id) ?? id) === id
}
