import { configOf } from '../../platform/config/shops.ts'
import { compose, fill } from '../../platform/mail/compose.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { mailJob } from '../../platform/mail/mail-job.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { findProvider } from '../provider.repository.ts'
import { newToken, tokenHash } from '../session/tokens.ts'
import { storeConfirmHash } from './email-change.repository.ts'
import { emailChangeUrl } from './email-change-url.ts'
import { confirmationMailName, type EmailChangeData } from './request-email-change.ts'
import { emailChangeMailTexts } from './texts.ts'

/** Names nobody: whoever mistyped an address has it sent to a stranger. */
async function run(
  { config: ofServer, db, mailer }: JobContext,
  { id, data, attempt, signal }: JobRun<EmailChangeData>
) {
  const config = configOf(ofServer, data)
  const allTexts = emailChangeMailTexts(config)
  const texts = allTexts.confirmation
  const token = newToken()
  // Stored before it is sent, so that what arrives works.
  const change = await storeConfirmHash(db, data.changeId, tokenHash(token))
  if (!change) return
  const provider = await findProvider(db, data.company)
  const values = { provider: provider.name, until: formatDateTime(change.expiresAt) }
  const mail = compose(config, {
    sender: provider,
    subject: texts.subject,
    greeting: allTexts.greetingNobody,
    before: texts.before.map((paragraph) => fill(paragraph, values)),
    blocks: [
      {
        facts: [[allTexts.newAddress, change.newAddress]],
        button: { label: texts.button, url: emailChangeUrl(config, token) }
      }
    ],
    after: texts.after.map((paragraph) => fill(paragraph, values))
  })
  // Each run has another link and the last one counts, so no mail server may take a later mail for an earlier one.
  await mailer.send({ ...mail, to: change.newAddress, id: `email-confirmation-mail.${id}.${attempt}` }, signal)
}

/** Mails a new address the link that confirms it. The link exists in this run alone: the database has its hash. */
export const emailConfirmationMailJob: Job<EmailChangeData, JobContext> = {
  name: confirmationMailName,
  ...mailJob,
  run
}
