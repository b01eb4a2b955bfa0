import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import type { ImportProgress } from '../../records/importing/import.ts'

const test = importTest
  /** Sends rows as a full set of those whose keys begin with a prefix. */
  .extend('replace', { scope: 'file' }, ({ ask }) => {
    return async (resource: string, prefix: string, ...rows: readonly object[]) => {
      const query = `mode=replace&prefix=${encodeURIComponent(prefix)}&maxRemoved=1`
      return (await ask(`/imports/${resource}?${query}`, { method: 'POST', body: ndjson(...rows) })).json
    }
  })
  .extend('put', { scope: 'file' }, ({ ask }) => {
    return async (resource: string, ...rows: readonly object[]) => {
      const { json } = await ask(`/imports/${resource}`, { method: 'POST', body: ndjson(...rows) })
      expect(json).toMatchObject({ created: rows.length, refused: 0 })
    }
  })
  /** Names the active contacts and the contacts with a right whose keys begin with a text. */
  .extend('left', { scope: 'file' }, ({ db, own }) => async (prefix: string) => {
    const contacts = db
      .selectFrom('contacts')
      .select('external_id')
      .where('contacts.provider_id', '=', own.providerId)
      .where('external_id', 'like', `${prefix}%`)
      .orderBy('external_id')
    const active = await contacts.where('active', '=', true).execute()
    const users = await contacts
      .innerJoin('shop_users', (on) =>
        on
          .onRef('shop_users.provider_id', '=', 'contacts.provider_id')
          .onRef('shop_users.contact_id', '=', 'contacts.contact_id')
      )
      .where('rights', '>', 0)
      .execute()
    const namesOf = (rows: readonly { external_id: string }[]) =>
      rows.map((row) => row.external_id.slice(prefix.length)).join(' ')
    return { active: namesOf(active), users: namesOf(users) }
  })

const customer = (externalId: string) => ({ externalId, lastName: 'Huber GmbH' })
const contact = (externalId: string, of: string) => ({ externalId, customer: of, lastName: 'Huber' })
const shopUser = (name: string) => ({ contact: name, emailAddress: `${name}@firma.example`.toLowerCase(), rights: 3 })

