import { expect } from 'vitest'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'

const shown = [
  ['Impressum', 'https://shop.example/impressum?a=1&b=2'],
  ['Hilfe', 'https://shop.example/hilfe']
] as const

const links = { help: shown[1][1], imprint: shown[0][1] }

const test = mailTest.extend('settings', { scope: 'file' }, { publicUrl: 'https://center.example', links })

test('the provider’s pages are named in mails and own pages', async ({ db, server, newcomer, mailServer }) => {
  const arriving = mailServer.mail(1)
  const user = await newcomer()
  await db.transaction().execute((trx) => queuePasswordMail(trx, user))
  const { mail } = await arriving
  expect(mail.text).toContain(shown.map((pair) => pair.join(': ')).join('\n'))
  const paths = ['/passwort/unbekannt', '/passwort/gespeichert', '/e-mail/unbekannt', '/e-mail/bestaetigt', '/verify']
  const pages = await Promise.all(paths.map(async (path) => (await fetch(server.url + path)).text()))
  const failed = await fetch(`${server.url}/verify`, { method: 'POST', body: 'x'.repeat(20_000) })
  expect(failed.status).toBeGreaterThanOrEqual(400)
  for (const body of [mail.html ?? '', ...pages, await failed.text()])
    for (const [label, url] of shown) expect(body).toContain(`<a href="${url.replace('&', '&amp;')}">${label}</a>`)
})
