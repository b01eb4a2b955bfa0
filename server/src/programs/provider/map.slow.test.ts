import { appendFile, cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runProvider } from '../../../../testing/process.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import {
  countsOf,
  dos,
  importMapped,
  newInstallation,
  newMap,
  watchFolder
} from '../../../../testing/server/foreign-files.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import type { AskedImport } from '../../operator/import/import-report.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/database/connection.ts'

const joined = [
  'Berg Akademie',
  'Stand: 25.11.2026',
  'FIRMA;KDNR;NAME;STRASSE;PNR;ANSPR;GESCHL;SEMINAR;TITEL;BETRAG;BEMERKUNG',
  '01;4711;Müller GmbH;Große Straße 1;1;Huber;Frau;S-1;Statik;1.290,00 EUR;geheimnis',
  '01;4711;Müller GmbH;Große Straße 1;1;Huber;Frau;S-2;Beton;EUR 90,00;geheimnis',
  '02;4711;Köhler KG;;1;Ernst;Herr;S-1;Statik;1.290;geheimnis',
  '01;4711;Müller AG;Große Straße 1;2;Maier;Herr;S-1;Statik;;geheimnis',
  '01;4712;"Bäcker;kaputt;;;;;;;geheimnis',
  '01;4713;Storno;;;;;;;;geheimnis',
  ''
].join('\r\n')

const joinedMap = (more = '') => `
const key = ({ FIRMA, KDNR }: Record<string, string>): string => FIRMA + '-' + KDNR

export default {
  files: [
    {
      name: 'DEBI*.TXT',
      encoding: 'cp850',
      skip: 2,
      rows(row) {
        if (row.NAME === 'Storno') throw new Error('a cancelled row')
        const person = key(row) + '-' + row.PNR
        return {
          customers: { externalId: key(row), lastName: row.NAME, street: row.STRASSE },
          contacts: { externalId: person, customer: key(row), lastName: row.ANSPR, salutation: row.GESCHL },
          events: { externalId: row.SEMINAR, caption: row.TITEL },
          participations: {
            externalId: person + '-' + row.SEMINAR,
            contact: person,
            event: row.SEMINAR,
            ...(row.BETRAG && { price: row.BETRAG })
          }
        }
      }
    }
  ]
}
${more}`