describe('a full set of one source', () => {
  test('removes only rows whose key begins with its prefix, and belongings of such rows', async ({
    put,
    replace,
    left
  }) => {
    const names = ['S-A-1', 'S-A-2', 'S-B-1', 'S-B-2']
    await put('customers', customer('S-A'), customer('S-B'))
    await put('contacts', ...names.map((name) => contact(name, name.slice(0, 3))))
    await put('shop-users', ...names.map(shopUser))
    expect(await replace('shop-users', 'S-A-', shopUser('S-A-1'))).toMatchObject({ unchanged: 1, removed: 1 })
    expect(await left('S-')).toEqual({ active: 'A-1 A-2 B-1 B-2', users: 'A-1 B-1 B-2' })
    expect(await replace('contacts', 'S-A-', contact('S-A-2', 'S-A'))).toMatchObject({ unchanged: 1, removed: 1 })
    expect(await left('S-')).toMatchObject({ active: 'A-2 B-1 B-2' })
    await put('events', ...['S-A', 'S-B'].map((externalId) => ({ externalId, caption: 'Statik' })))
    await put('event-dates', ...['S-A', 'S-B'].map((event) => ({ event, dayNo: 1, date: '2026-02-01' })))
    expect(await replace('event-dates', 'S-A')).toMatchObject({ read: 0, removed: 1 })
    expect(await replace('events', 'S-A')).toMatchObject({ read: 0, removed: 1 })
    // A prefix is no pattern.
    expect(await replace('contacts', 'S_B%')).toMatchObject({ removed: 0 })
  })

  test('counts a refused row with a readable key as there', async ({ put, replace, left }) => {
    await put('customers', customer('R'))
    await put('contacts', ...['R-1', 'R-2', 'R-3'].map((name) => contact(name, 'R')))
    await put('shop-users', ...['R-1', 'R-2', 'R-3'].map(shopUser))
    const wrong = { ...shopUser('R-2'), rights: 'viel' }
    expect(await replace('shop-users', 'R-', shopUser('R-1'), wrong)).toMatchObject({ refused: 1, removed: 1 })
    expect(await left('R-')).toMatchObject({ users: '1 2' })
    const broken = { ...contact('R-2', 'R'), active: 'vielleicht' }
    expect(await replace('contacts', 'R-', contact('R-1', 'R'), broken)).toMatchObject({ refused: 1, removed: 1 })
    expect(await left('R-')).toMatchObject({ active: '1 2' })
  })

  test('removes nothing while a refused row has none, and names the lines of each file', async ({
    own,
    put,
    replace,
    left,
    bring,
    folder
  }) => {
    await put('customers', customer('U'))
    await put('contacts', ...['U-1', 'U-2'].map((name) => contact(name, 'U')))
    const unnamed = { customer: 'U', lastName: 'Huber' }
    const sentence =
      'Nothing was removed, all other rows are stored: some refused rows do not say which rows they are. Correct these rows and send the whole set again: line'
    expect(await replace('contacts', 'U-', contact('U-1', 'U'), unnamed, unnamed)).toMatchObject({
      status: 409,
      detail: `${sentence} 2, 3.`
    })
    const rows = ['externalId;customer;lastName', 'U-1;U;Huber', ...Array.from({ length: 22 }, () => ';U;Huber'), '']
    const { files } = await bring(
      { 'contacts.csv': rows.join('\n'), 'events.csv': 'externalId;caption\nU-E;Statik\n' },
      { mode: 'replace', prefix: 'U-', maxRemoved: 1 }
    )
    const lines = Array.from({ length: 20 }, (_, index) => index + 3).join(', ')
    expect(
      files.map(({ withheld, refused, refusedFile, removed }) => [withheld, refused, refusedFile, removed])
    ).toEqual([
      [`${sentence} ${lines} and 2 more.`, 22, join(folder, 'contacts.refused.csv'), 0],
      [null, 0, null, 0]
    ])
    expect(await left('U-')).toMatchObject({ active: '1 2' })
    await rm(join(folder, 'contacts.csv'))
    const other = bring({}, { providerId: own.providerId, prefix: 'U-' })
    await expect(other).rejects.toThrow('A prefix is that of full sets: it goes with the mode replace.')
  })

  test('keeps its prefix when it goes on with a higher limit: nothing of another source is removed', async ({
    ask,
    put,
    left
  }) => {
    await put('customers', customer('Q'))
    await put('contacts', ...['Q-A-1', 'Q-A-2', 'Q-B-1'].map((name) => contact(name, 'Q')))
    const run = randomUUID()
    const send = async (query: string) => {
      const body = ndjson(contact('Q-A-1', 'Q'))
      return (await ask(`/imports/contacts?mode=replace&run=${run}&${query}`, { method: 'POST', body })).json
    }
    const limit = 'import again with the same prefix, "Q-A-", and a higher --max-removed, by HTTP maxRemoved.'
    expect(await send('prefix=Q-A-')).toMatchObject({ status: 409, detail: expect.stringContaining(limit) as unknown })
    const detail = 'The run began with the prefix "Q-A-": go on with it, or begin a new run.'
    for (const other of ['', 'prefix=Q-', 'prefix=Q-B-'])
      expect(await send(`${other}&maxRemoved=1`)).toMatchObject({ status: 409, detail })
    expect(await left('Q-')).toMatchObject({ active: 'A-1 A-2 B-1' })
    expect(await send('prefix=Q-A-&maxRemoved=1')).toMatchObject({ removed: 1 })
    expect(await left('Q-')).toMatchObject({ active: 'A-1 B-1' })
  })

  test('of a folder removes nothing more after the first file that stops', async ({ put, left, bring }) => {
    const names = ['F-1', 'F-2', 'F-3']
    await put('customers', customer('F'))
    await put('contacts', ...names.map((name) => contact(name, 'F')))
    await put('shop-users', ...names.map(shopUser))
    const { files } = await bring(
      {
        'contacts.ndjson': ndjson(contact('F-1', 'F'), contact('F-2', 'F')),
        'shop-users.ndjson': ndjson(shopUser('F-1'))
      },
      { mode: 'replace', prefix: 'F-', maxRemoved: 0.5 }
    )
    expect(files.map(({ stopped, removed }) => [stopped, removed])).toEqual([
      [null, 0],
      [expect.stringContaining('Nothing was removed: the set lacks 2 of 3 rows'), 0]
    ])
    expect(await left('F-')).toEqual({ active: '1 2 3', users: '1 2 3' })
  })

  test('of a folder that stops amid its end removes nothing more, nor names a customer whose admin stays', async ({
    db,
    put,
    left,
    bring
  }) => {
    await put('customers', customer('N'))
    await put('contacts', ...['N-1', 'N-2', 'N-3'].map((name) => contact(name, 'N')))
    await put('contacts', { ...contact('N-4', 'N'), active: false })
    await put('shop-users', { ...shopUser('N-1'), rights: 1 }, shopUser('N-2'), { ...shopUser('N-3'), rights: 0 })
    // Other programs write meanwhile: the run looks for held rows between its count and the removal.
    await sql`create function write_meanwhile() returns trigger language plpgsql as $$ begin
      update shop_users set rights = 2 where email_address = 'n-3@firma.example';
      update contacts set active = true where external_id = 'N-4'; return null; end $$`.execute(db)
    await sql`create trigger write_meanwhile after update of held on import_keys
      for each statement execute function write_meanwhile()`.execute(db)
    const { files } = await bring(
      {
        'contacts.ndjson': ndjson(...['N-1', 'N-2', 'N-3'].map((name) => contact(name, 'N'))),
        'shop-users.ndjson': ndjson(shopUser('N-2'))
      },
      { mode: 'replace', prefix: 'N-', maxRemoved: 0.5 }
    )
    await sql`drop function write_meanwhile cascade`.execute(db)
    const stopped = expect.stringContaining('Nothing was removed: the set lacks 2 of 3 rows') as unknown
    expect(files).toMatchObject([
      { stopped: null, removed: 0 },
      { stopped, removed: 0, reasons: [] }
    ])
    expect(await left('N-')).toEqual({ active: '1 2 3 4', users: '1 2 3' })
  })

  test('of a folder is read once, and goes on where its end broke off', async ({ db, put, left, bring }) => {
    const names = ['E-1', 'E-2', 'E-3']
    await put('customers', customer('E'))
    await put('contacts', ...names.map((name) => contact(name, 'E')))
    await put('shop-users', ...names.map(shopUser))
    const set = {
      'contacts.ndjson': ndjson(contact('E-1', 'E'), { ...contact('E-2', 'E'), firstName: 'Eva' }),
      'shop-users.ndjson': ndjson({ ...shopUser('E-1'), rights: 4 })
    }
    const progress: ImportProgress[] = []
    const watched = { ...commandContext, report: (now: object) => void progress.push(now as ImportProgress) }
    const how = { mode: 'replace', prefix: 'E-', maxRemoved: 1, runId: randomUUID() } as const
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(
      db
    )
    await sql`create trigger refuse before update of active on contacts for each row
      when (not new.active) execute function refuse()`.execute(db)
    await expect(bring(set, how, watched)).rejects.toThrow('timeout')
    await sql`drop function refuse cascade`.execute(db)
    const size = Object.values(set).join('').length
    expect(progress.at(-1)).toMatchObject({ bytesRead: size, bytesTotal: size })
    // The shop users were done before the contacts.
    expect(await left('E-')).toEqual({ active: '1 2 3', users: '1' })
    const { files } = await bring(set, how)
    expect(files).toMatchObject([
      { file: expect.stringContaining('contacts') as unknown, read: 2, updated: 1, unchanged: 1, removed: 1 },
      { file: expect.stringContaining('shop-users') as unknown, read: 1, updated: 1, unchanged: 0, removed: 2 }
    ])
    expect(await left('E-')).toEqual({ active: '1 2', users: '1' })
  })

  test('of a folder may have the provider’s own row, which is never removed', async ({ bring }) => {
    const { files } = await bring(
      {
        'provider.ndjson': ndjson({ phoneNumber: '+43 1 234' }),
        'events.ndjson': ndjson({ externalId: 'P-E', caption: 'A' })
      },
      { mode: 'replace', prefix: 'P-' }
    )
    expect(files).toMatchObject([
      { stopped: null, refused: 0, updated: 1 },
      { stopped: null, created: 1 }
    ])
  })

  test('needs rows that your own keys name', async ({ ask, replace }) => {
    expect(await replace('possible-values', 'A', { field: 'KND_BRANCHE' })).toMatchObject({
      status: 409,
      detail: 'Rows of possible-values have no external key with which a prefix could be compared.'
    })
    const { status, text } = await ask('/imports/contacts?prefix=A', { method: 'POST', body: '' })
    expect([status, text]).toEqual([400, expect.stringContaining('prefix goes with mode=replace.')])
  })
})

