import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, programFile, runProvider } from '../../../../testing/process.ts'
import { eventually } from '../../testing/eventually.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { fillDataFolder } from '../../testing/test-database.ts'

beforeAll(buildServer)

test('a folder that is watched loses its batches after IMPORT_DAYS, and nothing else', async () => {
  const folder = await newFolder()
  const batchOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(':', '-')
  const [old, kept] = [batchOf(8), batchOf(6)]
  for (const name of [`done/${old}`, `done/${kept}`, `failed/${old}`, 'failed/mine'])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'failed', old, 'customers.csv'), 'externalId')
  const child = execFile(process.execPath, [programFile('provider'), 'sync', folder, '--interval', '1'], {
    env: { ...process.env, DATA_FOLDER: join(folder, 'data'), IMPORT_DAYS: '7' }
  })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill())
  await eventually(async () => expect(await readdir(join(folder, 'failed'))).toEqual(['mine']))
  expect(await readdir(join(folder, 'done'))).toEqual([kept])
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
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
  const words = [programFile('provider'), 'sync', watched, '--interval', '1', '--json']
  const child = execFile(process.execPath, words, { env: { ...process.env, ...env } })
  const ended = once(child, 'close')
  onTestFinished(() => void child.kill())
  let told = ''
  child.stdout?.on('data', (text: string) => (told += text))
  for (const [name] of batches) await eventually(() => expect(told).toContain(`{"batch":"${name}"`))
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const failed = (name: string, ...path: string[]) => join(watched, 'failed', name, ...path)
  const sentence = 'customers.csv: The column "shoeSize" is unknown.'
  const lines = told
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
  const child = execFile(process.execPath, [programFile('provider'), 'sync', watched, '--interval', '1'], {
    env: { ...process.env, DATA_FOLDER: data }
  })
  const ended = once(child, 'close')
  onTestFinished(() => void child.kill())
  let warned = ''
  child.stderr?.on('data', (text: string) => (warned += text))
  await eventually(async () => expect(await readdir(watched)).toEqual(['importing']))
  await rm(watched, { recursive: true })
  const warning = `${watched} is not there. It is tried again.`
  await eventually(() => expect(warned).toContain(warning))
  await mkdir(watched)
  await writeFile(join(watched, 'customers.csv'), 'externalId;shoeSize\nK;44\n')
  await eventually(async () => expect(await readdir(join(watched, 'failed'))).toHaveLength(1))
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(warned.split(warning)).toHaveLength(2)
})

test('a file in importing/ is no batch, and stays where it is', async () => {
  const folder = await newFolder()
  const [watched, data] = [join(folder, 'in'), join(folder, 'data')]
  await fillDataFolder(data)
  const stray = join(watched, 'importing', '.DS_Store')
  await mkdir(join(watched, 'importing', '1'), { recursive: true })
  await writeFile(stray, 'Finder')
  await writeFile(join(watched, 'importing', '1', 'provider.csv'), 'name\nBau\n')
  const child = execFile(process.execPath, [programFile('provider'), 'sync', watched, '--interval', '1'], {
    env: { ...process.env, DATA_FOLDER: data }
  })
  const ended = once(child, 'close')
  onTestFinished(() => void child.kill())
  await eventually(async () => expect(await readdir(join(watched, 'done'))).toEqual(['1']))
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await readFile(stray, 'utf8')).toBe('Finder')
})
