import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killsOf } from '../../../../../testing/kills.ts'
import { buildServer, startProgram } from '../../../../../testing/process.ts'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import { addCustomer, type TestShopUser } from '../../../../../testing/server/customer.ts'
import { type MailServer, startMailServer } from '../../../../../testing/server/mail-server.ts'
import { newFolder } from '../../../../../testing/server/new-folder.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { createPostgresDatabase, fillDataFolder, postgresServer } from '../../../../../testing/server/test-database.ts'
import { queueMail } from '../../../mails/queue-mail.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { openDatabase } from '../../../platform/database/connection.ts'
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

const startServer = (env: Record<string, string>) =>
  startProgram('main', {
    ...env,
    SMTP_URL: mailServer.url.href,
    MAIL_FROM: 'kundencenter@akademie.example',
    LOG_LEVEL: 'silent'
  })

/** Makes a database with an admin who waits for a password. */
async function prepare(
  env: Record<string, string>,
  queueMore: (trx: Db, user: TestShopUser) => Promise<unknown> = async () => {}
) {
  const config = readConfig(env)
  const database = await openDatabase(config)
  const { admin } = (await addCustomer(database.db, 1000)).shopUsers
  await changeRows(database.db, 'shop_users', { contact_id: admin.contactId }, { password_hash: null })
  await database.db.transaction().execute(async (trx) => {
    await queuePasswordMail(trx, admin)
    await queueMore(trx, admin)
  })
  await database.close()
  return admin
}

async function expireJobs(env: Record<string, string>): Promise<void> {
  const database = await openDatabase(readConfig(env))
  await database.pool.query(`update jobs set due_at = now() where state = 'running'`)
  await database.close()
}

async function survives(env: Record<string, string>, later: () => Promise<void>): Promise<void> {
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

// The interval is for a mail server that fails.
const hourly = { MAIL_RETRY_SECONDS: '3600' }

test('a server that is killed while the mail server hangs sends the mail as soon as it runs again: embedded', async () => {
  const folder = await newFolder()
  await fillDataFolder(folder)
  await survives({ ...hourly, DATA_FOLDER: folder }, async () => {})
})

test('a mail whose receipt a killed server did not hear of comes again: with the same Message-ID if it says the same', async () => {
  const folder = await newFolder()
  await fillDataFolder(folder)
  const env = { ...hourly, DATA_FOLDER: folder }
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
  const folder = await newFolder()
  const { url, drop } = await createPostgresDatabase(postgresServer() ?? '', 'migrated')
  const env = { ...hourly, DATABASE_URL: url, DATA_FOLDER: folder }
  await survives(env, () => expireJobs(env))
  await drop()
})
