import type { FastifyRequest } from 'fastify'
import { type FieldTable, readableCodes, versionCode } from '@customer-center/contract/field-codes'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'
import { noteForeignId } from './security-event.ts'

/** Length of the longest name of an unknown field in a refusal. */
export const longestEcho = 60

/**
 * Returns the codes of an answer's fields: those in RES_FIELDS, or all readable fields without it.
 * @param versioned whether the resource also carries VERSION
 * @throws Refusal `unknownField` for a code that cannot be read
 */
export function resFields(fields: FieldTable, requested: string | undefined, versioned = false): string[] {
  const readable = versioned ? [...readableCodes(fields), versionCode] : readableCodes(fields)
  if (requested === undefined || requested.trim() === '') return readable
  const codes = [...new Set(requested.split(',').map((code) => code.trim()))]
  const unknown = codes.find((code) => !readable.includes(code))
  if (unknown !== undefined) throw new Refusal('unknownField', { name: unknown.slice(0, longestEcho) })
  return codes
}

/** Returns a parameter's text, or undefined where it is missing or empty. */
export function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

/** Tells whether a query names the caller's customer or none; notes a query that names another customer. */
export function isOwnCustomer(
  query: { readonly company?: string | undefined; readonly id?: string | undefined },
  { providerId, customerId }: Caller,
  request: FastifyRequest
): boolean {
  const isOwn =
    Number(nonEmpty(query.company) ?? providerId) === providerId &&
    Number(nonEmpty(query.id) ?? customerId) === customerId
  if (!isOwn) noteForeignId(request)
  return isOwn
}
