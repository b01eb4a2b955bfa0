import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import {
  addWebhookCommand,
  listFailedWebhooksCommand,
  listWebhooksCommand,
  newWebhookSecret,
  receiverUrl,
  removeWebhookCommand,
  resendWebhookCommand
} from '../../provider/index.ts'
import { companyOption, readNumber } from './arguments.ts'
import { print } from './output.ts'

function readUrl(text: string): string {
  if (!receiverUrl.safeParse(text).success)
    throw new InvalidArgumentError('It must be an https address, without a user and a #; http only on this machine.')
  return text
}

async function addWebhook(url: string, company: { readonly company?: number }, command: Command): Promise<void> {
  const secret = newWebhookSecret()
  const id = await runCommand(readConfig(process.env), addWebhookCommand, { url, secret, ...company })
  print(command, `The webhook ${id} to ${url}. Its secret is shown only now:\n${secret}`, { id, url, secret })
}

async function listWebhooks(_options: object, command: Command): Promise<void> {
  const webhooks = await runCommand(readConfig(process.env), listWebhooksCommand, null)
  const line = ({ id, url, company, failing, waiting, failed }: (typeof webhooks)[number]) =>
    `${id}  ${url}  company ${company}  ${failing ? 'failing' : 'fine'}  ${waiting} waiting  ${failed} failed\n`
  print(command, webhooks.map(line).join('') || 'There are no webhooks.', webhooks)
}

async function removeWebhook(id: number, _options: object, command: Command): Promise<void> {
  await runCommand(readConfig(process.env), removeWebhookCommand, { id })
  print(command, `The webhook ${id} is removed.`, { id })
}

async function listFailed(_options: object, command: Command): Promise<void> {
  const failed = await runCommand(readConfig(process.env), listFailedWebhooksCommand, null)
  const line = ({ webhookId, changeId, url, attempts, failedAt, reason }: (typeof failed)[number]) =>
    `${webhookId}  change ${changeId}  ${url}  ${failedAt}  ${attempts} attempts  ${reason}\n`
  print(command, failed.map(line).join('') || 'No delivery was given up.', failed)
}

async function resend(id: number, changeId: number | undefined, _options: object, command: Command): Promise<void> {
  const wanted = changeId === undefined ? { id } : { id, changeId }
  const resent = await runCommand(readConfig(process.env), resendWebhookCommand, wanted)
  print(command, `${resent} failed deliveries of the webhook ${id} are sent again.`, { id, resent })
}

/** Configures the receivers of customers' changes, which are sent as soon as they are saved. */
export function configureWebhook(webhook: Command): void {
  webhook
    .command('add')
    .description(
      'send customers’ changes to an address from now on, and print the secret that verifies them, this once'
    )
    .argument('<url>', 'https, or http on this machine', readUrl)
    .option(...companyOption)
    .action(addWebhook)
  webhook.command('list').description('list the webhooks with their state').action(listWebhooks)
  webhook
    .command('remove')
    .description('end a webhook, with its waiting deliveries')
    .argument('<number>', 'as webhook list names it', readNumber)
    .action(removeWebhook)
  webhook.command('failed').description('list deliveries that were given up after three days').action(listFailed)
  webhook
    .command('resend')
    .description('send deliveries again that were given up')
    .argument('<number>', 'as webhook list names it', readNumber)
    .argument('[change]', 'of this change alone, as webhook failed names it', readNumber)
    .action(resend)
}