describe('a full set without a customer whose people still come', () => {
  const set = (customers: readonly object[], admins: readonly string[] = ['L-1', 'L-2']) => ({
    'customers.ndjson': ndjson(...customers),
    'contacts.ndjson': ndjson(
      ...admins.map((name) => ({ ...contact(name, name === 'L-2' || name === 'L-3' ? 'L-B' : 'L-A'), active: true }))
    ),
    'shop-users.ndjson': ndjson(...admins.map(shopUser))
  })
  const how = { mode: 'replace', prefix: 'L-', maxRemoved: 1 } as const

  test('opens no login of theirs, not even until its end, and names each', async ({ db, own, bring, left }) => {
    await bring(set([customer('L-A'), customer('L-B')]), how)
    expect(await left('L-')).toEqual({ active: '1 2', users: '1 2' })
    await bring(set([customer('L-A')]), how)
    expect(await left('L-')).toEqual({ active: '1', users: '1 2' })
    // What any statement of the next run writes is noted, even if a later one takes it back.
    await sql`create table opened (name text)`.execute(db)
    await sql`create function note_opened() returns trigger language plpgsql as
      $$ begin insert into opened values (new.external_id); return null; end $$`.execute(db)
    await sql`create trigger note_opened after insert or update of active on contacts
      for each row when (new.active) execute function note_opened()`.execute(db)
    const { files } = await bring(set([customer('L-A')], ['L-1', 'L-2', 'L-3']), how)
    const { rows } = await sql`select name from opened`.execute(db)
    await sql`drop function note_opened cascade`.execute(db)
    await sql`drop table opened`.execute(db)
    expect(rows).toEqual([])
    expect(await left('L-')).toEqual({ active: '1', users: '1 2' })
    expect(files[1]?.reasons).toMatchObject([
      { count: 2, line: 2, sentence: 'The customer is not in this full set: the access stays closed.' }
    ])
    expect(files[1]).toMatchObject({ conflicts: 2, removed: 0 })
    // Nothing is removed where a row cannot be told; nor does anything open.
    await bring(set([customer('L-A'), { lastName: 'Huber' }], ['L-1', 'L-2', 'L-3']), how)
    expect(await left('L-')).toMatchObject({ active: '1' })
    // Another source's customers are in no set of this one.
    const other = { ...how, prefix: 'L-A' }
    await bring(set([customer('L-A')]), { ...other, providerId: own.providerId })
    expect(await left('L-')).toMatchObject({ active: '1 2' })
    await bring(set([customer('L-A'), customer('L-B')], ['L-1', 'L-2', 'L-3']), how)
    expect(await left('L-')).toEqual({ active: '1 2 3', users: '1 2 3' })
  })

  test('closes who goes to that customer, and gives nobody of it a higher right', async ({ put, bring, left }) => {
    await put('customers', customer('M-A'), customer('M-B'))
    await put('contacts', contact('M-1', 'M-A'), contact('M-2', 'M-B'))
    await put('shop-users', shopUser('M-1'), { ...shopUser('M-2'), rights: 0 })
    const rows = {
      'customers.ndjson': ndjson(customer('M-A'), { lastName: 'Huber' }),
      'contacts.ndjson': ndjson(contact('M-1', 'M-B'), contact('M-2', 'M-B')),
      'shop-users.ndjson': ndjson(shopUser('M-1'), shopUser('M-2'))
    }
    const { files } = await bring(rows, { ...how, prefix: 'M-' })
    expect(files.map(({ withheld }) => withheld)).toEqual([expect.stringContaining('line 2.') as unknown, null, null])
    expect(await left('M-')).toEqual({ active: '2', users: '1' })
  })

  test('makes it active again where a later set names it, unless the row says otherwise', async ({
    ask,
    put,
    bring,
    left
  }) => {
    const named = ['W-1', 'W-2', 'W-3', 'W-4', 'W-5'].map((name) => contact(name, 'W-A'))
    const folder = (contacts: readonly object[], ...customers: string[]) => ({
      'customers.ndjson': ndjson(...customers.map(customer)),
      'contacts.ndjson': ndjson(...contacts)
    })
    const sets = { ...how, prefix: 'W-' }
    await put('customers', customer('W-A'), customer('W-B'))
    await put('contacts', ...named)
    await put('shop-users', ...named.map(({ externalId }) => shopUser(externalId)))
    // One that a row of the provider closes is not one that a set lacks.
    await bring(folder([{ ...named[4]!, active: false }, ...named.slice(0, 4)], 'W-A', 'W-B'), sets)
    // One is lacking; another one moves to a customer that is lacking, and a third is new there.
    const moving = [named[1]!, named[2]!, { ...named[3]!, customer: 'W-B' }, contact('W-6', 'W-B')]
    await bring(folder([...moving, named[4]!], 'W-A'), sets)
    expect(await left('W-')).toMatchObject({ active: '2 3' })
    const changes = ndjson(named[0]!, named[3]!)
    expect((await ask('/imports/contacts', { method: 'POST', body: changes })).json).toMatchObject({ refused: 0 })
    expect(await left('W-')).toMatchObject({ active: '2 3' })
    const all = [...named, contact('W-6', 'W-B')]
    await bring(folder([{ ...all[0]!, active: false }, ...all.slice(1)], 'W-A', 'W-B'), sets)
    expect(await left('W-')).toMatchObject({ active: '2 3 4 6' })
    // All of a customer that was lacking come back with it.
    await bring(folder(all.slice(5), 'W-B'), sets)
    expect(await left('W-')).toMatchObject({ active: '6' })
    // The row of the first has said that it is closed.
    await bring(folder(all, 'W-A', 'W-B'), sets)
    expect(await left('W-')).toEqual({ active: '2 3 4 6', users: '1 2 3 4 5' })
  })

  test('makes it active again where the same folder moves it to another customer', async ({
    put,
    bring,
    replace,
    left
  }) => {
    const [first, second, other] = [contact('Z-1', 'Z-A'), contact('Z-2', 'Z-A'), contact('Z-3', 'Z-B')]
    const folder = (...contacts: readonly object[]) => ({
      'customers.ndjson': ndjson(customer('Z-B')),
      'contacts.ndjson': ndjson(...contacts)
    })
    const sets = { ...how, prefix: 'Z-' }
    await put('customers', customer('Z-A'), customer('Z-B'))
    await put('contacts', first, second, other)
    await bring(folder(first, second, other), sets)
    expect(await left('Z-')).toMatchObject({ active: '3' })
    const moved = { ...first, customer: 'Z-B' }
    await bring(folder(moved, second, other), sets)
    expect(await left('Z-')).toMatchObject({ active: '1 3' })
    // A set of contacts by itself does not tell which customers there are.
    await replace('contacts', 'Z-', moved, { ...second, customer: 'Z-B' }, other)
    expect(await left('Z-')).toMatchObject({ active: '1 3' })
  })

  test('keeps it closed until a set of customers names the customer, also if sets come one by one', async ({
    put,
    replace,
    left
  }) => {
    const customers = [customer('V-A'), customer('V-B')]
    const contacts = [contact('V-1', 'V-A'), contact('V-2', 'V-A'), contact('V-3', 'V-B'), contact('V-4', 'V-B')]
    await put('customers', ...customers)
    await put('contacts', ...contacts)
    const steps = [
      // One of its people was lacking before.
      [['contacts', contacts.slice(0, 3)], '1 2 3'],
      [['customers', customers.slice(0, 1)], '1 2'],
      [['contacts', contacts], '1 2'],
      [['contacts', contacts.slice(0, 3)], '1 2'],
      [['customers', customers], '1 2'],
      [['contacts', contacts], '1 2 3 4']
    ] as const
    for (const [[resource, rows], active] of steps) {
      expect(await replace(resource, 'V-', ...rows)).toMatchObject({ refused: 0 })
      expect(await left('V-')).toMatchObject({ active })
    }
  })

  test('opens nobody whom a DELETE has closed, before or after a set', async ({ ask, put, replace, left }) => {
    const customers = [customer('X-A'), customer('X-B')]
    const contacts = [...['X-1', 'X-2', 'X-3'].map((name) => contact(name, 'X-A')), contact('X-4', 'X-B')]
    await put('customers', ...customers)
    await put('contacts', ...contacts)
    const remove = async (path: string) => expect((await ask(path, { method: 'DELETE' })).status).toBe(204)
    await remove('/contacts/X-1')
    await replace('contacts', 'X-', ...contacts.slice(2))
    await remove('/contacts/X-2')
    await replace('customers', 'X-', customers[0]!)
    await remove('/customers/X-B')
    await replace('customers', 'X-', ...customers)
    expect(await replace('contacts', 'X-', ...contacts)).toMatchObject({ refused: 0, updated: 0 })
    expect(await left('X-')).toMatchObject({ active: '3' })
  })

  test('opens nobody whose row was inactive in a batch that closes another one', async ({ put, bring, left }) => {
    const [first, second] = [contact('Y-1', 'Y-A'), contact('Y-2', 'Y-A')]
    await put('customers', customer('Y-A'), customer('Y-B'))
    await put('contacts', first, second)
    const sets = { ...how, prefix: 'Y-' }
    const folder = (customers: readonly string[], ...contacts: readonly object[]) => ({
      'customers.ndjson': ndjson(...customers.map(customer)),
      'contacts.ndjson': ndjson(...contacts)
    })
    await bring(folder(['Y-A', 'Y-B'], second), sets)
    const moved = { ...second, customer: 'Y-B' }
    await bring(folder(['Y-A'], { ...first, active: false, lastName: 'Neu' }, moved), sets)
    expect(await left('Y-')).toMatchObject({ active: '' })
    await bring(folder(['Y-A', 'Y-B'], first, moved), sets)
    expect(await left('Y-')).toMatchObject({ active: '2' })
  })
})
