import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildServer, startChild } from '../../../../testing/process.ts'
import { makeCertificate, withoutOpenssl } from '../../../../testing/server/certificate.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { fillDataFolder } from '../../../../testing/server/test-database.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../database/connection.ts'

// This host counts as another machine and is this one: all of 127.0.0.0/8 is, on Linux alone.
const otherHost = '127.0.0.2'
const [user, password] = ['k@ndencenter', 'geh:eim/1'] as const

const folder = sharedFolder()
let admin: TestShopUser
let mailServer: SMTPServer
let port: number
let sent = ''
let refused = ''

/** Starts a mail server with a certificate that refuses once at each turn, and names the recipient. */
async function startMailServer(): Promise<void> {
  const refusals = ['log-in', 'sender', 'recipient', 'data']
  const answer = (at: string, done: (error?: Error | null) => void, words: string) => {
    if (refusals[0] !== at) return done()
    refusals.shift()
    refused += `${at} `
    done(Object.assign(new Error(`not now <${words}>`), { responseCode: at === 'log-in' ? 535 : 451 }))
  }
  mailServer = new SMTPServer({
    ...makeCertificate(folder, 'mail', `IP:${otherHost}`),
    closeTimeout: 1,
    onAuth: ({ username, password: given }, _session, done) =>
      answer('log-in', (error) => done(error ?? null, { user: username }), given === password ? user : 'wrong@x.at'),
    onMailFrom: ({ address }, _session, done) => answer('sender', done, address),
    onRcptTo: ({ address }, _session, done) => answer('recipient', done, address),
    onData(stream, _session, done) {
      void buffer(stream).then(async (bytes) => {
        sent = (await PostalMime.parse(bytes)).text ?? ''
        answer('data', done, admin.userName)
      })
    }
  })
  mailServer.on('error', () => undefined)
  const listening = mailServer.listen(0, '0.0.0.0')
  await once(listening, 'listening')
  const address = listening.address()
  port = typeof address === 'object' && address ? address.port : 0
}

describe.skipIf(process.platform !== 'linux' || withoutOpenssl)('a server that sends its mails over TLS', () => {
  beforeAll(async () => {
    await buildServer()
    await fillDataFolder(folder)
    const config = readConfig({ DATA_FOLDER: folder, MAIL_RETRY_SECONDS: '0' })
    const database = await openDatabase(config)
    admin = (await addCustomer(database.db, 1000)).shopUsers.admin
    await changeRows(database.db, 'shop_users', { contact_id: admin.contactId }, { password_hash: null })
    await database.db.transaction().execute((trx) => queuePasswordMail(trx, admin))
    await database.close()
    await startMailServer()
  })
  afterAll(() => new Promise<void>((done) => mailServer.close(() => done())))

  test('logs neither recipients nor credentials, at any level, whether the mail is accepted or not', async () => {
    const child = startChild(
      'main',
      {
        PORT: '0',
        DATA_FOLDER: folder,
        MAIL_RETRY_SECONDS: '0',
        MAIL_FROM: 'kundencenter@akademie.example',
        SMTP_URL: `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${otherHost}:${port}`,
        NODE_EXTRA_CA_CERTS: join(folder, 'mail.pem'),
        LOG_LEVEL: 'trace'
      },
      'pipe'
    )
    let written = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (written += text))
    await vi.waitFor(() => expect(written).toContain('a job is done'), { timeout: 60_000, interval: 50 })
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
    expect(refused).toBe('log-in sender recipient data ')
    expect(written.match(/it is tried again/g)).toHaveLength(4)
    const generated = /^Passwort: (\S{8})$/m.exec(sent)?.[1] ?? 'no password has arrived'
    const inBase64 = [user, password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
    const secrets = ['@', admin.userName, password, encodeURIComponent(password), generated, ...inBase64]
    const seen = written.replaceAll(/\S…@\S…\.[a-z]+/g, 'a masked address')
    expect(seen).not.toBe(written)
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([])
  })
})
