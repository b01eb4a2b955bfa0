import { describe, expect } from 'vitest'
import { authorized, call } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { revokeKey } from '../provider-key/provider-key.repository.ts'

const me = '/webshopuser/getcurrentwebshopuser'

interface Asked {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

const person = ({ customerNumber, userName }: TestShopUser) => ({ customerNumber, email: userName })

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } })
  .extend('shopKey', { scope: 'file' }, async ({ db, own }) => addProviderKey(db, { providerId: own.providerId }))
  .extend('ask', { scope: 'file' }, ({ server, shopKey }) => {
    return async ({ key = shopKey.key, body, headers }: Asked) => {
      const response = await fetch(`${server.url}/provider/v1/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body)
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: JSON.parse(text) as Record<string, unknown>
      }
    }
  })

describe('a session for a person whom the provider knows', () => {
  test('is one like that of a login, and is recorded under the key', async ({ ask, own, server, db, shopKey }) => {
    const { contact } = own.shopUsers
    const { status, headers, json } = await ask({ body: { ...person(contact), email: contact.userName.toUpperCase() } })
    expect([status, headers.get('cache-control'), headers.getSetCookie()]).toEqual([200, 'no-store', []])
    expect(json).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expiresIn: 30 * 60 })
    const authorization = String(json['token'])
    const answer = await call<Record<string, unknown>>(server.url, me, { headers: { authorization } })
    expect(answer.envelope.responseData['WSU_EMAIL']).toBe(contact.userName)
    const entries = await db
      .selectFrom('audit_entries')
      .innerJoin('provider_keys', 'provider_keys.id', 'audit_entries.provider_key')
      .select(['name', 'action', 'resource', 'key', 'actor_contact_id', 'customer_id'])
      .where('provider_keys.id', '=', shopKey.id)
      .execute()
    const key = { contactId: contact.contactId }
    expect(entries).toEqual([
      {
        name: 'shop',
        action: 'create',
        resource: 'session',
        key,
        actor_contact_id: null,
        customer_id: contact.customerId
      }
    ])
    expect((await call(server.url, '/revokeToken', { method: 'POST', headers: { authorization } })).status).toBe(200)
    expect((await call(server.url, me, { headers: { authorization } })).status).toBe(401)
  })

  test('has the name of the browser that uses it first', async ({ ask, own, server }) => {
    const { json } = await ask({ body: person(own.shopUsers.contact) })
    const authorization = String(json['token'])
    const device = async (name: string) => {
      const headers = {
        authorization,
        'user-agent': `Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 ${name}/140.0`
      }
      const { envelope } = await server.call<Record<string, unknown>[]>(headers, '/sessions')
      return envelope.responseData.find(({ isCurrent }) => isCurrent === true)?.['device']
    }
    expect(await device('Firefox')).toBe('Firefox auf Windows')
    expect(await device('Seamonkey')).toBe('Firefox auf Windows')
  })

  test('ends with the right, as any other', async ({ ask, shopUsers: { admin }, server, db }) => {
    const { json } = await ask({ body: person(admin) })
    const headers = { authorization: String(json['token']) }
    expect((await server.call(headers, me)).status).toBe(200)
    await changeRows(db, 'shop_users', { contact_id: admin.contactId }, { rights: 0 })
    expect((await server.call(headers, me)).status).toBe(401)
  })

  test('does not ask for a new password, since no generated one was used', async ({ ask, newCustomer, server, db }) => {
    const { contact } = (await newCustomer()).shopUsers
    const login = await authorized(server.url, contact)
    await changeRows(db, 'shop_users', { contact_id: contact.contactId }, { password_must_change: true })
    const { json } = await ask({ body: person(contact) })
    expect((await call(server.url, me, { headers: { authorization: String(json['token']) } })).status).toBe(200)
    expect((await server.call(login, me)).status).toBe(403)
  })

  test('is refused to everybody else with one answer, byte for byte', async ({ ask, newCustomer, twin, db }) => {
    const { customerNumber, shopUsers } = await newCustomer()
    await changeRows(db, 'contacts', { contact_id: shopUsers.shopfull.contactId }, { active: false })
    const refused = {
      'unknown customer': { customerNumber: 'K-nobody', email: shopUsers.admin.userName },
      'unknown person': { customerNumber, email: 'nobody@nowhere.example' },
      'right none': person(shopUsers.none),
      'inactive contact': person(shopUsers.shopfull),
      'customer of another provider': person(twin.shopUsers.admin)
    }
    const texts = new Set<string>()
    for (const [reason, body] of Object.entries(refused)) {
      const { status, headers, text } = await ask({ body })
      expect([status, headers.get('content-type')], reason).toEqual([404, 'application/problem+json'])
      texts.add(text)
    }
    expect([...texts].map((text) => JSON.parse(text) as unknown)).toEqual([
      {
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        detail: 'Nobody who may log in has this customer number and e-mail address.'
      }
    ])
  })

  test('opens for the key of the provider whose customer it is', async ({ ask, twin, db, server }) => {
    const { key } = await addProviderKey(db, { providerId: twin.providerId })
    const { status, json } = await ask({ key, body: person(twin.shopUsers.admin) })
    expect(status).toBe(200)
    const headers = { authorization: String(json['token']) }
    expect((await server.call(headers, me)).status).toBe(200)
  })
})

describe('a key of the provider', () => {
  test('that is missing, wrong, expired or revoked gets one answer', async ({ ask, own, db, server }) => {
    const body = person(own.shopUsers.admin)
    const expired = await addProviderKey(db, { expiresAt: new Date(Date.now() - 1000) })
    const revoked = await addProviderKey(db)
    const token = (await authorized(server.url, own.shopUsers.admin))['authorization'] ?? ''
    const { json } = await ask({ key: revoked.key, body })
    await revokeKey(db, revoked.id)
    const texts = new Set<string>()
    for (const key of [expired.key, revoked.key, `kcp_${'A'.repeat(43)}`, token, '']) {
      const { status, headers, text } = await ask({ key, body })
      expect([status, headers.get('content-type')]).toEqual([401, 'application/problem+json'])
      expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
      texts.add(text)
    }
    expect([...texts]).toEqual([expect.stringContaining('missing, unknown, expired or revoked')])
    // The sessions that the key had opened have ended with it.
    expect((await call(server.url, me, { headers: { authorization: String(json['token']) } })).status).toBe(401)
  })

  test('without the scope gets 403, before its body is looked at', async ({ ask, db }) => {
    const { key } = await addProviderKey(db, { scopes: ['read', 'write'] })
    const { status, json } = await ask({ key, body: '{' })
    expect([status, json['detail']]).toEqual([403, 'The key is not good for the scope sessions.'])
  })

  test('is nowhere in the log or the database, where its name stands', async ({ ask, own, db, server, shopKey }) => {
    await ask({ body: person(own.shopUsers.admin) })
    expect(server.log()).toContain('"providerKey":"shop"')
    expect(server.log()).not.toContain(shopKey.key.slice(4))
    const rows = await db.selectFrom('provider_keys').selectAll().execute()
    const text = rows.map((row) => row.key_hash.toString('latin1') + JSON.stringify(row)).join()
    expect(text).not.toContain(shopKey.key.slice(4))
    expect(rows.find(({ id }) => id === shopKey.id)?.last_used_at).toBeInstanceOf(Date)
  })

  test('that names a hundred unknown persons waits with further ones alone', async ({ ask, own, db }) => {
    const { key, id } = await addProviderKey(db)
    const headers = { 'x-forwarded-for': '10.9.0.1' }
    const row = { account: `provider-key ${id}`, address: '10.9.0.1', succeeded: false }
    await db
      .insertInto('login_attempts')
      .values(Array.from({ length: 99 }, () => row))
      .execute()
    expect((await ask({ key, headers, body: person(own.shopUsers.none) })).status).toBe(404)
    const refused = await ask({ key, headers, body: person(own.shopUsers.none) })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/problem+json'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const user of [own.shopUsers.admin, own.shopUsers.contact])
      expect((await ask({ key, headers, body: person(user) })).status).toBe(200)
    expect(
      (await ask({ key, headers: { 'x-forwarded-for': '10.9.0.2' }, body: person(own.shopUsers.none) })).status
    ).toBe(404)
  })

  test('ends its sessions with its own end', async ({ ask, own, db, server }) => {
    const { key, id } = await addProviderKey(db, { expiresAt: new Date(Date.now() + 600_000) })
    const { json } = await ask({ key, body: person(own.shopUsers.contact) })
    expect(json['expiresIn']).toBeLessThanOrEqual(600)
    const headers = { authorization: String(json['token']) }
    const listed = async () => {
      const answer = await server.call<unknown[]>(own.shopUsers.contact, '/sessions')
      return answer.envelope.responseData.length
    }
    const before = await listed()
    // The session is used once it is half over: its own end is moved.
    await changeRows(db, 'sessions', { provider_key: id }, { last_used_at: new Date(Date.now() - 15 * 60_000) })
    expect((await server.call(headers, me)).status).toBe(200)
    await changeRows(db, 'provider_keys', { id }, { expires_at: new Date() })
    expect((await server.call(headers, me)).status).toBe(401)
    // The second look's session is one more, and the key's one less.
    expect(await listed()).toBe(before)
  })

  test('that is wrong is told to stop, and shuts out no right one', async ({ ask, own, db }) => {
    const headers = { 'x-forwarded-for': '10.9.0.3' }
    const body = person(own.shopUsers.admin)
    const row = { account: 'provider-key', address: '10.9.0.3', succeeded: false }
    await db
      .insertInto('login_attempts')
      .values(Array.from({ length: 50 }, () => row))
      .execute()
    expect((await ask({ key: `kcp_${'B'.repeat(43)}`, headers, body })).status).toBe(429)
    expect((await ask({ headers, body })).status).toBe(200)
  })
})

describe('the API for programs of the provider', () => {
  test.for([
    ['no JSON', '{', 400],
    ['no body', '', 400],
    ['another shape', '["x"]', 400],
    ['a member missing', '{"customerNumber":"K100"}', 400],
    ['a member too many', '{"customerNumber":"K100","email":"a@b.example","right":1}', 400],
    ['a member of another type', '{"customerNumber":100,"email":"a@b.example"}', 400],
    ['a text that cannot be stored', '{"customerNumber":"K\\u0000","email":"a@b.example"}', 400],
    ['a key that would reach a prototype', '{"__proto__":{},"customerNumber":"K","email":"a@b.example"}', 400]
  ] as const)('refuses %s with a problem', async ([, body, expected], { ask }) => {
    const { status, headers, json } = await ask({ body })
    expect([status, headers.get('content-type'), json['status']]).toEqual([
      expected,
      'application/problem+json',
      status
    ])
  })

  test('takes nothing but JSON, and is no API for browsers', async ({ ask, own, server }) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await ask({ headers: form, body: 'customerNumber=K100' })).status).toBe(415)
    for (const [method, path, expected] of [
      ['GET', '/sessions', 405],
      ['DELETE', '/sessions', 405],
      ['POST', '/nothing', 404],
      ['GET', '/nothing', 404]
    ] as const) {
      const answer = await fetch(`${server.url}/provider/v1${path}`, { method })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([expected, 'application/problem+json'])
    }
    const { headers } = await ask({ headers: { origin: 'https://shop.example' }, body: person(own.shopUsers.admin) })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('describes itself: the call, its key, and every failure as a problem', async ({ server }) => {
    const document = (await (await fetch(`${server.url}/provider/v1/openapi.json`)).json()) as {
      openapi: string
      security: unknown
      paths: Record<string, Record<string, { responses: Record<string, unknown>; requestBody: unknown }>>
      components: { schemas: Record<string, unknown> }
    }
    expect(document.openapi).toBe('3.1.0')
    expect(document.security).toEqual([{ key: [] }])
    expect(Object.keys(document.paths)).toContain('/provider/v1/sessions')
    const { responses, requestBody } = document.paths['/provider/v1/sessions']?.['post'] ?? {}
    expect(JSON.stringify(requestBody)).toMatch(/customerNumber.*email/)
    expect(JSON.stringify(responses?.['200'])).toMatch(/token.*expiresIn/)
    for (const status of ['400', '401', '403', '404', '415', '429', '503', 'default'])
      expect(JSON.stringify(responses?.[status]), status).toContain('application/problem+json')
    expect(JSON.stringify(document.components.schemas['Problem'])).toContain('detail')
  })
})
