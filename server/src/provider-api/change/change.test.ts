// On both databases: changes are read in the order in which transactions end.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test as changeTest } from '../../../../testing/server/change-fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { addRows } from '../../../../testing/server/rows.ts'
import { readConfig } from '../../platform/config/config.ts'
import { auditRetention, renumberRestoredEntries } from '../../records/rows/audit.ts'
import { readCursor, writeCursor } from './change.repository.ts'
import { feedResources } from './feed-resources.ts'

const test = changeTest
  .extend('run', { scope: 'file' }, async ({ db, own: { providerId } }) => {
    await addRows(db, 'stored_files', { provider_id: providerId, sha256, storage_key: 'files/a', size_bytes: 3 })
    return importer(db, providerId)
  })
  .extend('allSince', { scope: 'file' }, ({ readAll }) => async (cursor: string) => {
    const { changes } = await readAll(cursor, 1000, '&by=all')
    return changes.flatMap(({ rows }) => rows)
  })

describe('the feed of changes', () => {
  test('says who changed what, when and how, in an import’s words', async ({ server, own, readAll }) => {
    // A customer's new row gets one, too.
    const assigned = expect.stringMatching(/^cc-/) as string
    const { admin, contact } = own.shopUsers
    const { cursor } = await readAll()
    await server.mustSave(admin, ['PUT', '/customer'], { KND_ORT: 'Graz' })
    await server.mustSave(admin, ['PUT', '/contact'], {
      ASP_PVAID: contact.contactId,
      ASP_NEWSLETTER: true,
      ASP_SHOPEMAIL: 'neu@firma.example',
      ASP_SHOPRECHTE: 2,
      ASP_PASSWORT: 'Bergsteiger-77'
    })
    const address = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
    const { ADR_LFDNR: no } = await server.mustSave(admin, ['PUT', '/address'], address)
    const { ASP_PVAID: pvaid } = await server.mustSave(admin, ['POST', '/contact'], {
      ASP_ANREDE: 1,
      ASP_NACHNAME: 'Neu'
    })
    await server.mustSave(contact, ['PUT', '/webshopuser'], {
      WSU_EMAIL: 'eigen@firma.example',
      WSU_PASSWORT: 'Talwanderer-88'
    })
    const { changes } = await readAll(cursor)

    const by = {
      person: { customerNo: own.customerId, contactNo: admin.contactId, contact: admin.externalId },
      key: null
    }
    const common = {
      by,
      customer: own.customerNumber,
      id: expect.any(Number) as number,
      at: expect.any(String) as string
    }
    expect(changes).toEqual([
      {
        ...common,
        action: 'update',
        rows: [
          {
            resource: 'customers',
            key: { externalId: own.customerNumber, customerNo: own.customerId },
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
            key: {
              externalId: contact.externalId,
              customer: own.customerNumber,
              customerNo: own.customerId,
              contactNo: contact.contactId
            },
            fields: expect.objectContaining({ newsletter: { old: false, new: true } }) as object
          },
          {
            resource: 'shop-users',
            key: { contact: contact.externalId, customerNo: own.customerId, contactNo: contact.contactId },
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
            key: { externalId: assigned, customer: own.customerNumber, customerNo: own.customerId, no },
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
            key: { externalId: assigned, customer: own.customerNumber, customerNo: own.customerId, contactNo: pvaid },
            fields: expect.objectContaining({ lastName: { old: null, new: 'Neu' } }) as object
          }
        ]
      },
      {
        ...common,
        by: {
          person: { customerNo: own.customerId, contactNo: contact.contactId, contact: contact.externalId },
          key: null
        },
        action: 'update',
        rows: expect.arrayContaining([
          {
            resource: 'shop-users',
            key: { contact: contact.externalId, customerNo: own.customerId, contactNo: contact.contactId },
            fields: { emailAddress: { old: 'neu@firma.example', new: 'eigen@firma.example' }, password: { set: true } }
          }
        ]) as object
      }
    ])
    expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted())
  })

  test('never holds a password, nor what is stored of one', async ({ server, own, db, ask, readAll }) => {
    const { shopfull } = own.shopUsers
    await server.mustSave(shopfull, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'Kletterer-99' })
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
      actor_contact_id: null,
      provider_key: readKey.id,
      resource: 'orders',
      key: '{"no": 7, "externalId": "B-2026/7"}',
      changes: '{"caption":{"old":null,"new":"A"}}'
    })
    await write(1, { actor_contact_id: null, resource: 'contact' })
    await write(3, { resource: 'session' })
    expect((await readAll(cursor)).changes).toHaveLength(2)
    const { changes } = await readAll(cursor, 2, '&by=all')
    expect(changes.map(({ by }) => by)).toEqual([
      {
        person: expect.objectContaining({
          customerNo: own.customerId,
          contactNo: own.shopUsers.admin.contactId
        }) as object,
        key: null
      },
      {
        person: expect.objectContaining({
          customerNo: own.customerId,
          contactNo: own.shopUsers.admin.contactId
        }) as object,
        key: null
      },
      { person: null, key: 'erp' },
      { person: null, key: null }
    ])
    expect(changes[2]?.rows).toEqual([
      {
        resource: 'orders',
        key: { externalId: 'B-2026/7', customer: own.customerNumber, no: 7 },
        fields: { caption: { old: null, new: 'A' } }
      }
    ])
  })

  test('begins with the saved row, whatever order its fields have', async ({ write, readAll }) => {
    const { cursor } = await readAll()
    const changes = '{"ASP_EMAIL":{"old":"alt@a.example","new":"neu@a.example"},"WSU_EMAIL":{"old":null,"new":"x"}}'
    await write(1, { resource: 'shop-user', changes })
    const [change] = (await readAll(cursor)).changes
    expect(change?.rows.map(({ resource }) => resource)).toEqual(['shop-users', 'contacts'])
  })

  test('has each resource by its name, and none that it leaves out', async ({ database, write, readAll }) => {
    const { cursor } = await readAll()
    const leftOut = ['session', 'password-mail', 'invoice-mail']
    for (const resource of [...Object.keys(feedResources), ...leftOut]) await write(1, { resource })
    const { changes } = await readAll(cursor)
    const feeds = Object.values(feedResources).map(({ feed }) => feed)
    expect(changes.flatMap(({ rows }) => rows.map(({ resource }) => resource))).toEqual(feeds)
    // An index that left out more could not serve the feed.
    const predicate = `select pg_get_expr(indpred, indrelid) as left_out from pg_index where indexrelid = 'audit_entries_changes'::regclass`
    const { rows } = await database.pool.query<{ left_out: string }>(predicate)
    const named = [...(rows[0]?.left_out ?? '').matchAll(/'([a-z-]+)'/g)].map(([, resource]) => resource)
    expect(named).toEqual(['session', 'password-mail'])
    expect(leftOut).toEqual(expect.arrayContaining(named))
  })

  test('of another provider is out of reach, with a cursor of ours too', async ({ db, twin, write, ask, readAll }) => {
    await write(1)
    const theirs = await addProviderKey(db, { providerId: twin.providerId, scopes: ['read'] })
    const { changes } = await readAll()
    expect(changes.length).toBeGreaterThan(0)
    expect((await ask('?by=all', theirs.key)).json.changes).toEqual([])
    const { json } = await ask('?limit=1')
    expect((await ask(`?by=all&after=${json.cursor}`, theirs.key)).json.changes).toEqual([])
  })

  test('is read with the scope read alone', async ({ db, own, ask }) => {
    const { key } = await addProviderKey(db, { providerId: own.providerId, scopes: ['sessions', 'write'] })
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
    await renumberRestoredEntries(db)
    expect((await readAll(cursor)).changes).toHaveLength(2)
    await renumberRestoredEntries(db)
    expect((await readAll(cursor)).changes).toHaveLength(2)
  })
})

