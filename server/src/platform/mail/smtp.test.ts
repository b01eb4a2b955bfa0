import { generateKeyPairSync } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { authenticate } from 'mailauth'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildServer, messageOf, startChild } from '../../../../testing/process.ts'
import { makeCertificate, withoutOpenssl } from '../../../../testing/server/certificate.ts'
import { startDnsServer } from '../../../../testing/server/dns-server.ts'
import { startMailServer } from '../../../../testing/server/mail-server.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import type { SendOutcome } from '../../../../testing/server/send-mails.ts'
import { readConfig } from '../config/config.ts'
import { UnrecoverableJobError } from '../queue/job.ts'
import { mailChecks } from './mail-checks.ts'
import { openMailer } from './mailer.ts'

// This host counts as another machine and is this one: all of 127.0.0.0/8 is, on Linux alone.
const otherHost = '127.0.0.2'
const credentials = 'k%40ndencenter:geh%3Aeim%2F1'
const [user, password] = ['k@ndencenter', 'geh:eim/1'] as const

/** The commands that a mail server has got, in order. */
type Heard = { readonly what: 'login' | 'sender' | 'mail'; readonly secure: boolean }

const folder = sharedFolder()
const servers: SMTPServer[] = []

async function listen(options: SMTPServerOptions): Promise<{ port: number; heard: Heard[] }> {
  const heard: Heard[] = []
  const server = new SMTPServer({
    closeTimeout: 1,
    ...options,
    onAuth({ username, password: given }, session, done) {
      heard.push({ what: 'login', secure: session.secure })
      done(username === user && given === password ? null : new Error('535 wrong'), { user: username })
    },
    onMailFrom(_address, session, done) {
      heard.push({ what: 'sender', secure: session.secure })
      done()
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        heard.push({ what: 'mail', secure: session.secure })
        done()
      })
    }
  })
  server.on('error', () => undefined)
  servers.push(server)
  const listening = server.listen(0, '0.0.0.0')
  await once(listening, 'listening')
  const address = listening.address()
  return { port: typeof address === 'object' && address ? address.port : 0, heard }
}

describe.skipIf(process.platform !== 'linux' || withoutOpenssl)('a mail to another machine', () => {
  const heard: Record<string, Heard[]> = {}
  const outcomes: Record<string, SendOutcome> = {}

  beforeAll(async () => {
    const good = makeCertificate(folder, 'good', `IP:127.0.0.1,IP:${otherHost}`)
    const wrongName = makeCertificate(folder, 'wrong-name', 'DNS:mail.other.example')
    const stranger = makeCertificate(folder, 'stranger', `IP:127.0.0.1,IP:${otherHost}`)
    const trusted = join(folder, 'trusted.pem')
    writeFileSync(trusted, Buffer.concat([good.cert, wrongName.cert]))
    const urls: Record<string, string> = {}
    const add = async (name: string, options: SMTPServerOptions, login = credentials, host = otherHost) => {
      const server = await listen(options)
      heard[name] = server.heard
      urls[name] = `${options.secure ? 'smtps' : 'smtp'}://${login}@${host}:${server.port}`
    }
    await add('STARTTLS', good)
    await add('smtps', { ...good, secure: true })
    // The server offers a log-in in the clear, like one whose STARTTLS somebody on the way has struck out.
    await add('no STARTTLS', { disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    await add('stranger by STARTTLS', stranger)
    await add('stranger by smtps', { ...stranger, secure: true })
    await add('wrong name by STARTTLS', wrongName)
    await add('wrong name by smtps', { ...wrongName, secure: true })
    await add('old TLS', { ...good, secure: true, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })
    await add('wrong password', good, 'k%40ndencenter:falsch-4711')
    await add('this machine', { ...stranger, allowInsecureAuth: true }, credentials, '127.0.0.1')
    await buildServer()
    const child = startChild(new URL('../../../../testing/server/send-mails.ts', import.meta.url), {
      NODE_EXTRA_CA_CERTS: trusted,
      SMTP_URLS: JSON.stringify(Object.values(urls))
    })
    const answers = (await messageOf(child)) as SendOutcome[]
    for (const [index, name] of Object.keys(urls).entries()) outcomes[name] = answers[index] ?? 'sent'
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))))
  })

  test.each(['STARTTLS', 'smtps'])('leaves by %s, and log-in and mail are encrypted', (name) => {
    expect(outcomes[name]).toBe('sent')
    expect(heard[name]).toEqual(['login', 'sender', 'mail'].map((what) => ({ what, secure: true })))
  })

  test.each([
    ['no STARTTLS', 'ETLS'],
    ['stranger by STARTTLS', 'self-signed certificate'],
    ['stranger by smtps', 'self-signed certificate'],
    ['wrong name by STARTTLS', "does not match certificate's altnames"],
    ['wrong name by smtps', "does not match certificate's altnames"],
    ['old TLS', '']
  ])('waits, and reveals nothing, if the mail server has: %s', (name, reason) => {
    expect(outcomes[name]).toMatchObject({ reason: expect.stringContaining(reason), final: false })
    expect(heard[name]).toEqual([])
  })

  test('goes without TLS to this machine, which cannot have a trusted certificate', () => {
    expect(outcomes['this machine']).toBe('sent')
    expect(heard['this machine']).toEqual(['login', 'sender', 'mail'].map((what) => ({ what, secure: false })))
  })

  test('waits when the mail server does not accept the password, and the reason does not contain it', () => {
    expect(outcomes['wrong password']).toMatchObject({ reason: expect.stringContaining('EAUTH'), final: false })
    expect(heard['wrong password']?.map(({ what }) => what)).not.toContain('sender')
  })

  const mail = { to: 'anna@firma.example', fromName: 'Akademie', replyTo: '', subject: 'Gruß', text: 'Hallo', html: '' }
  const send = (env: Record<string, string>) => {
    const mailer = openMailer(readConfig({ MAIL_FROM: 'kundencenter@akademie.example', ...env }))
    return () => mailer.send({ ...mail, id: 'test.1' }, AbortSignal.timeout(20_000))
  }

  test('trusts the authorities of SMTP_CA_FILE, and no others', async () => {
    const SMTP_URL = `smtp://${credentials}@${otherHost}:${(await listen(makeCertificate(folder, 'own', `IP:${otherHost}`))).port}`
    await expect(send({ SMTP_URL, SMTP_CA_FILE: join(folder, 'own.pem') })()).resolves.toBeUndefined()
    for (const ca of [{ SMTP_CA_FILE: join(folder, 'good.pem') }, {}])
      await expect(send({ SMTP_URL, ...ca })()).rejects.toThrow('self-signed certificate')
  })

  test('logs in with another password once its file has it, and says meanwhile what is wrong with the file', async () => {
    const { port } = await listen(makeCertificate(folder, 'exchanged', `IP:${otherHost}`))
    const file = join(folder, 'smtp-url')
    const write = (login: string) => writeFileSync(file, `smtp://${login}@${otherHost}:${port}\n`)
    write(credentials)
    const sendAgain = send({ SMTP_URL_FILE: file, SMTP_CA_FILE: join(folder, 'exchanged.pem') })
    await sendAgain()
    write('k%40ndencenter:falsch-4711')
    await expect(sendAgain()).rejects.toThrow('EAUTH')
    rmSync(file)
    await expect(sendAgain()).rejects.toThrow('SMTP_URL_FILE is wrong')
    write(credentials)
    await sendAgain()
  })

  test('never logs user or password of the mail server', () => {
    const texts = JSON.stringify(outcomes)
    const spelled = [user, password, credentials, 'falsch-4711']
    const inBase64 = [user, password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
    for (const secret of [...spelled, ...inBase64]) expect(texts).not.toContain(secret)
  })
})

