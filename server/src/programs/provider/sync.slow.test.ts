import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildServer, runProvider } from '../../../../testing/process.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { watchFolder } from '../../../../testing/server/foreign-files.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { fillDataFolder } from '../../../../testing/server/test-database.ts'

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
  const failed = (name: string, ...path: string[]) => join(watched, 'failed', name, ...path)
  const sentence = 'customers.csv: The column "shoeSize" is unknown.'
  const lines = output.printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string })
  expect(lines).toMatchObject([
    {
      batch: '1',
      state: 'failed',
      files: [
        {
          file: failed('1', 'provider.csv'),
          refusedFile: failed('1', 'provider.refused.csv'),
          refused: 0,
          refusedFields: 1,
          reasons: [{ kind: 'field', field: 'phoneNumber' }]
        }
      ]
    },
    { batch: '2', state: 'failed', error: expect.stringContaining(sentence) }
  ])
  expect(lines[0]?.text).toContain(`The refused rows are in ${failed('1', 'provider.refused.csv')}`)
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
