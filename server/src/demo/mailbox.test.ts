import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as serverTest } from '../../../testing/server/fixtures.ts'
import { sharedFolder } from '../../../testing/server/new-folder.ts'
import { readConfig } from '../platform/config/config.ts'
import { mailFolder, type MailToSend, openMailer } from '../platform/mail/mailer.ts'

const dataFolder = sharedFolder()
const publicUrl = 'http://localhost:3000'

const test = serverTest
  .extend('overrides', { scope: 'file' }, () => ({
    config: readConfig({ DEMO: 'true', DATA_FOLDER: dataFolder, PUBLIC_URL: publicUrl })
  }))
  .extend('read', ({ server }) => async (path: string) => {
    const answer = await fetch(server.url + path)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  })
  /** Writes a mail as the server does, and returns the path of its page. */
  .extend('write', ({ read }) => async (mail: Partial<MailToSend>) => {
    const plain = { to: 'anna@firma.example', fromName: 'Akademie', replyTo: '', subject: 'Neu', text: '', html: '' }
    const mailer = openMailer(readConfig({ DATA_FOLDER: dataFolder, MAIL_FROM: 'center@akademie.example' }))
    await mailer.send({ ...plain, id: 'mail.1', ...mail }, AbortSignal.timeout(60_000))
    const { text } = await read('/demo/postfach')
    return /href="(\/demo\/postfach\/[^"]+\.eml)"/.exec(text)?.[1] ?? ''
  })

test('without a mail it says how one gets some', async ({ read }) => {
  const { status, text } = await read('/demo/postfach')
  expect([status, text]).toEqual([200, expect.stringContaining('Noch keine E-Mails')])
  expect(text).not.toContain('<ol')
})

test('mails stand in it with the newest first, and one shows its text and its files beside its frame', async ({
  read,
  write
}) => {
  await write({ subject: 'Erste' })
  const content = Buffer.from('%PDF-1.7')
  const path = await write({
    subject: 'Zweite <b>',
    text: `Hallo\n\n${publicUrl}/passwort/abc\nhttps://fremd.example/a?b=1&c=2\nhttp://localhost:3000.fremd.example/\n${publicUrl}//fremd.example/x (siehe ${publicUrl}/hier).\n${publicUrl}`,
    attachments: [{ filename: 'rechnung.pdf', content }]
  })
  const list = (await read('/demo/postfach')).text
  expect([...list.matchAll(/\.eml">([^<]+)</g)].map(([, subject]) => subject)).toEqual(['Zweite &lt;b&gt;', 'Erste'])
  expect(list).toMatch(/anna@firma\.example · \d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr/)

  const { text, headers } = await read(path)
  expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(text).toContain('<h1>Zweite &lt;b&gt;</h1>')
  // Links stay under the name by which the page was opened; what was mailed can be read.
  for (const link of [
    `<a href="/passwort/abc">${publicUrl}/passwort/abc</a>`,
    '<a href="https://fremd.example/a?b=1&amp;c=2">https://fremd.example/a?b=1&amp;c=2</a>',
    '<a href="http://localhost:3000.fremd.example/">',
    '<a href="/fremd.example/x">',
    `(siehe <a href="/hier">${publicUrl}/hier</a>).`,
    `<a href="/">${publicUrl}</a>`
  ])
    expect(text).toContain(link)
  const policy = headers.get('content-security-policy')
  for (const rule of ["default-src 'none'", "frame-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/script-src|unsafe/)

  expect(text).toContain('rechnung.pdf (1\u00a0kB)')
  const file = await read(`${path}/0`)
  expect([file.text, file.headers.get('content-type')]).toEqual([String(content), 'application/octet-stream'])
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="rechnung.pdf"')
  expect((await read(`${path}/1`)).status).toBe(404)
})

test('a mail in its frame runs nothing, loads nothing, and has links that open tabs under the page’s name', async ({
  read,
  write
}) => {
  const html = `<!doctype html><html><head><style>p { color: red }</style></head><body>
    <script>alert(1)</script><img src="https://fremd.example/pixel.png" onerror="alert(2)">
    <a class="button" href="${publicUrl}#/invoices">Rechnung</a><a href="https://fremd.example/">Fremd</a></body></html>`
  const path = await write({ html })
  const { text, headers } = await read(`${path}/html`)
  expect(text).toContain('<head><base target="_blank">')
  expect(text).toContain('<a class="button" href="/#/invoices">')
  expect(text).toContain('<a href="https://fremd.example/">')
  expect(headers.get('content-security-policy')?.split(';')).toEqual([
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'"
  ])
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
})

test('a mail whose head is broken stands in it, too', async ({ read }) => {
  await mkdir(mailFolder(dataFolder), { recursive: true })
  await writeFile(join(mailFolder(dataFolder), '9999 kaputt.eml'), 'Date: gestern\r\nTo: <\r\n\r\n')
  const { status, text } = await read('/demo/postfach')
  expect([status, text]).toEqual([200, expect.stringContaining('>Ohne Betreff</a>')])
  expect((await read('/demo/postfach/9999%20kaputt.eml')).status).toBe(200)
})

test.for(['nichts.eml', '..%2fgeheim.eml', '%2e%2e%2fgeheim.eml', 'geheim.txt'])(
  'no other file is read: %s',
  async (name, { read }) => {
    await mkdir(mailFolder(dataFolder), { recursive: true })
    await writeFile(join(dataFolder, 'geheim.eml'), 'Subject: Geheim\r\n\r\nGeheim')
    await writeFile(join(mailFolder(dataFolder), 'geheim.txt'), 'Subject: Geheim\r\n\r\nGeheim')
    for (const path of [name, `${name}/html`, `${name}/0`]) {
      const { status, text } = await read(`/demo/postfach/${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('Geheim')
    }
  }
)
