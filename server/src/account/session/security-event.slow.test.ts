import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PasskeyOptions } from '@customer-center/contract/passkey'
import { Right } from '@customer-center/contract/rights'
import { authenticator } from '../../../../testing/server/authenticator.ts'
import { call, getToken, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer, testPassword, type TestShopUser } from '../../../../testing/server/customer.ts'
import { stopClock } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { save } from '../../../../testing/server/saves.ts'
import { tokenHash } from '../../platform/lib/tokens.ts'

const origin = 'https://center.example'
const forwarded = '203.0.113.77'
const from = { 'x-forwarded-for': forwarded }

type Line = Readonly<Record<string, unknown>>

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { publicUrl: origin, trustProxy: ['127.0.0.1'] } })
  .extend('eventsOf', ({ server }) => async (work: () => Promise<unknown>): Promise<Line[]> => {
    const before = server.log().length
    await work()
    return linesOf(server.log().slice(before))
  })

const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.includes('"event"'))
    .map((line) => JSON.parse(line) as Line)
    .map(({ level: _level, time: _time, reqId: _number, trace: _trace, msg, ...rest }) => {
      expect(msg).toBe('security event')
      return rest
    })

test('is one line with a pseudonym of the address, and names nobody', async ({ eventsOf, server, db }) => {
  const { shopUsers, providerId } = await addCustomer(db, 1000)
  const { admin, contact, shoplight } = shopUsers
  const keyOf = ({ contactId }: TestShopUser) => `${providerId}/${contactId}`
  const of = (user: TestShopUser) => ({ person: keyOf(user), address })
  const by = (user: TestShopUser, actor = user) => ({ ...of(user), actor: keyOf(actor) })
  const logIn = (form: Record<string, string>) => getToken(server.url, form, from)
  const secrets = [testPassword, forwarded, '@', 'Anna', 'Firma 1000', 'Neue-Losung-1', 'neu.example']

  const [{ address, ...first } = {}] = await eventsOf(async () => {
    const { envelope } = await logIn(loginForm(contact))
    secrets.push(envelope.responseData.access_token, envelope.responseData.refresh_token)
  })
  expect(first).toEqual({ event: 'login', person: keyOf(contact), by: 'password' })
  expect(address).toMatch(/^[\w-]{12}$/)

  const refused = { event: 'login-refused', route: '/api/getToken', address }
  expect(await eventsOf(() => logIn({ ...loginForm(contact), userName: 'niemand@neu.example' }))).toEqual([
    { ...refused, reason: 'unknown-shop-user' }
  ])
  expect(await eventsOf(() => logIn(loginForm(contact, 'Neue-Losung-1')))).toEqual([
    { ...refused, ...of(contact), reason: 'wrong-password' }
  ])
  expect(await eventsOf(() => logIn(loginForm(shopUsers.none)))).toEqual([
    { ...refused, ...of(shopUsers.none), reason: 'locked' }
  ])
  await sql`update shop_users set password_expires_at = now() where contact_id = ${shoplight.contactId}`.execute(db)
  expect(await eventsOf(() => logIn(loginForm(shoplight)))).toEqual([
    { ...refused, ...of(shoplight), reason: 'expired' }
  ])
  const nobody = { ...loginForm(contact), customerNumber: 'K-niemand' }
  for (let turn = 0; turn < 5; turn += 1) await logIn(nobody)
  expect(await eventsOf(() => logIn(nobody))).toEqual([
    { event: 'throttled', route: '/api/getToken', address, reason: 'tooManyLogins' }
  ])

  const adminHeaders = { ...from, ...(await server.headersOf(admin)) }
  const contactHeaders = { ...from, ...(await server.headersOf(contact)) }
  expect(await eventsOf(() => server.call(contactHeaders, '/eventmanager/invoicebysubscriber'))).toEqual([
    { event: 'right-refused', route: '/api/eventmanager/invoicebysubscriber', ...by(contact) }
  ])
  const change = (user: TestShopUser, data: object) =>
    server.save(adminHeaders, ['PUT', '/contact'], { ASP_PVAID: user.contactId, ...data })
  expect(await eventsOf(() => change(shopUsers.shopfull, { ASP_SHOPRECHTE: Right.contact }))).toEqual([
    { event: 'right-changed', ...by(shopUsers.shopfull, admin), right: 'contact' }
  ])
  expect(await eventsOf(() => change(shopUsers.shopfull, { ASP_PASSWORT: 'Neue-Losung-1' }))).toEqual([
    { event: 'password-changed', ...by(shopUsers.shopfull, admin) },
    { event: 'sessions-ended', ...by(shopUsers.shopfull, admin), reason: 'login-changed' }
  ])
  const mail = { ASP_SHOPEMAIL: 'andere@neu.example' }
  expect((await eventsOf(() => change(shopUsers.shopfull, mail))).map(({ event }) => event)).toEqual([
    'email-changed',
    'sessions-ended'
  ])
  expect(
    await eventsOf(() => server.save(contactHeaders, ['PUT', '/webshopuser'], { WSU_EMAIL: 'eigene@neu.example' }))
  ).toEqual([{ event: 'email-change-requested', ...by(contact) }])

  const device = authenticator(origin, 'center.example')
  const post = async (path: string, data: object, headers: Record<string, string> = contactHeaders) =>
    (await server.save(headers, ['POST', path], { ...data })).data
  const options = (await post('/passkeys/options', {})) as unknown as PasskeyOptions
  let passkey: Record<string, unknown> = {}
  const adding = async () => {
    passkey = (await post('/passkeys', { response: device.create(options) })) as Record<string, unknown>
  }
  expect(await eventsOf(adding)).toEqual([{ event: 'passkey-added', ...by(contact) }])
  const challenge = (await post('/passkeys/loginoptions', {}, from)) as unknown as PasskeyOptions
  const answer = device.get(challenge)
  expect(await eventsOf(() => logIn({ passkey: answer }))).toEqual([{ event: 'login', ...of(contact), by: 'passkey' }])
  expect(await eventsOf(() => logIn({ passkey: answer }))).toEqual([{ ...refused, reason: 'old-challenge' }])
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [method, path, data] of [
    ['PUT', '/passkeys', { passkeyId: unknown, name: 'Laptop' }],
    ['POST', '/passkeys/delete', { passkeyId: unknown }],
    ['POST', '/sessions/end', { sessionId: unknown }]
  ] as const)
    expect(await eventsOf(() => server.save(contactHeaders, [method, path], data))).toEqual([
      { event: 'foreign-id', ...by(contact), route: `/api${path}` }
    ])
  const removing = () => post('/passkeys/delete', { passkeyId: passkey['passkeyId'] })
  expect(await eventsOf(removing)).toEqual([{ event: 'passkey-removed', ...by(contact) }])

  const ending = () => post('/revokeToken', {})
  expect(await eventsOf(ending)).toEqual([{ event: 'sessions-ended', ...by(contact), reason: 'logout' }])
  expect(
    await eventsOf(() =>
      fetch(`${server.url}/provider/v1/sessions`, {
        method: 'POST',
        headers: { ...from, authorization: 'Bearer kcp_x' }
      })
    )
  ).toEqual([{ event: 'key-refused', address }])

  const elsewhere = await eventsOf(() => getToken(server.url, loginForm(admin), { 'x-forwarded-for': '203.0.113.78' }))
  expect(elsewhere[0]?.['address']).toMatch(/^[\w-]{12}$/)
  expect(elsewhere[0]?.['address']).not.toBe(address)

  for (const headers of [adminHeaders, contactHeaders]) secrets.push(new Headers(headers).get('authorization') ?? '')
  for (const user of Object.values(shopUsers)) secrets.push(user.userName, user.customerNumber)
  expect(secrets.filter((secret) => server.log().includes(secret))).toEqual([])
})