const sha256 = 'a'.repeat(64)

const order = { externalId: 'O', customer: 'C', orderedFrom: 'Huber' }

const participation = { externalId: 'T', contact: 'P', event: 'E', order: 'O', price: '1249.90' }

const invoice = { externalId: 'I', customer: 'C', no: 'R-1', date: '2026-04-01', document: 'D' }

const link = { externalId: 'W', customer: 'C', caption: 'Statik', link: 'https://webinar.example/1' }

const address = { externalId: 'A', customer: 'C', name: 'Bau GmbH', street: 'Ring 1', plz: '1010', place: 'Wien' }

const number = expect.any(Number) as number

const orders = { resource: 'orders', key: { externalId: 'O', customer: 'C', no: number } }

const participations = { resource: 'participations', key: { externalId: 'T', participantId: number } }

const invoices = { resource: 'invoices', key: { externalId: 'I', customer: 'C', controlNo: number } }

const links = { resource: 'webinar-links', key: { externalId: 'W', customer: 'C', linkId: number } }

const addresses = {
  resource: 'invoice-addresses',
  key: { externalId: 'A', customer: 'C', customerNo: number, no: number }
}

test('a change of any resource names its row in the words of an import', async ({ run, readAll, allSince }) => {
  await run('customers', [{ externalId: 'C', lastName: 'Bau GmbH' }])
  await run('contacts', [{ externalId: 'P', customer: 'C', lastName: 'Huber' }])
  await run('invoice-addresses', [address])
  await run('events', [{ externalId: 'E', caption: 'Statik', fromDate: '2026-03-29', toDate: '2026-03-30' }])
  await run('orders', [{ ...order, registeredAt: '2026-03-29 09:00' }])
  await run('participations', [participation])
  await run(
    'documents',
    [{ ...invoice, kind: 'invoice', externalId: 'D', caption: 'R', fileName: 'R.pdf', sha256 }].map(
      ({ no: _no, date: _date, document: _document, ...row }) => row
    )
  )
  await run('invoices', [invoice])
  await run('webinar-links', [link])
  const { cursor } = await readAll('', 1000, '&by=all')
  await run('customers', [{ externalId: 'C', place: 'Linz' }])
  await run('contacts', [{ externalId: 'P', title: 'Dr.' }])
  await run('invoice-addresses', [{ ...address, place: 'Graz' }])
  await run('orders', [{ ...order, orderedFrom: 'Maier' }])
  await run('participations', [{ ...participation, price: '80.00', state: 'rebooked', rebookedTo: 'E' }])
  await run('invoices', [{ ...invoice, no: 'R-2' }])
  await run('webinar-links', [{ ...link, caption: 'Bauphysik' }])
  expect(await allSince(cursor)).toEqual([
    {
      resource: 'customers',
      key: { externalId: 'C', customerNo: number },
      fields: { place: { old: null, new: 'Linz' } }
    },
    {
      resource: 'contacts',
      key: { externalId: 'P', customer: 'C', customerNo: number, contactNo: number },
      fields: { title: { old: null, new: 'Dr.' } }
    },
    { ...addresses, fields: { place: { old: 'Wien', new: 'Graz' } } },
    { ...orders, fields: { orderedFrom: { old: 'Huber', new: 'Maier' } } },
    {
      ...participations,
      fields: {
        price: { old: '1249.90', new: '80.00' },
        state: { old: 'booked', new: 'rebooked' },
        rebookedTo: { old: null, new: 'E' }
      }
    },
    { ...invoices, fields: { no: { old: 'R-1', new: 'R-2' } } },
    { ...links, fields: { caption: { old: 'Statik', new: 'Bauphysik' } } }
  ])
})

