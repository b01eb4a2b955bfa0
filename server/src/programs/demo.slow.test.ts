import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildServer, programFile } from '../../../testing/process.ts'
import { startApp } from '../../../testing/server/app.ts'
import { call, getToken } from '../../../testing/server/calls.ts'
import { sharedFolder } from '../../../testing/server/new-folder.ts'
import { addRows } from '../../../testing/server/rows.ts'
import { fillDataFolder } from '../../../testing/server/test-database.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'

const run = promisify(execFile)
const usage = 'Usage: npm run demo -- [--contacts NUMBER] [--events NUMBER] [--documents NUMBER (of each event)]\n'
const folder = sharedFolder()

beforeAll(buildServer)

async function demo(dataFolder: string, ...args: string[]) {
  const env = { ...process.env, DATA_FOLDER: dataFolder, DATABASE_URL: '' }
  return run(process.execPath, [programFile('demo'), ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr })
  )
}

describe('wrong arguments are one sentence and exit code 1, and nothing is written', () => {
  test.each([
    ['no number', ['--contacts', 'viele']],
    ['none at all', ['--contacts']],
    ['no contact', ['--contacts', '0']],
    ['half a contact', ['--contacts', '1.5']],
    ['too many contacts', ['--contacts', '1000001']],
    ['too many documents', ['--documents', '101']],
    ['an option that is not there', ['--people', '5']],
    ['a word', ['10000']]
  ])('%s', async (_, args) => {
    const untouched = join(folder, 'untouched')
    expect(await demo(untouched, ...args)).toEqual({ code: 1, stdout: '', stderr: usage })
    expect(existsSync(untouched)).toBe(false)
  })
})

test('each call adds a company of the wished size, whose administrator can log in, to the demo shop', async () => {
  const data = join(folder, 'data')
  await fillDataFolder(data)
  const first = await demo(data, '--contacts', '12', '--events', '2', '--documents', '3')
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toContain('The demo shop is written.\n')
  const second = await demo(data, '--contacts', '3')
  expect([second.code, second.stderr]).toEqual([0, ''])
  expect(second.stdout).toContain('The database is not empty: its data is kept.\n')

  const database = await openDatabase({ ...readConfig({}), databaseUrl: '', databasePool: 1, dataFolder: data })
  const app = await startApp(database)
  const sizes = []
  for (const { stdout } of [first, second]) {
    const [, customerNumber = '', userName = '', password = ''] =
      /A large company was added:\n {2}(\d+) {2}(\S+) {2}(\S+) {2}admin /.exec(stdout) ?? []
    const { envelope } = await getToken(app.url, { customerNumber, userName, password, getRefreshToken: 'true' })
    const headers = { authorization: envelope.responseData.access_token }
    const contacts = await call<unknown[]>(app.url, '/contact?RES_FIELDS=ASP_PVAID', { headers })
    const events = await call<{ scripts: unknown[] }[]>(app.url, '/eventmanager/documentsbysubscriber', { headers })
    const scripts = events.envelope.responseData.map((event) => event.scripts.length)
    sizes.push([contacts.envelope.responseData.length, scripts.length, ...new Set(scripts)])
  }
  await app.close()
  await database.close()
  expect(sizes).toEqual([
    [12, 2, 3],
    [3, 100, 10]
  ])
})

test('a provider’s own data gets no demo company: one sentence and exit code 1', async () => {
  const data = join(folder, 'foreign')
  await fillDataFolder(data)
  const database = await openDatabase({ ...readConfig({}), databaseUrl: '', databasePool: 1, dataFolder: data })
  await addRows(database.db, 'providers', { provider_id: 1, name: 'Echt' })
  await database.close()
  const { code, stderr } = await demo(data, '--contacts', '3')
  expect([code, stderr]).toEqual([1, 'The database holds no demo shop: nothing was added to it.\n'])
})