test('a mail is broken off when the work stops, however long the mail server says nothing, and is not given up', async () => {
  const mailServer = await startMailServer()
  mailServer.behave('hang')
  const mailer = openMailer(readConfig({ SMTP_URL: mailServer.url.href, MAIL_FROM: 'kundencenter@akademie.example' }))
  const mail = { to: 'anna@firma.example', fromName: 'Akademie', replyTo: '', subject: 'Gruß', text: 'Hallo', html: '' }
  const stopping = new AbortController()
  const [asked, broken] = [mailServer.asked(), vi.fn()]
  mailer.send({ ...mail, id: 'test.1' }, stopping.signal).catch(broken)
  await asked
  stopping.abort()
  await vi.waitFor(() => expect(broken).toHaveBeenCalled(), { timeout: 60_000 })
  expect(broken).not.toHaveBeenCalledWith(expect.any(UnrecoverableJobError))
  await mailServer.close()
})

test('a mail is signed by DKIM for the domain of its sender, and the DNS records that check gives make SPF, DKIM and DMARC pass', async () => {
  const [mailServer, dns] = [await startMailServer(), await startDnsServer()]
  onTestFinished(async () => void (await Promise.all([mailServer.close(), dns.close()])))
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const config = readConfig({
    SMTP_URL: mailServer.url.href,
    PUBLIC_URL: 'https://center.akademie.example',
    MAIL_FROM: 'kundencenter@akademie.example',
    MAIL_DKIM_SELECTOR: 'center',
    MAIL_DKIM_KEY: key.toString(),
    DNS_SERVERS: dns.address
  })
  const mail = { to: 'anna@firma.example', fromName: 'Akademie', replyTo: '', subject: 'Gruß', text: 'Hallo', html: '' }
  await openMailer(config).send({ ...mail, id: 'test.1' }, AbortSignal.timeout(20_000))
  const { raw } = await mailServer.mail(1)

  const found = () =>
    Promise.all(['mail-spf', 'mail-dkim', 'mail-dmarc'].map(async (code) => mailChecks[code]?.(config)))
  const missing = await found()
  expect(missing).toMatchObject(missing.map(() => ({ severity: 'warning' })))
  for (const { remedy = '' } of missing.filter((outcome) => typeof outcome === 'object')) {
    const [, name = '', text = ''] = /^(\S+)\. TXT "(.+)"$/m.exec(remedy) ?? []
    dns.records[name] = [text]
  }
  expect(await found()).toEqual(['akademie.example', 'akademie.example', 'akademie.example'])

  // The record for SPF names this machine, since the mail server is on it: a receiver looks up the address.
  const resolver = new Resolver()
  resolver.setServers([dns.address])
  const checked = await authenticate(raw, {
    ip: '127.0.0.1',
    helo: 'mail.akademie.example',
    sender: 'kundencenter@akademie.example',
    resolver: async (name, type) => (type === 'A' ? ['127.0.0.1'] : resolver.resolveTxt(name))
  })
  expect([checked.dkim.results, checked.spf, checked.dmarc]).toMatchObject([
    [{ status: { result: 'pass', aligned: 'akademie.example' } }],
    { status: { result: 'pass' } },
    { status: { result: 'pass' } }
  ])
})
