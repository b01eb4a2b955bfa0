import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Command } from '../../platform/operator/command.ts'
import { chooseCompany } from '../company/choose-company.ts'
import { type FailedDelivery, listFailedDeliveries, resendFailedDeliveries } from './delivery.repository.ts'
import { deleteWebhook, insertWebhook, type ListedWebhook, listWebhooks } from './webhook.repository.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An address that changes may be sent to: nobody else reads them on the way. */
function isReceiver(text: string): boolean {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  const isPrivate = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
  return isPrivate && url.username === '' && url.password === '' && url.hash === ''
}

export const receiverUrl = z.string().max(2000).refine(isReceiver)

const addInput = z.object({
  url: receiverUrl,
  /** Made by the program that shows it, this once. */
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/),
  /** Left out: the provider's only one. */
  company: z.int32().optional()
})

/** Adds a receiver of what is saved from now on, and gives its number. */
export const addWebhookCommand: Command<z.output<typeof addInput>, number> = {
  name: 'add-webhook',
  input: addInput,
  run: async (db, { company, ...webhook }) =>
    insertWebhook(db, { ...webhook, company: await chooseCompany(db, company) }),
  eventOf: (_input, webhook) => ({ event: 'webhook-added', webhook })
}

export const listWebhooksCommand: Command<unknown, ListedWebhook[]> = {
  name: 'list-webhooks',
  input: z.unknown(),
  run: listWebhooks
}

const oneInput = z.object({ id: z.int32() })
type One = z.output<typeof oneInput>

const noWebhook = (id: number) => new OperatorError(`There is no webhook ${id}.`)

export const removeWebhookCommand: Command<One, null> = {
  name: 'remove-webhook',
  input: oneInput,
  async run(db, { id }) {
    if (!(await deleteWebhook(db, id))) throw noWebhook(id)
    return null
  },
  eventOf: ({ id: webhook }) => ({ event: 'webhook-removed', webhook })
}

/** Deliveries that were given up after three days. */
export const listFailedWebhooksCommand: Command<unknown, FailedDelivery[]> = {
  name: 'list-failed-webhooks',
  input: z.unknown(),
  run: listFailedDeliveries
}

const resendInput = z.object({ id: z.int32(), changeId: z.int().optional() })

/** Sends what was given up again, and gives its number: of one change or of all. */
export const resendWebhookCommand: Command<z.output<typeof resendInput>, number> = {
  name: 'resend-webhook',
  input: resendInput,
  async run(db, { id, changeId }) {
    const webhooks = await listWebhooks(db)
    if (!webhooks.some((webhook) => webhook.id === id)) throw noWebhook(id)
    const resent = await resendFailedDeliveries(db, id, changeId)
    if (changeId !== undefined && resent === 0)
      throw new OperatorError(`The webhook ${id} has no failed delivery of the change ${changeId}.`)
    return resent
  }
}
