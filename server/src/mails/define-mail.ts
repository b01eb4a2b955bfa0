import { randomInt } from 'node:crypto'
import { contactOf, findProvider, type Sender } from '../company/index.ts'
import type { JobContext } from '../feature/services.ts'
import type { Config } from '../platform/config/config.ts'
import { changeableTexts } from '../platform/config/own-texts.ts'
import { siteFor } from '../platform/config/shops.ts'
import { formatDateTime } from '../platform/mail/mail-text.ts'
import type { MailAttachment } from '../platform/mail/mailer.ts'
import { RefusedContentError } from '../platform/mail/smtp.ts'
import type { PersonKey } from '../platform/personal-data/person.ts'
import { noteReason } from '../platform/queue/job.repository.ts'
import { type Conclusion, defineJob, type QueueJob, type JobRun, type JobOptions } from '../platform/queue/job.ts'
import { forgetBounce } from './bounce.repository.ts'
import { composeMail, fillPlaces, type Message } from './compose.ts'
import { type MailRecipient, findOwner, personName } from './owner.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

/** Options of jobs that send one mail: with the default setting they are retried for at least a day. */
export const mailJob = {
  group: 'mail',
  outgoing: true,
  options: ({ mailRetrySeconds }: Config): JobOptions => ({
    retryLimit: 12,
    retryDelaySeconds: mailRetrySeconds,
    // Reading files gives up after 20 seconds, and sending after 45, at most twice. The timeout is short, because
    // somebody waits for the mail if its process was killed.
    timeoutSeconds: 120,
    heartbeatTimeoutSeconds: 15
  })
} as const

/**
 * Number of runs that attach files. Later ones do without: a slow connection or a failing storage must not cost the
 * recipient the mail. With the default setting the mail has been tried for half an hour by then.
 */
const attemptsWithFiles = 6

export const mailTexts = changeableTexts('mail', shippedTexts)

export interface MailData extends PersonKey {
  readonly shop?: string | undefined
  /** The recipient; if missing, the user name at the time of queueing. */
  readonly to?: string
}

/**
 * Purpose of a mail. Each purpose has a separate mail limit for a recipient. `docs/decisions/0081-mails-by-purpose.md`
 */
type MailPurpose = 'own-request' | 'access' | 'notice'

/** Texts with placeholders `{name}`, `{provider}`, `{at}`, `{contact}` and those of the mail's own values. */
export interface MailTexts {
  readonly subject: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly button?: string
}

/** The means to read files, with the signal that ends the run. */
export type FileAccess = Pick<JobContext, 'storage' | 'log'> & Pick<JobRun<object>, 'signal'>

export interface MailContext<Data, Texts> extends Pick<JobContext, 'db' | 'jobs'>, Pick<JobRun<object>, 'id'> {
  readonly data: Data
  readonly config: Config
  readonly texts: Texts
  readonly to: string
  readonly owner: MailRecipient
  /** The time of queueing. */
  readonly at: Date
  /** Missing if the mail goes out without attachments, or if another mail repeats its content. */
  readonly files?: FileAccess
}

/** The content of one mail in addition to its texts. */
interface MailContent {
  readonly values?: Readonly<Record<string, string>>
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** The button's address; if missing, the mail has no button. */
  readonly url?: string
  /** Blocks in the place of facts and button. */
  readonly blocks?: Message['blocks']
  /** Files of the mail, read for this run. */
  readonly attachments?: readonly MailAttachment[]
  /** True if each run makes different content, such as a new link. */
  readonly isSecret?: true
  /** Writes to the database once the mail has been sent. */
  readonly conclude?: Conclusion
}

export interface MailDefinition<Data extends MailData, Texts extends MailTexts = MailTexts> extends Pick<
  QueueJob<MailData, JobContext>,
  'goodForHours'
> {
  /**
   * The name of the mail's queue, and the first part of its Message-ID. The copy of a person's data finds mails by the
   * ending `-mail`.
   */
  readonly name: `${string}-mail`
  readonly purpose: MailPurpose
  readonly texts: (config: Config, data: Data) => Texts
  /** Greets without a name, for mails whose address may be a stranger's. */
  readonly isNameless?: true
  /**
   * Returns the content of one run; missing if the texts are the whole content.
   * @returns undefined when the mail is no longer wanted
   */
  readonly say?: (about: MailContext<Data, Texts>) => MailContent | undefined | Promise<MailContent | undefined>
}

