// On the embedded database alone: its server has a data folder of its own.

import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { Envelope } from '@customer-center/contract/envelope'
import { buildServer, programFile } from '../../../testing/process.ts'
import { authorized, call, getToken, loginForm } from '../../../testing/server/calls.ts'
import { addCustomer, type TestShopUser } from '../../../testing/server/customer.ts'
import { documentJobsOf } from '../../../testing/server/document-job-fixtures.ts'
import { confirmation, participationLetter } from '../../../testing/server/document-requests.ts'
import { eventually } from '../../../testing/server/eventually.ts'
import { sharedFolder } from '../../../testing/server/new-folder.ts'
import { addProviderKey } from '../../../testing/server/provider-keys.ts'
import { save } from '../../../testing/server/saves.ts'
import { seed } from '../../../testing/server/seed.ts'
import { openSession } from '../../../testing/server/sessions.ts'
import { fillDataFolder } from '../../../testing/server/test-database.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { openStorage } from '../platform/storage/storage.ts'

const away = ['Der Dienst ist vorübergehend nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.']
const mounts = process.getuid?.() === 0 && existsSync('/usr/bin/unshare')
const limits = existsSync('/usr/bin/prlimit')
const clockLibrary = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))

const scratch = sharedFolder()
let prepared: string
let admin: TestShopUser
let participantId: number
let headers: Record<string, string>
let providerKey: string

beforeAll(async () => {
  await buildServer()
  prepared = join(scratch, 'prepared')
  await fillDataFolder(prepared)
  const database = await openDatabase(readConfig({ DATA_FOLDER: prepared }))
  admin = (await addCustomer(database.db, 1000)).shopUsers.admin
  const shelves = seed(database.db, openStorage({ dataFolder: prepared, storage: { kind: 'folder' } }))
  await shelves.addEvent(1, '2026-01-01')
  participantId = await shelves.addParticipation(admin, 1)
  await shelves.addLetter(participationLetter)
  await shelves.addScript(1)
  headers = { authorization: await openSession(database.db, admin) }
  providerKey = (await addProviderKey(database.db, { scopes: ['write'] })).key
  await database.close()
})

