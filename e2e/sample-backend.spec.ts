import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { cellsOf } from '../scripts/lib/markdown-table.ts'
import { Center } from './support/center.ts'

const path = (name: string) => new URL(`../${name}`, import.meta.url).pathname
const account = { customerNumber: '10041', userName: 'katharina@example.com', password: 'sommer-2030' }

let child: ChildProcess
let url = ''

test.beforeAll(async () => {
  child = spawn(process.execPath, [path('docs/sample-backend/server.mjs')], {
    env: { ...process.env, PORT: '0', ELEMENTS: path('elements/dist') },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  if (!child.stdout) throw new Error('Its output is piped.')
  for await (const line of createInterface(child.stdout)) {
    url = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? ''
    break
  }
})
test.afterAll(() => child.kill())

async function tokenOf(userName: string, customerNumber = '10041'): Promise<string> {
  const form = new URLSearchParams({ ...account, customerNumber, userName })
  const answer = await fetch(`${url}/api/getToken`, { method: 'POST', body: form })
  const { responseData } = (await answer.json()) as { responseData: { access_token: string } }
  return responseData.access_token
}

async function call(token: string, name: string, data?: object): Promise<{ status: number; answer: unknown }> {
  const [method = 'GET', address = ''] = name.split(' ')
  const headers = { authorization: token, 'content-type': 'application/json' }
  const body = data && JSON.stringify({ data })
  const response = await fetch(`${url}/api${address}`, { method, headers, ...(body !== undefined && { body }) })
  const { responseData, responseResult } = (await response.json()) as {
    responseData: unknown
    responseResult: { RESTReturnCode: number }
  }
  return { status: response.status, answer: responseData ?? responseResult.RESTReturnCode }
}

/** What each screen shows of the sample's data. */
const shown = {
  overview: 'Bestätigungen',
  mydata: 'Rechnungsadressen',
  'mydata/companydata': 'Baugewerbe',
  'mydata/contacts': 'Magdalena Winkler',
  'mydata/invoiceaddress': 'Postfach 1234',
  'mydata/userprofile': 'Administrator',
  scripts: 'Excel für Fortgeschrittene',
  webinars: 'Arbeitsrecht kompakt',
  orders: 'Magdalena Winkler',
  invoices: '1.782,00 €',
  confirmations: 'Stundennachweis',
  'confirmations/participation': 'Excel für Fortgeschrittene',
  'confirmations/education': 'Excel für Fortgeschrittene'
}

/** The screen that nobody has without `routeRights`, and the sample backend not at all. */
const evaluation = 'confirmations/evaluation'

/** Paths that each screen asks for when it opens, by its route, as docs/BACKEND.md has them. */
async function documentedCalls(): Promise<Map<string, string[]>> {
  const guide = await readFile(path('docs/BACKEND.md'), 'utf8')
  const table = /<!-- screens -->([^]*)<!-- \/screens -->/.exec(guide)?.[1] ?? ''
  const rows = cellsOf(table.trim()).slice(2)
  return new Map(
    rows.map(([route = '', calls = '']) => [route.replaceAll('`', ''), calls.match(/(?<=`)\/[^`]+/g) ?? []])
  )
}

test('the sample backend fills each screen, by the calls that the guide names for it', async ({ page }) => {
  const faults: string[] = []
  let asked = new Set<string>()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) asked.add(pathname.slice('/api'.length))
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  const token = await tokenOf(account.userName)
  const documented = await documentedCalls()
  expect([...documented.keys()].toSorted()).toEqual([...Object.keys(shown), evaluation].toSorted())
  await page.addInitScript((value) => {
    customElements.whenDefined('customer-center').then(
      () => document.querySelector('customer-center')?.setAttribute('session-token', value),
      () => undefined
    )
  }, token)
  for (const [route, text] of Object.entries(shown)) {
    asked = new Set()
    // Another query is another document, which has read nothing yet.
    await page.goto(`${url}/?${route}#/${route}`)
    await expect(page.locator('customer-center'), route).toContainText(text)
    // The overview reads once the browser is idle; what it reads must not count for the next screen.
    const others = () => [...asked].filter((one) => one !== '/webshopuser/getcurrentwebshopuser').toSorted()
    await expect.poll(others, route).toEqual(documented.get(route)?.toSorted())
  }
  expect(faults).toEqual([])
})

test('the screen of evaluations asks for the calls that the guide names for it', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname.slice('/api'.length))
  })
  await page.route('**/assets/config.prod.json', (route) =>
    route.fulfill({ json: { apiUrl: '/api', customTexts: false, routeRights: { [evaluation]: ['admin'] } } })
  )
  const responseData = [{ AUS_FIRMA: 1, AUS_ID: 7, AUS_BEZEICHNUNG: 'Besuchte Stunden' }]
  await page.route('**/api/evaluation?*', (route) => route.fulfill({ json: { responseData } }))
  const token = await tokenOf(account.userName)
  await page.goto(`${url}/#/${evaluation}`)
  await page
    .locator('customer-center')
    .evaluate((element, value) => element.setAttribute('session-token', value), token)
  await expect(page.locator('customer-center')).toContainText('Besuchte Stunden')
  const others = () => [...new Set(asked)].filter((one) => one !== '/webshopuser/getcurrentwebshopuser').toSorted()
  await expect.poll(others).toEqual((await documentedCalls()).get(evaluation)?.toSorted())
})

