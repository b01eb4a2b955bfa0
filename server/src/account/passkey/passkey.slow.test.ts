import { expect } from 'vitest'
import { type PasskeyEntry, type PasskeyOptions, listPasskeysSchema } from '@customer-center/contract/passkey'
import { Right } from '@customer-center/contract/rights'
import type { Token } from '@customer-center/contract/session'
import { authenticator, type Deviation } from '../../../../testing/server/authenticator.ts'
import { call, getToken } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { save } from '../../../../testing/server/saves.ts'

const origin = 'https://center.example'
let addresses = 0

const test = mailTest
  .extend('settings', { scope: 'file' }, { publicUrl: `${origin}/konto`, trustProxy: ['127.0.0.1'] })
  // Each test comes from an address of its own, or the failures of one would count for the next.
  .extend('from', () => ({ 'x-forwarded-for': `10.2.${++addresses}.1` }))
  .extend('post', ({ server, from }) => async (path: string, data: object, headers = {}) => {
    return server.save({ ...from, ...headers }, ['POST', path], { ...data })
  })
  .extend('list', ({ server }) => async (headers: Record<string, string>) => {
    const { envelope } = await server.call<PasskeyEntry[]>(headers, '/passkeys')
    return listPasskeysSchema.data.parse(envelope.responseData)
  })
  .extend('addPasskey', ({ server, post }) => async (user: TestShopUser, deviation: Deviation = {}) => {
    const headers = await server.headersOf(user)
    const device = authenticator(origin, 'center.example')
    const options = (await post('/passkeys/options', {}, headers)).data as unknown as PasskeyOptions
    const answer = await post('/passkeys', { response: device.create(options, deviation) }, headers)
    return { device, headers, answer, entry: answer.data as unknown as PasskeyEntry }
  })
  /** Moves the end of the time in which a removal of the person's passkeys can be taken back. */
  .extend('endIn', ({ database }) => async ({ contactId }: TestShopUser, time: string) => {
    const ofPerson = `kind = 'passkey-removal' and (data->>'contactId')::int = $1`
    await database.pool.query(`update jobs set due_at = now() + $2::interval where ${ofPerson}`, [contactId, time])
  })
  .extend('loginOptions', ({ post }) => async () => {
    return (await post('/passkeys/loginoptions', {})).data as unknown as PasskeyOptions
  })
  .extend('logIn', ({ server, from }) => {
    return async (passkey: string) => getToken(server.url, { passkey }, from)
  })

const whoIs = async (url: string, token: Token) => {
  const headers = { authorization: token.access_token }
  const { envelope } = await call<{ WSU_EMAIL: string }>(url, '/webshopuser/getcurrentwebshopuser', { headers })
  return envelope.responseData.WSU_EMAIL
}

test('a passkey logs in without number, name and password, is listed with its last use, and its owner is told of it by mail', async ({
  shopUsers: { contact },
  mailServer,
  addPasskey,
  loginOptions,
  logIn,
  list,
  server
}) => {
  const arriving = mailServer.mail(mailServer.arrived.length + 1)
  const { device, headers, entry } = await addPasskey(contact)
  expect(await list(headers)).toEqual([{ ...entry, lastUsedAt: null }])
  const answer = await logIn(device.get(await loginOptions()))
  expect(answer.status).toBe(200)
  expect(await whoIs(server.url, answer.envelope.responseData)).toBe(contact.userName)
  expect((await list(headers))[0]?.lastUsedAt).not.toBeNull()
  const { recipients, mail } = await arriving
  expect([recipients, mail.subject]).toEqual([[contact.userName], 'Ein Passkey für Ihren Zugang wurde angelegt'])
})

test('a challenge is good once', async ({ server, newCustomer, addPasskey, loginOptions, logIn, post }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const { device, headers } = await addPasskey(contact)
  const answer = device.get(await loginOptions())
  expect([(await logIn(answer)).status, (await logIn(answer)).status]).toEqual([200, 401])

  const forCreation = (await post('/passkeys/options', {}, headers)).data as unknown as PasskeyOptions
  expect((await logIn(device.get(forCreation))).status).toBe(401)
  const other = authenticator(origin, 'center.example')
  const forContact = (await post('/passkeys/options', {}, headers)).data as unknown as PasskeyOptions
  const stolen = await post('/passkeys', { response: other.create(forContact) }, await server.headersOf(admin))
  const forLogin = await loginOptions()
  const anonymous = await post('/passkeys', { response: other.create(forLogin) }, headers)
  expect([stolen.status, anonymous.status]).toEqual([400, 400])
})

