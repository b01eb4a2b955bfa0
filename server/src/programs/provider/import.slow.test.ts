import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { importResourceNames } from '@customer-center/contract/import/resources'
import { buildServer, programFile, runProvider, startProgram } from '../../../../testing/process.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { newInstallation, watchFolder } from '../../../../testing/server/foreign-files.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { createPostgresDatabase, fillDataFolder, postgresServer } from '../../../../testing/server/test-database.ts'
import type { Imported, ImportedFile } from '../../operator/import/import-folder.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/database/connection.ts'

type Settings = Record<string, string>

async function importFiles(path: string, env: Settings, ...more: string[]) {
  const { code, stdout, stderr } = await runProvider(['import', path, '--json', ...more], env)
  if (stdout === '') throw new Error(stderr)
  return { code, ...(JSON.parse(stdout) as Imported & { readonly runId: string }) }
}

const countsOf = (files: readonly ImportedFile[]) =>
  files.map(({ created, updated, unchanged, removed, refused }) => [created, updated, unchanged, removed, refused])

async function startServer(env: Settings): Promise<void> {
  const { kill } = await startProgram('main', env)
  onTestFinished(kill)
}

/** Writes tables as Excel does in Austria: Windows-1252, semicolons. */
async function writeTables(folder: string): Promise<void> {
  const customers = [
    'externalId;lastName;street;plz;place',
    'K-1;Müller GmbH;Straße 1;1010;Wien',
    'K-2;"Huber;3;1010;Wien',
    'K-3;Bauer & Co;;;'
  ]
  const contacts = [
    'externalId;customer;lastName;firstName;active',
    'P-1;K-1;Müller;Eva;WAHR',
    'P-2;K-9;Niemand;Nina;ja',
    'P-3;K-3;Bauer;Karl;vielleicht',
    'P-4;K-3;Bauer;Karla;nein'
  ]
  await writeFile(join(folder, 'customers.csv'), customers.join('\r\n'), 'latin1')
  await writeFile(join(folder, 'contacts.csv'), contacts.join('\r\n'), 'latin1')
}

async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const)
  )
  return Object.fromEntries(contents)
}

beforeAll(buildServer)

describe('the import of a folder', () => {
  test('takes the good rows while the server runs, puts the others beside, and takes these when they are corrected', async () => {
    // The server has the embedded database, and imports for the commands.
    const env = await newInstallation('embedded')
    await startServer(env)
    const folder = await newFolder()
    await writeTables(folder)

    const dry = await importFiles(folder, env, '--dry-run')
    expect(countsOf(dry.files)).toEqual([
      [2, 0, 0, 0, 1],
      [2, 0, 0, 0, 2]
    ])
    const first = await importFiles(folder, env)
    expect({ code: first.code, counts: countsOf(first.files) }).toEqual({ code: 3, counts: countsOf(dry.files) })
    expect(first.files[0]).toMatchObject({ format: 'csv', separator: 'semicolon', encoding: 'windows-1252' })
    const refused = join(folder, 'contacts.refused.csv')
    expect(await readFile(refused, 'utf8')).toBe(
      '\uFEFFexternalId;customer;lastName;firstName;active\nP-2;K-9;Niemand;Nina;ja\nP-3;K-3;Bauer;Karl;vielleicht\n'
    )
    expect((await readFile(`${refused}.txt`, 'utf8')).split('\n')).toEqual([
      expect.stringMatching(/^line 3, P-2: .*\(customer: "K-9"\)$/),
      expect.stringMatching(/^line 4, P-3: .*\(active: "vielleicht"\)$/),
      ''
    ])
    const again = await importFiles(folder, env)
    expect(countsOf(again.files)).toEqual([
      [0, 0, 2, 0, 1],
      [0, 0, 2, 0, 2]
    ])

    await writeFile(refused, (await readFile(refused, 'utf8')).replace('K-9', 'K-1').replace('vielleicht', 'ja'))
    const corrected = await importFiles(refused, env)
    expect({ code: corrected.code, counts: countsOf(corrected.files) }).toEqual({ code: 0, counts: [[2, 0, 0, 0, 0]] })
  })

  test('says as JSON how far it is, for the program that waits', async () => {
    const folder = await newFolder()
    await writeTables(folder)
    const { stderr } = await runProvider(['import', folder, '--progress', 'json'], await newInstallation())
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'))
    const last = { file: 'contacts.csv', share: 1, rowsRead: 4, rowsRefused: 2 }
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(last)
  })

  test('that is gone on with does nothing twice, and full sets remove what they lack if they may', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    await writeTables(folder)
    const first = await importFiles(folder, env)
    const resumed = await importFiles(folder, env, '--run', first.runId)
    expect(resumed.runId).toBe(first.runId)
    expect(countsOf(resumed.files)).toEqual(countsOf(first.files))

    await rm(join(folder, 'customers.csv'))
    await writeFile(join(folder, 'contacts.csv'), 'externalId;active\nP-4;nein\n')
    expect(await runProvider(['import', folder, '--mode', 'replace'], env)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('contacts.csv: Nothing was removed: the set lacks 1 of 1 rows')
    })
    const full = await importFiles(folder, env, '--mode', 'replace', '--max-removed', '100')
    expect({ code: full.code, counts: countsOf(full.files) }).toEqual({ code: 0, counts: [[0, 0, 1, 1, 0]] })
  })

  test('ends with 1 and a sentence where a file is wrong', async () => {
    const env = await newInstallation()
    for (const [name, sentence] of [
      ['contcats.csv', 'says no resource'],
      ['contacts.csv', 'The column "nmae" is unknown'],
      ['README.md', 'has no files to import']
    ] as const) {
      const folder = await newFolder()
      await writeFile(join(folder, name), 'nmae\nHuber\n')
      expect(await runProvider(['import', folder], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(sentence)
      })
    }
  })
})

