import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killsOf } from '../../../../../testing/kills.ts'
import { buildServer, startProgram } from '../../../../../testing/process.ts'
import { withDatabase } from '../../../../../testing/server/backups.ts'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import { addCustomer, type TestShopUser } from '../../../../../testing/server/customer.ts'
import { type MailServer, startMailServer } from '../../../../../testing/server/mail-server.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { postgresServer, createInstallation, type Installation } from '../../../../../testing/server/test-database.ts'
import { queueMail } from '../../../mails/queue-mail.ts'
import type { Db } from '../../../platform/database/query.ts'
import { emailChangedMail } from '../email-change/email-change-mail.ts'
import { queuePasswordMail } from './password-mail.ts'

const kills = killsOf(1)
let mailServer: MailServer

beforeAll(async () => {
  await buildServer()
  mailServer = await startMailServer()
})
afterAll(() => mailServer.close())

const startServer = (env: Installation) =>
  startProgram('main', {
    ...env,
    // The interval is for a mail server that fails.
    MAIL_RETRY_SECONDS: '3600',
    SMTP_URL: mailServer.url.href,
    MAIL_FROM: 'kundencenter@akademie.example',
    LOG_LEVEL: 'silent'
  })

/** Makes a database with an admin who waits for a password. */
const prepare = (env: Installation, queueMore: (trx: Db, user: TestShopUser) => Promise<unknown> = async () => {}) =>
  withDatabase(env, async ({ db }) => {
    const { admin } = (await addCustomer(db, 1000)).shopUsers
    await changeRows(db, 'shop_users', { contact_id: admin.contactId }, { password_hash: null })
    await db.transaction().execute(async (trx) => {
      await queuePasswordMail(trx, admin)
      await queueMore(trx, admin)
    })
    return admin
  })

const expireJobs = (env: Installation) =>
  withDatabase(env, ({ pool }) => pool.query(`update jobs set due_at = now() where state = 'running'`))

async function survives(env: Installation, later: () => Promise<unknown>): Promise<void> {
  const admin = await prepare(env)
  const before = mailServer.arrived.length
  mailServer.behave('hang')
  for (let killed = 0; killed < kills; killed += 1) {
    const asked = mailServer.asked()
    const server = await startServer(env)
    await asked
    await server.kill()
    expect(mailServer.arrived).toHaveLength(before)
    await later()
  }
  mailServer.behave('take')
  const second = await startServer(env)
  const { recipients, mail } = await mailServer.mail(before + 1)
  expect(recipients).toEqual([admin.userName])
  expect((await getToken(second.url, loginForm(admin, passwordIn(mail)))).status).toBe(200)
  await second.kill()
  expect(mailServer.arrived).toHaveLength(before + 1)
}

const passwordIn = ({ text = '' }: Email): string => /^Passwort: (\S+)$/m.exec(text)?.[1] ?? ''

test('a server that is killed while the mail server hangs sends the mail as soon as it runs again: embedded', async () => {
  await survives(await createInstallation('embedded'), async () => {})
})

test('a mail whose receipt a killed server did not hear of comes again: with the same Message-ID if it says the same', async () => {
  const env = await createInstallation('embedded')
  const oldAddress = 'vorher@firma.example'
  const admin = await prepare(env, (trx, user) =>
    queueMail(trx, emailChangedMail, { providerId: user.providerId, contactId: user.contactId, to: oldAddress })
  )
  const before = mailServer.arrived.length
  mailServer.behave('take silently')
  const first = await startServer(env)
  await mailServer.mail(before + 2)
  await first.kill()
  mailServer.behave('take')
  const second = await startServer(env)
  await mailServer.mail(before + 4)
  const sentTo = (address: string) =>
    mailServer.arrived.slice(before).flatMap(({ recipients, mail }) => (recipients.includes(address) ? [mail] : []))
  const [told, toldAgain] = sentTo(oldAddress)
  expect(toldAgain?.messageId).toBe(told?.messageId)
  // The secret is a new one: a mail server that drops repeated mails must not drop the only password that works.
  const [password, newPassword] = sentTo(admin.userName)
  expect(newPassword?.messageId).not.toBe(password?.messageId)
  expect((await getToken(second.url, loginForm(admin, passwordIn(newPassword ?? password!)))).status).toBe(200)
  await second.kill()
  expect(mailServer.arrived).toHaveLength(before + 4)
})

test.skipIf(postgresServer() === null)('a server that is killed at a hanging mail server sends later', async () => {
  const env = await createInstallation()
  await survives(env, () => expireJobs(env))
})
