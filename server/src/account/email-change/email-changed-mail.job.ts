import { configOf } from '../../platform/config/shops.ts'
import { compose, fill } from '../../platform/mail/compose.ts'
import { mailJob } from '../../platform/mail/mail-job.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { maskedAddress } from '../../platform/mail/masked-address.ts'
import { personName } from '../../platform/mail/person-name.ts'
import { contactOf, findProvider } from '../provider.repository.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { findOwner } from './owner.repository.ts'
import { emailChangedMailName, type EmailChangedMailData } from './queue-email-changed-mail.ts'
import { emailChangeMailTexts } from './texts.ts'

async function run(
  { config: ofServer, db, mailer }: JobContext,
  { id, data, queuedAt, signal }: JobRun<EmailChangedMailData>
) {
  const config = configOf(ofServer, data)
  const allTexts = emailChangeMailTexts(config)
  const texts = allTexts.changed
  const owner = await findOwner(db, data)
  const provider = await findProvider(db, data.company)
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
          [allTexts.oldAddress, data.oldAddress],
          [allTexts.newAddress, maskedAddress(owner.emailAddress)]
        ]
      }
    ],
    after: texts.after.map((paragraph) => fill(paragraph, values))
  })
  // The same mail each time: a mail server that has it may drop a second one.
  await mailer.send({ ...mail, to: data.oldAddress, id: `email-changed-mail.${id}` }, signal)
}

/** Tells the old address what changed, when, and whom to ask. */
export const emailChangedMailJob: Job<EmailChangedMailData, JobContext> = {
  name: emailChangedMailName,
  ...mailJob,
  run
}
