import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../platform/database/tables.ts'
import type { Command } from '../../platform/operator/command.ts'
import { emailChangedMailName } from '../email-change/queue-email-changed-mail.ts'
import { announcementMailName, confirmationMailName } from '../email-change/request-email-change.ts'
import { passkeyMailName } from '../passkey/queue-passkey-mail.ts'
import { passwordChangedMailName } from '../password-mail/queue-password-changed-mail.ts'
import { passwordMailName } from '../password-mail/queue-password-mail.ts'
import { passwordResetName } from '../password-reset/request-password-reset.ts'

interface MailFailure {
  /** Kind of mail: the name of its job. */
  readonly mail: string
  readonly at: string
  /** With the recipient's address, masked. */
  readonly reason: string
}

/** Every kind of mail, by the name of its job. */
export const mails = [
  passwordMailName,
  passwordChangedMailName,
  passwordResetName,
  confirmationMailName,
  announcementMailName,
  emailChangedMailName,
  passkeyMailName
]

async function listMailFailures(db: Kysely<Tables>): Promise<MailFailure[]> {
  // What no retry can help is completed with the reason; what was tried too often has failed.
  const { rows } = await sql<{ mail: string; at: Date; reason: string }>`
    select name as mail, completed_on as at, coalesce(output->>'refused', output->>'message', output::text, '') as reason
    from (select name, state, completed_on, output from pgboss.job
          union all select name, state, completed_on, output from pgboss.archive) as jobs
    where name in (${sql.join(mails)}) and (state = 'failed' or output ? 'refused')
    order by completed_on`.execute(db)
  return rows.map(({ at, ...failure }) => ({ ...failure, at: at.toISOString() }))
}

/** Mails that were given up, the oldest first, as long as their jobs are kept. */
export const listMailFailuresCommand: Command<unknown, MailFailure[]> = {
  name: 'list-mail-failures',
  input: z.unknown(),
  run: listMailFailures
}