const bad: [string, Deviation][] = [
  ['of another origin', { origin: 'https://center.example.attacker.example' }],
  ['for another domain', { rpId: 'attacker.example' }],
  ['without the person being checked', { unverified: true }],
  ['to a challenge that nobody gave', { challenge: 'A'.repeat(43) }]
]

test.for(bad)(
  'an answer %s makes no passkey and logs nobody in',
  async ([, deviation], { shopUsers: { contact }, addPasskey, loginOptions, logIn, list }) => {
    const refused = await addPasskey(contact, deviation)
    expect(refused.answer.status).toBe(400)
    expect(await list(refused.headers)).toEqual([])
    const { device } = await addPasskey(contact)
    const unknown = await logIn(authenticator(origin, 'center.example').get(await loginOptions()))
    const answer = await logIn(device.get(await loginOptions(), deviation))
    expect([answer.status, answer.envelope]).toEqual([401, unknown.envelope])
  }
)

test('a counter of the past logs nobody in', async ({ newCustomer, addPasskey, loginOptions, logIn }) => {
  const { device } = await addPasskey((await newCustomer()).shopUsers.contact)
  expect((await logIn(device.get(await loginOptions(), { counter: 9 }))).status).toBe(200)
  expect((await logIn(device.get(await loginOptions(), { counter: 5 }))).status).toBe(401)
})

test('who may not log in may not by passkey', async ({ newCustomer, db, addPasskey, loginOptions, logIn }) => {
  const { contact } = (await newCustomer()).shopUsers
  const { device } = await addPasskey(contact)
  await changeRows(db, 'contacts', { contact_id: contact.contactId }, { active: false })
  expect((await logIn(device.get(await loginOptions()))).status).toBe(401)
})

test('another’s new password removes the passkeys', async ({ server, newCustomer, addPasskey, list }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const { headers } = await addPasskey(contact)
  const own = { WSU_PASSWORT: 'Selbst-4711', VERSION: 1 }
  await server.mustSave(headers, ['PUT', '/webshopuser'], own)
  expect(await list(headers)).toHaveLength(1)
  const row = { ASP_PVAID: contact.contactId, VERSION: 2, ASP_PASSWORT: 'Fremd-4711' }
  await server.mustSave(admin, ['PUT', '/contact'], row)
  expect(await list(await server.headersOf(contact))).toEqual([])
})

test('passkeys of a removed access log nobody in, are back with it if it is given back at once, and gone after that', async ({
  server,
  shopUsers: { admin, contact },
  mailServer,
  addPasskey,
  endIn,
  loginOptions,
  logIn
}) => {
  const { device } = await addPasskey(contact)
  const status = async () => (await logIn(device.get(await loginOptions()))).status
  const change = async (rights: Right, isActive: boolean) => {
    const row = { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: rights, ASP_AKTIV: isActive }
    await server.mustSave(admin, ['PUT', '/contact'], row)
  }
  const removals = () => {
    const own = mailServer.arrived.filter(({ recipients }) => recipients.includes(contact.userName))
    return own.filter(({ mail }) => mail.subject === 'Ein Passkey für Ihren Zugang wurde entfernt')
  }
  await change(Right.none, false)
  await endIn(contact, '1 hour')
  expect(await status()).toBe(401)
  await change(Right.contact, true)
  expect(await status()).toBe(200)
  expect(removals()).toEqual([])
  await change(Right.none, false)
  await endIn(contact, '0')
  await eventually(() => expect(removals()).toHaveLength(1))
  await change(Right.contact, true)
  expect(await status()).toBe(401)
})

