import type { Mail, MailData } from '../../server/src/mails/define-mail.ts'
import { queueMail as queueMailOf } from '../../server/src/mails/queue-mail.ts'
import {
  type PasswordMailData,
  queuePasswordMail as queuePasswordMailOf
} from '../../server/src/people/mail/password-mail/password-mail.ts'
import type { Db } from '../../server/src/platform/database/query.ts'
import type { TestUser } from './company.ts'

type TestMail<Data extends MailData> = Omit<Data, 'providerId' | 'contactId'> & Pick<TestUser, 'company' | 'pvaid'>

/** Queues a mail to a person under the names of the wire, which tests use. */
export const queueMail = <Data extends MailData>(
  trx: Db,
  mail: Mail<Data>,
  { company, pvaid, ...data }: TestMail<Data>
): Promise<boolean> => queueMailOf(trx, mail, { providerId: company, contactId: pvaid, ...data } as unknown as Data)

/** Queues a password's mail to a person under the names of the wire. */
export const queuePasswordMail = (trx: Db, { company, pvaid, ...data }: TestMail<PasswordMailData>): Promise<void> =>
  queuePasswordMailOf(trx, { providerId: company, contactId: pvaid, ...data })
