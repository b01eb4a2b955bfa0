import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { accountOf, type Product, startProduct } from '../../../testing/product.ts'
import { BackendCheck } from './backend-check.ts'
import { logIn } from './log-in.ts'
import { readCalls } from './read-calls.ts'

let product: Product
let check: BackendCheck

beforeAll(async () => {
  product = await startProduct()
}, 180_000)
afterAll(() => product.stop())

async function checkAs(right: string) {
  const config = (await (await fetch(`${product.url}/elements/assets/config.prod.json`)).json()) as object
  check = new BackendCheck(`${product.url}/api`, readRuntimeConfig(config), null)
  check.token = await logIn(check, accountOf(product, right))
  if (check.token !== null) await readCalls(check)
  return check.calls.flatMap(({ call, findings }) => findings.map((one) => ({ call, ...one })))
}

test.each(['admin', 'shopfull', 'contact', 'shoplight'])('our server holds for the right %s', async (right) => {
  expect(await checkAs(right)).toEqual([])
  expect(check.profile.right).toBe(right)
  expect(check.calls.filter(({ notAsked }) => notAsked === null).length).toBeGreaterThan(10)
})

test('a person without a right is told the refusal of the login', async () => {
  const { userName, customerNumber } = accountOf(product, 'none')
  check = new BackendCheck(`${product.url}/api`, readRuntimeConfig({}), null)
  check.token = await logIn(check, { userName, customerNumber, password: 'sommer-2030' })
  expect(check.token).toBeNull()
  expect(check.calls).toMatchObject([
    { call: 'POST /getToken', findings: [{ member: 'HTTP status', seen: expect.stringMatching(/^401, ".+"$/) }] }
  ])
})
