import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { config, responses } from '../../testing/foreign-backend.ts'
import { BackendCheck } from './backend-check.ts'
import { readCalls } from './read-calls.ts'

type Bodies = Readonly<Record<string, { readonly body?: string | undefined }>>

async function check(bodies: Bodies, settings: object = config) {
  const server = createServer(({ method, url = '' }, response) => {
    const call = `${method} ${url.replace(/\?.*$/, '')}`
    // Its event is on the second of the month.
    const found = url.includes('to=01.03.2026') ? { body: '{}' } : bodies[call]
    response.writeHead(found ? 200 : 404).end(found?.body ?? '')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const run = BackendCheck.at(api, readRuntimeConfig(settings), 'a token')
  const read = await readCalls(run)
  expect(read).not.toBeNull()
  return run.calls.flatMap(({ call, findings }) => findings.map((one) => ({ call, ...one })))
}

const document = { body: JSON.stringify({ responseData: { DOK_DATEN: btoa('%PDF-1.7'), DOK_NAME: 'r.pdf' } }) }
const foreign = { ...responses, 'GET /api/dms/getdoc': document }

test('habits that the elements stand are no fault: texts for numbers, ids of any kind, other codes and dates, missing members', async () => {
  expect(await check(foreign)).toEqual([])
})

const lists = Object.keys(foreign).filter((call) => /bysubscriber|webinarlink|address$|\/contact$/.test(call))

test.each([
  ['null', null],
  ['{}', {}],
  ['no body', undefined],
  ['responseData null', { responseData: null }],
  ['a member of its own', { ok: true }],
  ['a list without rows', { responseData: [], responseResult: { HTTPReturnCode: '200', RESTReturnCode: '0' } }]
])('lists that are answered with %s are empty', async (_, answer) => {
  const body = answer === undefined ? '' : JSON.stringify(answer)
  const found = await check({ ...foreign, ...Object.fromEntries(lists.map((call) => [call, { body }])) })
  // Only the person's own contact has to be there.
  expect(found.filter(({ kind }) => kind !== 'no-own-contact')).toEqual([])
})

test('a constant of the list of fields that the contract does not know is a note', async () => {
  const { responseData, ...rest } = JSON.parse(foreign['GET /api/webshop/customerfields'].body ?? '') as {
    responseData: object[]
  }
  const body = JSON.stringify({ ...rest, responseData: [...responseData, { constName: 'KND_NEU' }] })
  expect(await check({ ...foreign, 'GET /api/webshop/customerfields': { body } })).toMatchObject([
    { call: 'GET /webshop/customerfields', level: 'warning', member: 'constName KND_NEU' }
  ])
})

test('a remark beside data is a note', async () => {
  const call = 'GET /api/eventmanager/invoicebysubscriber'
  const { responseData } = JSON.parse(foreign[call].body ?? '') as { responseData: unknown }
  const body = JSON.stringify({ responseData, responseResult: { RESTReturnCode: 8, Errors: ['Hinweis.'] } })
  expect(await check({ ...foreign, [call]: { body } })).toMatchObject([{ level: 'warning', member: 'RESTReturnCode' }])
})
