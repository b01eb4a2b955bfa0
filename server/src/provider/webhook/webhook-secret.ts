import { randomBytes } from 'node:crypto'

/** A new secret in the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