test.for(['an admin’s password', 'an admin’s address', 'an import'] as const)(
  'an owner whose passkey goes with a change of the login is told at the address of before: %s',
  async (by, { server, shopUsers: { admin, contact }, db, mailServer, addPasskey, endIn }) => {
    await addPasskey(contact)
    const to = `neu-${contact.userName}`
    if (by === 'an import') {
      const row = { contact: contact.externalId, emailAddress: to, rights: 3 }
      await importer(db, contact.providerId)('shop-users', [row])
    } else {
      const change = by === 'an admin’s password' ? { ASP_PASSWORT: 'Fremd-4711' } : { ASP_SHOPEMAIL: to }
      const row = { ASP_PVAID: contact.contactId, ...change }
      await server.mustSave(admin, ['PUT', '/contact'], row)
    }
    await endIn(contact, '0')
    await eventually(() => {
      const own = mailServer.arrived.filter(({ recipients }) => recipients.includes(contact.userName))
      expect(own.map(({ mail }) => mail.subject)).toContain('Ein Passkey für Ihren Zugang wurde entfernt')
    })
  }
)

test('a passkey is renamed and removed by its owner alone', async ({ newCustomer, server, addPasskey, list, post }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const caller = await addPasskey(contact)
  const missing = { passkeyId: '00000000-0000-4000-8000-000000000000' }
  const rename = async (body: object) => save(server.url, caller.headers, ['PUT', '/passkeys'], { ...body, name: 'X' })
  const gone = [(await post('/passkeys/delete', missing, caller.headers)).text, (await rename(missing)).text]
  for (const user of [admin, (await newCustomer()).shopUsers.contact]) {
    const { headers, entry } = await addPasskey(user)
    const { passkeyId } = entry
    expect([
      (await post('/passkeys/delete', { passkeyId }, caller.headers)).text,
      (await rename({ passkeyId })).text
    ]).toEqual(gone)
    expect(await list(headers)).toEqual([entry])
  }
  const { passkeyId } = caller.entry
  await rename({ passkeyId, name: 'X' })
  expect(await list(caller.headers)).toMatchObject([{ name: 'X' }])
  await post('/passkeys/delete', { passkeyId }, caller.headers)
  expect(await list(caller.headers)).toEqual([])
})

test('failures count like wrong passwords, and challenges are limited', async ({ loginOptions, logIn, post }) => {
  const device = authenticator(origin, 'center.example')
  const statuses = []
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await logIn(device.get(await loginOptions()))).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const asked = []
  // Sends them one after the other: more at once are refused before they are counted.
  for (let turn = 0; turn < 4; turn += 1)
    asked.push(...(await Promise.all(Array.from({ length: 26 }, () => post('/passkeys/loginoptions', {})))))
  expect(asked.some(({ status }) => status === 429)).toBe(true)
})

test.for(['', '[]', '{"id":1}', '{"id":"a"}', '{"id":"a","response":{"clientDataJSON":"e30"}}'])(
  'what no browser sends is refused like a wrong passkey: %s',
  async (passkey, { logIn }) => {
    const { status } = await logIn(passkey)
    expect(status).toBe(passkey === '' ? 400 : 401)
  }
)

test('a removal may end the other sessions', async ({ server, newCustomer, mailServer, addPasskey, post, list }) => {
  const { contact } = (await newCustomer()).shopUsers
  const { headers, entry } = await addPasskey(contact)
  const other = await server.headersOf(contact)
  const remove = (endOtherSessions: object) =>
    post('/passkeys/delete', { passkeyId: entry.passkeyId, ...endOtherSessions }, headers)
  expect((await remove({})).code).toBe(0)
  expect((await post('/passkeys/options', {}, other)).status).toBe(200)
  expect((await remove({ endOtherSessions: true })).code).toBe(0)
  expect((await post('/passkeys/options', {}, other)).status).toBe(401)
  expect(await list(headers)).toEqual([])
  await eventually(() => {
    const own = mailServer.arrived.filter(({ recipients }) => recipients.includes(contact.userName))
    expect(own.map(({ mail }) => mail.subject?.split(' wurde ')[1])).toEqual(
      expect.arrayContaining(['angelegt', 'entfernt'])
    )
    expect(own).toHaveLength(2)
  })
})
