import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AnswerChange, startProxy } from '../../testing/faulty-backend.ts'
import { startSample, type SampleBackend, tokenAt } from '../../testing/sample-backend.ts'

const command = fileURLToPath(new URL('cli.ts', import.meta.url))
let sample: SampleBackend
let proxy: Awaited<ReturnType<typeof startProxy>>

beforeAll(async () => {
  sample = await startSample()
  proxy = await startProxy(sample.api)
})
afterAll(() => {
  proxy.stop()
  sample.stop()
})

async function street() {
  const headers = { authorization: await tokenAt(sample.api, 'katharina@example.com') }
  const answer = (await (await fetch(`${sample.api}/customer`, { headers })).json()) as {
    responseData: { KND_STRASSE: string }
  }
  return answer.responseData.KND_STRASSE
}

/** Runs the command with `--write`; `change` may stop it. */
async function run(change: (stop: () => void) => AnswerChange, input: string[], ...more: string[]) {
  const login = ['--customer-number', '10041', '--user', 'katharina@example.com']
  const child = spawn(process.execPath, [command, proxy.api, '--write', new URL(proxy.api).host, ...login, ...more])
  proxy.spoil(change(() => void child.kill('SIGINT')))
  child.stdin.end(`${input.join('\n')}\n`)
  const [[code], report, said] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code: code as number, report, said }
}

test('Ctrl C during --write puts the row back that is changed, saves no other and prints what it has seen', async () => {
  const before = await street()
  const saved: string[] = []
  const stopping = (stop: () => void): AnswerChange => ({
    request: ({ call, body }) => {
      if (!call.startsWith('PUT')) return
      saved.push(`${call} ${(JSON.parse(body) as { data: { KND_STRASSE?: string } }).data.KND_STRASSE}`)
      stop()
    }
  })
  const { code, report, said } = await run(stopping, ['sommer-2030', 'yes'])
  expect(saved[0]).toBe(`PUT /customer ${before} Test`)
  expect(saved.every((call) => call.startsWith('PUT /customer '))).toBe(true)
  expect(await street()).toBe(before)
  expect(code).toBe(2)
  expect(said).toMatch(/Stopped\.\n$/)
  expect(report).toContain('  holds  GET /contact\n')
  expect(report).not.toContain('left')
})

test('nothing is saved without a yes', async () => {
  const saved: string[] = []
  const watching = (): AnswerChange => ({ request: ({ call }) => void (call.startsWith('PUT') && saved.push(call)) })
  const { code, said } = await run(watching, ['sommer-2030', 'no'])
  expect([code, saved]).toEqual([2, []])
  expect(said).toContain('make up to three documents? (yes/no)')
  expect(said).toMatch(/Nothing was saved\.\n$/)
})

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'check-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('with idempotency keys the question names the documents of a backend that ignores them, too', async () => {
  const config = join(await makeFolder(), 'config.json')
  await writeFile(config, JSON.stringify({ idempotencyKeys: true }))
  const { code, said } = await run(() => ({}), ['sommer-2030', 'no'], '--config', config)
  expect([code, said]).toEqual([2, expect.stringContaining('up to three documents (six, if the backend ignores')])
})

test('a token may begin with a dash', async () => {
  const child = spawn(process.execPath, [command, sample.api, '--token', '-no-token'])
  const [[code], report] = await Promise.all([once(child, 'close'), text(child.stdout)])
  expect([code, report]).toEqual([1, expect.stringContaining('seen:   401')])
})

/** Reads with a login, and returns what it was answered. */
async function read(change: AnswerChange, ...more: string[]) {
  proxy.spoil(change)
  const login = ['--customer-number', '10041', '--user', 'katharina@example.com']
  const child = spawn(process.execPath, [command, proxy.api, ...login, ...more])
  child.stdin.end('sommer-2030\n')
  const [[code], report, said] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code: code as number, report, said }
}

test('a session that runs out during the check is renewed, as by the elements', async () => {
  const calls = new Map<string, number>()
  const short: AnswerChange = {
    answer: (given, { headers: { authorization = '' } }) => {
      calls.set(authorization, (calls.get(authorization) ?? 0) + 1)
      if (authorization !== '' && calls.get(authorization)! > 8) given.status = 401
    }
  }
  const { code, report } = await read(short)
  expect([code, report]).toEqual([0, expect.stringContaining('Every call that was made holds.')])
  expect(calls.size).toBeGreaterThan(3)
})

test('a backend that does not answer what the form of the login asks first is named', async () => {
  const { code, report } = await read({
    answer: (given, { call }) => {
      if (call === 'GET /getApiVersion') given.status = 404
    }
  })
  expect([code, report]).toEqual([1, expect.stringContaining('  FAULT  GET /getApiVersion: HTTP status')])
})

test('a person who has to choose a password first is named, and no call is judged', async () => {
  const { code, said } = await read({
    answer: (given, { call }) => {
      if (call.startsWith('POST')) return
      given.status = 403
      given.body = { responseResult: { RESTReturnCode: 111, Errors: ['Bitte wählen Sie ein Passwort.'] } }
    }
  })
  expect([code, said]).toEqual([2, expect.stringContaining('has to choose a password first')])
})

const gone: AnswerChange = {
  answer: (given, { call }) => {
    if (call === 'GET /customer') given.status = 404
  }
}

test.each([
  ['holds', {}, 0, true],
  ['has a fault', gone, 1, false]
])('the report of a backend that %s is JSON with --json, and a page with --html', async (_, change, exit, holds) => {
  const file = join(await makeFolder(), 'report.html')
  const { code, report } = await read(change, '--json', '--html', file)
  const { calls, ...rest } = JSON.parse(report) as { calls: { call: string; holds: boolean; findings: object[] }[] }
  expect([code, rest]).toEqual([exit, { api: proxy.api, right: 'admin', holds, changed: [] }])
  const findings = holds ? [] : [expect.objectContaining({ kind: 'no-call', member: 'HTTP status' })]
  expect(calls).toContainEqual({ call: 'GET /customer', notAsked: null, holds, findings })
  const page = await readFile(file, 'utf8')
  expect(page).toContain(`<h1>${proxy.api}</h1>`)
  expect(page).toContain(holds ? 'every call that was made holds' : 'there are faults')
  for (const { call } of calls) expect(page).toContain(`<td>${call}</td>`)
  expect(page).not.toContain('<script')
})

test('a login that is led to another address is a fault, and its password goes nowhere', async () => {
  const asked: string[] = []
  const leading: AnswerChange = {
    request: ({ call }) => void asked.push(call),
    answer: (given, { call }) => {
      if (call !== 'POST /getToken') return
      given.status = 307
      given.headers['location'] = `${proxy.api}/elsewhere`
    }
  }
  const { code, report } = await read(leading, '--json')
  expect(code).toBe(1)
  const { calls } = JSON.parse(report) as { calls: object[] }
  const findings = [expect.objectContaining({ kind: 'redirected', level: 'fault', seen: '307' })]
  expect(calls).toContainEqual(expect.objectContaining({ call: 'POST /getToken', findings }))
  expect(asked).not.toContain('POST /elsewhere')
})