test('a change of a gone row still names it', async ({ server, own, run, db, readAll, allSince }) => {
  const { cursor } = await readAll('', 1000, '&by=all')
  const values = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
  const made = await server.save(own.shopUsers.admin, ['PUT', '/address'], values)
  const changed = { ADR_LFDNR: made.data?.['ADR_LFDNR'], ADR_ORT: 'Wels' }
  await server.mustSave(own.shopUsers.admin, ['PUT', '/address'], changed)
  await run('participations', [{ ...participation, price: '81.00' }])
  await run('invoices', [{ ...invoice, no: 'R-3' }])
  const before = await allSince(cursor)
  expect(before.map(({ key }) => key['externalId'])).toEqual([
    expect.stringMatching(/^cc-/),
    before[0]?.key['externalId'],
    'T',
    'I'
  ])
  let removed = 0
  for (const resource of ['invoices', 'participations', 'invoice-addresses'] as const)
    removed += (await run(resource, [], { mode: 'replace', maxRemoved: 1 })).counts.removed
  expect(
    await db.selectFrom('invoice_addresses').select('no').where('provider_id', '=', own.providerId).execute()
  ).toEqual([])
  const after = await allSince(cursor)
  expect(after.slice(0, before.length)).toEqual(before)
  // Their removal is a change of its own.
  const gone = after
    .slice(before.length)
    .map(({ resource, key, fields }) => ({ resource, is: key['externalId'], fields }))
  expect(gone).toHaveLength(removed)
  expect(gone).toEqual(
    expect.arrayContaining([
      { resource: 'invoices', is: 'I', fields: {} },
      { resource: 'participations', is: 'T', fields: {} },
      { resource: 'invoice-addresses', is: 'A', fields: {} },
      { resource: 'invoice-addresses', is: before[0]?.key['externalId'], fields: {} }
    ])
  )
  // A new row may get the number of one that was removed.
  await run('invoices', [{ ...invoice, externalId: 'N', no: 'R-4' }])
  const later = await allSince(cursor)
  expect(later.slice(before.length, after.length)).toEqual(after.slice(before.length))
})

test('a save leaves the mark that an earlier one of its transaction has set', async ({ db, own }) => {
  const entry = {
    provider_id: own.providerId,
    customer_id: own.customerId,
    actor_contact_id: own.shopUsers.admin.contactId,
    provider_key: null,
    action: 'update',
    resource: 'customer',
    key: JSON.stringify({ customerId: own.customerId }),
    changes: '{"KND_ORT": {"old": "a", "new": "b"}}'
  }
  /** Their times have the microseconds of the database: two transactions may begin within a millisecond. */
  const marks = async (on: typeof db) => {
    const { rows } = await sql<{ place: string; at: number }>`
      select ctid::text as place, extract(epoch from changed_at)::float8 as at from customer_changes
      where resource = 'customer' and row_key = ${String(own.customerId)}`.execute(on)
    return rows
  }
  const versions = await db.transaction().execute(async (trx) => {
    const read = async () => {
      await trx.insertInto('audit_entries').values(entry).execute()
      return marks(trx)
    }
    return [await read(), await read()]
  })
  expect(versions[1]).toEqual(versions[0])
  await db.insertInto('audit_entries').values(entry).execute()
  expect((await marks(db))[0]?.at).toBeGreaterThan(versions[0]?.[0]?.at ?? Infinity)
})