declare const dataOf: unique symbol

export interface Mail<Data extends MailData> extends QueueJob<MailData, JobContext> {
  readonly purpose: MailPurpose
  readonly definition: MailDefinition<MailData>
  [dataOf]?(data: Data): void
}

/** Finds the mail of this name among all jobs, so that another mail can repeat its content. */
export function definitionOf(jobs: JobContext['jobs'], name: string): MailDefinition<MailData> | undefined {
  const job = jobs.find((one) => one.name === name)
  return job && 'definition' in job ? (job.definition as MailDefinition<MailData>) : undefined
}

function messageOf(
  sender: Sender,
  { config, texts, owner, at }: MailContext<unknown, MailTexts>,
  { values, facts = [], url = '', blocks }: MailContent,
  isNameless = false
): Message {
  const all = {
    name: isNameless ? '' : personName(owner),
    provider: sender.name,
    at: formatDateTime(at),
    contact: contactOf(sender),
    ...values
  }
  const { greeting, greetingNobody } = mailTexts(config)
  const filled = (paragraphs: readonly string[]) => paragraphs.map((paragraph) => fillPlaces(paragraph, all))
  const button = texts.button !== undefined && url !== '' ? { label: texts.button, url } : undefined
  return {
    sender,
    subject: texts.subject,
    greeting: fillPlaces(all.name === '' ? greetingNobody : greeting, all),
    before: filled(texts.before),
    blocks: blocks ?? [{ facts, ...(button && { button }) }],
    after: filled(texts.after)
  }
}

/** Defines a mail to a person. Its feature lists it among its jobs. */
export function defineMail<Data extends MailData, Texts extends MailTexts>(
  definition: MailDefinition<Data, Texts>
): Mail<Data> {
  const { name, purpose, goodForHours, isNameless, say = (): MailContent => ({}) } = definition
  const job = defineJob<MailData, JobContext>({
    name,
    ...mailJob,
    ...(goodForHours !== undefined && { goodForHours }),
    async run({ config: ofServer, db, jobs, mailer, storage, log }, { id, data: queued, queuedAt, attempt, signal }) {
      const data = queued as Data
      const { providerId, shop } = data
      const config = siteFor(ofServer, { providerId, shop })
      const owner = await findOwner(db, data)
      const drop: Conclusion = (trx) => noteReason(trx, id, 'Nobody needs it any more.')
      if (!owner) return drop
      const { to = owner.emailAddress } = data
      const texts = definition.texts(config, data)
      const provider = await findProvider(db, providerId)
      const send = async (files?: FileAccess): Promise<MailContent | undefined> => {
        const about = { db, jobs, id, data, config, texts, to, owner, at: queuedAt, ...(files && { files }) }
        const content = await say(about)
        if (!content) return undefined
        const { attachments = [], isSecret } = content
        const mail = composeMail(config, messageOf(provider, about, content, isNameless))
        // A mail server may drop a mail with a known Message-ID, which is right for the same mail, but would lose the
        // only valid secret. So each run has a random number; the run's own number starts again when an operator
        // retries the job.
        const messageId = isSecret ? `${name}.${id}.${randomInt(1_000_000_000)}` : `${name}.${id}`
        try {
          await mailer.send({ ...mail, to, id: messageId, attachments }, signal)
        } catch (error) {
          if (!(error instanceof RefusedContentError) || attachments.length === 0) throw error
          log.warn({ jobId: id, err: error }, 'the mail is sent without its files')
          return send()
        }
        return content
      }
      const content = await send(attempt <= attemptsWithFiles ? { storage, log, signal } : undefined)
      if (!content) return drop
      return async (trx) => {
        await forgetBounce(trx, providerId, to)
        await content.conclude?.(trx)
      }
    }
  })
  return { ...job, purpose, definition: definition as unknown as MailDefinition<MailData> }
}
