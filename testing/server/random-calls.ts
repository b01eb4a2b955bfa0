import * as fc from 'fast-check'
import { sendContactAccess } from '@customer-center/contract/contact-access'
import { requestZip } from '@customer-center/contract/document'
import { endpoints } from '@customer-center/contract/endpoints'
import { sendInvoiceMail } from '@customer-center/contract/invoice'
import {
  createPasskey,
  deletePasskey,
  getPasskeyLoginOptions,
  getPasskeyOptions
} from '@customer-center/contract/passkey'
import type { EndpointSchema } from '@customer-center/contract/schema'
import { type functionNames, removeJob, startFunction } from '@customer-center/contract/server-function'
import { endSession } from '@customer-center/contract/session-list'
import { type Identifiers, namesOf } from './identifiers.ts'

/** Texts that have broken servers. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%zz',
    '%00',
    '\0',
    '%ed%a0%80',
    '%c0%80',
    '99999999999999999999',
    '-1',
    '1e309',
    'NaN',
    'null',
    '[]',
    '{}',
    ',,,',
    "' or 1=1 --",
    '../../etc/passwd',
    '%2e%2e%2f',
    '☃',
    '\\u0000',
    'WSU_EMAIL',
    'VERSION',
    '01.01.2026',
    '31.02.2026',
    '01.01.0000',
    '408',
    '999999999',
    '1970-01-01'
  ),
  fc.string({ unit: 'binary', maxLength: 30 })
)

/** Makes a part of a query string, often a wrong one. */
export const hostileValue = hostileText.map((value) =>
  value.startsWith('%') ? value : encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD'))
)

/**
 * Makes pairs that are right but for two at most, hostile, missing or twice: the others bring those to the code that
 * reads them.
 */
function pairs(names: readonly string[], good: Identifiers): fc.Arbitrary<string> {
  const right = (name: string) => (good[name] ? [`${name}=${encodeURIComponent(good[name])}`] : [])
  const spoilt = (name: string) =>
    fc.oneof(
      { weight: 4, arbitrary: hostileValue.map((value) => [`${name}=${value}`]) },
      { weight: 1, arbitrary: fc.constantFrom([], [`${name}=`], [...right(name), ...right(name)]) }
    )
  return fc.subarray([...names], { maxLength: Math.min(2, names.length) }).chain((wrong) => {
    const list = names.map((name) => (wrong.includes(name) ? spoilt(name) : fc.constant(right(name))))
    return fc.tuple(...list).map((some) => some.flat().join('&'))
  })
}

const letter = ['letterNo', 'format', 'company', 'id', 'contactCompany', 'contactId', 'eventId', 'participantId']
const bulk = ['letterNo', 'format', 'company', 'id', 'eventId', 'no', 'participantIds']
const evaluation = ['interfaceId', 'company', 'contactCompany', 'contactId', 'from', 'to']
const hourRecord = ['letterNo', 'company', 'id', 'contactCompany', 'contactId', 'const']

// The filter is a query string in a query string.
function queries(names: readonly string[], good: Identifiers): fc.Arbitrary<string> {
  const whole = pairs(names, good)
  if (!names.includes('filter')) return whole
  return fc.oneof(
    whole,
    pairs(evaluation, good).map((filter) => `filter=${encodeURIComponent(filter)}`)
  )
}

function starts(good: Identifiers): fc.Arbitrary<object> {
  const of = (functionName: (typeof functionNames)[number], names: readonly string[]) =>
    pairs(names, good).map((parameter) => ({ functionName, parameter, async: true }))
  return fc.oneof(
    of('StandardLetter', letter),
    of('StandardLetters', bulk),
    of('TimesheetLetter', hourRecord),
    of('Evaluation', evaluation),
    of('DataCopy', ['format'])
  )
}

