import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../testing/server/app.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { newFolder, sharedFolder } from '../../../../testing/server/new-folder.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'
import { createLetterTypesetter } from '../../confirmations/letter/letter-typesetter.ts'
import { mailNames } from '../../demo/mailbox.ts'
import { jobs } from '../../features.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'
import { readConfig } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { startQueue } from '../queue/start-queue.ts'
import { type MailToSend, openMailer } from './mailer.ts'

const dataFolder = sharedFolder()
let database: Database
let user: TestShopUser

beforeAll(async () => {
  database = await openInMemory()
  user = (await addCustomer(database.db, 1000)).shopUsers.admin
})
afterAll(() => database.close())

/** Runs the server, with its queue at work while `act` runs. */
async function running(env: Record<string, string>, act: (server: TestApp) => Promise<void>): Promise<void> {
  const config = readConfig({ ...env, DATA_FOLDER: dataFolder })
  const server = await startApp(database, { config })
  const parts = {
    config,
    db: database.db,
    mailer: openMailer(config),
    typesetter: createLetterTypesetter(config),
    log: server.app.log
  }
  const queue = await startQueue(parts, jobs, { exclusive: true, pollMs: 20 })
  try {
    await act(server)
  } finally {
    await queue.stop()
    await server.close()
  }
}

const counted = async (server: TestApp) => (await fetch(`${server.url}/demo/mail-count.json`)).text()

test('without a mail server each mail is a whole file that nobody else may read, and the demo counts it', async () => {
  await running({ DEMO: 'true' }, async (server) => {
    expect(await counted(server)).toBe('{"count":0}')
    await database.db.transaction().execute((trx) => queuePasswordMail(trx, user))
    await eventually(async () => expect(await counted(server)).toBe('{"count":1}'))
    const [name = '', ...others] = await readdir(join(dataFolder, 'mails'))
    expect(others).toEqual([])
    const file = join(dataFolder, 'mails', name)
    expect((await stat(file)).mode & 0o077).toBe(0)
    const { to, subject, text } = await PostalMime.parse(await readFile(file))
    expect([to?.[0]?.address, subject]).toEqual([user.userName, 'Ihr Zugang zum Kundencenter'])
    expect(text).toMatch(/^Passwort: \S{8}$/m)
  })
})

test('of the written mails the newest 500 are kept', async () => {
  const folder = join(dataFolder, 'mails')
  const mailer = openMailer(readConfig({ DATA_FOLDER: dataFolder }))
  const mail = { to: 'anna@firma.example', fromName: '', replyTo: '', subject: 'Neu', text: '', html: '' }
  const send = () => mailer.send({ ...mail, id: 'kept.1' }, AbortSignal.timeout(60_000))
  await send()
  const day = (index: number) => `2020-01-01T00-00-00.${String(index).padStart(3, '0')}Z alt.eml`
  for (let index = 0; index < 500; index += 1) await writeFile(join(folder, day(index)), '')
  const before = (await readdir(folder)).filter((name) => !name.endsWith('alt.eml'))
  await send()
  const names = (await readdir(folder)).toSorted()
  expect(names).toHaveLength(500)
  expect(names).toEqual(expect.arrayContaining(before))
  expect(names[0]).toBe(day(before.length + 1))
  expect(names.at(-1)).toContain('kept.1')
  expect(await mailNames(folder)).toEqual(names.toReversed())
})

describe('the head of a mail', () => {
  const plain = { to: 'anna@firma.example', fromName: 'Akademie', replyTo: '', subject: 'Neu', text: '', html: '' }

  async function head(mail: Partial<MailToSend>) {
    const folder = await newFolder()
    const mailer = openMailer(readConfig({ DATA_FOLDER: folder, MAIL_FROM: 'kundencenter@akademie.example' }))
    await mailer.send({ ...plain, id: 'head.1', ...mail }, AbortSignal.timeout(60_000))
    const [name = ''] = await readdir(join(folder, 'mails'))
    return PostalMime.parse(await readFile(join(folder, 'mails', name)))
  }

  test('says that a machine wrote it, so that no holiday notice answers', async () => {
    const { headers } = await head({})
    expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  })

  test('shows subject and sender on one line, without characters that hide or reverse what follows', async () => {
    const hidden = ' \u202e\u0007\r\nBcc: fremd@boese.example'
    const mail = await head({ subject: `Neu${hidden}`, fromName: `Akademie${hidden}` })
    const shown = ' Bcc: fremd@boese.example'
    expect([mail.subject, mail.from?.name, mail.bcc]).toEqual([`Neu${shown}`, `Akademie${shown}`, undefined])
  })

  test.each([
    ['the provider’s address, where it is another one than the sender’s', 'office@akademie.example', true],
    ['nobody else, where the provider has the sender’s', 'kundencenter@akademie.example', false],
    ['nobody else, where what the provider has is no address', 'office@akademie', false],
    ['nobody else, where it is a list of them', 'office@akademie.example,fremd@boese.example', false]
  ])('has answers go to %s', async (_where, replyTo, named) => {
    expect((await head({ replyTo })).replyTo).toEqual(named ? [{ name: '', address: replyTo }] : undefined)
  })
})

test.each([
  ['where it is no demo', {}],
  ['where mails go to a mail server', { DEMO: 'true', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example' }]
])('mails are not listed %s', async (_where, env: Record<string, string>) => {
  await running(env, async (server) => {
    expect((await fetch(`${server.url}/demo/postfach`)).status).toBe(404)
    expect(await counted(server)).not.toContain('count')
  })
})