/** Starts the real server behind a command that prepares its surroundings and then runs `exec "$@"`. */
async function start(dataFolder: string, prepare: string) {
  const command = ['-c', `${prepare} exec "$@"`, 'sh', process.execPath, programFile('main')]
  const [program, args] = mounts ? ['unshare', ['-m', 'sh', ...command]] : ['sh', command]
  const child = spawn(program, args, {
    env: { ...process.env, DATA_FOLDER: dataFolder, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc']
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let log = ''
  child.stdout?.on('data', (bytes: Buffer) => (log += bytes.toString()))
  const [{ listening: url }] = (await once(child, 'message')) as [{ listening: string }]
  const end = async () => {
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    return exit
  }
  return { url, pid: child.pid ?? 0, log: () => log, end }
}

describe('a server', () => {
  test.skipIf(!mounts)('whose disk is full says so and writes again when there is room', async () => {
    const folder = join(scratch, 'small')
    await mkdir(folder)
    const room = `mount -t tmpfs -o size=400m tmpfs ${folder} && cp -a ${prepared}/. ${folder} &&`
    const { url, pid, log, end } = await start(folder, room)
    const inside = `/proc/${pid}/root${folder}`
    const logIn = () => getToken(url, loginForm(admin))
    expect((await logIn()).status).toBe(200)
    // The remaining room is less than a page of the database in the end.
    for (const size of [1_048_576, 4096]) {
      const filler = Buffer.alloc(size)
      for (let number = 0, full = false; !full; number += 1)
        full = await writeFile(join(inside, `filler-${size}-${number}`), filler).then(
          () => false,
          () => true
        )
    }
    // Each log-in writes some rows, until one of them begins a page.
    const refused = await eventually(async () => {
      const answer = await logIn()
      expect(answer.status).not.toBe(200)
      return answer
    })
    expect([refused.status, refused.envelope.responseResult.Errors]).toEqual([503, away])
    await eventually(() => expect(log()).toContain('"the disk of the database is full"'))
    expect(log()).not.toContain('failed unexpectedly')
    execFileSync('sh', ['-c', `rm ${inside}/filler-*`])
    await eventually(async () => expect((await logIn()).status).toBe(200))
    expect(await end()).toEqual([0, null])
  })

  test.skipIf(!mounts)('whose disk is read-only says so, and writes again afterwards', async () => {
    const folder = join(scratch, 'read-only')
    execFileSync('cp', ['-a', prepared, folder])
    const { url, pid, log, end } = await start(folder, '')
    const documents = join(folder, 'documents')
    const inside = (command: string) =>
      execFileSync('nsenter', [`--mount=/proc/${pid}/ns/mnt`, 'sh', '-c', command.replaceAll('$folder', documents)])
    const bytes = Buffer.from('%PDF-1.7\n%%EOF\n')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const put = async () =>
      fetch(`${url}/provider/v1/files/${sha256}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${providerKey}`, 'content-type': 'application/pdf' },
        body: bytes
      })
    const before = readdirSync(documents, { recursive: true })
    inside('mount --bind $folder $folder && mount -o remount,bind,ro $folder')
    const refused = await put()
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      503,
      'The server cannot answer at the moment.'
    ])
    await eventually(() => expect(log()).toContain('"the disk is read-only"'))
    inside('umount --lazy $folder')
    expect(readdirSync(documents, { recursive: true })).toEqual(before)
    expect((await put()).status).toBe(204)
    expect(await end()).toEqual([0, null])
  })

  test.skipIf(!existsSync('/dev/full'))('whose log has no room answers, and ends when it is told to', async () => {
    const folder = join(scratch, 'log')
    execFileSync('cp', ['-a', prepared, folder])
    const { url, end } = await start(folder, 'exec >/dev/full; export LOG_LEVEL=info;')
    for (let times = 0; times < 3; times += 1) expect((await getToken(url, loginForm(admin))).status).toBe(200)
    expect(await end()).toEqual([0, null])
  })

  test.skipIf(!limits)('without file handles refuses documents and sends them when there are some', async () => {
    const folder = join(scratch, 'handles')
    execFileSync('cp', ['-a', prepared, folder])
    const { url, pid, log, end } = await start(folder, '')
    // The connection is from before: a new one takes a handle itself.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const list = await call<DocumentEvent[]>(url, '/eventmanager/documentsbysubscriber', { headers })
    const key = list.envelope.responseData[0]?.scripts[0]?.documentHash
    const ask = async () => {
      const asked = get(`${url}/api/dms/getdoc?documentKey=${key}`, { headers, agent })
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      const { responseResult } = JSON.parse(await text(response)) as Envelope<unknown>
      return [response.statusCode, responseResult.Errors]
    }
    expect(await ask()).toEqual([200, []])
    // While the work in the background begins, a lack of handles ends the server.
    const jobs = documentJobsOf(url, async () => headers)
    await jobs.file(
      admin,
      await jobs.started(admin, 'StandardLetter', confirmation({ user: admin, eventId: 1, participantId }))
    )
    const limit = (most: string) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`])
    limit('8')
    expect(await ask()).toEqual([503, away])
    // The document's file has no handle, or before it one of the embedded database.
    await eventually(() => expect(log()).toMatch(/EMFILE|No file descriptors available/))
    limit('1024')
    expect(await ask()).toEqual([200, []])
    agent.destroy()
    expect(await end()).toEqual([0, null])
  })

  test.skipIf(!clockLibrary)('whose clock jumps by a day lets people in, saves and makes letters', async () => {
    const folder = join(scratch, 'clock')
    const clock = join(scratch, 'clock-offset')
    execFileSync('cp', ['-a', prepared, folder])
    await writeFile(clock, '+0')
    // Timers go on as they do: no kernel moves the clock that they use.
    const faked = `export LD_PRELOAD=${clockLibrary} FAKETIME_TIMESTAMP_FILE=${clock} FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1;`
    const { url, log, end } = await start(folder, faked)
    for (const days of [1, -1, 0]) {
      await writeFile(clock, `${days < 0 ? '' : '+'}${days}d`)
      await eventually(async () => {
        const { headers: answer } = await fetch(`${url}/livez`)
        const ahead = Date.parse(answer.get('date') ?? '') - Date.now()
        expect(Math.abs(ahead - days * 86_400_000)).toBeLessThan(60_000)
      })
      const session = await authorized(url, admin)
      const place = `Ort ${days}`
      expect(await save(url, session, ['PUT', '/customer'], { KND_ORT: place })).toMatchObject({ status: 200 })
      const jobs = documentJobsOf(url, async () => session)
      const request = confirmation({ user: admin, eventId: 1, participantId })
      const file = await jobs.file(admin, await jobs.started(admin, 'StandardLetter', request))
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(log()).not.toContain('"level":50')
    expect(await end()).toEqual([0, null])
  })
})
