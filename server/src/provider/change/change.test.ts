import { describe, expect } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { type AuditResource, auditResources } from '../../platform/rows/audit-resources.ts'
import { auditRetention, placeInThisServer } from '../../platform/rows/audit.ts'
import { test as changeTest } from '../../testing/change-fixtures.ts'
import type { TestUser } from '../../testing/company.ts'
import { addProviderKey } from '../../testing/provider-keys.ts'
import { save } from '../../testing/saves.ts'
import { readCursor, writeCursor } from './change.repository.ts'

const test = changeTest.extend('saveAs', { scope: 'file' }, ({ server, headersOf }) => {
  return async (user: TestUser, method: string, path: string, data: object) => {
    const saved = await save(server.url, await headersOf(user), [method, path], data)
    expect(saved).toMatchObject({ status: 200, code: 0 })
    return saved.data ?? {}
  }
})

describe('the feed of changes', () => {
  test('says who changed what, when and how, in an import’s words', async ({ own, saveAs, readAll, db }) => {
    const name = (table: 'customers' | 'contacts', external_id: string, where: object) =>
      db
        .updateTable(table)
        .set({ external_id })
        .where((row) => row.and({ company: own.company, ...where }))
        .execute()
    // A customer's new row gets one, too.
    const assigned = expect.stringMatching(/^cc-/) as string
    const { admin, contact } = own.users
    await name('customers', 'erp-customer', { id: own.id })
    await name('contacts', 'erp-admin', { pvaid: admin.pvaid })
    await name('contacts', 'erp-contact', { pvaid: contact.pvaid })
    const { cursor } = await readAll()
    await saveAs(admin, 'PUT', '/customer', { KND_ORT: 'Graz' })
    await saveAs(admin, 'PUT', '/contact', {
      ASP_PVAID: contact.pvaid,
      ASP_NEWSLETTER: true,
      ASP_SHOPEMAIL: 'neu@firma.example',
      ASP_SHOPRECHTE: 2,
      ASP_PASSWORT: 'Bergsteiger-77'
    })
    const address = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
    const { ADR_LFDNR: no } = await saveAs(admin, 'PUT', '/address', address)
    const { ASP_PVAID: pvaid } = await saveAs(admin, 'POST', '/contact', { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu' })
    await saveAs(contact, 'PUT', '/webshopuser', { WSU_EMAIL: 'eigen@firma.example', WSU_PASSWORT: 'Talwanderer-88' })
    const { changes } = await readAll(cursor)

    const by = { person: { id: own.id, pvaid: admin.pvaid, contact: 'erp-admin' }, key: null }
    const common = { by, customer: 'erp-customer', id: expect.any(Number) as number, at: expect.any(String) as string }
    expect(changes).toEqual([
      {
        ...common,
        action: 'update',
        rows: [
          {
            resource: 'customers',
            key: { externalId: 'erp-customer', id: own.id },
            fields: { place: { old: 'Wien', new: 'Graz' } }
          }
        ]
      },
      {
        ...common,
        action: 'update',
        rows: [
          {
            resource: 'contacts',
            key: { externalId: 'erp-contact', customer: 'erp-customer', id: own.id, pvaid: contact.pvaid },
            fields: expect.objectContaining({ newsletter: { old: false, new: true } }) as object
          },
          {
            resource: 'shop-users',
            key: { contact: 'erp-contact', id: own.id, pvaid: contact.pvaid },
            fields: {
              emailAddress: { old: contact.userName, new: 'neu@firma.example' },
              rights: { old: 3, new: 2 },
              password: { set: true }
            }
          }
        ]
      },
      {
        ...common,
        action: 'create',
        rows: [
          {
            resource: 'invoice-addresses',
            key: { externalId: assigned, customer: 'erp-customer', id: own.id, no },
            fields: expect.objectContaining({ name: { old: null, new: 'Huber' } }) as object
          }
        ]
      },
      {
        ...common,
        action: 'create',
        rows: [
          {
            resource: 'contacts',
            key: { externalId: assigned, customer: 'erp-customer', id: own.id, pvaid },
            fields: expect.objectContaining({ lastName: { old: null, new: 'Neu' } }) as object
          }
        ]
      },
      {
        ...common,
        by: { person: { id: own.id, pvaid: contact.pvaid, contact: 'erp-contact' }, key: null },
        action: 'update',
        rows: expect.arrayContaining([
          {
            resource: 'shop-users',
            key: { contact: 'erp-contact', id: own.id, pvaid: contact.pvaid },
            fields: { emailAddress: { old: 'neu@firma.example', new: 'eigen@firma.example' }, password: { set: true } }
          }
        ]) as object
      }
    ])
    expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted())
  })

  test('never holds a password, nor what is stored of one', async ({ own, saveAs, db, ask, readAll }) => {
    const { shopfull } = own.users
    await saveAs(shopfull, 'PUT', '/webshopuser', { WSU_PASSWORT: 'Kletterer-99' })
    await readAll()
    const { text } = await ask('?by=all')
    const stored = await db.selectFrom('shop_users').select('password_hash').execute()
    expect(text).toContain('"password":{"set":true}')
    for (const secret of [
      'Kletterer-99',
      'Bergsteiger-77',
      'Talwanderer-88',
      ...stored.map((row) => row.password_hash)
    ])
      expect(text).not.toContain(secret)
  })

  test('is read in pages of any size, each change once and in the same order', async ({ write, readAll }) => {
    const { cursor } = await readAll()
    await write(7)
    const whole = await readAll(cursor)
    expect(whole.changes).toHaveLength(7)
    for (const limit of [1, 3, 7]) expect((await readAll(cursor, limit)).changes).toEqual(whole.changes)
  })

  test('gives an empty page a cursor that goes on where it stands', async ({ write, ask, readAll }) => {
    const { cursor } = await readAll()
    const { json } = await ask(`?after=${cursor}`)
    expect(json).toMatchObject({ changes: [], hasMore: false, cursor: expect.any(String) })
    await write(1)
    expect((await readAll(json.cursor)).changes).toHaveLength(1)
  })

  test('leaves out what the provider has changed itself', async ({ write, readAll, readKey, own }) => {
    const { cursor } = await readAll()
    await write(2)
    await write(1, {
      actor_pvaid: null,
      provider_key: readKey.id,
      resource: 'orders',
      key: '{"no": 7, "externalId": "B-2026/7"}',
      changes: '{"caption":{"old":null,"new":"A"}}'
    })
    await write(1, { actor_pvaid: null, resource: 'contact' })
    await write(3, { resource: 'session' })
    expect((await readAll(cursor)).changes).toHaveLength(2)
    const { changes } = await readAll(cursor, 2, '&by=all')
    expect(changes.map(({ by }) => by)).toEqual([
      { person: expect.objectContaining({ id: own.id, pvaid: own.users.admin.pvaid }) as object, key: null },
      { person: expect.objectContaining({ id: own.id, pvaid: own.users.admin.pvaid }) as object, key: null },
      { person: null, key: 'erp' },
      { person: null, key: null }
    ])
    expect(changes[2]?.rows).toEqual([
      {
        resource: 'orders',
        key: { externalId: 'B-2026/7', customer: 'erp-customer', no: 7 },
        fields: { caption: { old: null, new: 'A' } }
      }
    ])
  })

  test('begins with the saved row, whatever order its fields have', async ({ write, readAll }) => {
    const { cursor } = await readAll()
    const changes = '{"ASP_EMAIL":{"old":"alt@a.example","new":"neu@a.example"},"WSU_EMAIL":{"old":null,"new":"x"}}'
    await write(1, { resource: 'webshop-user', changes })
    const [change] = (await readAll(cursor)).changes
    expect(change?.rows.map(({ resource }) => resource)).toEqual(['shop-users', 'contacts'])
  })

  test('has each resource by its name, and none that it leaves out', async ({ database, write, readAll }) => {
    const { cursor } = await readAll()
    for (const resource of Object.keys(auditResources)) await write(1, { resource })
    const { changes } = await readAll(cursor)
    const feeds = Object.values(auditResources).flatMap(({ feed }) => feed ?? [])
    expect(changes.flatMap(({ rows }) => rows.map(({ resource }) => resource))).toEqual(feeds)
    // An index that left out more could not serve the feed.
    const predicate = `select pg_get_expr(indpred, indrelid) as left_out from pg_index where indexrelid = 'audit_entries_changes'::regclass`
    const { rows } = await database.pool.query<{ left_out: string }>(predicate)
    const named = [...(rows[0]?.left_out ?? '').matchAll(/'([a-z-]+)'/g)].map(([, resource]) => resource)
    expect(named).toEqual(['session', 'password-mail'])
    expect(named.map((resource) => auditResources[resource as AuditResource].feed)).toEqual([null, null])
  })

  test('of another provider is out of reach, with a cursor of ours too', async ({ db, twin, write, ask, readAll }) => {
    await write(1)
    const theirs = await addProviderKey(db, { company: twin.company, scopes: ['read'] })
    const { changes } = await readAll()
    expect(changes.length).toBeGreaterThan(0)
    expect((await ask('?by=all', theirs.key)).json.changes).toEqual([])
    const { json } = await ask('?limit=1')
    expect((await ask(`?by=all&after=${json.cursor}`, theirs.key)).json.changes).toEqual([])
  })

  test('is read with the scope read alone', async ({ db, own, ask }) => {
    const { key } = await addProviderKey(db, { company: own.company, scopes: ['sessions', 'write'] })
    expect(await ask('', key)).toMatchObject({
      status: 403,
      json: { detail: 'The key is not good for the scope read.' }
    })
    expect((await ask('', `kcp_${'A'.repeat(43)}`)).status).toBe(401)
  })

  test.for([
    'after=x',
    'after=',
    `after=${'A'.repeat(201)}`,
    `after=${Buffer.from('1.99999999999999999999.1.1').toString('base64url')}`,
    `after=${Buffer.from('1.1.1.1;').toString('base64url')}`,
    'limit=0',
    'limit=1001',
    'limit=1e3',
    'by=nobody',
    'more=1',
    'after=a&after=b'
  ])('refuses ?%s with a problem', async (query, { ask }) => {
    expect(await ask(`?${query}`)).toMatchObject({ status: 400, json: { status: 400, detail: expect.any(String) } })
  })

  test('refuses a cursor behind which changes may be gone', async ({ db, write, ask, readAll }) => {
    const { cursor } = await readAll()
    await write(1, { at: new Date(Date.now() - 103 * 86_400_000) })
    await write(1, { at: new Date(Date.now() - 99 * 86_400_000) })
    await auditRetention.removeOld(db, { ...readConfig({}), auditDays: 100 })
    expect((await readAll(cursor)).changes).toHaveLength(1)
    const stored = readCursor(cursor)
    if (!stored) throw new Error('It was given out just now.')
    const old = writeCursor({ ...stored, since: stored.since - 731 * 86_400 })
    expect(await ask(`?after=${old}`)).toMatchObject({
      status: 410,
      json: { detail: expect.stringContaining('730 days') }
    })
  })

  test('refuses a cursor of a database that was replaced', async ({ db, write, ask, readAll }) => {
    const { cursor } = await readAll()
    // The entries look like a dump from a server that has run for longer.
    await write(2, { txid: '4000000000' })
    expect((await readAll(cursor)).changes).toEqual([])
    const ahead = writeCursor({ era: '1', txid: '4000000000', id: 1, since: Math.floor(Date.now() / 1000) })
    expect(await ask(`?after=${ahead}`)).toMatchObject({
      status: 410,
      json: { detail: expect.stringContaining('replaced') }
    })
    await placeInThisServer(db)
    expect((await readAll(cursor)).changes).toHaveLength(2)
    await placeInThisServer(db)
    expect((await readAll(cursor)).changes).toHaveLength(2)
  })
})
