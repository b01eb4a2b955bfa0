import type { Generated } from 'kysely'

interface WebhookTable {
  id: Generated<number>
  company: number
  url: string
  /** `whsec_` and base64: what each delivery is signed with. */
  secret: string
  /** With `change_id`: the last change that became a delivery. */
  txid: string
  change_id: Generated<number>
  /** Whether its last delivery failed. */
  failing: Generated<boolean>
  created_at: Generated<Date>
}

interface WebhookDeliveryTable {
  webhook_id: number
  change_id: number
  attempts: Generated<number>
  due_at: Generated<Date>
  /** Until then a job is at work on it. */
  taken_until: Date | null
  /** When it was given up. */
  failed_at: Date | null
  /** Why the last attempt failed, in English. */
  reason: string | null
}

export interface WebhookTables {
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
}
