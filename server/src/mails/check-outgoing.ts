import type { Kysely } from 'kysely'
import { findHold } from '../platform/database/outgoing.ts'
import type { Tables } from '../platform/database/tables.ts'
import { Refusal } from '../platform/http/refusal.ts'

/**
 * For what somebody does for the sake of a mail: nobody is told that one was sent.
 * @throws Refusal `outgoingOnHold`
 */
export async function checkOutgoing(db: Kysely<Tables>): Promise<void> {
  if ((await findHold(db)) !== null) throw new Refusal('outgoingOnHold')
}