describe('a map', () => {
  test('makes rows of several resources of one joined file, and names what differs, throws or has two meanings', async () => {
    const scratch = await newFolder()
    const env = { ...(await newInstallation()), TMPDIR: scratch }
    const folder = await newFolder()
    const map = await newMap(joinedMap())
    await writeFile(join(folder, 'debi01.txt'), dos(joined))
    await writeFile(join(folder, 'LIESMICH.TXT'), 'nichts')
    const dry = await importMapped(folder, map, env, '--dry-run')
    expect(dry.files[0]?.examples).toEqual([
      { externalId: '01-4711', lastName: 'Müller GmbH', street: 'Große Straße 1' },
      { externalId: '02-4711', lastName: 'Köhler KG', street: null }
    ])
    const first = await importMapped(folder, map, env)
    expect(first.code).toBe(3)
    expect(first.notTaken).toEqual(['LIESMICH.TXT'])
    expect(countsOf(first)).toEqual([
      ['customers', 2, 0, 0, 1],
      ['contacts', 3, 0, 0, 0],
      ['events', 2, 0, 0, 0],
      ['participations', 4, 0, 0, 0]
    ])
    expect(first.sources).toMatchObject([
      {
        file: 'debi01.txt',
        encoding: 'cp850',
        separator: ';',
        read: 6,
        refused: 2,
        repeated: 4,
        reasons: [
          {
            line: 8,
            sentence: 'A quote (") is opened and not closed; where quotes mean nothing, a map says quotes: false.'
          },
          { line: 9, sentence: 'a cancelled row' }
        ]
      }
    ])
    const differs = 'An earlier row of this run has the same key and another value of lastName.'
    expect(first.files[0]?.reasons).toMatchObject([{ source: 'debi01.txt', line: 7, sentence: differs }])
    expect(first.files[3]?.reasons).toMatchObject([{ source: 'debi01.txt', line: 6, field: 'price', value: '1.290' }])
    expect(await readFile(join(folder, 'debi01.txt.refused.txt'), 'utf8')).toBe(
      'line 8: A quote (") is opened and not closed; where quotes mean nothing, a map says quotes: false.\nline 9: a cancelled row\n'
    )
    expect(await readFile(join(folder, 'participations.refused.ndjson.txt'), 'utf8')).toMatch(
      /^debi01\.txt, line 6, 02-4711-1-S-1: price has two meanings.*\(price: "1\.290"\)\n$/
    )
    const corrected = join(folder, 'participations.refused.ndjson')
    const kept = await readFile(corrected, 'utf8')
    expect(kept).toBe(
      '{"$file":"debi01.txt","$line":6,"externalId":"02-4711-1-S-1","contact":"02-4711-1","event":"S-1","price":"1.290"}\n'
    )
    await writeFile(corrected, kept.replace('1.290', 'viel'))
    const wrong = await runProvider(['import', corrected, '--json'], env)
    const [reason] = (JSON.parse(wrong.stdout) as AskedImport).files[0]?.reasons ?? []
    expect(reason).toMatchObject({ source: 'debi01.txt', line: 6, value: 'viel' })
    await writeFile(corrected, kept.replace('1.290', 'viel').replace('debi01', String.raw`\u001b[2J`))
    const { stdout: hostile } = await runProvider(['import', corrected, '--json'], env)
    expect((JSON.parse(hostile) as AskedImport).files[0]?.reasons[0]).not.toHaveProperty('source')
    await writeFile(corrected, kept.replace('1.290', '1.290,00 EUR'))
    const { code, stdout } = await runProvider(['import', corrected, '--json'], env)
    expect([code, (JSON.parse(stdout) as AskedImport).files[0]?.updated]).toEqual([0, 1])
    const again = await importMapped(folder, map, env)
    expect(again.files.map(({ created, updated }) => created + updated)).toEqual([0, 0, 0, 0])
    await writeFile(map, joinedMap('// another one'))
    const other = await runProvider(['import', folder, '--map', map, '--run', first.runId], env)
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('began with another map') })
    const none = await runProvider(['import', corrected, '--run', first.runId], env)
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('began with another map') })
    const full = await runProvider(['import', folder, '--map', map, '--mode', 'replace'], env)
    // The set lacks no stored row, so there is nothing to withhold.
    expect(full).toMatchObject({ code: 3, stdout: expect.not.stringContaining('Nothing was removed') })
    const database = await openDatabase(readConfig(env))
    onTestFinished(() => database.close())
    const { rows } = await database.pool.query<{ price: string }>('select price from participations order by price')
    expect(rows.map(({ price }) => Number(price))).toEqual([0, 90, 1290, 1290])
    const texts = await database.pool.query(`select text from import_refusals where text like '%geheimnis%'`)
    expect(texts.rows).toEqual([])
    expect(await readdir(scratch)).toEqual([])
  })

  test('shows no hash of a password in the examples of a dry run', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const hash = '$2b$04$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuvwxyz01234'
    await writeFile(join(folder, 'U.TXT'), `KEY;HASH\nK-1;${hash}\n`)
    const map = await newMap(
      `export default { files: [{ name: 'U.TXT', rows: (row) => ({
        customers: { externalId: row.KEY, lastName: row.HASH },
        contacts: { externalId: row.KEY, customer: row.KEY, lastName: 'Huber' },
        'shop-users': { contact: row.KEY, emailAddress: 'a@b.example', rights: 1, passwordHash: row.HASH }
      }) }] }`
    )
    const { stdout, stderr } = await runProvider(['import', folder, '--map', map, '--dry-run', '--json'], env)
    const { files } = JSON.parse(stdout) as AskedImport
    expect(files.map(({ examples }) => examples)).toEqual([
      [{ externalId: 'K-1', lastName: '…' }],
      [{ externalId: 'K-1', customer: 'K-1', lastName: 'Huber' }],
      [{ contact: 'K-1', emailAddress: 'a@b.example', rights: 1, passwordHash: '…' }]
    ])
    expect(stdout + stderr).not.toContain('abcdefgh')
  })

  test('leaves no row of theirs on the disk if its process is killed', async () => {
    const scratch = await newFolder()
    const env = { ...(await newInstallation()), TMPDIR: scratch }
    const folder = await newFolder()
    await writeFile(join(folder, 'K.TXT'), `NR;NAME\n${'1;Huber GmbH\n'.repeat(50_000)}`)
    const seen = join(await newFolder(), 'seen')
    const map = await newMap(
      `import { readdirSync, writeFileSync } from 'node:fs'
      export default { files: [{ name: 'K.TXT', rows: (row, { line }) => {
        if (line === 50_000) {
          const [folder] = readdirSync('${scratch}')
          writeFileSync('${seen}', readdirSync('${scratch}/' + folder).join())
          process.kill(process.pid, 'SIGKILL')
        }
        return { customers: { externalId: line, lastName: row.NAME } }
      } }] }`
    )
    await runProvider(['import', folder, '--map', map], env)
    expect(await readFile(seen, 'utf8')).toBe('customers.ndjson')
    await eventually(async () => expect(await readdir(scratch)).toEqual([]))
  })

  test('that is wrong stops the import with a sentence', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    await writeFile(join(folder, 'A.TXT'), 'KDNR;NAME;NAME\n1;Huber;\n\x1a')
    const part = (text: string) => `export default { files: [{ name: 'A.TXT', ${text} }] }`
    for (const [source, sentence] of [
      ['export default {', 'The map map.ts cannot be run'],
      ['export const map = 1', 'is no map: its default export'],
      [
        part("encoding: 'klingon', rows: () => undefined"),
        'default export.files.0.encoding iconv-lite has no such encoding'
      ],
      [part('rows: () => undefined'), 'A.TXT: Its head has NAME twice'],
      [`export default { files: [{ name: 'B.TXT', rows: () => undefined }] }`, 'The map map.ts reads no file of']
    ] as const) {
      const { code, stderr } = await runProvider(['import', folder, '--map', await newMap(source)], env)
      expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    }
    const columns = "skip: 1, columns: ['KDNR', 'NAME', '']"
    for (const [rows, sentence] of [
      ['({ customers: { externalId: row.KNDR } })', 'There is no column KNDR. There are KDNR, NAME.'],
      ['({ kunden: {} })', 'There is no resource kunden.'],
      ['Promise.resolve({})', 'rows is async: it has to return its rows, not to promise them.'],
      ['({ customers: { externalId: row.KDNR, lastName: NaN } })', 'lastName of customers is not a number.']
    ]) {
      const map = await newMap(part(`${columns}, rows: (row) => ${rows}`))
      const { code, sources } = await importMapped(folder, map, env)
      expect([code, sources[0]?.reasons]).toEqual([3, [{ sentence, line: 2, count: 1 }]])
    }
    const other = await newMap(
      part(`${columns}, rows: (row) => ({ customers: { externalId: row.KDNR, lastNam: row.NAME } })`)
    )
    const [{ reasons }] = (await importMapped(folder, other, env)).files as [AskedImport['files'][number]]
    expect(reasons).toMatchObject([
      { field: 'lastNam', sentence: 'There is no such column.', source: 'A.TXT', line: 2 }
    ])
  })

  test('leaves a row out where a condition stands in its place, and the end of a file of DOS', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    await writeFile(join(folder, 'A.TXT'), 'KDNR;NAME\r\n1;Huber\r\n2;Maier\r\n\x1a')
    const row = '{ externalId: row.KDNR, lastName: row.NAME }'
    const map = await newMap(
      `export default { files: [{ name: 'A.TXT', rows: (row) => ({ customers: [row.KDNR === '1' && ${row}, undefined, null] }) }] }`
    )
    const imported = await importMapped(folder, map, env, '--mode', 'replace', '--max-removed', '100')
    expect([imported.code, countsOf(imported)]).toEqual([0, [['customers', 1, 0, 0, 0]]])
  })

  test('of SYNC_MAP reads what is dropped into a folder, is never one of that folder, and begins anew with each import', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const map = await newMap(
      // Takes a customer's first row alone, as maps of joined files do.
      `export default () => {
        const seen = new Set()
        const isSeen = ({ KDNR }) => seen.has(KDNR) || !seen.add(KDNR)
        const rowOf = ({ KDNR, NAME }) => ({ customers: { externalId: KDNR, lastName: NAME } })
        return { files: [{ name: 'KD*.TXT', rows: (row) => (isSeen(row) ? undefined : rowOf(row)) }] }
      }`
    )
    const inside = join(folder, 'map.ts')
    await cp(map, inside)
    const link = join(await newFolder(), 'link.ts')
    await symlink(inside, link)
    const stderr = expect.stringContaining('in the folder of the files')
    for (const SYNC_MAP of [inside, link])
      expect(await runProvider(['sync', folder], { ...env, SYNC_MAP })).toMatchObject({ code: 1, stderr })
    await rm(inside)
    await writeFile(join(folder, 'KD1.TXT'), 'KDNR;NAME\n7;Huber\n')
    await writeFile(join(folder, 'customers.csv'), 'externalId;lastName\n8;Maier\n')
    const { output, end } = watchFolder(folder, { ...env, SYNC_MAP: map }, '--progress', 'json')
    await eventually(async () => expect(await readdir(join(folder, 'done'))).toHaveLength(1))
    await writeFile(join(folder, 'KD1.TXT'), 'KDNR;NAME\n7;Huber GmbH\n')
    await eventually(async () => expect(await readdir(join(folder, 'done'))).toHaveLength(2))
    await end()
    expect((await readdir(folder)).toSorted()).toEqual(['customers.csv', 'done', 'importing'])
    expect(output.printed).toMatch(/1 new[\s\S]*1 changed/)
    expect(output.told).toContain('customers.csv stays: the map has no part for it.')
    expect(output.told).toMatch(/^\{"file":"customers",.*"rowsRead":1,.*"share":1,/m)
  })
  const numbers = Array.from({ length: 22 }, (_, index) => index + 1)
  const peopleOf = (some: readonly number[]) =>
    ['NR;NAME;AKTIV', ...some.map((nr) => `${nr};Huber;ja`), '99;Maier;vielleicht', ''].join('\n')
  const bookingsOf = (some: readonly number[], ...more: string[]) =>
    ['NR;TITEL;TAG;ORT;ART', ...some.map((nr) => `${nr};Statik;;;`), ...more, ''].join('\n')
  const parts = `[
    { name: 'PERSON.TXT', rows: ({ NR, NAME, AKTIV }) => ({
      customers: { externalId: 'K', lastName: 'Huber' }, contacts: { externalId: NR, customer: 'K', lastName: NAME, active: AKTIV } }) },
    { name: 'BUCHUNG.TXT', rows: ({ NR, TITEL }) => ({ events: { externalId: NR, caption: TITEL } }) }
  ]`

  test.each([
    ['an unreadable row of a later file withholds', `export default { files: ${parts} }`, 'BUCHUNG.TXT', [1, 0]],
    [
      'one of another file withholds, too, where variables may join them',
      `export default () => ({ files: ${parts} })`,
      'PERSON.TXT',
      [0, 0]
    ],
    [
      'one of another file leaves alone where nothing joins them',
      `export default { files: ${parts} }`,
      'PERSON.TXT',
      [0, 1]
    ]
  ])('of a full set: removals that %s', async (_, source, broken, removed) => {
    const env = await newInstallation()
    const map = await newMap(source)
    const folder = await newFolder()
    const bring = async (some: readonly number[], ...more: string[]) => {
      await writeFile(join(folder, 'PERSON.TXT'), peopleOf(some) + (broken === 'PERSON.TXT' ? more.join('') : ''))
      await writeFile(join(folder, 'BUCHUNG.TXT'), bookingsOf(some, ...(broken === 'PERSON.TXT' ? [] : more)))
      return importMapped(folder, map, env, '--mode', 'replace')
    }
    await bring(numbers)
    const { code, files } = await bring(numbers.slice(1), broken === 'PERSON.TXT' ? '"\n' : '7;Statik')
    expect(code).toBe(3)
    expect(files.slice(1).map((file) => file.removed)).toEqual(removed)
    const place = `${broken} line ${broken === 'PERSON.TXT' ? 24 : 23}.`
    expect(files.slice(1).map(({ withheld }) => withheld?.endsWith(place) ?? false)).toEqual(
      removed.map((one) => one === 0)
    )
  })

  test('of SYNC_MAP leaves a full set with an unreadable row in done/, and says in failed/ how to go on', async () => {
    const env = await newInstallation()
    const map = await newMap(`export default { files: ${parts} }`)
    const folder = await newFolder()
    const drop = async (some: readonly number[], events: readonly number[], ...more: string[]) => {
      await writeFile(join(folder, 'set.json'), '{"mode": "replace"}')
      // The set waits for the end of this line, up to a minute.
      await writeFile(join(folder, 'PERSON.TXT'), peopleOf(some).trimEnd())
      await writeFile(join(folder, 'BUCHUNG.TXT'), bookingsOf(events, ...more))
      await appendFile(join(folder, 'PERSON.TXT'), '\n')
    }
    await drop(numbers, numbers)
    const { output, end } = watchFolder(folder, { ...env, SYNC_MAP: map }, '--json')
    const batches = async (state: string, count: number) => {
      await eventually(async () => expect(await readdir(join(folder, state))).toHaveLength(count))
      return join(folder, state, (await readdir(join(folder, state))).toSorted().at(-1) ?? '')
    }
    await batches('done', 1)
    await drop(numbers.slice(1), numbers.slice(1), '7;Statik')
    const done = await batches('done', 2)
    expect(await readFile(join(done, 'error.txt'), 'utf8')).toBe(
      'events: Nothing was removed, all other rows are stored: rows of this set could not be read. Correct these rows and send the whole set again: BUCHUNG.TXT line 23.\n'
    )
    await drop(numbers.slice(8), numbers)
    const failed = await batches('failed', 1)
    await end()
    const [, , lacking] = output.printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AskedImport)
    const { files } = JSON.parse(output.printed.trim().split('\n')[1] ?? '') as AskedImport
    expect(files).toMatchObject([{ removed: 0 }, { removed: 1, refused: 1, known: 1 }, { removed: 0 }])
    expect(lacking?.files).toMatchObject([{}, { refused: 1, known: 1 }, {}])
    const command = /import '(.*)' --map '(.*)' --max-removed (\d+)/.exec(
      await readFile(join(failed, 'error.txt'), 'utf8')
    )
    const [, path = '', of = '', share = ''] = command ?? []
    expect([path, of]).toEqual([failed, map])
    // It is the least that lets the batch go on.
    expect(
      await runProvider(['import', path, '--map', of, '--max-removed', String(Number(share) - 1)], env)
    ).toMatchObject({
      code: 1
    })
    const run = (...words: string[]) => runProvider(['import', path, ...words, '--max-removed', share], env)
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('read by --map') })
    expect(await run('--map', of)).toMatchObject({ code: 3, stdout: expect.stringContaining('7 removed') })
  })
})
