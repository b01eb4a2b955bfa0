import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { queuePasswordMail } from '../../account/password-mail/queue-password-mail.ts'
import { getToken, loginForm } from '../../testing/calls.ts'
import { addCompany, type TestUser } from '../../testing/company.ts'
import { databaseText } from '../../testing/database-text.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startMailApp, type TestMailApp } from '../../testing/mail-fixtures.ts'

describe.each(testDatabases())('the link to set a password ($name)', ({ open }) => {
  let database: Database
  let server: TestMailApp
  let mailServer: MailServer
  let last = 0

  beforeAll(async () => {
    database = await open()
    mailServer = await startMailServer()
    server = await startMailApp(database, mailServer, {
      passwordMail: 'link',
      publicUrl: 'https://center.example',
      shopUrl: 'https://shop.example/center',
      minimumPasswordLength: 9,
      // Each test comes from an address of its own, or one's wrong links would slow the next.
      trustProxy: ['127.0.0.1']
    })
  })
  afterAll(async () => {
    await server.close()
    await mailServer.close()
    await database.close()
  })

  async function newcomer(): Promise<TestUser> {
    last += 1000
    const { users } = await addCompany(database.db, last)
    await set(users.admin, { password_hash: null })
    return users.admin
  }

  const set = ({ company, pvaid }: TestUser, values: object) =>
    database.db
      .updateTable('shop_users')
      .set(values)
      .where('company', '=', company)
      .where('pvaid', '=', pvaid)
      .execute()

  /** The path of the link that comes by mail. */
  async function mailedLink(user: TestUser): Promise<string> {
    const arriving = mailServer.mail(mailServer.arrived.length + 1)
    await database.db.transaction().execute((trx) => queuePasswordMail(trx, user))
    const { mail } = await arriving
    return /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(mail.text ?? '')?.[1] ?? ''
  }

  const from = () => ({ 'x-forwarded-for': `10.0.${last / 1000}.1` })
  const look = (path: string) => fetch(server.url + path, { headers: from() })
  const submit = (path: string, password: string, repeat = password) =>
    fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams({ password, repeat }),
      headers: from(),
      redirect: 'manual'
    })
  const mayLogIn = async (user: TestUser, password: string) =>
    (await getToken(server.url, loginForm(user, password), from())).status === 200

  test('sets one password, after which the person logs in with it, and is then dead', async () => {
    const user = await newcomer()
    const link = await mailedLink(user)
    const page = await (await look(link)).text()
    expect(page).toContain(user.userName)
    expect(page).toContain(user.customerNumber)
    const set1 = await submit(link, 'Neues-Passwort')
    expect([set1.status, set1.headers.get('location')]).toEqual([303, 'gespeichert'])
    const done = await (await look('/passwort/gespeichert')).text()
    expect(done).toContain('Ihr Passwort ist gespeichert')
    expect(done).toContain('href="https://shop.example/center"')
    expect(await mayLogIn(user, 'Neues-Passwort')).toBe(true)
    expect((await submit(link, 'Fremdes-Passwort')).status).toBe(404)
    expect(await mayLogIn(user, 'Fremdes-Passwort')).toBe(false)
  })

  test('is good for 72 hours, and leaves nothing of itself behind but a password that does not run out', async () => {
    const user = await newcomer()
    // Of a password that was mailed before links were.
    const past = new Date(Date.now() - 1000)
    await set(user, { password_expires_at: past, password_must_change: true })
    const link = await mailedLink(user)
    const { rows } = await database.pool.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float8 / 3600 as left from password_mails where pvaid = ${user.pvaid}`
    )
    expect(Math.round(rows[0]?.left ?? 0)).toBe(72)
    await submit(link, 'Neues-Passwort')
    expect(await mayLogIn(user, 'Neues-Passwort')).toBe(true)
    const kept = database.db.selectFrom('password_mails').select('pvaid').where('pvaid', '=', user.pvaid)
    expect(await kept.execute()).toEqual([])
    const { password_must_change } = await database.db
      .selectFrom('shop_users')
      .select('password_must_change')
      .where('pvaid', '=', user.pvaid)
      .executeTakeFirstOrThrow()
    expect(password_must_change).toBe(false)
  })

  test('comes again, and works, for somebody who has got a password in another way since the last one', async () => {
    const user = await newcomer()
    const first = await mailedLink(user)
    await set(user, { password_hash: 'another' })
    const second = await mailedLink(user)
    expect([(await look(first)).status, (await look(second)).status]).toEqual([404, 200])
  })

  test('counts the contact’s VERSION up, so that who has its form open has missed something', async () => {
    const user = await newcomer()
    await submit(await mailedLink(user), 'Neues-Passwort')
    const contact = database.db.selectFrom('contacts').select('version').where('pvaid', '=', user.pvaid)
    const entry = database.db
      .selectFrom('audit_entries')
      .select(['resource', 'key'])
      .where('actor_pvaid', '=', user.pvaid)
    expect(await contact.execute()).toEqual([{ version: 2 }])
    const { company, id, pvaid } = user
    expect(await entry.execute()).toEqual([{ resource: 'webshop-user', key: { company, id, pvaid } }])
  })

  test('is good for one of two who use it at once', async () => {
    const user = await newcomer()
    const link = await mailedLink(user)
    const answers = await Promise.all([submit(link, 'Erstes-Passwort'), submit(link, 'Zweites-Passwort')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404])
  })

  test('is nowhere but in its mail, and its use is written down without the password', async () => {
    const user = await newcomer()
    const link = await mailedLink(user)
    const token = link.slice('/passwort/'.length)
    expect(token).toHaveLength(43)
    await look(link)
    await submit(link, 'Kanarien-Vogel')
    const texts = await databaseText(database)
    const entries = await database.db
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('actor_pvaid', '=', user.pvaid)
      .execute()
    expect(entries).toEqual([{ action: 'update', changes: { WSU_PASSWORT: { set: true } } }])
    for (const secret of [token, 'Kanarien-Vogel']) {
      expect(texts).not.toContain(secret)
      expect(server.log()).not.toContain(secret)
    }
  })

  test.each([
    ['is wrong', async () => `/passwort/${'A'.repeat(43)}`],
    ['is no link at all', async () => '/passwort/x%0a%00'],
    [
      'has been used',
      async (user: TestUser) => {
        const link = await mailedLink(user)
        await submit(link, 'Neues-Passwort')
        return link
      }
    ],
    [
      'has run out',
      async (user: TestUser) => {
        const link = await mailedLink(user)
        await database.pool.query(`update password_mails set expires_at = now() where pvaid = ${user.pvaid}`)
        return link
      }
    ],
    [
      'was followed by another',
      async (user: TestUser) => {
        const link = await mailedLink(user)
        await mailedLink(user)
        return link
      }
    ],
    [
      'belongs to somebody without a right',
      async (user: TestUser) => {
        const link = await mailedLink(user)
        await set(user, { rights: 0 })
        return link
      }
    ],
    [
      'belongs to somebody inactive',
      async (user: TestUser) => {
        const link = await mailedLink(user)
        await database.db.updateTable('contacts').set({ active: false }).where('pvaid', '=', user.pvaid).execute()
        return link
      }
    ],
    [
      'belongs to somebody who has got a password meanwhile',
      async (user: TestUser) => {
        const link = await mailedLink(user)
        await set(user, { password_hash: 'another' })
        return link
      }
    ]
  ])('that %s gets the same answer as every other one that opens nothing', async (_what, linkOf) => {
    const user = await newcomer()
    const link = await linkOf(user)
    const wrong = await look(`/passwort/${'B'.repeat(43)}`)
    const expected = [404, await wrong.text()]
    const seen = await look(link)
    const sent = await submit(link, 'Neues-Passwort')
    expect([seen.status, await seen.text()]).toEqual(expected)
    expect([sent.status, await sent.text()]).toEqual(expected)
  })

  test.each([
    ['is too short', 'acht-Zei', 'acht-Zei', 'Passwort muss mindestens 9 Zeichen lang sein'],
    ['is too long', 'x'.repeat(201), 'x'.repeat(201), 'Passwort darf höchstens 200 Zeichen lang sein'],
    ['differs from its repetition', 'Neues-Passwort', 'Neues-Passwart', 'Passwort ist unterschiedlich'],
    ['is missing', '', '', 'Passwort muss mindestens 9 Zeichen lang sein'],
    [
      'is one that the log-in refuses',
      'Neues\0Passwort',
      'Neues\0Passwort',
      'Passwort muss mindestens 9 Zeichen lang sein'
    ]
  ])('asks again when the password %s, and stays good', async (_what, password, repeat, sentence) => {
    const user = await newcomer()
    const link = await mailedLink(user)
    const answer = await submit(link, password, repeat)
    const page = await answer.text()
    expect(answer.status).toBe(422)
    expect(page).toContain(sentence)
    expect(page).toContain('aria-invalid="true"')
    if (password !== '') expect(page).not.toContain(password)
    expect((await submit(link, 'Neues-Passwort')).status).toBe(303)
  })

  test('ends the sessions that the person had', async () => {
    const user = await newcomer()
    const link = await mailedLink(user)
    await submit(link, 'Neues-Passwort')
    const token = (await getToken(server.url, loginForm(user, 'Neues-Passwort'), from())).envelope.responseData
    const headers = { authorization: token.access_token }
    expect((await fetch(`${server.url}/api/webshopuser`, { headers })).status).toBe(200)
    const again = await mailedLink(user)
    expect((await submit(again, 'Neueres-Passwort')).status).toBe(303)
    expect((await fetch(`${server.url}/api/webshopuser`, { headers })).status).toBe(401)
  })

  test('is throttled for an address that tries many', async () => {
    await newcomer()
    const statuses: number[] = []
    for (let index = 0; index < 52; index += 1)
      statuses.push((await look(`/passwort/${'C'.repeat(43)}${index}`)).status)
    expect(statuses.slice(0, 50)).toEqual(Array(50).fill(404))
    expect(statuses.slice(50)).toEqual([429, 429])
  })

  test('leads to a page that leaks nothing: no referrer, no cache, no script, no frame, nothing from elsewhere', async () => {
    const user = await newcomer()
    const answer = await look(await mailedLink(user))
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
    const page = await answer.text()
    expect(page).not.toMatch(/<script|https?:/)
    expect((await look('/passwort/page.css')).headers.get('content-type')).toContain('text/css')
  })
})
