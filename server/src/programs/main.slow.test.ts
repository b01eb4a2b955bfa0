import { execFile, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { access, mkdir, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type AsyncResult, AsyncStatus } from '@customer-center/contract/server-function'
import { buildServer, messageOf, programFile, startChild } from '../../../testing/process.ts'
import { authorized, call } from '../../../testing/server/calls.ts'
import { prepareBooked } from '../../../testing/server/crash-run.ts'
import { confirmation } from '../../../testing/server/document-requests.ts'
import { eventually } from '../../../testing/server/eventually.ts'
import { newFolder, sharedFolder } from '../../../testing/server/new-folder.ts'
import {
  createPostgresDatabase,
  fillDataFolder,
  postgresServer,
  createInstallation
} from '../../../testing/server/test-database.ts'

const folder = sharedFolder()

beforeAll(async () => {
  await buildServer()
  await fillDataFolder(join(folder, 'data'))
})

function start(env: Record<string, string>, program = 'main') {
  const child = spawn(process.execPath, [programFile(program)], {
    env: { ...process.env, DATA_FOLDER: join(folder, 'data'), ...env }
  })
  const exit = once(child, 'exit') as Promise<[number | null]>
  return { child, exit, errors: text(child.stderr) }
}

async function failure(
  env: Record<string, string>,
  program?: string
): Promise<{ code: number | null; errors: string }> {
  const { child, exit, errors } = start(env, program)
  child.stdout.resume()
  const [code] = await exit
  return { code, errors: await errors }
}

describe('a start that cannot succeed is one English sentence and exit code 1', () => {
  test('a taken port', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { code, errors } = await failure({ PORT: port })
    taken.close()
    expect([code, errors]).toEqual([1, `The port ${port} is taken: stop what uses it, or set PORT to another one.\n`])
  })

  test.each([
    ['a wrong setting', { PORT: 'x' }, /^The setting PORT is wrong: .*\.\n$/],
    [
      'a database server that is not there',
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' },
      /^The database server at 127\.0\.0\.1:9 .*\.\n$/
    ]
  ])('%s', async (_what, env: Record<string, string>, sentence) => {
    const { code, errors } = await failure(env)
    expect(code).toBe(1)
    expect(errors).toMatch(sentence)
    expect(errors).not.toContain('secret')
  })

  test.each(['main', 'worker', 'provider'])('%s on a Node that is too old', async (program) => {
    const older = join(folder, 'older-node.mjs')
    await writeFile(older, `Object.defineProperty(process, 'versions', { value: { node: '22.1.0' } })`)
    const { code, errors } = await failure({ NODE_OPTIONS: `--import=${older}` }, program)
    expect([code, errors]).toEqual([1, 'The customer center needs Node 24 or newer; this is 22.1.0.\n'])
  })

  test.each([
    ['out of it', '/etc/passwd', 'leads out of the folder'],
    ['in a circle', '.', 'leads in a circle'],
    ['nowhere', 'missing.typ', 'leads nowhere (ENOENT)']
  ])('a folder of own letter templates with a link that leads %s', async (_, target, reason) => {
    const templates = await newFolder()
    await symlink(target, join(templates, 'letters'))
    expect(await failure({ LETTER_TEMPLATES: templates })).toEqual({
      code: 1,
      errors: `The link letters in the folder ${templates} of LETTER_TEMPLATES ${reason}: remove it, or copy the file.\n`
    })
  })

  test('a worker without a database server', async () => {
    const child = spawn(process.execPath, [programFile('worker')], { env: { ...process.env, DATABASE_URL: '' } })
    const exit = once(child, 'exit') as Promise<[number | null]>
    child.stdout.resume()
    const errors = await text(child.stderr)
    expect([(await exit)[0], errors]).toEqual([
      1,
      'A worker needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to the one process that opened it, and there the server does the work itself.\n'
    ])
  })

  // A worker needs a database server.
  test.each(postgresServer() === null ? ['main'] : ['main', 'worker'])(
    'a signing key that is none, for %s',
    async (program) => {
      const env = await createInstallation(program === 'worker' ? 'postgres' : 'embedded')
      const file = join(env.DATA_FOLDER, 'signing-key.pem')
      await writeFile(file, 'secret')
      const { code, errors } = await failure({ ...env, PORT: '0' }, program)
      expect([code, errors]).toEqual([
        1,
        `The signing key ${file} cannot be used (it holds no Ed25519 key): set SIGNING_KEY or DATA_FOLDER.\n`
      ])
    }
  )

  test('a data folder that is a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { code, errors } = await failure({ DATA_FOLDER: file })
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })
})

test('the server answers, writes nothing but JSON lines to standard output, and stops on SIGTERM with code 0', async () => {
  const { child, exit, errors } = start({ PORT: '0' })
  let output = ''
  let address: string | undefined
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const found = /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1]
    if (found === undefined || address !== undefined) continue
    address = found
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    // The key is made at the first start, so that it can be backed up before there is a letter.
    await access(join(folder, 'data/signing-key.pem'))
    child.kill('SIGTERM')
  }
  expect(await exit).toEqual([0, null])
  expect(await errors).toBe('')
  for (const line of output.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('time')
})