test('the sample backend keeps what is saved, and makes a confirmation as a PDF', async ({ page }) => {
  const center = new Center(page, `${url}/`)
  await center.open()
  await center.logIn(account)
  await center.addContact('Neumann', 'petra@example.com')
  await center.open('mydata/companydata')
  await page.getByLabel('Ort').fill('Wels')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(center.heading('Meine Daten')).toBeVisible()
  await center.open('mydata/invoiceaddress')
  await page.getByRole('button', { name: 'Neue Rechnungsadresse' }).click()
  await page.getByLabel('Nachname').fill('Huber Filiale')
  await page.getByLabel('Straße').fill('Ring 1')
  await page.getByLabel('PLZ').fill('4600')
  await page.getByLabel('Ort').fill('Wels')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Huber Filiale', { exact: true })).toBeVisible()

  await center.open('confirmations/participation')
  await page.getByRole('button', { name: 'Erstellen' }).click()
  const save = page.getByRole('button', { name: /^Download/ })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)

  const token = await tokenOf('katharina@example.com')
  const { answer } = await call(token, 'GET /contact?RES_FIELDS=ASP_NACHNAME,ASP_SHOPRECHTE')
  expect(answer).toContainEqual({ ASP_NACHNAME: 'Neumann', ASP_SHOPRECHTE: 2 })
  expect((await call(token, 'GET /customer?RES_FIELDS=KND_ORT')).answer).toEqual({ KND_ORT: 'Wels' })
})

test('the sample backend refuses what a right, another company or an older version does not allow', async () => {
  const [admin, participant, other] = [
    await tokenOf('katharina@example.com'),
    await tokenOf('magdalena@example.com'),
    await tokenOf('lena@example.com', '10042')
  ]
  expect((await call('', 'GET /customer')).status).toBe(401)
  expect((await fetch(`${url}//`)).status).toBe(404)
  expect((await call(participant, 'GET /eventmanager/invoicebysubscriber')).status).toBe(403)
  expect((await call(participant, 'GET /contact?RES_FIELDS=ASP_NACHNAME')).answer).toEqual([
    { ASP_NACHNAME: 'Winkler' }
  ])
  expect((await call(admin, 'GET /dms/getdoc?documentKey=invoice%202')).status).toBe(200)
  expect((await call(participant, 'GET /dms/getdoc?documentKey=invoice%202')).status).toBe(404)
  expect((await call(other, 'GET /dms/getdoc?documentKey=invoice%202')).status).toBe(404)
  expect((await call(other, 'PUT /contact', { ASP_PVAID: 7002, ASP_NACHNAME: 'Fremd' })).status).toBe(404)
  expect(await call(admin, 'PUT /contact', { ASP_PVAID: 7002, ASP_NACHNAME: 'Alt', VERSION: 0 })).toEqual({
    status: 200,
    answer: 409
  })
  await call(admin, 'POST /revokeToken')
  expect((await call(admin, 'GET /customer')).status).toBe(401)
})

test('the sample backend gives the access of a colleague to admins alone, and ends older sessions with a password', async () => {
  const [admin, light] = [await tokenOf('katharina@example.com'), await tokenOf('zeljko@example.com')]
  for (const data of [{ ASP_PASSWORT: 'winter-2030' }, { ASP_EMAIL: 'z@example.com' }, { ASP_AKTIV: false }])
    expect(await call(light, 'PUT /contact', { ASP_PVAID: 7001, ...data }), JSON.stringify(data)).toEqual({
      status: 200,
      answer: 104
    })
  expect((await call(light, 'PUT /contact', { ASP_PVAID: 7004, ASP_SHOPRECHTE: 1 })).answer).toBe(104)
  await call(admin, 'PUT /contact', { ASP_PVAID: 7004, ASP_PASSWORT: 'winter-2030' })
  expect((await call(light, 'GET /customer')).status).toBe(401)
})

test('the sample backend fills the other two elements', async ({ page }) => {
  const token = await tokenOf('stefan@example.com')
  await page.goto(`${url}/others`)
  await page.evaluate((value) => {
    for (const element of document.querySelectorAll('customer-contact, event-layers'))
      element.setAttribute('session-token', value)
  }, token)
  await expect(page.locator('event-layers').getByRole('button', { name: 'A1' })).toBeVisible()
  await page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' }).click()
  await expect(page.getByLabel('Nachname')).toBeVisible()
})
