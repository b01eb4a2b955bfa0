import { describe, expect } from 'vitest'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { databaseText } from '../../../../../testing/server/database-text.ts'
import { test as mailTest } from '../../../../../testing/server/mail-fixtures.ts'
import { readRow } from '../../../../../testing/server/rows.ts'
import { queuePasswordMail } from '../../mail/password-mail/password-mail.ts'

let addresses = 0

const test = mailTest
  .extend(
    'settings',
    { scope: 'file' },
    {
      passwordMail: 'link',
      publicUrl: 'https://center.example',
      shopUrl: 'https://shop.example/center',
      minimumPasswordLength: 9,
      // Each test comes from an address of its own, or one's wrong links would slow the next.
      trustProxy: ['127.0.0.1']
    }
  )
  /** The mail that tells of a changed password must not be taken for one of the next test. */
  .extend('settled', { auto: true }, ({ idle }, { onCleanup }) => onCleanup(idle))
  .extend('mailedLink', ({ db, mailServer }) => async (user: TestShopUser): Promise<string> => {
    const arriving = mailServer.mail(mailServer.arrived.length + 1)
    await db.transaction().execute((trx) => queuePasswordMail(trx, user))
    const { mail } = await arriving
    return /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(mail.text ?? '')?.[1] ?? ''
  })
  .extend('from', () => ({ 'x-forwarded-for': `10.0.${++addresses}.1` }))
  .extend('look', ({ server, from }) => {
    return (path: string) => fetch(server.url + path, { headers: from })
  })
  .extend('submit', ({ server, from }) => {
    return (path: string, password: string, repeat = password) =>
      fetch(server.url + path, {
        method: 'POST',
        body: new URLSearchParams({ password, repeat }),
        headers: from,
        redirect: 'manual'
      })
  })
  .extend('expectNoEntry', ({ look, submit }) => async (link: string) => {
    const wrong = await look(`/passwort/${'B'.repeat(43)}`)
    const expected = [404, await wrong.text()]
    const seen = await look(link)
    const sent = await submit(link, 'Neues-Passwort')
    expect([seen.status, await seen.text()]).toEqual(expected)
    expect([sent.status, await sent.text()]).toEqual(expected)
  })
  .extend('mayLogIn', ({ server, from }) => {
    return async (user: TestShopUser, password: string) =>
      (await getToken(server.url, loginForm(user, password), from)).status === 200
  })

