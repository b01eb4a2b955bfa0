import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildServer, runProvider } from '../../../../testing/process.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { exportedRows, killAtMove, newInstallation, watchFolder } from '../../../../testing/server/foreign-files.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { fillDataFolder } from '../../../../testing/server/test-database.ts'
import { isWholeBatch } from '../../operator/import/folder/batch-files.ts'
import type { FoundShopUser } from '../../people/shop-user/shop-user-list.repository.ts'

beforeAll(buildServer)

test('a folder that is watched loses its batches after IMPORT_DAYS, and nothing else', async () => {
  const folder = await newFolder()
  const batchOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(':', '-')
  const [old, kept] = [batchOf(8), batchOf(6)]
  for (const name of [`done/${old}`, `done/${kept}`, `failed/${old}`, 'failed/mine'])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'failed', old, 'customers.csv'), 'externalId')
  const { end } = watchFolder(folder, { DATA_FOLDER: join(folder, 'data'), IMPORT_DAYS: '7' })
  await eventually(async () => expect(await readdir(join(folder, 'failed'))).toEqual(['mine']))
  expect(await readdir(join(folder, 'done'))).toEqual([kept])
  expect(await end()).toBe(0)
})

test('a batch is told as JSON, with the reasons by their kinds, or why it was not imported, which is no file of it', async () => {
  const folder = await newFolder()
  const [watched, data] = [join(folder, 'in'), join(folder, 'data')]
  await fillDataFolder(data)
  // What a process that was killed left there: each is a batch.
  const batches = [
    ['1', 'provider.csv', 'name;phoneNumber', `Bau;${'1'.repeat(200)}`],
    ['2', 'customers.csv', 'externalId;shoeSize', 'K;44']
  ] as const
  for (const [name, file, ...lines] of batches) {
    await mkdir(join(watched, 'importing', name), { recursive: true })
    await writeFile(join(watched, 'importing', name, file), `${lines.join('\n')}\n`)
  }
  const env = { DATA_FOLDER: data }
  const { output, end } = watchFolder(watched, env, '--json')
  for (const [name] of batches) await eventually(() => expect(output.printed).toContain(`{"batch":"${name}"`))
  expect(await end()).toBe(0)
  const done = (...path: string[]) => join(watched, 'done', '1', ...path)
  const failed = (name: string, ...path: string[]) => join(watched, 'failed', name, ...path)
  const sentence = 'customers.csv: The column "shoeSize" is unknown.'
  const lines = output.printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string })
  expect(lines).toMatchObject([
    {
      batch: '1',
      state: 'done',
      files: [
        {
          file: done('provider.csv'),
          refusedFile: done('provider.refused.csv'),
          refused: 0,
          refusedFields: 1,
          reasons: [{ kind: 'field', field: 'phoneNumber' }]
        }
      ]
    },
    { batch: '2', state: 'failed', error: expect.stringContaining(sentence) }
  ])
  expect(lines[0]?.text).toContain(`The refused rows are in ${done('provider.refused.csv')}`)
  expect(await readFile(done('provider.refused.csv.txt'), 'utf8')).toMatch(/^line 2(?:, \w+)?: phoneNumber /)
  expect(lines[1]?.text).toContain(sentence)
  expect(await readFile(failed('2', 'error.txt'), 'utf8')).toContain(sentence)
  await writeFile(failed('2', 'customers.csv'), 'externalId;lastName\nK-2;Maier\n')
  const again = await runProvider(['import', failed('2'), '--json'], env)
  expect(JSON.parse(again.stdout)).toMatchObject({ files: [{ created: 1 }], notTaken: [] })
})

test('files are imported also after somebody has removed importing/, and a folder that is gone is named once', async () => {
  const folder = await newFolder()
  const [watched, data] = [join(folder, 'in'), join(folder, 'data')]
  await fillDataFolder(data)
  const { output, end } = watchFolder(watched, { DATA_FOLDER: data })
  await eventually(async () => expect(await readdir(watched)).toEqual(['importing']))
  await rm(watched, { recursive: true })
  const warning = `${watched} is not there. It is tried again.`
  await eventually(() => expect(output.told).toContain(warning))
  await mkdir(watched)
  await writeFile(join(watched, 'customers.csv'), 'externalId;shoeSize\nK;44\n')
  await eventually(async () => expect(await readdir(join(watched, 'failed'))).toHaveLength(1))
  expect(await end()).toBe(0)
  expect(output.told.split(warning)).toHaveLength(2)
})

