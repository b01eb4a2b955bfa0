import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildServer, kill, programFile, startProgram } from '../../../testing/process.ts'
import { withDatabase } from '../../../testing/server/backups.ts'
import { addCustomer, type TestCustomer } from '../../../testing/server/customer.ts'
import { eventually } from '../../../testing/server/eventually.ts'
import { sharedFolder } from '../../../testing/server/new-folder.ts'
import { fillDataFolder, postgresServer, createInstallation } from '../../../testing/server/test-database.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { lockFolder } from '../platform/database/data-folder.ts'

const run = promisify(execFile)

interface MadeKey {
  readonly id: number
  readonly key: string
  readonly expiresAt: string
}

const folder = sharedFolder()
let own: TestCustomer
/** A data folder whose holder takes no commands. */
const held = sharedFolder()
let unlock: () => Promise<void>
/** The refusal of a command there. It waits 15 s for a server that may just be starting, while the other tests run. */
let refused: Promise<unknown>

const program = (words: string[], env: Record<string, string> = {}) =>
  run(process.execPath, [programFile('provider'), ...words], { env: { ...process.env, DATA_FOLDER: folder, ...env } })

async function makeKey(more: string[] = [], env: Record<string, string> = {}): Promise<MadeKey> {
  const { stdout } = await program(['key', 'create', '--name', 'shop', '--scope', 'sessions', '--json', ...more], env)
  return JSON.parse(stdout) as MadeKey
}

async function startServer(env: Record<string, string> = {}) {
  const server = await startProgram('main', { DATA_FOLDER: folder, LOG_LEVEL: 'info', ...env }, 'pipe')
  onTestFinished(server.end)
  return server
}

