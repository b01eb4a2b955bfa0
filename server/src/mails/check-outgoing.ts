import type { Kysely } from 'kysely'
import { findHold } from '../platform/database/outgoing.ts'
import type { Tables } from '../platform/database/tables.ts'
import { Refusal } from '../platform/http/refusal.ts'

/**
 * Refuses a request whose purpose is a mail while outgoing mails are on hold: nobody is told that a mail was sent.
 * @throws Refusal `outgoingOnHold`
 */
export async function checkOutgoing(db: Kysely<Tables>): Promise<void> {
  if ((await findHold(db)) !== null) throw new Refusal('outgoingOnHold')
}