test('a file in importing/ is no batch, and stays where it is', async () => {
  const folder = await newFolder()
  const [watched, data] = [join(folder, 'in'), join(folder, 'data')]
  await fillDataFolder(data)
  const stray = join(watched, 'importing', '.DS_Store')
  await mkdir(join(watched, 'importing', '1'), { recursive: true })
  await writeFile(stray, 'Finder')
  await writeFile(join(watched, 'importing', '1', 'provider.csv'), 'name\nBau\n')
  const { end } = watchFolder(watched, { DATA_FOLDER: data })
  await eventually(async () => expect(await readdir(join(watched, 'done'))).toEqual(['1']))
  expect(await end()).toBe(0)
  expect(await readFile(stray, 'utf8')).toBe('Finder')
})

const killed = async (folder: string, env: Readonly<Record<string, string>>, when: 'before' | 'after') =>
  expect(await watchFolder(folder, { ...env, ...killAtMove(folder, when) }).closed).toBe('SIGKILL')

const putInto =
  (folder: string) =>
  async (name: string, ...lines: string[]) =>
    writeFile(join(folder, name), [...lines, ''].join('\n'))

test('a batch stays whole through a kill at any of its moves, and keeps its refusals through one after its import', async () => {
  const folder = await newFolder()
  const env = await newInstallation()
  const put = putInto(folder)
  await put('contacts.csv', 'externalId;customer;lastName', 'P-1;K-1;Huber', 'P-2;K-9;Maier')
  await put('customers.csv', 'externalId;lastName', 'K-1;Huber GmbH', 'K-2;Wolf GmbH')
  await put('events.csv', 'externalId;caption', 'E-1;Statik', 'E-2;Akustik')
  await mkdir(join(folder, 'files'))
  for (const name of ['a.pdf', 'b.pdf']) await put(join('files', name), '%PDF-1.7', '%%EOF')
  // The batch is begun, then two of its files are moved.
  for (let move = 0; move < 3; move += 1) await killed(folder, env, 'after')
  expect((await readdir(folder)).toSorted()).toEqual(['events.csv', 'files', 'importing'])
  await put('events.csv', 'externalId;caption', 'E-1;Statik für alle')
  await put(join('files', 'b.pdf'), '%PDF-1.7', '% new', '%%EOF')
  // Its document is moved, then it is imported.
  await killed(folder, env, 'after')
  await killed(folder, env, 'before')
  const { output, end } = watchFolder(folder, env)
  await eventually(() => expect(output.printed).toContain('events.csv (CSV with semicolons, UTF-8): 1 row: 1 new'))
  expect(await end()).toBe(0)
  expect(output.printed).toContain('customers.csv (CSV with semicolons, UTF-8): 2 rows: 2 unchanged')
  expect((await readdir(folder)).toSorted()).toEqual(['done', 'importing'])
  expect(await readdir(join(folder, 'importing'))).toEqual([])
  const [whole = '', next = '', ...more] = (await readdir(join(folder, 'done'))).toSorted()
  expect(more).toEqual([])
  const refused = ['contacts.refused.csv', 'contacts.refused.csv.txt']
  expect((await readdir(join(folder, 'done', whole))).toSorted()).toEqual(
    ['contacts.csv', ...refused, 'customers.csv', 'files'].toSorted()
  )
  expect(await readdir(join(folder, 'done', whole, 'files'))).toEqual(['a.pdf'])
  expect(await readFile(join(folder, 'done', whole, 'contacts.refused.csv'), 'utf8')).toContain('P-2;K-9;Maier')
  expect((await readdir(join(folder, 'done', next))).toSorted()).toEqual(['events.csv', 'files'])
  expect(await readdir(join(folder, 'done', next, 'files'))).toEqual(['b.pdf'])
  const stored = async (resource: string) => (await exportedRows(env, resource)).map((row) => row['externalId'])
  expect(await stored('customers')).toEqual(['K-1', 'K-2'])
  expect(await stored('contacts')).toEqual(['P-1'])
  expect(await stored('events')).toEqual(['E-1'])
})

