import { configOf } from '../../platform/config/shops.ts'
import { compose, fill } from '../../platform/mail/compose.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { mailJob } from '../../platform/mail/mail-job.ts'
import { personName } from '../../platform/mail/person-name.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { findOwner } from '../email-change/owner.repository.ts'
import { contactOf, findProvider } from '../provider.repository.ts'
import { type PasswordChangedMailData, passwordChangedMailName } from './queue-password-changed-mail.ts'
import { passwordMailTexts } from './texts.ts'

async function run(
  { config: ofServer, db, mailer }: JobContext,
  { id, data, queuedAt, signal }: JobRun<PasswordChangedMailData>
) {
  const config = configOf(ofServer, data)
  const allTexts = passwordMailTexts(config)
  const texts = allTexts.changed
  const owner = await findOwner(db, data)
  const provider = await findProvider(db, data.company)
  const url = config.shopUrl || config.publicUrl
  const values = {
    name: personName(owner),
    provider: provider.name,
    at: formatDateTime(queuedAt),
    contact: contactOf(provider)
  }
  const mail = compose(config, {
    sender: provider,
    subject: texts.subject,
    greeting: fill(values.name === '' ? allTexts.greetingNobody : allTexts.greeting, values),
    before: texts.before.map((paragraph) => fill(paragraph, values)),
    blocks: [
      {
        facts: [
          [allTexts.customerNumber, owner.customerNumber],
          [allTexts.userName, data.address]
        ],
        ...(url !== '' && { button: { label: texts.button, url } })
      }
    ],
    // Only a server that knows its address can send a link for a forgotten password.
    after: [texts.known, config.publicUrl === '' ? texts.ask : texts.reset].map((paragraph) => fill(paragraph, values))
  })
  // The same mail each time: a mail server that has it may drop a second one.
  await mailer.send({ ...mail, to: data.address, id: `password-changed-mail.${id}` }, signal)
}

/** Tells the owner of a login that the password is another one now, and what to do if somebody else did that. */
export const passwordChangedMailJob: Job<PasswordChangedMailData, JobContext> = {
  name: passwordChangedMailName,
  ...mailJob,
  run
}
