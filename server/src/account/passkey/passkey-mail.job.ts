import { defineTexts } from '../../platform/config/own-texts.ts'
import { configOf } from '../../platform/config/shops.ts'
import { compose, fill } from '../../platform/mail/compose.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { mailJob } from '../../platform/mail/mail-job.ts'
import { personName } from '../../platform/mail/person-name.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { findOwner } from '../email-change/owner.repository.ts'
import { contactOf, findProvider } from '../provider.repository.ts'
import { type PasskeyMailData, passkeyMailName } from './queue-passkey-mail.ts'
import shippedTexts from './texts.json' with { type: 'json' }

const textsOf = defineTexts('passkey-mail', shippedTexts)

async function run(
  { config: ofServer, db, mailer }: JobContext,
  { id, data, queuedAt, signal }: JobRun<PasskeyMailData>
) {
  const config = configOf(ofServer, data)
  const texts = textsOf(config)
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
    greeting: fill(values.name === '' ? texts.greetingNobody : texts.greeting, values),
    before: texts.before.map((paragraph) => fill(paragraph, values)),
    blocks: [{ facts: [[texts.device, data.passkeyName || texts.unknownDevice]] }],
    after: texts.after.map((paragraph) => fill(paragraph, values))
  })
  // The same mail each time: a mail server that has it may drop a second one.
  await mailer.send({ ...mail, to: owner.emailAddress, id: `passkey-mail.${id}` }, signal)
}

/** Tells the owner of a login that a passkey was made for it, and what to do if somebody else did. */
export const passkeyMailJob: Job<PasskeyMailData, JobContext> = {
  name: passkeyMailName,
  ...mailJob,
  run
}