test('a full set of which a kill left a file to be written anew is not imported, and says what to do', async () => {
  const folder = await newFolder()
  const env = await newInstallation()
  const put = putInto(folder)
  await put('set.json', '{"mode": "replace"}')
  await put('customers.csv', 'externalId;lastName', 'K-1;Huber GmbH')
  await put('events.csv', 'externalId;caption', 'E-1;Statik')
  // The batch is begun, then the mark of the set and one of its files are moved.
  for (let move = 0; move < 3; move += 1) await killed(folder, env, 'after')
  await put('events.csv', 'externalId;caption', 'E-2;Statik für alle')
  // A kill before it is in failed/ does not make a batch of the rest either.
  await killed(folder, env, 'before')
  const { output, end } = watchFolder(folder, env)
  await eventually(() => expect(output.printed).toContain('events.csv (CSV with semicolons, UTF-8): 1 row: 1 new'))
  expect(await end()).toBe(0)
  const [set = '', ...others] = await readdir(join(folder, 'failed'))
  expect(others).toEqual([])
  const text = await readFile(join(folder, 'failed', set, 'error.txt'), 'utf8')
  expect(text).toContain('this full set lacks events.csv, written anew or removed')
  expect(text).toContain('send all files of the set again, with set.json.')
  expect(output.printed).toContain(text)
  expect((await readdir(join(folder, 'failed', set))).toSorted()).toEqual(
    ['.moving', 'customers.csv', 'error.txt', 'set.json'].toSorted()
  )
  const byHand = await runProvider(['import', join(folder, 'failed', set)], env)
  expect(byHand).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('.moving says that this batch was not') as unknown
  })
  expect(await exportedRows(env, 'events')).toMatchObject([{ externalId: 'E-2' }])
  await expect(exportedRows(env, 'customers')).rejects.toThrow()
})

test('a batch whose list cannot be read is told by name, and the others are imported', async () => {
  const folder = await newFolder()
  const env = await newInstallation()
  for (const [name, list] of [
    ['1', ''],
    ['2', '{}'],
    ['3', undefined]
  ] as const) {
    const batch = join(folder, 'importing', name)
    await mkdir(batch, { recursive: true })
    await writeFile(join(batch, 'customers.csv'), `externalId;lastName\nK-${name};Huber GmbH\n`)
    if (list !== undefined) await writeFile(join(batch, '.moving'), list)
  }
  const { output, end } = watchFolder(folder, env)
  await eventually(() => expect(output.printed).toContain('done/3'))
  expect(await end()).toBe(0)
  for (const name of ['1', '2']) {
    expect(output.printed).toContain(`failed/${name}\nNothing was imported: .moving, the list of this batch`)
    expect(await readFile(join(folder, 'failed', name, 'error.txt'), 'utf8')).toContain('send all files again.')
  }
  expect(await exportedRows(env, 'customers')).toMatchObject([{ externalId: 'K-3' }])
})

test('a file whose last line has no end is waited for, and import names it', async () => {
  const folder = await newFolder()
  const env = await newInstallation()
  const { output, end } = watchFolder(folder, env)
  const file = join(folder, 'customers.csv')
  await writeFile(file, 'externalId;lastName\nK-1;Huber\nK-2;Ma')
  await eventually(() => expect(output.told).toContain('customers.csv waits for a minute: its last line has no end'))
  await appendFile(file, 'ier\n')
  await eventually(() => expect(output.printed).toContain('2 rows: 2 new'))
  expect(output.printed).not.toContain('its last line has no end')
  expect(await end()).toBe(0)
  await writeFile(file, 'externalId;lastName\nK-3;Wolf')
  const { stdout } = await runProvider(['import', file], env)
  expect(stdout).toContain('customers.csv: its last line has no end: the file may be only a part.')
})

test('a batch is whole when it has stayed the same for two looks, and for a minute if a last line has no end', () => {
  const whole = { state: 'customers.csv 60 1', unended: [] }
  const unended = { ...whole, unended: ['customers.csv'] }
  expect([undefined, 5000].map((since) => isWholeBatch(whole, since))).toEqual([false, true])
  expect([undefined, 59_999, 60_000].map((since) => isWholeBatch(unended, since))).toEqual([false, false, true])
  expect(isWholeBatch({ state: '', unended: [] }, 60_000)).toBe(false)
})

