import { rightNames } from '@customer-center/contract/rights'
import { accountData } from '../../account/index.ts'
import { bounceData } from '../../mails/index.ts'
import {
  choice,
  personalDataOf,
  flag,
  type PersonalData,
  secretHash,
  text,
  time
} from '../../platform/personal-data/personal-data.ts'
import { mailOutcome } from '../../platform/queue/job.repository.ts'
import { passwordResetMail } from '../password-reset/password-reset-mail.ts'
import { passwordResetJob } from '../password-reset/password-reset.job.ts'

// A request for a new password names an address, and the customer and company that it was meant for, if any.
const isResetOf = (
  access: string,
  number: string
) => `t.kind in ('${passwordResetJob.name}', '${passwordResetMail.name}')
  and lower(coalesce(t.data->>'emailAddress', t.data->>'to')) = lower(${access}.email_address)
  and coalesce(t.data->>'company', ${access}.company::text) = ${access}.company::text
  and coalesce(t.data->>'customerNumber', ${number}) = ${number}`
const jobOf = `(t.data->>'company' = person.company::text and t.data->>'pvaid' = person.pvaid::text
  or ${isResetOf('person', 'person.customer_number')})`
const isOfOthers = `exists (
  select from shop_users other join customers on customers.company = other.company and customers.id = other.id
  where (other.company, other.pvaid) <> (person.company, person.pvaid) and ${isResetOf('other', 'customers.number')})`
const jobErasure: PersonalData['erasure'] = [
  { action: 'delete', where: `not ${isOfOthers}` },
  { action: 'keep', where: isOfOthers, why: 'asked for an address that others have, too, whose mail it is as well' }
]

const rightWords = `(array[${rightNames.map((name) => `'${name}'`).join(', ')}])[t.rights + 1]`

/** The login of a person. */
export const loginData: readonly PersonalData[] = [
  personalDataOf('shop_users', {
    name: 'shopUser',
    copy: {
      columns: {
        emailAddress: text('t.email_address'),
        right: choice(rightWords),
        hasPassword: flag('t.password_hash is not null'),
        passwordMustChange: flag('t.password_must_change'),
        passwordExpiresAt: time('t.password_expires_at')
      }
    },
    withheld: {
      password_address: 'the user name when the password was mailed',
      had_login: 'follows from the right and the password, of now or before'
    }
  }),
  bounceData,
  ...accountData,
  personalDataOf('email_changes', {
    name: 'emailChanges',
    copy: {
      columns: {
        oldAddress: text('t.old_address'),
        newAddress: text('t.new_address'),
        requestedAt: time('t.requested_at'),
        expiresAt: time('t.expires_at')
      }
    },
    withheld: {
      change_id: 'an internal number',
      password_hash: secretHash,
      confirm_hash: secretHash,
      stop_hash: secretHash
    }
  }),
  personalDataOf('password_mails', {
    name: 'passwordLinks',
    copy: { columns: { expiresAt: time('t.expires_at') } },
    withheld: {
      job_id: 'an internal number',
      password_hash: secretHash,
      link_hash: secretHash,
      address: 'the user name when the link was mailed'
    }
  }),
  personalDataOf('jobs', {
    name: 'mails',
    rows: jobOf,
    copy: {
      from: `(select * from jobs where kind like '%-mail' or kind = '${passwordResetJob.name}')`,
      columns: {
        mail: choice('t.kind'),
        state: choice(mailOutcome('t')),
        requestedAt: time('t.queued_at'),
        sentAt: time('t.ended_at')
      },
      orderBy: 't.queued_at desc'
    },
    withheld: {
      attempts: 'when and how often the mail server was asked',
      failures: 'the same',
      due_at: 'the same',
      started_at: 'the same',
      reason: 'what the mail server answered'
    },
    erasure: jobErasure
  })
]