test.skipIf(process.platform === 'win32')('nobody but the server’s user can read the data folder', async () => {
  const { DATA_FOLDER: dataFolder } = await createInstallation('embedded')
  await mkdir(join(dataFolder, 'documents/a'), { recursive: true })
  await writeFile(join(dataFolder, 'documents/a/b.pdf'), '')
  await promisify(execFile)('chmod', ['-R', 'a+rwX', dataFolder])
  const before = process.umask(0)
  const child = startChild('main', { DATA_FOLDER: dataFolder, PORT: '0' })
  process.umask(before)
  await messageOf(child)
  // PGlite makes new files open, whatever the umask; they lie in a folder that nobody else may enter.
  const isOpen = ['-perm', '/077', '!', '-path', '*/database/*', '-o', '-type', 'd', '-perm', '/077']
  const { stdout } = await promisify(execFile)('find', [dataFolder, ...isOpen])
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
  expect(stdout).toBe('')
})

test('a start whose parent is gone before it could get the address goes on', async () => {
  const child = spawn(process.execPath, [programFile('main')], {
    env: { ...process.env, DATA_FOLDER: join(folder, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  child.disconnect()
  const exit = once(child, 'exit')
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('Both were asked for.')
  const errors = text(stderr)
  let output = ''
  for await (const chunk of stdout) {
    output += String(chunk)
    if (child.killed || !output.includes('listening at')) continue
    child.kill('SIGTERM')
  }
  expect([await exit, await errors]).toEqual([[0, null], ''])
})

/** Waits for a line of the child's log that matches. */
async function logged(child: ReturnType<typeof start>['child'], line: RegExp): Promise<string> {
  let output = ''
  for await (const [chunk] of on(child.stdout, 'data', { close: ['end'] }) as AsyncIterable<[Buffer]>) {
    output += chunk.toString()
    const found = line.exec(output)
    if (found) return found[1] ?? found[0]
  }
  return ''
}

const body = 'customerNumber=1&userName=x&password=y'

/** Starts a server with a request whose second half has not come, and sends it SIGTERM. */
async function stopping() {
  const { child, exit } = start({ PORT: '0' })
  const port = Number(await logged(child, /listening at http:\/\/[\d.]+:(\d+)/))
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(
    `POST /api/getToken HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`
  )
  // The server has the request when it asks for the rest.
  await once(socket, 'data')
  socket.write(body.slice(0, 10))
  const announced = logged(child, /stopping/)
  child.kill('SIGTERM')
  await announced
  return { child, exit, port, socket }
}

describe('while stopping', () => {
  test('what is under way is answered, nothing new is taken, and the process ends with code 0', async () => {
    const { exit, port, socket } = await stopping()
    // The server tells that it stops until the port closes. A connection that the closing server never saw is reset.
    await eventually(() =>
      expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toMatchObject({
        cause: { code: expect.stringMatching(/^ECONNRE(FUSED|SET)$/) as string }
      })
    )
    socket.write(body.slice(10))
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toContain('Kundennummer, Benutzername oder Passwort ist falsch.')
    expect(await exit).toEqual([0, null])
  })

  test('a second signal ends the process at once, whatever is under way', async () => {
    const { child, exit, socket } = await stopping()
    socket.on('error', () => undefined)
    child.kill('SIGTERM')
    expect(await exit).toEqual([null, 'SIGTERM'])
    socket.destroy()
  })
})

const postgres = postgresServer()
test.skipIf(postgres === null)('with JOBS=worker the server makes no document; a stopped one loses none', async () => {
  const { url, drop } = await createPostgresDatabase(postgres ?? '', 'migrated')
  const place = { databaseUrl: url, dataFolder: join(folder, 'of-worker') }
  const { admin, booked } = await prepareBooked(place, 1)
  const env = { DATABASE_URL: url, DATA_FOLDER: place.dataFolder, JOBS: 'worker', PORT: '0', LOG_LEVEL: 'silent' }
  const begin = (program: 'main' | 'worker') => {
    const child = startChild(program, env)
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const main = begin('main')
  const { listening } = (await messageOf(main)) as { listening: string }
  const headers = { ...(await authorized(listening, admin)), 'content-type': 'application/json' }
  const [parameter = ''] = booked.map((one) => confirmation(one))
  const { envelope } = await call<{ jobId: string }>(listening, '/function/start', {
    method: 'POST',
    headers,
    body: JSON.stringify({ data: { functionName: 'StandardLetter', parameter, async: true } })
  })
  const { jobId } = envelope.responseData
  const statusOf = async () => {
    const answer = await call<AsyncResult>(listening, `/function/getasyncresult?jobId=${jobId}`, { headers })
    return answer.envelope.responseData.status
  }
  // The first poll waits far longer than the letter would take.
  expect(await statusOf()).toBe(AsyncStatus.requested)

  const hasty = begin('worker')
  await messageOf(hasty)
  const gone = once(hasty, 'exit')
  hasty.kill('SIGTERM')
  expect(await gone).toEqual([0, null])
  const worker = begin('worker')
  await messageOf(worker)
  await eventually(async () => expect(await statusOf()).toBe(AsyncStatus.done))
  const ends = [worker, main].map((child) => once(child, 'exit'))
  for (const child of [worker, main]) child.kill('SIGTERM')
  for (const end of ends) expect(await end).toEqual([0, null])
  await drop()
})
