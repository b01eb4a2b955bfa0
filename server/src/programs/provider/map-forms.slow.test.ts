import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProvider } from '../../../../testing/process.ts'
import {
  countsOf,
  dos,
  exportedRows,
  importMapped,
  newInstallation,
  newMap
} from '../../../../testing/server/foreign-files.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'

describe('a map', () => {
  test('reads files without a head in UTF-16, says what has two meanings, and takes several of a resource as a full set', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const part = (name: string) => `{
      name: '${name}', encoding: 'utf-16', separator: '|', quotes: false, columns: ['key', '', 'caption', 'from', 'type'], dates: 'mdy', decimals: ',',
      rows: (row, { file, line }) => ({ events: [
        { externalId: row.key, caption: row.caption + ' (' + file + ', ' + line + ')', fromDate: row.from, productType: row.type }
      ] })
    }`
    const map = await newMap(`export default { files: [${part('sem-2.csv')}, ${part('SEM-?.CSV')}] }`)
    const utf16 = (...lines: string[]) => Buffer.from(`\uFEFF${lines.join('\r\n')}`, 'utf16le')
    await writeFile(join(folder, 'SEM-1.CSV'), utf16('S-1|x|Statik „neu“|01/02/2026|1', 'S-3|x|Öl|12/31/2026|1.000'))
    await writeFile(join(folder, 'SEM-2.CSV'), utf16('S-2|x|5" Beton|00.00.0000|2'))
    const { code, sources, files } = await importMapped(folder, map, env, '--mode', 'replace')
    expect(sources.map(({ file, encoding }) => [file, encoding])).toEqual([
      ['SEM-2.CSV', 'utf-16'],
      ['SEM-1.CSV', 'utf-16']
    ])
    expect([code, files[0]?.created]).toEqual([0, 3])
    expect(await exportedRows(env, 'events')).toMatchObject([
      { externalId: 'S-1', caption: 'Statik „neu“ (SEM-1.CSV, 1)', fromDate: '2026-01-02', productType: 1 },
      { externalId: 'S-2', caption: '5" Beton (SEM-2.CSV, 1)', fromDate: null, productType: 2 },
      { externalId: 'S-3', caption: 'Öl (SEM-1.CSV, 2)', fromDate: '2026-12-31', productType: 1000 }
    ])
  })

  test('reads rows without their last columns, lines below them and short years, and says what a wide row lacks', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const map = await newMap(
      `export default { files: [
        { name: 'K.CSV', rows: (row) => ({ customers: { externalId: row.KDNR, lastName: row.NAME, place: row.ORT } }) },
        { name: 'S.CSV', skip: 1, footer: 1, dates: 'dmy', rows: (row) =>
          ({ events: { externalId: row.NR, caption: row.BEZ, fromDate: row.VON, toDate: row.BIS } }) }
      ] }`
    )
    const rows = ['KDNR;NAME;ORT;BEM', '1;Huber;Wien;x', '2;Maier;Linz', '3;Ernst', '4;Bau;Trieb;Wien;"zwei', 'Zeilen"']
    await writeFile(join(folder, 'K.CSV'), [...rows, '5;Alle;Graz;', '6', '7;Abgeschn'].join('\r\n'))
    const seminars = ['Seminare', 'NR;BEZ;VON;BIS', 'S-1;Statik;01.02.26;03.02.26', 'S-2;Beton;01.02.26;31.01.26']
    // Without an encoding: the mark says that it is UTF-16.
    const utf16 = `\uFEFF${[...seminars, '*** Ende: 2 Sätze', '', ''].join('\r\n')}`
    await writeFile(join(folder, 'S.CSV'), Buffer.from(utf16, 'utf16le'))
    const { code, sources, files } = await importMapped(folder, map, env)
    expect(code).toBe(3)
    expect(sources).toMatchObject([
      {
        file: 'K.CSV',
        read: 7,
        short: { count: 2, line: 3 },
        reasons: [
          { line: 5, sentence: 'The row has 5 cells instead of 4.' },
          { line: 8, sentence: 'The row has 1 cell instead of 4.' },
          { line: 9, sentence: 'The row has 2 cells instead of 4.' }
        ]
      },
      { file: 'S.CSV', encoding: 'utf-16', read: 2, refused: 0, short: null }
    ])
    expect(files.map(({ file, created, refused, refusedFields }) => [file, created, refused, refusedFields])).toEqual([
      ['customers', 4, 0, 0],
      ['events', 2, 0, 1]
    ])
    expect(files.flatMap(({ reasons }) => reasons.map(({ line, field, value }) => [line, field, value]))).toEqual([
      [4, 'toDate', '2026-01-31']
    ])
    const { stdout } = await runProvider(['import', folder, '--map', map], env)
    expect(stdout).toContain('K.CSV: 2 rows without the last columns, from line 3 on: they count as empty.\n')
    expect(stdout).toContain('  All reasons are in K.CSV.refused.txt beside it.\n')
  })

  test('reads files of fixed width by the positions of their columns, with blanks left out at the end', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const map = await newMap(
      `export default { files: [{
        name: 'K.TXT', encoding: 'cp850', skip: 1, positions: { NR: [1, 4], NAME: [5, 14], ORT: [15, 20] },
        rows: (row) => ({ customers: { externalId: row.NR, lastName: row.NAME, place: row.ORT } })
      }] }`
    )
    const lines = ['KUNDEN', '0001Müller    Köln', '0002Maier', '', '0003"Werk" AG Graz', '9', '0004Abgesch']
    await writeFile(join(folder, 'K.TXT'), dos(lines.join('\r\n')))
    const { sources, files } = await importMapped(folder, map, env)
    expect(sources).toMatchObject([
      {
        separator: null,
        encoding: 'cp850',
        read: 5,
        short: { count: 1, line: 3 },
        reasons: [
          { line: 6, sentence: 'The row has 1 cell instead of 3.' },
          { line: 7, sentence: 'The file breaks off within the row.' }
        ]
      }
    ])
    expect(files[0]?.created).toBe(3)
    expect(await exportedRows(env, 'customers')).toMatchObject([
      { externalId: '0001', lastName: 'Müller', place: 'Köln' },
      { externalId: '0002', lastName: 'Maier', place: null },
      { externalId: '0003', lastName: '"Werk" AG', place: 'Graz' }
    ])
  })

  test('stops at a file of fixed width without lines, and at one that is not in its encoding', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const source = (encoding: string, positions = 'positions: { NR: [1, 4], NAME: [5, 14] },') =>
      newMap(
        `export default { files: [{ name: 'K.TXT', encoding: '${encoding}', ${positions}
          rows: (row) => ({ customers: { externalId: row.NR, lastName: row.NAME } }) }] }`
      )
    const row = '0001Mueller   '
    for (const [text, map, sentence] of [
      [`${row}\r${row}\r`, source('cp850'), 'end in CR alone'],
      [row.repeat(3), source('cp850'), 'The file has no line ends'],
      ['NR;NAME\n1;Müller\n', source('cp850', ''), 'The file is UTF-8, and the map says cp850.'],
      ['\uFEFFNR;NAME\n1;Muster\n', source('win1252', ''), 'The file is UTF-8, and the map says win1252.'],
      [row, source('cp850', 'positions: { NR: [4, 1] },'), 'ends before it begins']
    ] as const) {
      await writeFile(join(folder, 'K.TXT'), text)
      const { code, stderr } = await runProvider(['import', folder, '--map', await map], env)
      expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    }
  })

  test('leaves out a second head with a mark, of two files of Excel that were joined', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const map = await newMap(
      `export default { files: [{ name: 'K.CSV', rows: (row) => ({ customers: { externalId: row.NR, lastName: row.NAME } }) }] }`
    )
    await writeFile(join(folder, 'K.CSV'), '\uFEFFNR;NAME\n1;Huber\n\uFEFFNR;NAME\n2;Maier\n')
    const { sources, files } = await importMapped(folder, map, env)
    expect(sources).toMatchObject([{ read: 2, heads: { count: 1, line: 3 } }])
    expect(files[0]?.created).toBe(2)
  })

  test('compares rows of equal texts by what they mean', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const part = (name: string, decimals: string) =>
      `{ name: '${name}', decimals: '${decimals}', rows: (row) =>
        ({ events: { externalId: row.NR, caption: row.BEZ, productType: row.ART } }) }`
    const map = await newMap(`export default { files: [${part('A.TXT', ',')}, ${part('B.TXT', '.')}] }`)
    for (const name of ['A.TXT', 'B.TXT']) await writeFile(join(folder, name), 'NR;BEZ;ART\nS-1;Statik;1.000\n')
    const { sources, files } = await importMapped(folder, map, env)
    expect(sources.map(({ repeated }) => repeated)).toEqual([0, 0])
    expect(files[0]?.reasons).toMatchObject([{ source: 'B.TXT', line: 2 }])
  })

  test('of each sample in the documentation reads its files', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const samples = join(import.meta.dirname, '../../../../docs/sample-erp')
    for (const name of ['datev', 'as400']) {
      await cp(join(samples, name), join(folder, name), { recursive: true })
      const { code, notTaken } = await importMapped(join(folder, name), join(folder, name, 'map.ts'), env)
      expect([code, notTaken]).toEqual([0, []])
    }
    expect(await exportedRows(env, 'customers')).toMatchObject([
      { externalId: '10001', number: '10001', lastName: 'Müller & Söhne GmbH', uidNr: 'ATU12345678', plz: '1010' },
      { externalId: '10002', firstName: 'Jürgen', lastName: 'Köhler', emailAddress: 'juergen@xn--khler-jua.example' }
    ])
    const invoices = await exportedRows(env, 'invoices')
    expect(invoices.map((row) => [row['customer'], row['no'], row['date'], Number(row['amount'])])).toEqual([
      ['10001', '2026118', '2026-11-02', 1548],
      ['10001', '2026121', '2026-11-10', 1290],
      ['10001', '2026122', '2026-11-12', -90],
      ['10002', '2026123', '2026-11-20', -12.5]
    ])
    expect(await exportedRows(env, 'events')).toMatchObject([
      { externalId: '20270012', caption: 'Brandschutz für Büros', fromDate: '2027-01-14', location: 'Köflach' },
      { externalId: '20270013', state: 'confirmed' },
      { externalId: '20270014', caption: 'Lärm', state: 'cancelled' }
    ])
    const days = await exportedRows(env, 'event-dates')
    expect(
      days.map((row) => [
        row['event'],
        row['dayNo'],
        row['date'],
        row['starts'],
        row['ends'],
        row['hours'] && Number(row['hours'])
      ])
    ).toEqual([
      ['20270012', 1, '2027-01-14', '09:00:00', '17:00:00', 7.5],
      ['20270012', 2, '2027-01-15', '09:00:00', '12:30:00', 3.5],
      ['20270013', 1, '2027-02-03', '08:30:00', '16:30:00', null],
      ['20270014', 1, '2027-02-10', '18:00:00', '00:00:00', 6]
    ])
  })

  test('of the page for providers reads heads of SAP Business One and pretix', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const page = await readFile(join(import.meta.dirname, '../../../../docs/PROVIDER.md'), 'utf8')
    const [, body = ''] = /```ts\n(export default \{(?:(?!```)[\s\S])*OCRD(?:(?!```)[\s\S])*)```/.exec(page) ?? []
    const map = await newMap(`import type { ImportMap } from '@customer-center/server/map'\n${body}`)
    await writeFile(join(folder, 'events.ndjson'), '{"externalId":"statik","caption":"Statik"}\n')
    expect((await runProvider(['import', folder], env)).code).toBe(0)
    const partners = [
      'CardCode\tCardName\tLicTradNum\tE_Mail\tCntctCode\tFirstName\tLastName\tActive',
      'C1\tBräu AG\tATU12345678\ta@b.example\t7\tEva\tHuber\tY',
      'pretix\tTeilnehmer\t\t\t\t\t\t'
    ]
    await writeFile(join(folder, 'OCRD.txt'), Buffer.from(`\uFEFF${partners.join('\r\n')}\r\n`, 'utf16le'))
    const orders = [
      'Order code,Email,Order date,Attendee name: Given name,Attendee name: Family name,Position ID,Price',
      'AB12,"x@y.example",2026-11-25,Anna,"Weiß, geb. Maier",1,90.00'
    ]
    await writeFile(join(folder, 'statik_orders.csv'), `${orders.join('\n')}\n`)
    const imported = await importMapped(folder, map, env)
    expect(countsOf(imported)).toEqual([
      ['customers', 2, 0, 0, 0],
      ['contacts', 2, 0, 0, 0],
      ['participations', 1, 0, 0, 0]
    ])
  })

  test('gives persons without a number one that no file brings', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const map = await newMap(
      `export default { files: [
        { name: 'D.TXT', rows: (row) => ({ customers: { externalId: row.NR, lastName: row.NAME } }) },
        { name: 'P.TXT', rows: (row) => ({ contacts: { externalId: row.NR, customer: 'D-1', personNo: row.NR, lastName: row.NAME } }) }
      ] }`
    )
    await writeFile(join(folder, 'D.TXT'), 'NR;NAME\nD-1;Huber GmbH\nD-2;Maier GmbH\n')
    await writeFile(join(folder, 'P.TXT'), 'NR;NAME\n1;Ernst\n2;Weiß\n')
    const { code } = await importMapped(folder, map, env)
    expect(code).toBe(0)
    expect(await exportedRows(env, 'customers')).toMatchObject([
      { customerNo: 500_000_000, lastName: 'Huber GmbH' },
      { customerNo: 500_000_001, lastName: 'Maier GmbH' }
    ])
    expect(await exportedRows(env, 'contacts')).toMatchObject([
      { personNo: 1, lastName: 'Ernst' },
      { personNo: 2, lastName: 'Weiß' }
    ])
  })
})
