import type { Config } from '../../platform/config/config.ts'
import { configOf } from '../../platform/config/shops.ts'
import { compose, fill, type Sender } from '../../platform/mail/compose.ts'
import { mailJob } from '../../platform/mail/mail-job.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { personName } from '../../platform/mail/person-name.ts'
import { noteMailFailed, noteMailSent } from '../contact-access/contact-access.repository.ts'
import { findProvider } from '../provider.repository.ts'
import type { Conclusion, Job, JobRun } from '../../platform/queue/job.ts'
import { UnrecoverableJobError } from '../../platform/queue/unrecoverable-job-error.ts'
import { hashPassword } from '../session/passwords.ts'
import { newToken, tokenHash } from '../session/tokens.ts'
import type { JobContext } from '../../platform/services.ts'
import { newPassword } from './new-password.ts'
import { passwordLinkUrl } from './password-link-url.ts'
import {
  findRecipient,
  deleteMail,
  storeLinkHash,
  storePassword,
  type Recipient,
  revokePassword
} from './password-mail.repository.ts'
import { passwordMailName, type PasswordMailData } from './queue-password-mail.ts'
import { passwordMailTexts } from './texts.ts'

type Fact = readonly [label: string, value: string]

interface Secret {
  readonly kind: Config['passwordMail']
  readonly facts: readonly Fact[]
  readonly url: string
  /** Stores its hash; undefined when nobody waits for it any more. */
  readonly store: () => Promise<Date | undefined>
}

function newSecret(
  { config, db }: Pick<JobContext, 'config' | 'db'>,
  jobId: string,
  kind: Config['passwordMail']
): Secret {
  if (kind === 'link') {
    const token = newToken()
    return {
      kind,
      facts: [],
      url: passwordLinkUrl(config, token),
      store: () => storeLinkHash(db, jobId, tokenHash(token))
    }
  }
  const password = newPassword()
  return {
    kind,
    facts: [[passwordMailTexts(config).password.secret, password]],
    url: config.shopUrl || config.publicUrl,
    store: async () => storePassword(db, jobId, await hashPassword(password))
  }
}

function composeMail(config: Config, recipient: Recipient, provider: Sender, { kind, facts, url }: Secret, end: Date) {
  const texts = passwordMailTexts(config)
  const text = texts[kind]
  const values = { name: personName(recipient), provider: provider.name, until: formatDateTime(end) }
  return compose(config, {
    sender: provider,
    subject: text.subject,
    greeting: fill(values.name === '' ? texts.greetingNobody : texts.greeting, values),
    before: text.before.map((paragraph) => fill(paragraph, values)),
    blocks: [
      {
        facts: [[texts.customerNumber, recipient.customerNumber], [texts.userName, recipient.emailAddress], ...facts],
        ...(url !== '' && { button: { label: text.button, url } })
      }
    ],
    after: text.after.map((paragraph) => fill(paragraph, values))
  })
}

async function run(
  context: JobContext,
  { id, data, attempt, signal }: JobRun<PasswordMailData>
): Promise<Conclusion | void> {
  const { db, mailer } = context
  const config = configOf(context.config, data)
  const recipient = await findRecipient(db, id)
  if (!recipient) return deleteMail(db, id)
  const provider = await findProvider(db, data.company)
  const secret = newSecret({ config, db }, id, data.asLink ? 'link' : config.passwordMail)
  // Stored before it is sent, so that what arrives works.
  const end = await secret.store()
  if (!end) return deleteMail(db, id)
  const mail = composeMail(config, recipient, provider, secret, end)
  try {
    // Each run has another secret and the last one counts, so no mail server may take a later mail for an earlier one.
    await mailer.send({ ...mail, to: recipient.emailAddress, id: `password-mail.${id}.${attempt}` }, signal)
  } catch (error) {
    if (error instanceof UnrecoverableJobError) {
      await revokePassword(db, id)
      await noteMailFailed(db, data)
    }
    throw error
  }
  return async (trx) => {
    await noteMailSent(trx, id)
    // The link's hash stays until it is used.
    if (secret.kind === 'password') await deleteMail(trx, id)
  }
}

/** Makes the secret, stores its hash and mails it. It exists in this run alone: neither job nor log nor database has it. */
export const passwordMailJob: Job<PasswordMailData, JobContext> = {
  name: passwordMailName,
  ...mailJob,
  run,
  onFailed: ({ db }, data) => noteMailFailed(db, data)
}
