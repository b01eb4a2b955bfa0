import type { FastifyInstance } from 'fastify'
import { emailPattern } from '@customer-center/contract/input-patterns'
import { requestPasswordResetSchema } from '@customer-center/contract/password-reset'
import type { Services } from '../../../feature/services.ts'
import { siteByAppKey } from '../../../platform/config/shops.ts'
import { networksOf } from '../../../platform/http/client-address.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { noteSecurityEvent } from '../../../platform/http/security-event.ts'
import { requestPasswordReset } from './password-reset-mail.ts'

/**
 * Adds the routes only with PUBLIC_URL: a link in a mail must never be built from a request's Host header. Unlike a
 * login, a request may lack the appKey even if there are several shops: pages of other backends send none, and a person
 * who has also forgotten the shop still finds the access.
 */
export function passwordResetRoutes(app: FastifyInstance, { db, config }: Services): void {
  if (config.publicUrl === '') return
  route(app, requestPasswordResetSchema, async ({ body, request }) => {
    const emailAddress = body.data.emailAddress.trim()
    if (!emailPattern.test(emailAddress)) throw new Refusal('invalidEmail')
    const customerNumber = body.data.customerNumber?.trim() || null
    const site = siteByAppKey(config, body.data.appKey)
    if (!site) throw new Refusal('unknownAppKey')
    const { providerId, shop } = site
    await requestPasswordReset(db, { emailAddress, customerNumber, providerId, shop }, networksOf(request.ip))
    noteSecurityEvent(request, 'password-reset-asked')
    return null
  })
}
