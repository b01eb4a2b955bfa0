import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProvider } from '../../../../testing/process.ts'
import { exportedRows, importMapped, newInstallation, newMap } from '../../../../testing/server/foreign-files.ts'
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

  test('gives persons without a number one that no file brings', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const map = await newMap(
      `export default { files: [
        { name: 'D.TXT', rows: (row) => ({ customers: { externalId: row.NR, lastName: row.NAME } }) },
        { name: 'P.TXT', rows: (row) => ({ contacts: { externalId: row.NR, customer: 'D-1', contactId: row.NR, lastName: row.NAME } }) }
      ] }`
    )
    await writeFile(join(folder, 'D.TXT'), 'NR;NAME\nD-1;Huber GmbH\nD-2;Maier GmbH\n')
    await writeFile(join(folder, 'P.TXT'), 'NR;NAME\n1;Ernst\n2;Weiß\n')
    const { code } = await importMapped(folder, map, env)
    expect(code).toBe(0)
    expect(await exportedRows(env, 'customers')).toMatchObject([
      { id: 500_000_000, lastName: 'Huber GmbH' },
      { id: 500_000_001, lastName: 'Maier GmbH' }
    ])
    expect(await exportedRows(env, 'contacts')).toMatchObject([
      { contactId: 1, lastName: 'Ernst' },
      { contactId: 2, lastName: 'Weiß' }
    ])
  })
})
