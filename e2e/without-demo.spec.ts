import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { runProvider, startProgram } from '../testing/process.ts'
import { scratchFolder } from '../testing/product.ts'

const ofDemo = /donauraum|donaubank|achleitner|uferpromenade/i
const initial =
  '--name Bergakademie --street Kai --plz 1020 --place Wien --signatory Eva --customer Muster --first-name Anna --last-name Muster --email anna@muster.example'

interface Installed {
  readonly url: string
  /** Reads the texts of all mails that were sent. */
  readonly mails: () => Promise<string[]>
  readonly ask: (path: string, init?: RequestInit) => Promise<{ readonly status: number; readonly text: string }>
}

/** The `test` with the built product as a new provider has it. */
const test = base.extend<object, { installed: Installed }>({
  installed: [
    async ({}, use) => {
      const folder = await scratchFolder('e2e')
      const env = { DATA_FOLDER: folder, PUBLIC_URL: 'https://center.example' }
      const { code, stderr } = await runProvider(['init', ...initial.split(' ')], env)
      if (code !== 0) throw new Error(stderr)
      const { url, end } = await startProgram('main', env)
      await use({
        url,
        async mails() {
          // A mail that is being written has another name.
          const names = (await readdir(join(folder, 'mails')).catch(() => [])).filter((name) => name.endsWith('.eml'))
          return Promise.all(names.map((name) => readFile(join(folder, 'mails', name), 'utf8')))
        },
        async ask(path, init) {
          const answer = await fetch(url + path, init)
          return { status: answer.status, text: await answer.text() }
        }
      })
      await end()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' }
  ]
})

test('no file that is served without the demo names the demo’s provider', async ({ installed }) => {
  let served = 0
  for (const [folder, path] of [
    ['elements/dist', '/elements/'],
    ['host/dist', '/']
  ] as const) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.(?:br|gz)$/.test(entry.name)) continue
      const name = join(entry.parentPath, entry.name).slice(folder.length + 1)
      const { status, text } = await installed.ask(path + name)
      expect(`${name} ${ofDemo.exec(text)?.[0]}`).toBe(`${name} undefined`)
      if (status === 200) served += 1
      if (folder === 'host/dist') expect([name, status]).toEqual([name, /^embed|^plain/.test(name) ? 200 : 404])
    }
  }
  expect(served).toBeGreaterThan(50)
})

test('no page, call, description or mail without the demo names the demo’s provider', async ({ installed }) => {
  const { ask, mails } = installed
  await expect.poll(mails).toHaveLength(1)
  const [mail = ''] = await mails()
  const [, link = ''] = /https:\/\/center\.example(\/passwort\/[\w-]{43})/.exec(mail.replaceAll(/=\r?\n/g, '')) ?? []
  const pages = ['/', '/verify', '/verify/page.js', '/verify/page.css', '/start/page.css', '/embed', link]
  pages.push('/passwort/gespeichert', '/passwort/angefordert', '/e-mail/bestaetigt', '/e-mail/verhindert', '/nothing')
  const password = 'Bergsteiger-4711'
  const [, customerNumber = ''] = /<dd>(\d+)<\/dd>/.exec((await ask(link)).text) ?? []
  const answers = new Map<string, string>()
  for (const page of pages) answers.set(page, (await ask(page)).text)
  const body = new URLSearchParams({ password, repeat: password })
  expect((await ask(link, { method: 'POST', body })).status).toBe(200)
  const login = new URLSearchParams({ customerNumber, userName: 'anna@muster.example', password })
  const { text } = await ask('/api/getToken', { method: 'POST', body: login })
  const { access_token: authorization } = (JSON.parse(text) as { responseData: { access_token: string } }).responseData
  for (const api of ['/api/openapi.json', '/provider/v1/openapi.json']) {
    const description = (await ask(api)).text
    answers.set(api, description)
    const { paths } = JSON.parse(description) as { paths: Record<string, object> }
    for (const [path, methods] of Object.entries(paths))
      if ('get' in methods) answers.set(path, (await ask(path, { headers: { authorization } })).text)
  }
  for (const each of await mails()) answers.set('a mail', each)
  for (const path of ['/demo/accounts.json', '/demo/postfach', '/index.html', '/booking.html'])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  expect(answers.size).toBeGreaterThan(50)
  for (const [path, answer] of answers) expect(`${path} ${ofDemo.exec(answer)?.[0]}`).toBe(`${path} undefined`)
})
