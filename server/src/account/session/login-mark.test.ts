import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PasskeyOptions } from '@customer-center/contract/passkey'
import { authenticator } from '../../../../testing/server/authenticator.ts'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { databaseText } from '../../../../testing/server/database-text.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { readConfig } from '../../platform/config/config.ts'
import { markRetention } from './login-mark.repository.ts'

const origin = 'https://center.example'
const shop = 'https://shop.example'
const subject = 'Anmeldung in einem neuen Browser'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Makes a client that keeps cookies, as a browser does for a page of our own or of another origin. */
function newBrowser(headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  const set: string[] = []
  return {
    set,
    headers: () => ({
      'user-agent': firefox,
      ...headers,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    }),
    keep(lines: readonly string[]) {
      for (const line of lines.filter((each) => each.includes('KC-BROWSER'))) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
        set.push(line)
      }
    }
  }
}

type Browser = ReturnType<typeof newBrowser>

const test = mailTest
  .extend('settings', { scope: 'file' }, { publicUrl: origin, corsOrigins: [shop] })
  .extend('logIn', ({ server }) => async (browser: Browser, form: Record<string, string>) => {
    const answer = await getToken(server.url, form, browser.headers())
    expect(answer.status).toBe(200)
    browser.keep(answer.headers.getSetCookie())
    return answer.envelope.responseData
  })
  /** Returns the mails about a new browser to a person, once nothing is left to send. */
  .extend('mailsTo', ({ mailServer, idle }) => async ({ userName }: TestShopUser) => {
    await idle()
    const all = mailServer.arrived.filter(({ recipients }) => recipients.includes(userName))
    return all.map(({ mail }) => mail).filter((mail) => mail.subject === subject)
  })
  .extend('passDay', ({ db }) => async ({ contactId }: TestShopUser) => {
    await sql`
      update contact_access set browser_told_at = browser_told_at - interval '25 hours'
      where contact_id = ${contactId}`.execute(db)
  })

test('is told to its owner, at most once a day', async ({ shopUsers: { contact }, logIn, mailsTo, passDay }) => {
  const [own, other] = [newBrowser(), newBrowser()]
  await logIn(own, loginForm(contact))
  await logIn(own, loginForm(contact))
  // The first login of all has nothing to be compared with.
  expect(await mailsTo(contact)).toEqual([])
  await logIn(other, loginForm(contact))
  const [mail, ...more] = await mailsTo(contact)
  expect(more).toEqual([])
  for (const fact of ['Firefox auf Windows', 'Passwort vergessen?', 'Uhr']) expect(mail?.text).toContain(fact)
  await passDay(contact)
  for (const browser of [own, other]) await logIn(browser, loginForm(contact))
  expect(await mailsTo(contact)).toHaveLength(1)
  // A browser that keeps no cookies causes one mail a day.
  for (let count = 0; count < 3; count += 1) await logIn(newBrowser(), loginForm(contact))
  expect(await mailsTo(contact)).toHaveLength(2)
})

test('a passkey in a browser without the mark is told', async ({ server, shopUsers: { contact }, logIn, mailsTo }) => {
  const device = authenticator(origin, 'center.example')
  const post = async (path: string, data: object, headers = {}) =>
    (await server.save(headers, ['POST', path], { ...data })).data as unknown as PasskeyOptions
  const headers = await server.headersOf(contact)
  await post('/passkeys', { response: device.create(await post('/passkeys/options', {}, headers)) }, headers)
  const usePasskey = async (browser: Browser) =>
    logIn(browser, { passkey: device.get(await post('/passkeys/loginoptions', {})) })
  const own = newBrowser()
  await usePasskey(own)
  await usePasskey(own)
  expect(await mailsTo(contact)).toEqual([])
  await usePasskey(newBrowser())
  expect(await mailsTo(contact)).toHaveLength(1)
})

test('a browser that several people share knows each of them', async ({ newCustomer, logIn, mailsTo }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const shared = newBrowser()
  await logIn(newBrowser(), loginForm(contact))
  await logIn(shared, loginForm(admin))
  await logIn(shared, loginForm(contact))
  expect(await mailsTo(contact)).toHaveLength(1)
  const values = shared.set.map((line) => /=([\w.-]*)/.exec(line)?.[1]?.split('.') ?? [])
  expect(values[1]).toHaveLength(2)
  expect(values[1]?.[1]).toBe(values[0]?.[0])
  for (const user of [admin, contact, admin]) await logIn(shared, loginForm(user))
  expect([(await mailsTo(admin)).length, (await mailsTo(contact)).length]).toEqual([0, 1])
})

test('the mark is a cookie of this host for a year, stored as a hash', async ({ newCustomer, logIn, database }) => {
  const { contact } = (await newCustomer()).shopUsers
  const listed = { origin: shop, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'content-version': '1.0' }
  const [own, embedded] = [newBrowser(), newBrowser(listed)]
  const unlisted = newBrowser({ ...listed, origin: 'https://evil.example' })
  for (const browser of [own, embedded, unlisted]) await logIn(browser, loginForm(contact))
  expect(own.set.join()).toMatch(
    /^__Host-KC-BROWSER=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
  )
  expect(embedded.set.join()).toMatch(
    /^__Host-KC-BROWSER-[0-9a-f]{16}=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/
  )
  expect(unlisted.set).toEqual([])
  const [, mark = ''] = /=([\w-]{43});/.exec(own.set.join()) ?? []
  expect(await databaseText(database)).not.toContain(mark)
})

test('neither a renewal nor a provider’s session sets a mark', async ({ newCustomer, logIn, server, db, mailsTo }) => {
  const { contact } = (await newCustomer()).shopUsers
  const { refresh_token } = await logIn(newBrowser(), loginForm(contact))
  const other = newBrowser()
  await logIn(other, { refreshToken: refresh_token ?? '', getRefreshToken: 'true' })
  const { key } = await addProviderKey(db, { providerId: contact.providerId })
  const opened = await fetch(`${server.url}/provider/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customerNumber: contact.customerNumber, email: contact.userName })
  })
  expect([opened.status, opened.headers.getSetCookie(), other.set]).toEqual([200, [], []])
  expect(await mailsTo(contact)).toEqual([])
})

test('the newest twenty marks of a person are kept, for a year', async ({ shopUsers: { contact }, logIn, db }) => {
  const own = newBrowser()
  await logIn(own, loginForm(contact))
  await sql`
    insert into login_marks (provider_id, contact_id, mark_hash, last_used_at)
    select ${contact.providerId}, ${contact.contactId}, sha256(n::text::bytea), now() - n * interval '1 hour'
    from generate_series(1, 19) n`.execute(db)
  await logIn(newBrowser(), loginForm(contact))
  const marks = async () =>
    (await sql`select from login_marks where contact_id = ${contact.contactId}`.execute(db)).rows.length
  expect(await marks()).toBe(20)
  const oldest = await sql`select from login_marks where mark_hash = sha256('19')`.execute(db)
  expect(oldest.rows).toEqual([])
  await sql`
    update login_marks set last_used_at = now() - interval '366 days' where contact_id = ${contact.contactId}`.execute(
    db
  )
  await logIn(own, loginForm(contact))
  await markRetention.removeOld(db, readConfig({}))
  expect(await marks()).toBe(1)
})
