// On both databases: requests with one row are written together.

import { describe, expect } from 'vitest'
import { importResourceNames, importResources } from '@customer-center/contract/import/resources'
import { type Asked, ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import type { KeyScope } from '../provider-key/provider-key.ts'

const test = importTest
  .extend('both', { scope: 'file' }, async ({ db, own }) =>
    addProviderKey(db, { providerId: own.providerId, name: 'shop', scopes: ['read', 'write'] })
  )
  .extend('call', { scope: 'file' }, ({ ask, both }) => {
    return (method: string, path: string, body?: object, key = both.key) =>
      ask(path, {
        key,
        method,
        type: 'application/json',
        ...(body && { body: JSON.stringify(body) })
      } satisfies Asked)
  })
  .extend('filled', { scope: 'file' }, async ({ ask }) => {
    const send = async (resource: string, ...rows: object[]) => {
      const { json } = await ask(`/imports/${resource}`, { method: 'POST', body: ndjson(...rows) })
      expect([resource, json['refused']]).toEqual([resource, 0])
    }
    await send('contacts', ...['P', 'P-2'].map((externalId) => ({ externalId, customer: 'K100', lastName: 'Huber' })))
    await send('events', { externalId: 'E', caption: 'Statik' }, { externalId: 'E-2', caption: 'Beton' })
    await send('participations', { externalId: 'T', contact: 'P', event: 'E' })
    return true
  })

test.beforeEach(({ filled }) => expect(filled).toBe(true))

describe('a row', () => {
  test('is created, read, changed and read again, by its external ID or whatever names it', async ({ call }) => {
    const rows = [
      ['/customers/K-1', { lastName: 'Bau GmbH' }, { place: 'Linz' }],
      ['/contacts/ä%20%2Fx', { customer: 'K100', lastName: 'Maier' }, { active: false }],
      [
        '/event-dates/E/2',
        { date: '2026-03-29', starts: '09:00:00', ends: '17:00:00', hours: '7.50' },
        { hours: '7.25' }
      ],
      ['/fields/contact/ASP_ORT', { position: 3 }, { required: true }],
      ['/possible-values/ASP_FREIFELD16/a%2Fb', { value: 'Rot', position: 1 }, { value: 'Blau' }],
      ['/event-models/saal/E', { css: '', svg: '<svg/>', html: '' }, { svg: '<svg></svg>' }],
      ['/event-models/saal', { css: '.a{}', svg: '<svg/>', html: '<p></p>' }, { html: '<b></b>' }],
      ['/shop-users/P-2', { emailAddress: 'huber@bau.example', rights: 3 }, { rights: 1 }],
      ['/participations/T-2', { contact: 'P', event: 'E', state: 'waiting' }, { state: 'rebooked', rebookedTo: 'E-2' }],
      ['/participations/T-3', { contact: 'P', event: 'E', state: 'cancelled' }, { state: 'booked' }]
    ] as const
    for (const [path, row, change] of rows) {
      expect([path, (await call('GET', path)).status]).toEqual([path, 404])
      const created = await call('PUT', path, row)
      expect([path, created.status, created.text]).toEqual([path, 201, created.text])
      const read = await call('GET', path)
      expect(created.json).toEqual({ row: read.json, conflicts: [] })
      const changed = await call('PUT', path, change)
      expect([changed.status, changed.json['row']]).toEqual([200, { ...read.json, ...change }])
      expect((await call('GET', path)).json).toEqual(changed.json['row'])
      expect((await call('PUT', path, change)).json).toEqual(changed.json)
    }
    expect((await call('PUT', '/provider', { place: 'Kiel' })).json['row']).toMatchObject({ place: 'Kiel' })
    expect((await call('GET', '/provider')).json).toMatchObject({ place: 'Kiel' })
  })

  test('never shows the hash of a password', async ({ call }) => {
    const passwordHash = '$2b$04$abcdefghijklmnopqrstuuA7XG9y0nB1vT0bK6KcZ2s0pQ1xW9yZ.'
    const row = { emailAddress: 'hash@bau.example', rights: 3, passwordHash }
    expect((await call('PUT', '/shop-users/P', row)).text).not.toContain('$2b$')
    expect((await call('GET', '/shop-users/P')).text).not.toContain('asswordHash')
    const refused = await call('PUT', '/shop-users/P', { ...row, rights: 9 })
    expect([refused.status, refused.json['detail']]).toEqual([400, 'rights must be one of 0, 1, 2, 3, 4.'])
    expect((await call('PUT', '/shop-users/P', { passwordHash: 'plain-text' })).text).not.toContain('plain-text')
  })

  test('is renamed by another external ID in the body, and stays what others refer to', async ({ call }) => {
    const { json } = await call('GET', '/contacts/P')
    const renamed = await call('PUT', '/contacts/P', { externalId: 'P-new' })
    expect([renamed.status, renamed.json['row']]).toEqual([200, { ...json, externalId: 'P-new' }])
    expect((await call('GET', '/contacts/P')).status).toBe(404)
    expect((await call('GET', '/participations/T')).json).toMatchObject({ contact: 'P-new' })
    const taken = await call('PUT', '/contacts/P-new', { externalId: 'P-2', title: 'Dr.' })
    expect([taken.status, taken.json['detail']]).toEqual([409, 'externalId is already the key of another row.'])
    expect((await call('GET', '/contacts/P-new')).json).toMatchObject({ title: null })
    expect((await call('PUT', '/contacts/gone', { externalId: 'X', customer: 'K100', lastName: 'X' })).status).toBe(404)
    expect((await call('GET', '/contacts/X')).status).toBe(404)
    expect((await call('PUT', '/contacts/P-new', { externalId: 'P' })).status).toBe(200)
    const moved = await call('PUT', '/fields/contact/ASP_PLZ', { form: 'customer', position: 1 })
    expect([moved.status, moved.json['detail']]).toEqual([400, 'form is not the one of the address.'])
  })

  test('is refused with the sentence of an import', async ({ call }) => {
    for (const [path, row, sentence] of [
      ['/contacts/N', { customer: 'nobody', lastName: 'A' }, 'customer names no row of customers that is there.'],
      ['/contacts/N', { customer: 'K100' }, 'A new row needs lastName.'],
      ['/contacts/N', { shoeSize: 44 }, 'shoeSize: There is no such column.'],
      ['/contacts/N', { customer: 'K100', lastName: 7 }, 'lastName must be a text.'],
      [`/contacts/${'x'.repeat(201)}`, { lastName: 'A' }, 'externalId must have at most 200 characters.'],
      ['/event-dates/E/first', { hours: 1 }, 'dayNo must be a whole number.'],
      ['/event-dates/none/1', { hours: 1 }, 'event names no row of events that is there.']
    ] as const) {
      const { status, json } = await call('PUT', path, row)
      expect([status, json['detail']]).toEqual([400, expect.stringContaining(sentence)])
      expect((await call('GET', path)).status).toBe(404)
    }
    expect(
      (await call('PUT', `/contacts/${encodeURIComponent('ü'.repeat(200))}`, { customer: 'K100', lastName: 'A' }))
        .status
    ).toBe(201)
  })

  test('that is new gets a number of its own, however many come at once', async ({ call }) => {
    const rows = {
      events: () => ({ caption: 'Holzbau' }),
      orders: () => ({ customer: 'K100', registeredAt: '2026-01-01T09:00:00Z', orderedFrom: 'Huber' }),
      invoices: (no: string) => ({ customer: 'K100', no, date: '2026-01-01' }),
      contacts: () => ({ customer: 'K100', lastName: 'Huber' })
    }
    for (const [resource, rowOf] of Object.entries(rows)) {
      const ids = Array.from({ length: 8 }, (_, n) => `at-once-${n}`)
      const answers = await Promise.all(ids.map((id) => call('PUT', `/${resource}/${id}`, rowOf(id))))
      expect([resource, answers.map(({ status, json }) => json['detail'] ?? status)]).toEqual([
        resource,
        ids.map(() => 201)
      ])
    }
  })

  test('that is new is created once, however often it comes at once', async ({ call }) => {
    const rows = {
      'events/8': { caption: 'Holzbau' },
      'event-dates/E/8': { date: '2026-03-29', starts: '09:00:00', ends: '17:00:00', hours: '7.50' },
      'orders/8': { customer: 'K100', registeredAt: '2026-01-01T09:00:00Z', orderedFrom: 'Huber' },
      'invoices/8': { customer: 'K100', no: 'R-8', date: '2026-01-01' },
      'customers/8': { lastName: 'Bau GmbH' },
      'contacts/8': { customer: 'K100', lastName: 'Huber' },
      'shop-users/8': { emailAddress: 'once@bau.example', rights: 3 },
      'invoice-addresses/8': { customer: 'K100', name: 'Bau GmbH', street: 'Ring 1', plz: '1010', place: 'Wien' }
    }
    const found: Record<string, unknown> = {}
    for (const [path, row] of Object.entries(rows)) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call('PUT', `/${path}`, row)))
      const outcomes = answers.map(({ status, json }) => json['detail'] ?? status)
      found[path] = {
        answers: new Set(outcomes),
        isOnce: outcomes.filter((one) => one === 201).length === 1,
        rows: new Set(answers.map(({ json }) => JSON.stringify(json['row']))).size
      }
    }
    const once = { answers: new Set([200, 201]), isOnce: true, rows: 1 }
    expect(found).toEqual(Object.fromEntries(Object.keys(rows).map((path) => [path, once])))
  })

  test('that was removed leaves its number to no new row, whoever gave it', async ({ call, db, own }) => {
    const file = { provider_id: own.providerId, sha256: 'a'.repeat(64), storage_key: 'a', size_bytes: 1 }
    await db.insertInto('stored_files').values(file).execute()
    const rows: Record<string, readonly [number: string, row: object]> = {
      'invoice-addresses': ['no', { customer: 'K100', name: 'Bau GmbH', street: 'Ring 1', plz: '1010', place: 'Wien' }],
      events: ['eventId', { caption: 'Holzbau' }],
      orders: ['no', { customer: 'K100', registeredAt: '2026-01-01T09:00:00Z', orderedFrom: 'Huber' }],
      participations: ['participantId', { contact: 'P', event: 'E' }],
      documents: [
        'documentId',
        { kind: 'invoice', customer: 'K100', caption: 'A', fileName: 'A.pdf', sha256: file.sha256 }
      ],
      invoices: ['controlNo', { customer: 'K100', no: 'R-7', date: '2026-01-01' }],
      'webinar-links': ['linkId', { customer: 'K100', caption: 'Statik', link: 'https://webinar.example/1' }],
      letters: ['letterNo', { kind: 'participation', event: 'E' }],
      evaluations: ['interfaceId', { caption: 'Kosten' }]
    }
    for (const [resource, [member, row]] of Object.entries(rows)) {
      const create = async (id: string, brought = {}) => {
        const { json } = await call('PUT', `/${resource}/${id}`, { ...row, ...brought })
        return (json['row'] as Record<string, number> | undefined)?.[member] ?? JSON.stringify(json)
      }
      const remove = async (id: string) => (await call('DELETE', `/${resource}/${id}`)).status
      const first = Number(await create('number-1'))
      expect([resource, await create('number-2'), await remove('number-1')]).toEqual([resource, first + 1, 204])
      expect([resource, await remove('number-2'), await create('number-3')]).toEqual([resource, 204, first + 2])
      expect([resource, await create('number-4', { [member]: first + 9 })]).toEqual([resource, first + 9])
      expect([resource, await remove('number-4'), await create('number-5')]).toEqual([resource, 204, first + 10])
    }
  })

  test('of a booking has the event to which it was rebooked in no other state', async ({ call }) => {
    const booking = { contact: 'P-2', event: 'E', state: 'rebooked', rebookedTo: 'E-2' }
    expect((await call('PUT', '/participations/T-4', booking)).status).toBe(201)
    const { status, json } = await call('PUT', '/participations/T-4', { state: 'booked' })
    expect([status, json['detail']]).toEqual([400, 'rebookedTo must be empty where state is not rebooked.'])
    expect((await call('DELETE', '/events/E-2')).status).toBe(409)
    const booked = await call('PUT', '/participations/T-4', { state: 'booked', rebookedTo: null })
    expect(booked.json['row']).toMatchObject({ state: 'booked', rebookedTo: null })
    for (const name of ['T-2', 'T-3', 'T-4']) await call('DELETE', `/participations/${name}`)
  })

  test('keeps what a customer has changed, and says so', async ({ server, call, own }) => {
    const { admin, contact } = own.shopUsers
    const saved = { ASP_PVAID: contact.contactId, ASP_ORT: 'Graz' }
    await server.save(admin, ['PUT', '/contact'], saved)
    const { status, json } = await call('PUT', `/contacts/${contact.externalId}`, { place: 'Nirgendwo', title: 'Dr.' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      row: { title: 'Dr.' },
      conflicts: [
        { field: 'place', value: 'Nirgendwo', sentence: expect.stringContaining('the customer’s value stays') }
      ]
    })
    expect(json['row']).not.toMatchObject({ place: 'Nirgendwo' })
  })

  test('is taken away as by a full set: contacts become inactive', async ({ call, db, both }) => {
    expect((await call('PUT', '/contacts/P-3', { customer: 'K100', lastName: 'Geht' })).status).toBe(201)
    for (let again = 0; again < 2; again += 1) expect((await call('DELETE', '/contacts/P-3')).status).toBe(204)
    expect((await call('GET', '/contacts/P-3')).json).toMatchObject({ active: false })
    const kept = await call('DELETE', '/events/E')
    expect([kept.status, kept.json['detail']]).toEqual([
      409,
      'Participations, documents, webinar links or letters refer to it.'
    ])
    expect((await call('DELETE', '/participations/T')).status).toBe(204)
    expect((await call('GET', '/participations/T')).status).toBe(404)
    expect((await call('DELETE', '/events/E-2')).status).toBe(204)
    expect((await call('DELETE', '/events/E-2')).status).toBe(404)
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'resource', 'key', 'changes'])
      .where('provider_key', '=', both.id)
      .where('action', 'in', ['delete', 'update'])
      .where('resource', 'in', ['participations', 'contact'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toMatchObject([
      { action: 'delete', resource: 'participations', key: { externalId: 'T' }, changes: {} },
      {
        action: 'update',
        resource: 'contact',
        key: { externalId: 'P-3', contactId: expect.any(Number) },
        changes: { ASP_AKTIV: { old: true, new: false } }
      }
    ])
    expect((await call('DELETE', '/provider')).status).toBe(405)
  })
})