/** Bodies of calls that take no row, by the calls' paths. */
const otherBodies: Readonly<Partial<Record<string, (good: Identifiers) => fc.Arbitrary<object>>>> = {
  [startFunction.path]: starts,
  [removeJob.path]: ({ jobId = '' }) => fc.record({ jobId: fc.oneof(fc.constant(jobId), hostileText) }),
  [endSession.path]: ({ jobId = '' }) => fc.record({ sessionId: fc.oneof(fc.constant(jobId), hostileText) }),
  [sendContactAccess.path]: ({ pvaid }) => fc.record({ pvaid: fc.oneof(fc.constant(Number(pvaid)), fc.integer()) }),
  [sendInvoiceMail.path]: ({ company, pvaid }) =>
    fc.record({
      companyNo: fc.oneof(fc.constant(Number(company)), fc.integer()),
      controlNo: fc.integer(),
      recipients: fc.array(fc.oneof(fc.constant(Number(pvaid)), fc.integer()), { maxLength: 5 }),
      toCompany: fc.boolean()
    }),
  [getPasskeyLoginOptions.path]: () => fc.constant({}),
  [getPasskeyOptions.path]: () => fc.constant({}),
  [createPasskey.path]: ({ jobId = '' }) =>
    fc.oneof(
      fc.record({ passkeyId: fc.oneof(fc.constant(jobId), hostileText), name: hostileText }),
      fc.record({ response: fc.record({ id: hostileText, response: fc.record({ clientDataJSON: hostileText }) }) })
    ),
  [deletePasskey.path]: ({ jobId = '' }) => fc.record({ passkeyId: fc.oneof(fc.constant(jobId), hostileText) }),
  [requestZip.path]: ({ documentKey = '' }) =>
    fc.record({
      documentKeys: fc.array(fc.oneof(fc.constant(documentKey), hostileText), { maxLength: 5 }),
      name: fc.oneof(fc.constant('Alle'), hostileText)
    })
}

/** Makes some fields of a row, none of them right, under the row's own keys or none. */
function rows(codes: readonly string[], good: Identifiers): fc.Arbitrary<object> {
  const value = fc.oneof(hostileText, fc.constantFrom<unknown>(null, true, 0, 1, -1, 0.5, 2 ** 31, 1e308, [], {}))
  const known = codes.filter((code) => good[code] !== undefined).map((code) => [code, Number(good[code])] as const)
  const fields = fc.array(fc.tuple(fc.constantFrom(...codes), value), { maxLength: 3 })
  return fc.tuple(fc.boolean(), fields).map(([named, some]) => Object.fromEntries([...(named ? known : []), ...some]))
}

/**
 * Makes requests of a call with the parameters and fields that the contract names, so that they get past the first
 * checks.
 * @param good values to keep most of them right with
 */
export function randomCalls(
  { endpoint, query, body, data }: EndpointSchema<unknown, unknown, unknown>,
  good: Identifiers,
  count: number
): { query: string; payload: string }[] {
  const json = otherBodies[endpoint.path]?.(good) ?? rows(['VERSION', ...namesOf(data)], good)
  const payloads = { form: pairs(namesOf(body), good), json: json.map((row) => JSON.stringify({ data: row })) }
  const payload = endpoint.body ? payloads[endpoint.body] : fc.constant('')
  return fc.sample(fc.record({ query: queries(namesOf(query), good), payload }), { numRuns: count, seed: 4711 })
}

/** A request of a call under /api. */
export interface RandomRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
}

const kinds: Identifiers = {
  addressKind: '3',
  evaluationType: '408',
  interfaceId: '1',
  letterNo: '1',
  format: 'PDF',
  from: '01.01.2026',
  to: '31.12.2026'
}

/** Makes `count` requests of each call of the contract, in the contract's order. */
export function requestsOfAllCalls(good: Identifiers, count: number): RandomRequest[] {
  return endpoints.flatMap((schema) => {
    const { method, path, body } = schema.endpoint
    const type = body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
    return randomCalls(schema, { ...kinds, ...good }, count).map(({ query, payload }) => ({
      method,
      path,
      url: `/api${path}?${query}`,
      headers: body ? { 'content-type': type } : {},
      payload
    }))
  })
}
