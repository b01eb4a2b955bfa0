import type { FastifyInstance } from 'fastify'
import {
  cancelEmailChangeSchema,
  getEmailChangeSchema,
  resendEmailChangeSchema
} from '@customer-center/contract/email-change'
import type { Services } from '../../../feature/services.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { route } from '../../../platform/http/route.ts'
import { deleteEmailChanges, findPendingChange } from './email-change.repository.ts'
import { resendConfirmationMail } from './request-email-change.ts'

/**
 * Routes of the caller's pending new address. Without PUBLIC_URL there are none, since a new address then takes effect
 * at once.
 */
export function emailChangeRoutes(app: FastifyInstance, { db, config }: Services): void {
  if (config.publicUrl === '') return

  route(app, getEmailChangeSchema, async ({ caller }) => {
    const change = await findPendingChange(db, caller)
    return change ? { emailAddress: change.newAddress, validUntil: change.expiresAt.toISOString() } : null
  })

  route(app, resendEmailChangeSchema, async ({ caller }) => {
    await inTransaction(db, (trx) => resendConfirmationMail(trx, caller))
    return null
  })

  route(app, cancelEmailChangeSchema, async ({ caller }) => {
    await deleteEmailChanges(db, caller.providerId, [caller.contactId])
    return null
  })
}
