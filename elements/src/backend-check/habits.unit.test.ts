import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { config, responses } from '../../testing/foreign-backend.ts'
import { BackendCheck } from './backend-check.ts'
import { readCalls } from './read-calls.ts'

type Bodies = Readonly<Record<string, { readonly body?: string | undefined }>>

async function runAt(bodies: Bodies, settings: object, otherwise: { status: number; body: string }) {
  const server = createServer(({ method, url = '' }, response) => {
    const call = `${method} ${url.replace(/\?.*$/, '')}`
    // Its event is three days later.
    const found = url.includes('to=27.02.2026') ? { body: '{}' } : bodies[call]
    response.writeHead(found ? 200 : otherwise.status).end(found ? (found.body ?? '') : otherwise.body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  return BackendCheck.at(api, readRuntimeConfig(settings), 'a token')
}

async function check(bodies: Bodies, settings: object = config) {
  const run = await runAt(bodies, settings, { status: 404, body: '' })
  const read = await readCalls(run)
  expect(read).not.toBeNull()
  return run.calls.flatMap(({ call, findings }) => findings.map((one) => ({ call, ...one })))
}

const document = { body: JSON.stringify({ responseData: { DOK_DATEN: btoa('%PDF-1.7'), DOK_NAME: 'r.pdf' } }) }
const foreign = { ...responses, 'GET /api/dms/getdoc': document }

test('habits that the elements stand are no fault: texts for numbers, ids of any kind, other codes and dates, missing members', async () => {
  expect(await check(foreign)).toEqual([])
})

const lists = [
  'GET /api/contact',
  'GET /api/address',
  'GET /api/eventmanager/documentsbysubscriber',
  'GET /api/eventmanager/ordersbysubscriber',
  'GET /api/eventmanager/invoicebysubscriber',
  'GET /api/eventmanager/eventsbysubscriber',
  'GET /api/eventmanager/webinarlink'
] as const satisfies (keyof typeof foreign)[]

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

const changed = (call: keyof typeof foreign, change: (data: never) => unknown) => {
  const { responseData, ...rest } = JSON.parse(foreign[call].body ?? '') as { responseData: never }
  return { ...foreign, [call]: { body: JSON.stringify({ ...rest, responseData: change(responseData) }) } }
}
const customer = 'GET /api/customer'
const booked = 'GET /api/eventmanager/eventsbysubscriber'
const webinars = 'GET /api/eventmanager/webinarlink'

test('a member without a value is left out by backends that write no empty ones: that is a note, and else a fault', async () => {
  const without = (row: object) => ({ ...row, KND_LAND: undefined })
  expect(await check(changed(customer, without))).toMatchObject([{ level: 'warning', member: 'KND_LAND' }])
  const withNull = (row: object) => ({ ...without(row), KND_STRASSE: null })
  expect(await check(changed(customer, withNull))).toMatchObject([{ level: 'fault', member: 'KND_LAND' }])
})

test.each([
  ['a webinar whose link comes later', webinars, ([row]: object[]) => [{ ...row, WEB_LINK: null }], 'WEB_LINK'],
  ['an event without a day', booked, ([row]: object[]) => [{ ...row, VER_VON: null }], 'VER_VON'],
  [
    'one of several events that cannot be confirmed',
    booked,
    ([row]: object[]) => [row, { ...row, VER_ID: 'E2', VER_TEILNEHMERID: null }],
    'VER_TEILNEHMERID'
  ],
  [
    'one of several addresses without a name',
    'GET /api/address',
    ([row]: object[]) => [row, { ...row, ADR_LFDNR: 'A2', ADR_NAME: null }],
    'ADR_NAME'
  ]
] as const)('%s is a note', async (_, call, change, member) => {
  expect(await check(changed(call, change as never))).toMatchObject([{ level: 'warning', member }])
})

test('somebody who is a contact twice has the same events under both', async () => {
  const twice = ([row]: object[]) => [row, { ...row, ASP_PVAID: 'P-2', ASP_SHOPEMAIL: null, ASP_EMAIL: null }]
  expect(await check(changed('GET /api/contact', twice))).toEqual([])
})

test('a field that the configuration says is not there is not missed', async () => {
  const without = ([row]: object[]) => [{ ...row, WEB_LINK: undefined }]
  const settings = { ...config, fieldCodes: { ...config.fieldCodes, 'webinar.videolink': false } }
  expect(await check(changed(webinars, without), settings)).toEqual([])
})

test('a list may be answered without data, whatever else is in the envelope', async () => {
  const body = JSON.stringify({ responseResult: { HTTPReturnCode: 200 }, warnings: [], paging: { page: 1 } })
  expect(await check({ ...foreign, [webinars]: { body } })).toEqual([])
})

test('an evaluation that a rule refuses is a note', async () => {
  const offers = changed('GET /api/evaluation', ([row]: object[]) => [{ ...row, AUS_ID: null }])
  const body = JSON.stringify({ responseResult: { RESTReturnCode: 9, Errors: ['In diesem Zeitraum gibt es nichts.'] } })
  expect(await check({ ...offers, 'GET /api/evaluation/pdf': { body } })).toMatchObject([
    { call: 'GET /evaluation/pdf', level: 'warning', member: 'Errors' }
  ])
})

test('a person who has to choose a password first has no faults', async () => {
  const body = JSON.stringify({ responseResult: { RESTReturnCode: 111, Errors: ['Bitte wählen Sie ein Passwort.'] } })
  const { 'GET /api/webshopuser/getcurrentwebshopuser': _, ...others } = foreign
  const run = await runAt(others, config, { status: 403, body })
  expect(await readCalls(run)).toBeNull()
  expect(run.calls.flatMap(({ findings }) => findings)).toEqual([])
})