describe('a folder that is watched', () => {
  test('is emptied batch by batch: what was read is done, with its refusals beside it', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const { output, end } = watchFolder(folder, env)
    const batch = async (number: number) => {
      const names = await eventually(async () => {
        const found = await readdir(join(folder, 'done'))
        expect(found).toHaveLength(number)
        return found.toSorted()
      })
      return (await readdir(join(folder, 'done', names.at(-1) ?? ''))).toSorted()
    }
    await writeTables(folder)
    for (const name of ['customers.csv', 'contacts.csv']) await appendFile(join(folder, name), '\n')
    expect(await batch(1)).toEqual(expect.arrayContaining(['contacts.csv', 'contacts.refused.csv']))
    await writeFile(join(folder, 'DEBI01.TXT'), 'KDNR\n1\n')
    await writeFile(join(folder, 'CUSTOMERS.CSV'), 'externalId;lastName\nK-7;Huber\n')
    expect(await batch(2)).toEqual(['CUSTOMERS.CSV'])
    // Exchanging a script needs no row.
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files', 'Skriptum.pdf'), '%PDF-1.7')
    expect(await batch(3)).toEqual(['files'])
    expect(await end()).toBe(0)
    expect((await readdir(folder)).toSorted()).toEqual(['DEBI01.TXT', 'done', 'importing'])
    expect(output.told).toContain('DEBI01.TXT stays: its name says no resource.')
  })
})

test('a folder that is watched unlocks nobody, and mails an unused access to the address that it corrects', async () => {
  const env = await newInstallation()
  const folder = await newFolder()
  const importing = async (name: string, ...lines: string[]) => {
    const path = join(folder, name)
    await writeFile(path, `${lines.join('\n')}\n`)
    expect(await importFiles(path, env)).toMatchObject({ code: 0 })
  }
  await importing('customers.csv', 'externalId;lastName', 'K;Huber GmbH')
  await importing('contacts.csv', 'externalId;customer;lastName', 'A;K;Huber', 'B;K;Maier')
  await importing('shop-users.csv', 'contact;emailAddress;rights', 'A;a@firma.example;1', 'B;falsch@firma.example;3')
  for (const args of [
    ['lock', 'a@firma.example'],
    ['send-access', 'falsch@firma.example']
  ])
    expect(await runProvider(['shop-user', ...args], env)).toMatchObject({ code: 0 })
  const watched = await newFolder()
  await writeFile(join(watched, 'contacts.csv'), 'externalId;active\nA;ja\n')
  await writeFile(join(watched, 'shop-users.csv'), 'contact;emailAddress;rights\nB;richtig@firma.example;3\n')
  const { end } = watchFolder(watched, env)
  await eventually(async () => expect(await readdir(join(watched, 'done'))).toHaveLength(1))
  await end()
  const database = await openDatabase(readConfig(env))
  onTestFinished(() => database.close())
  const { rows } = await database.pool.query<{ to: string }>(
    `select data->>'to' as to from jobs where kind = 'password-mail' order by queued_at`
  )
  expect(rows.map(({ to }) => to)).toEqual(['falsch@firma.example', 'richtig@firma.example'])
  const locked = await database.db.selectFrom('contacts').select('active').where('external_id', '=', 'A').execute()
  expect(locked).toEqual([{ active: false }])
})

describe('the export into a folder', () => {
  const postgres = postgresServer()
  test.skipIf(postgres === null)('is the same again after an import, and changes nothing at its source', async () => {
    const env = { DATA_FOLDER: await newFolder() }
    await fillDataFolder(env.DATA_FOLDER)
    await promisify(execFile)(process.execPath, [programFile('demo')], { env: { ...process.env, ...env } })
    const folder = await newFolder()
    const exported = join(folder, 'exported')
    expect(await runProvider(['export', exported], env)).toMatchObject({ code: 0 })
    const { url, drop } = await createPostgresDatabase(postgres ?? '', 'migrated')
    onTestFinished(drop)
    const other = { DATABASE_URL: url, DATA_FOLDER: await newFolder() }
    expect((await importFiles(exported, other)).code).toBe(0)
    const again = join(folder, 'again')
    await runProvider(['export', again], other)
    const content = await contentOf(exported)
    // No contact of the demo has another customer than before.
    const resources = importResourceNames.filter((name) => name !== 'former-customers')
    expect(Object.keys(content)).toEqual(expect.arrayContaining(resources.map((name) => `${name}.ndjson`)))
    expect(await contentOf(again)).toEqual(content)

    expect(content['shop-users.ndjson']).not.toMatch(/passwordHash|\$argon2/)
    const whole = join(folder, 'whole')
    await runProvider(['export', whole, '--password-hashes'], env)
    expect((await contentOf(whole))['shop-users.ndjson']).toContain('"passwordHash":"$argon2')

    await writeFile(join(exported, 'files', 'readme.txt'), 'no document')
    const back = await importFiles(exported, env)
    expect(back.files.filter(({ read, unchanged }) => unchanged < read)).toEqual([])
    expect({ code: back.code, refusedFiles: back.refusedFiles }).toEqual({
      code: 3,
      refusedFiles: [
        { file: join(exported, 'files', 'readme.txt'), sentence: expect.stringContaining('neither a PDF') }
      ]
    })
  })

  test('needs a folder of its own', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    await mkdir(join(folder, 'something'))
    expect(await runProvider(['export', folder], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty')
    })
  })
})
