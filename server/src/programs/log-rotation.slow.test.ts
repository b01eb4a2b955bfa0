import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, programFile } from '../../../testing/process.ts'
import { newFolder } from '../../../testing/server/new-folder.ts'
import { findProgram } from '../../../testing/server/postgres-binaries.ts'
import { fillDataFolder } from '../../../testing/server/test-database.ts'

const logrotate = findProgram('logrotate')
const manual = fileURLToPath(new URL('../../../docs/operations/housekeeping.md', import.meta.url))

beforeAll(buildServer)

test.skipIf(logrotate === undefined)('the log is rotated as the manual says, while the server writes it', async () => {
  const folder = await newFolder()
  await fillDataFolder(folder)
  const log = join(folder, 'server.log')
  const [, shown = ''] = /```\n(\/var\/log\/customer-center[^`]*)```/.exec(await readFile(manual, 'utf8')) ?? []
  const config = join(folder, 'logrotate')
  await writeFile(config, shown.replace(/^\S+/, log), { mode: 0o644 })
  const file = openSync(log, 'a')
  const server = fork(programFile('main'), [], {
    env: { ...process.env, DATA_FOLDER: folder, PORT: '0', LOG_LEVEL: 'info' },
    execArgv: [],
    stdio: ['ignore', file, file, 'ipc']
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [{ listening: url }] = (await once(server, 'message')) as [{ listening: string }]
  const answered = async (route: string) => {
    await fetch(`${url}${route}`)
    await expect.poll(() => readFile(log, 'utf8')).toContain(`"route":"${route}"`)
  }
  await answered('/api/webshopuser')
  await promisify(execFile)(logrotate ?? '', ['--force', '--state', join(folder, 'state'), config])
  expect(await readFile(log, 'utf8')).not.toContain('webshopuser')
  await answered('/api/customer')
  expect(await readFile(`${log}.1`, 'utf8')).toContain('"route":"/api/webshopuser"')
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  expect(lines.map((line) => typeof (JSON.parse(line) as { msg: string }).msg)).not.toContain('undefined')
})
