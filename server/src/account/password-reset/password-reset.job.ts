import { defineTexts } from '../../platform/config/own-texts.ts'
import { configOf } from '../../platform/config/shops.ts'
import { compose, fill } from '../../platform/mail/compose.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { mailJob } from '../../platform/mail/mail-job.ts'
import { withoutLinks } from '../../platform/mail/without-links.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { passwordLinkUrl } from '../password-mail/password-link-url.ts'
import { findProvider } from '../provider.repository.ts'
import { newToken, tokenHash } from '../session/tokens.ts'
import { type Access, findAccesses, storeResetLink } from './password-reset.repository.ts'
import { passwordResetName, type PasswordResetData } from './request-password-reset.ts'
import shippedTexts from './texts.json' with { type: 'json' }

const textsOf = defineTexts('password-reset-mail', shippedTexts)

interface OpenLink {
  readonly access: Access
  readonly url: string
  readonly end: Date
}

/** Stored before they are sent, so that what arrives works. */
async function openLinks(
  { config, db }: Pick<JobContext, 'config' | 'db'>,
  jobId: string,
  accesses: readonly Access[]
): Promise<OpenLink[]> {
  const links: OpenLink[] = []
  for (const access of accesses) {
    const token = newToken()
    const end = await storeResetLink(db, access, jobId, tokenHash(token))
    if (end) links.push({ access, url: passwordLinkUrl(config, token), end })
  }
  return links
}

/** None for what a mail must not show. */
const factOf = (label: string, value: string) => (value === '' ? [] : [[label, value] as const])

/** One mail for each company of the provider, in its name. */
async function run(context: JobContext, { id, data, attempt, signal }: JobRun<PasswordResetData>): Promise<void> {
  const { db, mailer } = context
  const accesses = await findAccesses(db, data)
  for (const company of new Set(accesses.map((access) => access.company))) {
    const ofCompany = accesses.filter((access) => access.company === company)
    const config = configOf(context.config, { company, shop: data.shop })
    const texts = textsOf(config)
    const [first, ...others] = await openLinks({ config, db }, id, ofCompany)
    if (!first) continue
    const { emailAddress } = first.access
    const provider = await findProvider(db, company)
    const values = { provider: provider.name, until: formatDateTime(first.end) }
    const mail = compose(config, {
      sender: provider,
      subject: texts.subject,
      greeting: texts.greeting,
      before: texts.before.map((paragraph) => fill(paragraph, values)),
      blocks: [first, ...others].map(({ access, url }) => ({
        facts: [
          ...factOf(texts.customerName, withoutLinks(access.customerName)),
          [texts.customerNumber, access.customerNumber],
          [texts.userName, access.emailAddress]
        ],
        button: { label: texts.button, url }
      })),
      after: texts.after.map((paragraph) => fill(paragraph, values))
    })
    // Each run has other links and the last ones count, so no mail server may take a later mail for an earlier one.
    await mailer.send({ ...mail, to: emailAddress, id: `password-reset.${id}.${company}.${attempt}` }, signal)
  }
}

/** Mails the owner of an address a link for each access. The links exist in this run alone: the database has their hashes. */
export const passwordResetJob: Job<PasswordResetData, JobContext> = {
  name: passwordResetName,
  ...mailJob,
  run
}
