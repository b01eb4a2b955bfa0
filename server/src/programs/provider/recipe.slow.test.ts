import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Invoice } from '@customer-center/contract/invoice'
import { buildServer, programFile, startProgram } from '../../../../testing/process.ts'
import { call, getToken } from '../../../../testing/server/calls.ts'
import { startMailServer } from '../../../../testing/server/mail-server.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { save } from '../../../../testing/server/saves.ts'
import { createPostgresDatabase, postgresServer } from '../../../../testing/server/test-database.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

type Settings = Record<string, string>

/** Runs in the repository's folder, as the recipe says. */
const run = (words: readonly string[], env: Settings) =>
  promisify(execFile)(process.execPath, [programFile('provider'), ...words], {
    cwd: root,
    env: { ...process.env, ...env }
  })

/** Reads the commands of the page's first part, as a shell splits them. */
async function readRecipe(): Promise<string[][]> {
  const page = await readFile(`${root}docs/PROVIDER.md`, 'utf8')
  const [, recipe = ''] = page.split('## From an empty machine')
  const lines = recipe.split('\n## ', 1)[0]?.matchAll(/^ *npm run provider -- (.+)$/gm) ?? []
  return Array.from(lines, ([, words = '']) =>
    Array.from(words.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '')
  )
}

async function place(postgres: string) {
  const dataFolder = await newFolder()
  const { url, drop } = await createPostgresDatabase(postgres, 'empty')
  onTestFinished(drop)
  const mailServer = await startMailServer()
  onTestFinished(mailServer.close)
  const env: Settings = {
    DATABASE_URL: url,
    DATA_FOLDER: dataFolder,
    PUBLIC_URL: 'https://center.example',
    SMTP_URL: mailServer.url.href,
    MAIL_FROM: 'kundencenter@berg-akademie.example'
  }
  return { env, mailServer }
}

async function startServer(env: Settings): Promise<string> {
  const { url, kill } = await startProgram('main', env)
  onTestFinished(kill)
  return url
}

const passwordIn = (text = '') => /^Passwort: (\S+)$/m.exec(text)?.[1] ?? ''
const linkIn = (text = '') => /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(text)?.[1] ?? ''

beforeAll(buildServer)

describe('docs/PROVIDER.md', () => {
  const postgres = postgresServer()
  test.skipIf(postgres === null)('leads from an empty PostgreSQL to the first logins and imports', async () => {
    const { env, mailServer } = await place(postgres ?? '')
    const recipe = await readRecipe()
    const imports = Array.from({ length: 4 }, () => 'import')
    expect(recipe.map(([name]) => name)).toEqual(['init', 'check', ...imports, 'shop-user', 'key'])
    let told = ''
    for (const words of recipe)
      told += (
        await run(words, env).catch((error: { code: number; stdout: string }) => {
          // The check warns that the domain of the sender has no records in the DNS.
          if (words[0] === 'check' && error.code === 3) return error
          throw error
        })
      ).stdout
    expect(told).toContain('BMD_Belege.csv (CSV with semicolons, win1252): 5 rows\n')
    expect(told).toContain('SEMPLF.TXT (fixed width, cp850): 5 rows\n')
    expect(told).toContain('event-dates (made by the map): 4 rows: 4 new\n')

    const url = await startServer(env)
    const [init = []] = recipe
    await mailServer.mail(3)
    const people = mailServer.arrived.map(({ recipients }) => recipients[0])
    expect(new Set(people)).toEqual(
      new Set(['anna@muster.example', 'johanna@steinfeld.example', 'lea@gruenwald.example'])
    )
    const first = mailServer.arrived[people.indexOf('anna@muster.example')]
    // The same command sends another link, which takes the place of the first.
    await run(init, env)
    const link = linkIn((await mailServer.mail(4)).mail.text)
    const body = new URLSearchParams({ password: 'Neues-Passwort-7', repeat: 'Neues-Passwort-7' })
    const submit = (path: string) => fetch(url + path, { method: 'POST', body, redirect: 'manual' })
    expect((await submit(linkIn(first?.mail.text))).status).toBe(404)
    expect((await submit(link)).status).toBe(303)

    const login = { customerNumber: '1', userName: 'anna@muster.example', password: 'Neues-Passwort-7' }
    const { envelope } = await getToken(url, login)
    const headers = { authorization: envelope.responseData.access_token }
    const fields = await call<unknown[]>(url, '/webshop/contactfields', { headers })
    expect(fields.envelope.responseData).not.toEqual([])

    // A person of the sample has its own password at the first login, and finds the other rows of the sample.
    const johanna = { customerNumber: '1001', userName: 'johanna@steinfeld.example' }
    const password = passwordIn(mailServer.arrived[people.indexOf(johanna.userName)]?.mail.text)
    const token = (await getToken(url, { ...johanna, password })).envelope.responseData.access_token
    const own = { authorization: token }
    expect((await save(url, own, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'Neues-Passwort-8' })).code).toBe(0)
    const invoices = await call<Invoice[]>(url, '/eventmanager/invoicebysubscriber', { headers: own })
    expect(invoices.envelope.responseData).toMatchObject([{ no: 'R-2026-118' }])
    const key = encodeURIComponent(invoices.envelope.responseData[0]?.documentHash ?? '')
    const document = await call<WireRow>(url, `/dms/getdoc?documentKey=${key}&RES_FIELDS=DOK_DATEN`, { headers: own })
    const file = await readFile(`${root}docs/sample/files/R-2026-118.pdf`)
    expect(document.envelope.responseData['DOK_DATEN']).toBe(file.toString('base64'))

    const held = await run(init, { ...env, OUTGOING_ON_HOLD: 'true' })
    expect(held.stdout).toContain('The mail with a link to set a password waits until')
  })
})
