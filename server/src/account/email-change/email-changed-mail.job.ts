import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { compose, fill } from '../../platform/mail/compose.ts'
import { mailJobOptions } from '../../platform/mail/mail-job-options.ts'
import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { type NameParts, personName } from '../../platform/mail/person-name.ts'
import { findProvider } from '../provider.repository.ts'
import type { Job, JobRun } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { emailChangedMailName, type EmailChangedMailData } from './queue-email-changed-mail.ts'
import texts from './texts.json' with { type: 'json' }

interface Owner extends NameParts {
  readonly newAddress: string
}

function findOwner(db: Kysely<Tables>, { company, pvaid }: EmailChangedMailData): Promise<Owner> {
  return db
    .selectFrom('shop_users')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.company', '=', 'shop_users.company').onRef('contacts.pvaid', '=', 'shop_users.pvaid')
    )
    .innerJoin('persons', (join) =>
      join.onRef('persons.company', '=', 'contacts.contact_company').onRef('persons.id', '=', 'contacts.contact_id')
    )
    .select([
      'shop_users.email_address as newAddress',
      'persons.title',
      'persons.first_name as firstName',
      'persons.last_name as lastName',
      'persons.post_nominal_title as postNominalTitle'
    ])
    .where('shop_users.company', '=', company)
    .where('shop_users.pvaid', '=', pvaid)
    .executeTakeFirstOrThrow()
}

/** Enough to recognize one's address by; a stranger at the old one does not learn the new one. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  const dot = address.lastIndexOf('.')
  return `${address.slice(0, 1)}…@${address.slice(at + 1, at + 2)}…${address.slice(dot)}`
}

async function run({ db, mailer }: JobContext, { id, data, queuedAt, signal }: JobRun<EmailChangedMailData>) {
  const owner = await findOwner(db, data)
  const provider = await findProvider(db, data.company)
  const contact = [provider.phone_number, provider.email_address].filter((way) => way !== '').join(', ')
  const values = {
    name: personName(owner),
    provider: provider.name,
    at: formatDateTime(queuedAt),
    contact: contact || provider.name
  }
  const mail = compose({
    sender: provider,
    subject: texts.subject,
    greeting: fill(values.name === '' ? texts.greetingNobody : texts.greeting, values),
    before: texts.before.map((paragraph) => fill(paragraph, values)),
    blocks: [
      {
        facts: [
          [texts.oldAddress, data.oldAddress],
          [texts.newAddress, masked(owner.newAddress)]
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
  options: mailJobOptions,
  run
}