describe('the link to set a password', () => {
  test('sets one password, and is then dead', async ({ newcomer, mailedLink, look, submit, mayLogIn }) => {
    const user = await newcomer()
    const link = await mailedLink(user)
    const page = await (await look(link)).text()
    expect(page).toContain(user.userName)
    expect(page).toContain(user.customerNumber)
    const saved = await submit(link, 'Neues-Passwort')
    expect([saved.status, saved.headers.get('location')]).toEqual([303, 'gespeichert'])
    const done = await (await look('/passwort/gespeichert')).text()
    expect(done).toContain('Ihr Passwort ist gespeichert')
    expect(done).toContain('href="https://shop.example/center"')
    expect(await mayLogIn(user, 'Neues-Passwort')).toBe(true)
    expect((await submit(link, 'Fremdes-Passwort')).status).toBe(404)
    expect(await mayLogIn(user, 'Fremdes-Passwort')).toBe(false)
  })

  test('leads to a login that is filled in behind the #', async ({ server, newcomer, mailedLink, submit }) => {
    const user = await newcomer()
    const saved = await submit(await mailedLink(user), 'Neues-Passwort')
    const [cookie = ''] = saved.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-KC-LOGIN=.*; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const done = await fetch(`${server.url}/passwort/gespeichert`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    const text = await done.text()
    const [, url = ''] = /content="0; url=([^"]+)"/.exec(text) ?? []
    expect(text, 'for browsers that stay').toContain(`href="${url}"`)
    const { origin, pathname, search, hash } = new URL(url.replaceAll('&amp;', '&'))
    expect(origin + pathname + search).toBe('https://shop.example/center')
    expect([...new URLSearchParams(hash.replace('#login?', ''))]).toEqual([
      ['customerNumber', user.customerNumber],
      ['userName', user.userName],
      ['done', 'password']
    ])
  })

  test('is good for 72 hours, and leaves nothing of itself behind but a password that does not run out', async ({
    database,
    db,
    newcomer,
    setShopUser,
    mailedLink,
    submit,
    mayLogIn
  }) => {
    const user = await newcomer()
    // The end is that of a password that was mailed before links were.
    const past = new Date(Date.now() - 1000)
    await setShopUser(user, { password_expires_at: past, password_must_change: true })
    const link = await mailedLink(user)
    const { rows } = await database.pool.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float8 / 3600 as left from password_mails where contact_id = ${user.contactId}`
    )
    expect(Math.round(rows[0]?.left ?? 0)).toBe(72)
    await submit(link, 'Neues-Passwort')
    expect(await mayLogIn(user, 'Neues-Passwort')).toBe(true)
    const kept = db.selectFrom('password_mails').select('contact_id').where('contact_id', '=', user.contactId)
    expect(await kept.execute()).toEqual([])
    const { password_must_change } = await readRow(db, 'shop_users', { contact_id: user.contactId })
    expect(password_must_change).toBe(false)
  })

  test('comes again to somebody who got a password otherwise', async ({ newcomer, setShopUser, mailedLink, look }) => {
    const user = await newcomer()
    const first = await mailedLink(user)
    await setShopUser(user, { password_hash: 'another' })
    const second = await mailedLink(user)
    expect([(await look(first)).status, (await look(second)).status]).toEqual([404, 200])
  })

  test('counts the contact’s VERSION up for an open form', async ({ db, newcomer, mailedLink, submit }) => {
    const user = await newcomer()
    await submit(await mailedLink(user), 'Neues-Passwort')
    const contact = db.selectFrom('contacts').select('version').where('contact_id', '=', user.contactId)
    const entry = db
      .selectFrom('audit_entries')
      .select(['resource', 'key'])
      .where('actor_contact_id', '=', user.contactId)
    expect(await contact.execute()).toEqual([{ version: 2 }])
    const { providerId, customerId, contactId } = user
    expect(await entry.execute()).toEqual([{ resource: 'shop-user', key: { providerId, customerId, contactId } }])
  })

  test('is good for one of two who use it at once', async ({ newcomer, mailedLink, submit }) => {
    const user = await newcomer()
    const link = await mailedLink(user)
    const answers = await Promise.all([submit(link, 'Erstes-Passwort'), submit(link, 'Zweites-Passwort')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404])
  })

  test('is in its mail alone, its use noted', async ({ database, db, server, newcomer, mailedLink, look, submit }) => {
    const user = await newcomer()
    const link = await mailedLink(user)
    const token = link.slice('/passwort/'.length)
    expect(token).toHaveLength(43)
    await look(link)
    await submit(link, 'Kanarien-Vogel')
    const texts = await databaseText(database)
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('actor_contact_id', '=', user.contactId)
      .execute()
    expect(entries).toEqual([{ action: 'update', changes: { WSU_PASSWORT: { set: true } } }])
    for (const secret of [token, 'Kanarien-Vogel']) {
      expect(texts).not.toContain(secret)
      expect(server.log()).not.toContain(secret)
    }
  })

  const answered = 'gets the same answer as every other one that opens nothing'

  test.for([
    ['is wrong', `/passwort/${'A'.repeat(43)}`],
    ['is no link at all', '/passwort/x%0a%00']
  ] as const)(`that %s ${answered}`, ([_what, link], { expectNoEntry }) => expectNoEntry(link))

  test(`that has been used ${answered}`, async ({ newcomer, mailedLink, submit, expectNoEntry }) => {
    const link = await mailedLink(await newcomer())
    await submit(link, 'Neues-Passwort')
    await expectNoEntry(link)
  })

  test(`that was followed by another ${answered}`, async ({ newcomer, mailedLink, expectNoEntry }) => {
    const user = await newcomer()
    const link = await mailedLink(user)
    await mailedLink(user)
    await expectNoEntry(link)
  })

  test.for([
    ['has run out', 'password_mails set expires_at = now()'],
    ['belongs to somebody without a right', 'shop_users set rights = 0'],
    ['belongs to somebody inactive', 'contacts set active = false'],
    ['belongs to somebody who has got a password meanwhile', `shop_users set password_hash = 'another'`]
  ] as const)(`that %s ${answered}`, async ([_what, change], { database, newcomer, mailedLink, expectNoEntry }) => {
    const user = await newcomer()
    const link = await mailedLink(user)
    await database.pool.query(`update ${change} where contact_id = ${user.contactId}`)
    await expectNoEntry(link)
  })

  test.for([
    ['is too short', 'acht-Zei', 'acht-Zei', 'Passwort muss mindestens 9 Zeichen lang sein'],
    ['is too long', 'x'.repeat(201), 'x'.repeat(201), 'Passwort darf höchstens 200 Zeichen lang sein'],
    ['differs from its repetition', 'Neues-Passwort', 'Neues-Passwart', 'Passwort ist unterschiedlich'],
    ['begins with a blank', ' Neues-Passwort', ' Neues-Passwort', 'darf nicht mit einem Leerzeichen beginnen'],
    ['is missing', '', '', 'Passwort muss mindestens 9 Zeichen lang sein'],
    ['is one that the log-in refuses', 'Neues\0Passwort', 'Neues\0Passwort', 'muss mindestens 9 Zeichen lang sein']
  ] as const)(
    'asks again when the password %s, and stays good',
    async ([_what, password, repeat, sentence], { newcomer, mailedLink, submit }) => {
      const user = await newcomer()
      const link = await mailedLink(user)
      const answer = await submit(link, password, repeat)
      const page = await answer.text()
      expect(answer.status).toBe(422)
      expect(page).toContain(sentence)
      expect(page).toContain('aria-invalid="true"')
      if (password !== '') expect(page).not.toContain(password)
      expect((await submit(link, 'Neues-Passwort')).status).toBe(303)
    }
  )

  test('ends the sessions that the person had', async ({ server, newcomer, mailedLink, from, submit }) => {
    const user = await newcomer()
    const link = await mailedLink(user)
    await submit(link, 'Neues-Passwort')
    const token = (await getToken(server.url, loginForm(user, 'Neues-Passwort'), from)).envelope.responseData
    const headers = { authorization: token.access_token }
    expect((await fetch(`${server.url}/api/webshopuser`, { headers })).status).toBe(200)
    const again = await mailedLink(user)
    expect((await submit(again, 'Neueres-Passwort')).status).toBe(303)
    expect((await fetch(`${server.url}/api/webshopuser`, { headers })).status).toBe(401)
  })

  test('is throttled for an address that tries many', async ({ look }) => {
    const statuses: number[] = []
    for (let index = 0; index < 52; index += 1)
      statuses.push((await look(`/passwort/${'C'.repeat(43)}${index}`)).status)
    expect(statuses.slice(0, 50)).toEqual(Array(50).fill(404))
    expect(statuses.slice(50)).toEqual([429, 429])
  })

  test('leads to a page that leaks and loads nothing from elsewhere', async ({ newcomer, mailedLink, look }) => {
    const user = await newcomer()
    const answer = await look(await mailedLink(user))
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/)
    const page = await answer.text()
    expect(page).toContain('Mindestens 9 Zeichen, höchstens 200, ohne Leerzeichen am Anfang oder Ende und nicht leicht')
    // The brand leads to the shop, which is told no referrer.
    const own = page.replace('<a href="https://shop.example/center">', '').replace('<script src="page.js" defer>', '')
    expect(own).not.toMatch(/<script|https?:/)
    expect((await look('/passwort/page.css')).headers.get('content-type')).toContain('text/css')
    expect((await look('/passwort/page.js')).headers.get('content-type')).toContain('text/javascript')
  })
})
