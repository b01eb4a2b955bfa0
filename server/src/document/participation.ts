import { mayChangeParticipant } from '@customer-center/contract/rights'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../http/caller.ts'

/**
 * Which participations `p` open the caller an event's documents: admin and shopfull those of the whole customer, contact and
 * shoplight their own. The same rights may choose another participant (section 6 of the specification).
 */
export function openingParticipation(caller: Caller): RawBuilder<boolean> {
  const { company, id, pvaid, right } = caller
  const own = mayChangeParticipant(right) ? sql`` : sql`and p.pvaid = ${pvaid}`
  return sql<boolean>`p.company = ${company} and p.id = ${id} ${own}`
}
