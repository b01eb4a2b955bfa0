import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { freePort } from '../testing/free-port.ts'

const children: ChildProcess[] = []

// A product that a failed test left behind would hold its folder and its port.
test.afterAll(() => children.forEach((child) => child.kill('SIGTERM')))

/** Starts `npm start` and waits until it says that it is ready. */
async function start(
  folder: string,
  settings: Record<string, string> = {},
  node = process.execPath
): Promise<{ said: string; url: string; stop: (signal?: NodeJS.Signals) => Promise<number | null> }> {
  const child = spawn(node, ['scripts/boot.mjs', 'start'], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: folder, ...settings },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  children.push(child)
  let said = ''
  // A program whose output nobody can read any more would fail at its next line.
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (said.includes('Ctrl+C')) break
  }
  child.stdout.resume()
  return {
    said,
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '',
    async stop(signal = 'SIGTERM') {
      const exit = once(child, 'exit') as Promise<[number | null]>
      child.kill(signal)
      return (await exit)[0]
    }
  }
}

function logIn(url: string, customerNumber: string, userName: string, password: string): Promise<Response> {
  return fetch(`${url}/api/getToken`, {
    method: 'POST',
    body: new URLSearchParams({ customerNumber, userName, password })
  })
}

test('the start prints its address and an account for each right in two companies, refuses a second process on its data, stops cleanly, and keeps the data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-start-'))
  // Another Node than the pinned one, as a machine has it, starts the pinned one, and passes signals and exit codes on.
  const otherNode = join(folder, 'node')
  await copyFile(process.execPath, otherNode)
  const first = await start(join(folder, 'data'), {}, otherNode)
  expect((await fetch(first.url)).status).toBe(200)
  const accounts = [...first.said.matchAll(/^ {2}(\d+) +(\S+@\S+) +(\S+) +(admin|shopfull|contact|shoplight|none) /gm)]
  const numbers = new Set(accounts.map(([, number]) => number))
  const rightsOf = (number: string | undefined) =>
    new Set(accounts.filter((account) => account[1] === number).map((account) => account[4]))
  const complete = [...numbers].filter((number) => rightsOf(number).size === 5)
  expect(complete.length).toBeGreaterThanOrEqual(2)

  const [, customerNumber = '', userName = '', password = ''] = accounts[0] ?? []
  const token = (await (await logIn(first.url, customerNumber, userName, password)).json()) as {
    responseData: { access_token: string }
  }
  const refused = spawn(otherNode, ['scripts/boot.mjs', 'start'], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const [sentence, [code]] = await Promise.all([text(refused.stderr), once(refused, 'exit')])
  const held = `The data folder ${join(folder, 'data')} is held by another process: stop it, or set DATA_FOLDER.\n`
  expect([sentence, code]).toEqual([held, 1])
  expect(await first.stop()).toBe(0)

  await expect(fetch(first.url)).rejects.toThrow()

  const second = await start(join(folder, 'data'))
  const profile = await fetch(`${second.url}/api/webshopuser/getcurrentwebshopuser`, {
    headers: { authorization: token.responseData.access_token }
  })
  expect(await profile.json()).toMatchObject({ responseData: { WSU_EMAIL: userName } })
  expect(await second.stop('SIGINT')).toBe(0)
  await rm(folder, { recursive: true, force: true })
})

test('with an address of its own the start leaves out the demo, whose passwords are well known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-start-'))
  const server = await start(folder, { HOST: '127.0.0.1' })
  expect(server.said).toContain('without the demo (HOST is set)')
  expect((await fetch(`${server.url}/demo/accounts.json`)).status).toBe(404)
  expect(await server.stop()).toBe(0)
  await rm(folder, { recursive: true, force: true })
})

test('the demo of the start has the address that a browser shows, for forgotten passwords too, and on another port its mails do not wait', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-start-'))
  for (const mails of [1, 2]) {
    const port = await freePort()
    const server = await start(folder, { PORT: String(port), HOST: '', PUBLIC_URL: '' })
    const url = `http://localhost:${port}`
    expect(server.said).toContain(`The demo shop is at ${url}\n`)
    // The demo has a person of each right, and a right that the forms do not offer would have other words than the panel.
    expect(await (await fetch(`${url}/assets/config.prod.json`)).json()).toMatchObject({ extendedWebshopRights: true })
    const [{ userName }] = (await (await fetch(`${url}/demo/accounts.json`)).json()) as [{ userName: string }]
    const body = JSON.stringify({ data: { emailAddress: userName } })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${url}/api/passwordreset`, { method: 'POST', headers, body })).status).toBe(200)
    const read = async (path: string) => (await fetch(url + path)).text()
    await expect.poll(() => read('/demo/mail-count.json')).toBe(JSON.stringify({ count: mails }))
    const [, newest = ''] = /href="([^"]+\.eml)"/.exec(await read('/demo/postfach')) ?? []
    expect(await read(newest)).toContain(`${url}/passwort/`)
    expect(await server.stop()).toBe(0)
  }
  await rm(folder, { recursive: true, force: true })
})
