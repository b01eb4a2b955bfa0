import { hash } from 'node:crypto'
import { throttleAttempts } from '../../../account/index.ts'
import type { JobContext } from '../../../feature/services.ts'
import {
  type MailContext,
  type MailData,
  checkOutgoing,
  defineMail,
  mailJob,
  queueMail,
  withoutLinks
} from '../../../mails/index.ts'
import { changeableTexts } from '../../../platform/config/own-texts.ts'
import type { Db } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Networks } from '../../../platform/http/client-address.ts'
import { noteJobEvent } from '../../../platform/http/security-event.ts'
import { newToken, tokenHash } from '../../../platform/lib/tokens.ts'
import { formatDateTime } from '../../../platform/mail/mail-text.ts'
import { defineJob, queueJob } from '../../../platform/queue/job.ts'
import { storeResetLink } from '../password-mail/password-mail.repository.ts'
import { passwordLinkUrl } from '../password-mail/password-mail.ts'
import { type AccessFilter, findAccesses } from './password-reset.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

interface PasswordResetMailData extends MailData {
  /** The customer's number; null for each access of the address. */
  readonly customerNumber: string | null
}

/** Returns a list with the fact, or an empty list for a value that the mail must not show. */
const factOf = (label: string, value: string) => (value === '' ? [] : [[label, value] as const])

/**
 * Mails the owner of an address a link for each access to one company of the provider's. The links exist only in this
 * run; the database has only their hashes.
 */
export const passwordResetMail = defineMail({
  name: 'password-reset-mail',
  purpose: 'own-request',
  goodForHours: 1,
  texts: changeableTexts('password-reset-mail', shippedTexts),
  isNameless: true,
  async say({ db, id, config, data, to, texts }: MailContext<PasswordResetMailData, typeof shippedTexts>) {
    const { providerId, customerNumber } = data
    const blocks = []
    let until = ''
    for (const access of await findAccesses(db, { emailAddress: to, customerNumber, providerId })) {
      const token = newToken()
      // The link is stored before it is sent, so that an arrived link works.
      const end = await storeResetLink(db, access, id, tokenHash(token))
      if (!end) continue
      until = formatDateTime(end)
      blocks.push({
        facts: [
          ...factOf(texts.customerName, withoutLinks(access.customerName)),
          [texts.customerNumber, access.customerNumber] as const,
          [texts.userName, access.emailAddress] as const
        ],
        button: { label: texts.button, url: passwordLinkUrl(config, token) }
      })
    }
    return blocks.length > 0 ? { values: { until }, blocks, isSecret: true } : undefined
  }
})

interface PasswordResetData extends AccessFilter {
  /** The appKey of the shop where the person requested the mail; missing: no shop, or the only one. */
  readonly shop?: string | undefined
}

/**
 * Looks up the owners of an address, and queues a mail for each company of the provider, in its name. If the address
 * has reached its mail limit, one mail for all its accesses waits for the next turn, so that strangers' requests cannot
 * make the owner's own request fail.
 */
export const passwordResetJob = defineJob<PasswordResetData, JobContext>({
  name: 'password-reset',
  ...mailJob,
  goodForHours: 1,
  async run({ db, log }, { data }) {
    const found = await findAccesses(db, data)
    const accesses = new Map(found.toReversed().map((access) => [access.providerId, access]))
    // The mail is queued in the transaction that ends this run, so that a process that dies cannot make it be queued
    // twice.
    return async (trx) => {
      for (const { providerId, contactId, emailAddress: to } of accesses.values()) {
        const mail = { providerId, shop: data.shop, contactId, to }
        const later = { ...mail, customerNumber: null }
        const now = { ...mail, customerNumber: data.customerNumber }
        if (!(await queueMail(trx, passwordResetMail, now, { later }))) continue
        for (const access of found.filter((one) => one.providerId === providerId))
          noteJobEvent(log, 'access-mailed', access)
      }
    }
  }
})

/**
 * Queues a look-up of the address. The look-up happens only in the background, so that requests for known and unknown
 * addresses take the same work and time.
 * @throws Refusal `outgoingOnHold`; `tooManyLogins` for too many requests from one network
 */
export async function requestPasswordReset(db: Db, request: PasswordResetData, networks: Networks): Promise<void> {
  await checkOutgoing(db)
  const emailAddress = request.emailAddress.toLowerCase()
  const account = hash('sha256', `password-reset\n${emailAddress}`)
  // Each request counts like a failed login, since it cannot be distinguished from a guess.
  await throttleAttempts(db, { account, networks }, async () => undefined, { limited: 'passwordReset' })
  await inTransaction(db, (trx) => queueJob(trx, passwordResetJob.name, { ...request, emailAddress }))
}
