import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { test } from '../../../../testing/server/import-fixtures.ts'
import { readRow } from '../../../../testing/server/rows.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { tellOutage } from '../../platform/operator/command.ts'
import { textOf } from './import-report.ts'
import { importCommand } from './import.command.ts'

describe('the import by a command', () => {
  test('leaves what a customer has changed, unless FIELD_LEAD says otherwise', async ({ server, db, own, bring }) => {
    const { contactId, personId, externalId } = own.shopUsers.contact
    const saved = { ASP_PVAID: contactId, ASP_NACHNAME: 'Kundin' }
    await server.save(own.shopUsers.admin, ['PUT', '/contact'], saved)
    const rows = { 'contacts.ndjson': JSON.stringify({ externalId, lastName: 'Provider' }) }
    const run = async (fieldLead: typeof commandContext.config.fieldLead) => {
      const { files } = await bring(rows, {}, { ...commandContext, config: { ...commandContext.config, fieldLead } })
      return [files[0]?.conflicts, (await readRow(db, 'persons', { person_id: personId })).last_name]
    }
    expect(await run({})).toEqual([1, 'Kundin'])
    expect(await run({ contacts: 'provider' })).toEqual([1, 'Provider'])
  })

  test('stores nothing of a folder in which a file has a wrong column, packed or not', async ({
    db,
    folder,
    bring
  }) => {
    const rows = {
      'customers.csv': 'externalId;lastName\nCOLUMNS;Huber\n',
      'events.csv.gz': gzipSync('externalId;caption\nCOLUMNS;Seminar\n'),
      'orders.csv': 'externalId;shoeSize\nCOLUMNS;42\n'
    }
    await expect(bring(rows)).rejects.toThrow('orders.csv: The column "shoeSize" is unknown.')
    const find = () => db.selectFrom('customers').select('customer_id').where('external_id', '=', 'COLUMNS').execute()
    expect(await find()).toEqual([])
    await rm(join(folder, 'orders.csv'))
    const { files } = await bring({})
    expect(files.map(({ created }) => created)).toEqual([1, 1])
    expect(await find()).toHaveLength(1)
  })

  test('puts the rows of a correction that are still refused beside it', async ({ folder, bring }) => {
    const first = join(folder, 'contacts.refused.csv')
    const rows = 'externalId;customer;lastName\nPACKED;NOBODY;Huber\n'
    const both = { 'contacts.refused.csv': rows, 'contacts.refused.csv.gz': gzipSync(rows) }
    const { files } = await bring(both, { path: `${first}.gz` })
    expect(files[0]?.refusedFile).toBe(join(folder, 'contacts.refused-2.csv'))
    expect(await readFile(first, 'utf8')).toContain('PACKED')
  })

  test('that the database breaks off says in one sentence which run it was and how to go on', async ({
    db,
    own,
    folder,
    bring
  }) => {
    const rows = { 'events.csv': 'externalId;caption\nTIMEOUT;Seminar\n' }
    const run = {
      path: folder,
      providerId: own.providerId,
      mode: 'upsert',
      dryRun: false,
      runId: randomUUID()
    } as const
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(
      db
    )
    await sql`create trigger refuse before insert on events execute function refuse()`.execute(db)
    const broken = await tellOutage(importCommand, run, () => bring(rows, run)).catch((error: unknown) => error)
    await sql`drop function refuse cascade`.execute(db)
    expect(broken).toBeInstanceOf(OperatorError)
    expect(String(broken)).toContain(
      `broke off import (canceling statement due to statement timeout). What is stored stays; the same command with --run ${run.runId} goes on`
    )
    const { files } = await bring({}, run)
    expect(files.map(({ created }) => created)).toEqual([1])
  })

  test('refuses a file of DOS, which is no Windows-1252, before anything of it is stored', async ({
    db,
    folder,
    bring
  }) => {
    const lines = Array.from({ length: 3000 }, (_, index) => `D-${index};Huber`)
    for (const [name, bytes] of [
      ['M\u0081ller', [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72]],
      ['Straße', [0x53, 0x74, 0x72, 0x61, 0xe1, 0x65]],
      ['Köln', [0x4b, 0x94, 0x6c, 0x6e]]
    ] as const) {
      const rows = Buffer.concat([Buffer.from(['externalId;lastName', ...lines, 'D;'].join('\n')), Buffer.from(bytes)])
      const one = { path: join(folder, 'customers.csv') }
      await expect(bring({ 'customers.csv': rows }, one), name).rejects.toThrow(
        'customers.csv: The file has characters that Windows-1252 lacks, so it is probably in CP850'
      )
    }
    expect(
      await db.selectFrom('customers').select('customer_id').where('external_id', 'like', 'D-%').execute()
    ).toEqual([])
  })

  test('takes files whatever the case of their names, and names the others', async ({ bring }) => {
    const { files, notTaken } = await bring({
      'CUSTOMERS.CSV': 'externalId;lastName\nNAMES;Huber\n',
      'events.txt': 'externalId\tcaption\nNAMES\tSeminar\n',
      'DEBI01.TXT': 'KDNR;NAME\n1;Huber\n'
    })
    expect(files.map(({ created, separator }) => [created, separator])).toEqual([
      [1, 'semicolon'],
      [1, 'tab']
    ])
    expect(notTaken).toEqual(['DEBI01.TXT'])
  })

  test('gives persons numbers that its file does not bring, however many rows come before', async ({ bring }) => {
    const without = Array.from({ length: 600 }, (_, index) => `NUMBERS-${index};`)
    const given = Array.from({ length: 20 }, (_, index) => `NUMBERED-${index};${730_000 + index}`)
    const lines = [...without, ...given].map((line) => `${line};Huber`)
    const { files } = await bring({ 'customers.csv': ['externalId;customerNo;lastName', ...lines, ''].join('\n') })
    expect(files.map(({ created, refused }) => [created, refused])).toEqual([[620, 0]])
  })

  test('shows no refused row as an example of a dry run', async ({ bring }) => {
    const customers = 'externalId;lastName\nSHOWN;Huber\n'
    const contacts = 'externalId;customer;lastName\nLOST;NONE;A\nSHOWN;SHOWN;B\n'
    const imported = await bring({ 'customers.csv': customers, 'contacts.csv': contacts }, { dryRun: true })
    expect(imported.files.map(({ examples }) => examples.map((row) => row['externalId']))).toEqual([
      ['SHOWN'],
      ['SHOWN']
    ])
    const text = textOf({ sources: [], unended: [], ...imported })
    expect(text).toContain('1 row of them only names another row that was refused or is missing.\n')
  })

  test('counts rows that others keep among those of which a full set may remove a part', async ({
    db,
    own,
    folder,
    bring
  }) => {
    const { providerId } = own
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const csv = (head: string, rows: readonly string[]) => [head, ...rows, ''].join('\n')
    const participations = numbers.slice(1).map((n) => `KEPT-${n};KEEPS;KEPT-${n}`)
    await bring({
      'customers.csv': csv('externalId;lastName', ['KEEPS;Huber']),
      'contacts.csv': csv('externalId;customer;lastName', ['KEEPS;KEEPS;Huber']),
      'events.csv': csv(
        'externalId;caption',
        numbers.map((n) => `KEPT-${n};Statik`)
      ),
      'participations.csv': csv('externalId;contact;event', participations)
    })
    for (const name of ['customers', 'contacts', 'participations']) await rm(join(folder, `${name}.csv`))
    const others = await db.selectFrom('events').select('external_id').where('provider_id', '=', providerId).execute()
    const left = others.flatMap(({ external_id: id }) => (id === null || id === 'KEPT-0' ? [] : [`${id};Statik`]))
    const { files } = await bring({ 'events.csv': csv('externalId;caption', left) }, { mode: 'replace', dryRun: true })
    expect(files.map(({ removed }) => removed)).toEqual([1])
  })
})