test('a key reaches the rows that its scopes say, of its own company alone', async ({ call, db, own, twin }) => {
  const keyFor = async (providerId: number, scopes: readonly KeyScope[]) =>
    (await addProviderKey(db, { providerId, scopes })).key
  const foreign = await keyFor(twin.providerId, ['read', 'write'])
  const [reader, writer] = [
    await keyFor(own.providerId, ['read:contacts']),
    await keyFor(own.providerId, ['write:contacts'])
  ]
  for (const resource of importResourceNames) {
    const names = importResources[resource].key.map((member) => (member === 'dayNo' ? '1' : 'P-2'))
    const path = ['', resource, ...names].join('/')
    const isContact = resource === 'contacts'
    const status = async (method: string, key: string) =>
      (await call(method, path, method === 'PUT' ? {} : undefined, key)).status
    const asked = [await status('GET', reader), await status('GET', writer), await status('PUT', reader)]
    expect([resource, asked]).toEqual([resource, [isContact ? 200 : 403, 403, 403]])
    expect([resource, await status('PUT', writer)]).toEqual([resource, isContact ? 200 : 403])
    if (resource === 'provider') continue
    expect([resource, await status('DELETE', reader)]).toEqual([resource, 403])
    const answers = async (key: string, place: string) => {
      const all = await Promise.all(
        ['GET', 'PUT', 'DELETE'].map((method) => call(method, place, method === 'PUT' ? {} : undefined, key))
      )
      return all.map((answer) => [answer.status, answer.text])
    }
    const missing = path.replaceAll('P-2', 'nowhere')
    expect([resource, await answers(foreign, path)]).toEqual([resource, await answers(foreign, missing)])
  }
  const { json } = await call('PUT', '/contacts/P-2', { title: 'Mag.' }, writer)
  expect(json).toEqual({ row: null, conflicts: [] })
  expect((await call('GET', '/contacts/P-2', undefined, reader)).json).toMatchObject({ title: 'Mag.', active: true })
})

test('the API describes each row with the schema of an import', async ({ server }) => {
  const document = (await (await fetch(`${server.url}/provider/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, object>; requestBody?: object }>>
  }
  const { get, put, delete: remove } = document.paths['/provider/v1/event-dates/{event}/{dayNo}'] ?? {}
  const shape = ($ref: string) => ({ content: { 'application/json': { schema: { $ref } } } })
  expect(get?.responses['200']).toMatchObject(shape('#/components/schemas/EventDatesRow'))
  expect(put?.requestBody).toMatchObject(shape('#/components/schemas/EventDatesMembers'))
  expect(Object.keys(put?.responses ?? {})).toEqual(expect.arrayContaining(['200', '201', '400', '404', '409']))
  expect(remove).toBeDefined()
})