async function openSession(url: string, key: string): Promise<number> {
  const { customerNumber, userName: email } = own.shopUsers.admin
  const response = await fetch(`${url}/provider/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customerNumber, email })
  })
  return response.status
}

beforeAll(async () => {
  await buildServer()
  await fillDataFolder(folder)
  const database = await openDatabase({ ...readConfig({}), databaseUrl: '', databasePool: 1, dataFolder: folder })
  own = await addCustomer(database.db, 100)
  await database.close()
  unlock = await lockFolder(held)
  refused = program(['key', 'list'], { DATA_FOLDER: held }).catch((error: unknown) => error)
})
afterAll(() => unlock())

describe('the program for the keys of the provider', () => {
  test('makes keys before the server starts and while it runs on the embedded database, and ends them; its log says so', async () => {
    const before = await makeKey()
    const { url, log } = await startServer()
    expect(await openSession(url, before.key)).toBe(200)
    const during = await makeKey(['--expires', '30d'])
    expect(await openSession(url, during.key)).toBe(200)
    const days = (new Date(during.expiresAt).getTime() - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)

    const { stdout } = await program(['key', 'list', '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      { id: before.id, name: 'shop', scopes: ['sessions'], revokedAt: null },
      { id: during.id, name: 'shop', lastUsedAt: expect.any(String) }
    ])
    await program(['key', 'revoke', String(before.id)])
    expect([await openSession(url, before.key), await openSession(url, during.key)]).toEqual([401, 200])
    await expect(program(['key', 'revoke', '999'])).rejects.toMatchObject({ code: 1, stderr: 'There is no key 999.\n' })
    await eventually(() => {
      expect(log()).toContain(`"event":"key-created","key":${during.id}`)
      expect(log()).toContain(`"event":"key-revoked","key":${before.id}`)
    })
    for (const { key } of [before, during]) {
      expect(log()).not.toContain(key.slice(4))
      expect(stdout).not.toContain(key.slice(4))
    }
  })

  test('reaches the server by a file that its user alone can read, and nobody gets in without its secret', async () => {
    const { child } = await startServer()
    const file = join(folder, 'operator.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { url, secret } = JSON.parse(await readFile(file, 'utf8')) as { url: string; secret: string }
    expect(new URL(url).hostname).toBe('127.0.0.1')
    const list = (authorization: string) =>
      fetch(`${url}/list-provider-keys`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: 'null'
      })
    for (const wrong of ['', 'Bearer ', `Bearer ${secret}x`, secret]) expect((await list(wrong)).status).toBe(401)
    expect((await list(`Bearer ${secret}`)).status).toBe(200)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('is not misled by what a server that was killed left behind', async () => {
    const { child } = await startServer()
    await kill(child)
    expect((await stat(join(folder, 'operator.json'))).isFile()).toBe(true)
    expect((await makeKey()).key).toMatch(/^kcp_/)
    const { url } = await startServer()
    expect(await openSession(url, (await makeKey()).key)).toBe(200)
  })

  test('says when the data folder is held by something that takes no commands', async () => {
    expect(await refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The data folder .* is held by another process/)
    })
  })

  test.each([
    [[], 'Usage: npm run provider'],
    [['key'], 'Usage: npm run provider -- key'],
    [['nothing'], "unknown command 'nothing'"],
    [['key', 'create', '--scope', 'sessions'], "'--name <name>' not specified"],
    [['key', 'create', '--name', 'shop'], "'--scope <scope>' not specified"],
    [
      ['key', 'create', '--name', 'shop', '--scope', 'all'],
      'Allowed are sessions, users, issued-letters, revocations, mails, reset-mails, logins, refused-logins, data-copies, bounces, read, write, or for one resource'
    ],
    [['key', 'create', '--name', 'shop', '--scope', 'read', '--expires', 'soon'], 'It must be a day'],
    [['key', 'create', '--name', 'shop', '--scope', 'read', '--expires', '2100-02-29'], 'It must be a day'],
    [['key', 'create', '--name', 'shop', '--scope', 'read', '--expires', '2100-02-29T12:00:00Z'], 'It must be a day'],
    [['key', 'create', '--name', 'a\nb', '--scope', 'read'], 'It must be a line'],
    [['key', 'list', '--nmae', 'shop'], "unknown option '--nmae'"],
    [['key', 'revoke'], "missing required argument 'number'"],
    [['key', 'revoke', 'one'], 'It must be a whole number.'],
    [['letter', 'revoke', '7K3M9QXR2BVR'], "missing required argument 'reason'"],
    [['letter', 'revoke', '7K3M-9QXR-2BVX', 'Verwechslung'], "It is no letter's number"]
  ])('ends with a sentence and 2 on the arguments %j', async (words, sentence) => {
    await expect(program(words)).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(sentence)
    })
  })

  test('ends with a sentence and 1 on a key that has expired or a company that is not there', async () => {
    const failed = (more: string[]) => expect(makeKey(more)).rejects
    await failed(['--expires', '2020-01-01']).toMatchObject({ code: 1, stderr: expect.stringContaining('expired') })
    await failed(['--company', '77']).toMatchObject({ code: 1, stderr: 'The provider has no company 77.\n' })
  })

  test('says what there is', async () => {
    const { stdout } = await program(['--help'])
    expect(stdout).toMatch(/key [^]*letter [^]*Exit codes/)
  })

  test.skipIf(postgresServer() === null)('makes keys on a PostgreSQL server beside the running server', async () => {
    const env = await createInstallation()
    await withDatabase(env, async ({ db }) => {
      await addCustomer(db, 100)
      await addCustomer(db, 100, 2)
    })
    await expect(makeKey([], env)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--company (1, 2)')
    })
    const { key } = await makeKey(['--company', '1'], env)
    const { url, child } = await startServer(env)
    expect(await openSession(url, key)).toBe(200)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  })
})

test('what a command is called by loads neither the database nor the server', async () => {
  const groups = programFile('provider/command-groups')
  const code = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { commandGroups } = await import(${JSON.stringify(groups)})
    for (const [name, { load }] of Object.entries(commandGroups)) if (name !== 'texts') await load()
    console.log(loaded.length, loaded.filter((url) => /node_modules\\/(kysely|pg|fastify)\\//.test(url)).length)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code])
  expect(stdout).toMatch(/^\d{2,3} 0\n$/)
})
