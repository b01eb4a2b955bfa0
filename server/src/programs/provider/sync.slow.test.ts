import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, programFile } from '../../../../testing/process.ts'
import { eventually } from '../../testing/eventually.ts'

beforeAll(buildServer)

test('a folder that is watched loses its batches after IMPORT_DAYS, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-sync-'))
  onTestFinished(() => rm(folder, { recursive: true }))
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