describe('set.json', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => index)
  const file = (head: string, lines: readonly string[]) => [head, ...lines, ''].join('\n')
  const contacts = (count: number) =>
    file(
      'externalId;customer;lastName',
      rows(count).map((n) => `P-${n};K;Huber`)
    )
  const shopUsers = (count: number) =>
    file(
      'contact;emailAddress;rights',
      rows(count).map((n) => `P-${n};p${n}@firma.example;1`)
    )

  test('makes a batch a full set: contacts that it lacks lose their access, but no more than the limit', async () => {
    const folder = await newFolder()
    const env = await newInstallation()
    const { output, end } = watchFolder(folder, env)
    const put = async (name: string, content: string) => writeFile(join(folder, name), content)
    const stateOf = async (name: string) =>
      JSON.parse((await runProvider(['shop-user', 'find', name, '--json'], env)).stdout) as FoundShopUser[]
    await put('customers.csv', 'externalId;lastName\nK;Huber GmbH\n')
    await put('contacts.csv', contacts(40))
    await put('shop-users.csv', shopUsers(40))
    await eventually(() => expect(output.printed).toContain('shop-users.csv'))
    expect(await stateOf('P-39')).toMatchObject([{ active: true, right: 'admin' }])
    // The set alone is no batch, and waits for its rows.
    await put('set.json', '{"mode": "replace"}')
    await put('contacts.csv', contacts(38))
    await eventually(() =>
      expect(output.printed).toContain('contacts.csv (CSV with semicolons, UTF-8): 38 rows: 38 unchanged, 2 removed')
    )
    expect(await stateOf('P-38')).toMatchObject([{ active: false }])
    expect(await stateOf('P-37')).toMatchObject([{ active: true }])
    await put('set.json', '{"mode": "replace"}')
    await put('contacts.csv', contacts(30))
    await eventually(() => expect(output.printed).toContain('failed/'))
    expect(output.printed).toContain('contacts.csv: Nothing was removed: the set lacks 8 of 38 rows')
    expect(await stateOf('P-37')).toMatchObject([{ active: true }])
    // Without the file, a batch lacks nothing.
    await put('contacts.csv', contacts(1))
    await eventually(() => expect(output.printed).toContain('1 row: 1 unchanged'))
    expect(await stateOf('P-37')).toMatchObject([{ active: true }])
    expect(await end()).toBe(0)
  })

  test('goes with its folder into an import, whose options may not say otherwise', async () => {
    const folder = await newFolder()
    const env = await newInstallation()
    const put = async (name: string, content: string) => writeFile(join(folder, name), content)
    const importIt = async (...options: string[]) => runProvider(['import', folder, '--json', ...options], env)
    await put('customers.csv', 'externalId;lastName\nK;Huber GmbH\n')
    await put('contacts.csv', 'externalId;customer;lastName\nA-1;K;Huber\nA-2;K;Huber\nB-1;K;Huber\n')
    expect((await importIt()).code).toBe(0)
    await rm(join(folder, 'customers.csv'))
    await put('set.json', '{"mode": "replace", "prefix": "A-"}')
    await put('contacts.csv', 'externalId;customer;lastName\nA-1;K;Huber\n')
    for (const other of [
      ['--mode', 'upsert'],
      ['--mode', 'replace', '--prefix', 'B-']
    ]) {
      const { code, stderr } = await importIt(...other, '--max-removed', '100')
      expect([code, stderr]).toEqual([1, expect.stringContaining('leave out other options, or the file.')])
    }
    const { stdout } = await importIt('--mode', 'replace', '--max-removed', '100')
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ read: 1, removed: 1 }], notTaken: [] })
  })

  test('that is wrong stops its batch with a sentence, and nothing of it is stored', async () => {
    const folder = await newFolder()
    const env = await newInstallation()
    const wrong = [
      'replace',
      '{"mode": "delete"}',
      '{"mode": "replace", "maxRemoved": 1}',
      '{"mode": "replace", "prefix": ""}',
      '{}',
      'null'
    ]
    for (const [index, text] of wrong.entries()) {
      const batch = join(folder, 'importing', String(index))
      await mkdir(batch, { recursive: true })
      await writeFile(join(batch, 'set.json'), text)
      await writeFile(join(batch, 'customers.csv'), 'externalId;lastName\nK;Huber GmbH\n')
    }
    const { end } = watchFolder(folder, env)
    await eventually(async () => expect(await readdir(join(folder, 'failed'))).toHaveLength(wrong.length))
    expect(await end()).toBe(0)
    for (const [index, text] of wrong.entries())
      expect(await readFile(join(folder, 'failed', String(index), 'error.txt'), 'utf8'), text).toBe(
        'set.json has to be {"mode": "replace"}, {"mode": "replace", "prefix": "A-"} or {"mode": "upsert"}.\n'
      )
    const { code, stderr } = await runProvider(['import', join(folder, 'failed', '0')], env)
    expect([code, stderr]).toEqual([1, expect.stringContaining('set.json has to be {"mode": "replace"}')])
  })
})
