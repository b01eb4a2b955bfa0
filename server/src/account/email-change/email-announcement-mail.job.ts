import { configOf } from '../../platform/config/shops.ts'
import { compose, fill } from '../../platform/mail/compose.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { mailJob } from '../../platform/mail/mail-job.ts'
import { maskedAddress } from '../../platform/mail/masked-address.ts'
import { personName } from '../../platform/mail/person-name.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { contactOf, findProvider } from '../provider.repository.ts'
import { newToken, tokenHash } from '../session/tokens.ts'
import { storeStopHash } from './email-change.repository.ts'
import { emailChangeUrl } from './email-change-url.ts'
import { findOwner } from './owner.repository.ts'
import { announcementMailName, type EmailChangeData } from './request-email-change.ts'
import { emailChangeMailTexts } from './texts.ts'

async function run(
  { config: ofServer, db, mailer }: JobContext,
  { id, data, attempt, signal }: JobRun<EmailChangeData>
) {
  const config = configOf(ofServer, data)
  const allTexts = emailChangeMailTexts(config)
  const texts = allTexts.announcement
  const token = newToken()
  const change = await storeStopHash(db, data.changeId, tokenHash(token))
  if (!change) return
  const provider = await findProvider(db, data.company)
  const values = {
    name: personName(await findOwner(db, data)),
    provider: provider.name,
    at: formatDateTime(change.requestedAt),
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
          [allTexts.oldAddress, change.oldAddress],
          [allTexts.newAddress, maskedAddress(change.newAddress)]
        ],
        button: { label: texts.button, url: emailChangeUrl(config, token) }
      }
    ],
    after: texts.after.map((paragraph) => fill(paragraph, values))
  })
  await mailer.send({ ...mail, to: change.oldAddress, id: `email-announcement-mail.${id}.${attempt}` }, signal)
}

/** Tells the old address that another one waits for its confirmation, with a link that stops that. */
export const emailAnnouncementMailJob: Job<EmailChangeData, JobContext> = {
  name: announcementMailName,
  ...mailJob,
  run
}