test('a password chosen by a mailed link is an event of the person', async ({ eventsOf, server, db }) => {
  const { contact } = (await addCustomer(db, 2000)).shopUsers
  const { providerId, contactId } = contact
  const token = 'A'.repeat(43)
  await sql`
    insert into password_mails (provider_id, contact_id, job_id, password_hash, address, link_hash, expires_at)
    select provider_id, contact_id, gen_random_uuid(), password_hash, email_address, ${tokenHash(token)}, now() + interval '1 hour'
    from shop_users where contact_id = ${contactId}`.execute(db)
  const body = new URLSearchParams({ password: 'Neue-Losung-1', repeat: 'Neue-Losung-1' })
  const events = await eventsOf(() =>
    fetch(`${server.url}/passwort/${token}`, { method: 'POST', body, headers: from, redirect: 'manual' })
  )
  const person = `${providerId}/${contactId}`
  expect(events.map(({ address: _address, ...event }) => event)).toEqual([
    { event: 'password-link-used', person },
    { event: 'password-changed', person },
    { event: 'sessions-ended', person, reason: 'login-changed' }
  ])
})

test('what gives access, exports or is forged is an event', async ({ eventsOf, server, db }) => {
  stopClock()
  const { shopUsers, providerId } = await addCustomer(db, 3000)
  const { admin, contact } = shopUsers
  const headers = { ...from, ...(await server.headersOf(admin)) }
  const actor = `${providerId}/${admin.contactId}`
  const withoutAddress = async (work: () => Promise<unknown>) =>
    (await eventsOf(work)).map(({ address: _address, ...event }) => event)
  const get = (path: string, more: Record<string, string> = {}) =>
    call(server.url, path, { headers: { ...headers, ...more } })

  for (const asked of [contact.userName, 'niemand@neu.example'])
    expect(
      await withoutAddress(() =>
        save(server.url, { 'x-forwarded-for': `198.51.100.${asked.length}` }, ['POST', '/passwordreset'], {
          emailAddress: asked
        })
      )
    ).toEqual([{ event: 'password-reset-asked' }])

  const born = { ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: 'neu@neu.example', ASP_EMAIL: 'neu@neu.example' }
  const creating = () => server.save(headers, ['POST', '/contact'], { ...born, ASP_ANREDE: 1, ASP_SHOPRECHTE: 1 })
  const created = await withoutAddress(creating)
  expect(created).toEqual([
    { event: 'right-changed', person: created[0]?.['person'], actor, right: 'admin' },
    { event: 'access-mailed', person: created[0]?.['person'], actor }
  ])
  expect(created[0]?.['person']).not.toBe(actor)

  const exporting = { person: actor, actor, event: 'data-exported' }
  for (const [path, data] of [
    ['/csv/contacts', 'contacts'],
    ['/csv/orders', 'orders'],
    ['/csv/invoices', 'invoices']
  ] as const)
    expect(await withoutAddress(() => get(path)), path).toEqual([{ ...exporting, data }])

  const copying = { functionName: 'DataCopy', parameter: 'format=JSON', async: true }
  expect(await withoutAddress(() => server.save(headers, ['POST', '/function/start'], copying))).toEqual([
    { event: 'data-copy-asked', person: actor, actor }
  ])

  const cookies = { cookie: 'XSRF-TOKEN=a', 'content-type': 'application/json' }
  const forging = () =>
    fetch(`${server.url}/api/contact`, { method: 'PUT', headers: { ...from, ...cookies }, body: '{"data":{}}' })
  expect(await withoutAddress(forging)).toEqual([{ event: 'xsrf-refused', route: '/api/contact' }])
  const foreign = { origin: 'https://fremd.example', 'sec-fetch-site': 'cross-site' }
  expect(await withoutAddress(() => get('/customer', foreign))).toEqual([
    { event: 'cors-refused', route: '/api/customer' }
  ])
})

