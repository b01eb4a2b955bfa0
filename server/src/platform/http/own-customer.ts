import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import { noteSecurityEvent } from './security-event.ts'

/** Returns a parameter's text, or undefined where it is missing or empty. */
export function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

/** Tells whether a query names the caller's customer, or none; notes another one. */
export function isOwnCustomer(
  query: { readonly company?: string | undefined; readonly id?: string | undefined },
  { company, id }: Caller,
  request: FastifyRequest
): boolean {
  const isOwn = Number(nonEmpty(query.company) ?? company) === company && Number(nonEmpty(query.id) ?? id) === id
  if (!isOwn) noteSecurityEvent(request, 'foreign-id', { route: request.routeOptions.url ?? null })
  return isOwn
}
