import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { stopClock } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'

/** Returns the events that an independent reader of RFC 5545 finds. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, location, description, startDate, endDate } = new ICAL.Event(component)
    return { uid, summary, location, description, start: startDate.toString(), end: endDate.toString() }
  })
}

const shopUrl = 'https://shop.example/ein-langer-weg/zu-unserem-kundencenter/'
const description = `Skripte: ${shopUrl}#/scripts`

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { shopUrl } })
  .extend('fileOf', ({ server }) => async (user: TestShopUser, eventId: number, no = 1) => {
    const { status, envelope, text } = await server.call<WireRow | null>(
      user,
      `/calendar/event?eventId=${eventId}&no=${no}`
    )
    const { DOK_NAME, DOK_DATEN } = envelope.responseData ?? {}
    return { status, text, name: DOK_NAME, events: DOK_DATEN ? eventsIn(atob(String(DOK_DATEN))) : [] }
  })
  .extend('renew', ({ server }) => async (user: TestShopUser) => {
    const { data } = await server.save(user, ['POST', '/calendar/feed/renew'], {})
    return new URL(String(data?.['url']), `${server.url}/api/`).href
  })
  .extend('show', ({ server }) => async (user: TestShopUser) => {
    const { code, data } = await server.save(user, ['POST', '/calendar/feed/show'], {})
    expect(code).toBe(0)
    const url = data?.['url']
    return url === null ? null : new URL(String(url), `${server.url}/api/`).href
  })

test.beforeAll(async ({ seed, own, foreign }) => {
  await seed.addEvent(1, '2026-03-27', { caption: 'Recht, kompakt; Teil\\1', to_date: '2026-03-30', location: 'Wien' })
  await seed.addDays(
    1,
    { date: '2026-03-27', starts: '09:00', ends: '17:00' },
    { date: '2026-03-30', starts: '09:00', ends: '12:30' }
  )
  await seed.addEvent(2, '2099-05-04', { caption: 'Ohne Uhrzeit', to_date: '2099-05-05', location: null })
  await seed.addEvent(3, null, { caption: 'Aufzeichnung' })
  await seed.addEvent(4, '2099-06-01', { caption: 'Von anderen' })
  for (const event of [1, 2, 3]) await seed.addParticipation(own.shopUsers.contact, event)
  await seed.addParticipation(own.shopUsers.admin, 4)
  await seed.addParticipation(foreign.shopUsers.contact, 4)
})

test('an event is an entry for each of its days, by the provider’s clock', async ({ fileOf, own }) => {
  const { name, events } = await fileOf(own.shopUsers.contact, 1)
  expect(name).toBe('2026-03-27 Recht, kompakt; Teil-1.ics')
  const common = { summary: 'Recht, kompakt; Teil\\1', location: 'Wien', description }
  expect(events).toEqual([
    { ...common, uid: '1-1-1-1@customer-center', start: '2026-03-27T08:00:00Z', end: '2026-03-27T16:00:00Z' },
    { ...common, uid: '1-1-1-2@customer-center', start: '2026-03-30T07:00:00Z', end: '2026-03-30T10:30:00Z' }
  ])
})

test('an entry leads to the scripts, and names nobody', async ({ fileOf, renew, newCustomer, seed }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  await seed.addEvent(8, '2099-10-01', { caption: 'Zu zweit' })
  for (const person of [admin, contact]) await seed.addParticipation(person, 8)
  const { events } = await fileOf(admin, 8)
  const feed = eventsIn(await (await fetch(await renew(admin))).text())
  expect([...events, ...feed].map((event) => event.description)).toEqual([description, description])
})

test('an event without hours takes whole days, the last one included', async ({ fileOf, own }) => {
  const { events } = await fileOf(own.shopUsers.contact, 2)
  expect(events).toMatchObject([{ summary: 'Ohne Uhrzeit', start: '2099-05-04', end: '2099-05-06' }])
})

test('an event without the number of its date is the next one booked', async ({ server, seed, own, newCustomer }) => {
  const { contact } = (await newCustomer()).shopUsers
  for (const [index, day] of ['2026-03-27', '2099-09-01', '2099-08-01', '2099-07-01'].entries())
    await seed.addEvent(6, day, { no: index + 1, caption: `Termin ${index + 1}` })
  for (const no of [1, 2, 3]) await seed.addParticipation(contact, 6, { no })
  const { envelope } = await server.call<WireRow>(contact, '/calendar/event?eventId=6')
  expect(eventsIn(atob(String(envelope.responseData['DOK_DATEN'])))).toMatchObject([{ summary: 'Termin 3' }])
  expect((await server.call(own.shopUsers.contact, '/calendar/event?eventId=1')).status).toBe(404)
})

test('an event without dates is answered as a missing one', async ({ fileOf, own }) => {
  const missing = await fileOf(own.shopUsers.contact, 99)
  expect(missing.status).toBe(404)
  expect((await fileOf(own.shopUsers.contact, 3)).text).toBe(missing.text)
})

test('an address shows a calendar program the own events to come alone', async ({ server, own, renew }) => {
  const { contact } = own.shopUsers
  const exists = async () =>
    (await server.call<{ exists: boolean }>(contact, '/calendar/feed')).envelope.responseData.exists
  expect(await exists()).toBe(false)
  const answer = await fetch(await renew(contact))
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(eventsIn(await answer.text()).map(({ summary }) => summary)).toEqual(['Ohne Uhrzeit'])
  expect(await exists()).toBe(true)
})

test('the owner is told by mail that an address was made', async ({ own, renew, database }) => {
  const { shoplight } = own.shopUsers
  await renew(shoplight)
  const { rows } = await database.pool.query(
    `select data->>'to' as to from jobs where kind = 'calendar-address-mail' and (data->>'contactId')::int = $1`,
    [shoplight.contactId]
  )
  expect(rows).toEqual([{ to: shoplight.userName }])
})

test('a new address ends the earlier one, and none works without a login', async ({ db, own, renew }) => {
  const { shopfull } = own.shopUsers
  const first = await renew(shopfull)
  const second = await renew(shopfull)
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])
  await changeRows(db, 'shop_users', { contact_id: shopfull.contactId }, { rights: 0 })
  expect((await fetch(second)).status).toBe(404)
})

test('an address is shown again, and its owner told', async ({ newCustomer, renew, show, server, database }) => {
  const { contact } = (await newCustomer()).shopUsers
  expect(await show(contact)).toBeNull()
  const url = await renew(contact)
  const { envelope } = await server.call<object>(contact, '/calendar/feed')
  expect(envelope.responseData).toEqual({ exists: true, canBeShown: true })
  expect(await show(contact)).toBe(url)
  expect((await fetch(url)).status).toBe(200)
  const { rows } = await database.pool.query(
    `select data->>'to' as to from jobs where kind = 'calendar-address-mail' and (data->>'isShown')::boolean and (data->>'contactId')::int = $1`,
    [contact.contactId]
  )
  expect(rows).toEqual([{ to: contact.userName }])
  expect(server.log()).toContain('"event":"calendar-address-shown"')
  expect(server.log()).not.toContain(/([\w-]{43})\.ics$/.exec(url)?.[1])
})

test('an address that ended with its password is not shown', async ({ db, shopUsers: { contact }, renew, show }) => {
  await renew(contact)
  await changeRows(db, 'shop_users', { contact_id: contact.contactId }, { password_hash: 'another' })
  expect(await show(contact)).toBeNull()
})

test('an address ends with the login that an admin takes away', async ({ server, newCustomer, renew }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const url = await renew(contact)
  const data = { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: 0, ASP_SHOPEMAIL: null, ASP_EMAIL: null }
  await server.mustSave(admin, ['PUT', '/contact'], data)
  expect((await fetch(url)).status).toBe(404)
})

const ends: readonly (readonly [string, Partial<Record<'email_address' | 'password_hash', string>>])[] = [
  ['another password', { password_hash: 'another' }],
  ['another user name', { email_address: 'neu@firma.example' }]
]
test.for(ends)(
  'an address ends with %s, whoever sets it, and a new one can be made',
  async ([, values], { server, db, shopUsers: { contact }, renew }) => {
    const url = await renew(contact)
    expect((await fetch(url)).status).toBe(200)
    await changeRows(db, 'shop_users', { contact_id: contact.contactId }, values)
    expect((await fetch(url)).status).toBe(404)
    const { envelope } = await server.call<{ exists: boolean }>(contact, '/calendar/feed')
    expect(envelope.responseData.exists).toBe(false)
    expect((await fetch(await renew(contact))).status).toBe(200)
  }
)

test('an address that ended with its user name does not come back with it', async ({ db, newCustomer, renew }) => {
  const { contact } = (await newCustomer()).shopUsers
  const url = await renew(contact)
  for (const email_address of ['neu@firma.example', contact.userName])
    await changeRows(db, 'shop_users', { contact_id: contact.contactId }, { email_address })
  expect((await fetch(url)).status).toBe(404)
})

test('an address stays when the hash of the same password is replaced', async ({ db, newCustomer, server, renew }) => {
  const { contact } = (await newCustomer()).shopUsers
  // The pair is published with PHP.
  const [password, old] = ['rasmuslerdorf', '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a']
  const ofContact = db.updateTable('shop_users').where('contact_id', '=', contact.contactId)
  await ofContact.set({ password_hash: old }).execute()
  const url = await renew(contact)
  expect((await getToken(server.url, loginForm(contact, password))).status).toBe(200)
  const stored = db.selectFrom('shop_users').select('password_hash').where('contact_id', '=', contact.contactId)
  expect(await stored.executeTakeFirstOrThrow()).not.toEqual({ password_hash: old })
  expect((await fetch(url)).status).toBe(200)
})

test('its owner deletes an address, and each step is in the log', async ({ newCustomer, server, renew }) => {
  // Its use is in the log once an hour.
  stopClock()
  const { contact, admin } = (await newCustomer()).shopUsers
  const [url, other] = [await renew(contact), await renew(admin)]
  for (const status of [200, 200]) expect((await fetch(url)).status).toBe(status)
  const remove = async () => server.save(contact, ['POST', '/calendar/feed/delete'], {})
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
  expect([(await fetch(url)).status, (await fetch(other)).status]).toEqual([404, 200])
  const events = server
    .log()
    .split('\n')
    .filter((line) => line.includes(`"person":"${contact.providerId}/${contact.contactId}"`))
    .map((line) => (JSON.parse(line) as { event?: string }).event)
  expect(events).toEqual(['calendar-address-made', 'calendar-address-used', 'calendar-address-deleted'])
  expect(server.log()).not.toContain(/([\w-]{43})\.ics$/.exec(url)?.[1])
})
