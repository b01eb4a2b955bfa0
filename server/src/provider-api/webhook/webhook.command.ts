import { randomBytes } from 'node:crypto'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { companyOption, readNumber } from '../../platform/operator/arguments.ts'
import { commandByNumber } from '../../platform/operator/command-by-number.ts'
import { defineCommand } from '../../platform/operator/command.ts'

/** Makes a new secret in the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Tells whether changes may be sent to an address: nobody else must be able to read them on the way. */
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

const receiverUrl = z.string().max(2000).refine(isReceiver)

function readUrl(text: string): string {
  if (!receiverUrl.safeParse(text).success)
    throw new InvalidArgumentError('It must be an https address, without a user and a #; http only on this machine.')
  return text
}

export const addWebhookCommand = defineCommand({
  word: 'add',
  help: 'tell an address of what is saved from now on, and print the secret to check it with, this once',
  configure: (parser) =>
    void parser.argument('<url>', 'https, or http on this machine', readUrl).addOption(companyOption),
  name: 'add-webhook',
  input: z.object({
    url: receiverUrl,
    /** The secret, made by the program, which shows it once. */
    secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/),
    /** The company's number; missing if the provider has a single company. */
    providerId: z.int32().optional()
  }),
  async run(db, { providerId, ...webhook }) {
    const { chooseCompany } = await import('../../company/index.ts')
    const { insertWebhook } = await import('./webhook.repository.ts')
    return insertWebhook(db, { ...webhook, providerId: await chooseCompany(db, providerId) })
  },
  eventOf: (_input, webhook) => ({ event: 'webhook-added', webhook }),
  async act({ ask, print }, url: string, given: { readonly providerId?: number }) {
    const secret = newWebhookSecret()
    const id = await ask({ url, secret, ...given })
    print(`The webhook ${id} to ${url}. Its secret is shown only now:\n${secret}`, { id, url, secret })
  }
})

export const listWebhooksCommand = defineCommand({
  word: 'list',
  help: 'list the webhooks, and how they do',
  name: 'list-webhooks',
  input: z.unknown(),
  run: async (db) => (await import('./webhook.repository.ts')).listWebhooks(db),
  async act({ ask, print }) {
    const webhooks = await ask(null)
    const line = ({ id, url, providerId, failing, sleeping, waiting, failed }: (typeof webhooks)[number]) =>
      `${id}  ${url}  company ${providerId}  ${sleeping ? 'sleeping' : failing ? 'failing' : 'fine'}  ${waiting} waiting  ${failed} failed\n`
    print(webhooks.map(line).join('') || 'There are no webhooks.', webhooks)
  }
})

export const removeWebhookCommand = commandByNumber('webhook', {
  word: 'remove',
  help: 'end a webhook, with what it still had to deliver',
  name: 'remove-webhook',
  change: async (db, id) => (await import('./webhook.repository.ts')).deleteWebhook(db, id),
  event: 'webhook-removed',
  done: 'is removed'
})

export const confirmWebhookCommand = commandByNumber('webhook', {
  word: 'confirm',
  help: 'let a webhook go on that came by a backup: it may have been removed since',
  name: 'confirm-webhook',
  change: async (db, id) => (await import('./webhook.repository.ts')).confirmWebhook(db, id),
  event: 'webhook-confirmed',
  done: 'goes on'
})

export const listFailedWebhooksCommand = defineCommand({
  word: 'failed',
  help: 'list deliveries that were given up after three days',
  name: 'list-failed-webhooks',
  input: z.unknown(),
  run: async (db) => (await import('./webhook.repository.ts')).listFailedDeliveries(db),
  async act({ ask, print }) {
    const failed = await ask(null)
    const line = ({ webhookId, changeId, url, attempts, failedAt, reason }: (typeof failed)[number]) =>
      `${webhookId}  change ${changeId}  ${url}  ${failedAt}  ${attempts} attempts  ${reason}\n`
    print(failed.map(line).join('') || 'No delivery was given up.', failed)
  }
})

export const resendWebhookCommand = defineCommand({
  word: 'resend',
  help: 'send what was given up again',
  configure: (parser) =>
    void parser
      .argument('<number>', 'as webhook list names it', readNumber)
      .argument('[change]', 'of this change alone, as webhook failed names it', readNumber),
  name: 'resend-webhook',
  input: z.object({ id: z.int32(), changeId: z.int().optional() }),
  async run(db, { id, changeId }) {
    const { listWebhooks, resendFailedDeliveries } = await import('./webhook.repository.ts')
    const webhooks = await listWebhooks(db)
    if (!webhooks.some((webhook) => webhook.id === id)) throw new OperatorError(`There is no webhook ${id}.`)
    const resent = await resendFailedDeliveries(db, id, changeId)
    if (changeId !== undefined && resent === 0)
      throw new OperatorError(`The webhook ${id} has no failed delivery of the change ${changeId}.`)
    return resent
  },
  async act({ ask, print }, id: number, changeId: number | undefined) {
    const resent = await ask(changeId === undefined ? { id } : { id, changeId })
    print(`${resent} failed deliveries of the webhook ${id} are sent again.`, { id, resent })
  }
})

export const webhookCommands = [
  addWebhookCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  confirmWebhookCommand,
  listFailedWebhooksCommand,
  resendWebhookCommand
]