test('a foreign id is an event once an hour for each call', async ({ eventsOf, server, db, twin }) => {
  stopClock()
  const { shopUsers, providerId } = await addCustomer(db, 4000)
  const { admin } = shopUsers
  const headers = { ...from, ...(await server.headersOf(admin)) }
  const event = {
    event: 'foreign-id',
    person: `${providerId}/${admin.contactId}`,
    actor: `${providerId}/${admin.contactId}`
  }
  for (const [path, ids] of [
    ['/contactaccess?pvaid=', [twin.shopUsers.contact.contactId, 99_999_999]],
    ['/contact?company=', [twin.providerId, 9999]],
    ['/function/getasyncresult?jobId=', ['00000000-0000-4000-8000-000000000000', 'x']]
  ] as const) {
    const answers: string[] = []
    const events = await eventsOf(async () => {
      for (const id of [...ids, ...ids]) answers.push((await server.call(headers, path + id)).text)
    })
    expect(new Set(answers).size, path).toBe(1)
    expect(events.map(({ address: _address, ...rest }) => rest)).toEqual([
      { ...event, route: `/api${path.split('?')[0]}` }
    ])
  }
})

test('whoever makes such events from many networks and at many calls fills no log', async ({ eventsOf, server }) => {
  stopClock()
  const events = await eventsOf(async () => {
    for (let no = 0; no < 1200; no += 1)
      await fetch(`${server.url}/api/getApiVersion`, {
        headers: { origin: 'https://fremd.example', 'x-forwarded-for': `10.${no >> 8}.${no & 255}.1` }
      })
  })
  expect(events.length).toBeGreaterThan(900)
  expect(events.length).toBeLessThanOrEqual(1001)
})
