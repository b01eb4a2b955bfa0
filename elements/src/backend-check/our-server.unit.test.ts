import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { accountOf, type Product, startProduct, tokenOf } from '../../../testing/product.ts'
import { BackendCheck } from './backend-check.ts'
import { logIn } from './log-in.ts'
import { madeDocument } from './make-documents.ts'
import { readCalls } from './read-calls.ts'
import { writeCalls } from './write-calls.ts'

let product: Product
let check: BackendCheck

beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

async function checkAs(right: string) {
  const config = (await (await fetch(`${product.url}/elements/assets/config.prod.json`)).json()) as object
  check = BackendCheck.at(`${product.url}/api`, readRuntimeConfig(config), null)
  check.token = (await logIn(check, accountOf(product, right)))?.access_token ?? null
  return check.token === null ? null : readCalls(check)
}

const findings = () => check.calls.flatMap(({ call, findings: found }) => found.map((one) => ({ call, ...one })))

test.each(['admin', 'shopfull', 'contact', 'shoplight'])('our server holds for the right %s', async (right) => {
  await checkAs(right)
  expect(findings()).toEqual([])
  expect(check.profile.right).toBe(right)
  const asked = check.calls.filter(({ notAsked }) => notAsked === null).map(({ call }) => call)
  expect(asked.length).toBeGreaterThan(15)
  expect(asked).toEqual(expect.arrayContaining(['GET /sessions', 'GET /overview', 'GET /function/list']))
})

/** Rows that people save, without the version that each save counts. */
async function savedRows() {
  const headers = { authorization: await tokenOf(accountOf(product, 'admin'), product) }
  const read = async (path: string) =>
    (await fetch(`${product.url}/api${path}`, { headers })).json() as Promise<unknown>
  const paths = ['/customer', '/contact', '/address?addressKind=3', '/webshopuser']
  const answers = await Promise.all(paths.map(read))
  return JSON.parse(
    JSON.stringify(answers, (name, value: unknown) => (name === 'VERSION' ? undefined : value))
  ) as unknown
}

test('our server takes all saves of an admin, refuses what must be refused, and has its rows as before', async () => {
  const before = await savedRows()
  const rows = await checkAs('admin')
  const left: string[] = []
  await writeCalls(check, rows!, accountOf(product, 'admin'), left)
  expect(findings()).toEqual([])
  expect(left).toEqual(['StandardLetter', 'TimesheetLetter'].map(madeDocument))
  const saves = ['PUT /customer', 'PUT /contact', 'PUT /address', 'PUT /webshopuser', 'POST /function/start']
  const made = check.calls.filter(({ notAsked }) => notAsked === null).map(({ call }) => call)
  expect(made).toEqual(expect.arrayContaining([...saves, 'GET /function/getasyncresult', 'POST /revokeToken']))
  expect(await savedRows()).toEqual(before)
})

test('a person without a right is told the refusal of the login', async () => {
  const { userName, customerNumber } = accountOf(product, 'none')
  check = BackendCheck.at(`${product.url}/api`, readRuntimeConfig({}), null)
  check.token = (await logIn(check, { userName, customerNumber, password: 'sommer-2030' }))?.access_token ?? null
  expect(check.token).toBeNull()
  expect(check.calls).toMatchObject([
    { call: 'POST /getToken', findings: [{ member: 'HTTP status', seen: expect.stringMatching(/^401, ".+"$/) }] }
  ])
})
