import * as fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import type { Envelope } from '@customer-center/contract/envelope'
import { type FieldSpec, type FieldTable, versionCode } from '@customer-center/contract/field-codes'
import { limits } from '../../server/src/platform/limits/limits.ts'

/** The number of random bodies for a write call; 10,000 take two minutes for the five calls. */
export const bodyCount = Number(process.env['RANDOM_BODIES'] ?? 2000)

const awkward: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  10,
  -1,
  0.5,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '0',
  '1',
  'x',
  'null',
  "'; drop table persons; --",
  '<b>fett</b>',
  '☃ Straße Ğ ﷽',
  'e\u0301',
  'a\nb',
  'a\0b',
  'a\u202Eb',
  '\uD800',
  'person@firma.example',
  'person@firma.example\r\nBcc: alle@firma.example',
  'person@firma',
  '01.01.2026',
  '2026-01-01',
  'A'.repeat(255),
  'A'.repeat(10_001),
  [],
  {},
  { $ne: null },
  [1, 2]
]

const anything = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...awkward) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 120 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }
)

/** Makes a value, mostly of the right kind, so that many bodies come past the first check. */
function valueFor({ kind, max }: FieldSpec): fc.Arbitrary<unknown> {
  const fitting: Readonly<Record<FieldSpec['kind'], fc.Arbitrary<unknown>>> = {
    text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(Math.max(max, 1), 30) }),
    number: fc.constantFrom(0, 1, 2, 3, 4, 10),
    decimal: fc.constant('12.50'),
    id: fc.constantFrom(0, 1, 2, 3, 4, 10),
    flag: fc.boolean(),
    date: fc.constant('2026-01-31')
  }
  return fc.oneof({ weight: 8, arbitrary: fitting[kind] }, { weight: 2, arbitrary: anything })
}

// Draws a field; a password rarely, since its hash takes as long as ten saves.
function oneOf(specs: readonly FieldSpec[]): fc.Arbitrary<FieldSpec> {
  const [secrets, others] = [true, false].map((secret) => specs.filter(({ use }) => (use === 'write') === secret))
  const choices = [
    { weight: 200, arbitrary: fc.constantFrom(...(others ?? [])) },
    ...(secrets ?? []).map((secret) => ({ weight: 1, arbitrary: fc.constant(secret) }))
  ]
  return fc.oneof(...choices)
}

/** Codes that a hostile or broken client sends beside a resource's. */
const strangeCodes = ['', 'VERSION ', 'version', '__proto__', 'constructor', 'toString', 'KND_NICHTS', 'A'.repeat(61)]

/**
 * Makes bodies for a write of a resource: values that fit, values that do not, fields of others, and frames that are
 * none. The same seed gives the same bodies.
 * @param fields the resource's fields
 * @param keys the values from which the bodies' keys are drawn, by field code: own rows, foreign ones, none
 */
export function randomWrites(
  fields: FieldTable,
  keys: Readonly<Record<string, readonly unknown[]>>,
  count: number,
  seed = 4711
): string[] {
  const specs = Object.values(fields)
  const fieldEntry = oneOf(specs).chain((spec) => {
    const drawn = keys[spec.code]
    return fc.tuple(fc.constant(spec.code), drawn ? fc.constantFrom(...drawn) : valueFor(spec))
  })
  const writable = specs.filter(({ use }) => use === 'both' || use === 'write')
  // Field and value are drawn together, because a field may need a certain value to be accepted at all.
  const fittingEntry = oneOf(writable).chain((spec) => {
    const drawn = keys[spec.code]
    return fc.tuple(
      fc.constant(spec.code),
      drawn ? fc.oneof(fc.constantFrom(...drawn), valueFor(spec)) : valueFor(spec)
    )
  })
  const keyEntries = Object.entries(keys).map(([code, drawn]) => fc.tuple(fc.constant(code), fc.constantFrom(...drawn)))
  const versionEntry = fc.tuple(fc.constant(versionCode), fc.oneof(fc.constantFrom(1, 2, 3, null), anything))
  const strangeEntry = fc.tuple(fc.constantFrom(...strangeCodes), anything)
  const entries = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(...keyEntries, fittingEntry).map((list) => list as [string, unknown][]) },
    { weight: 3, arbitrary: fc.array(fittingEntry, { maxLength: 8 }) },
    { weight: 3, arbitrary: fc.array(fc.oneof(fieldEntry, versionEntry), { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(fc.oneof(fieldEntry, strangeEntry), { maxLength: 4 }) }
  )
  // The JSON is written by hand, because __proto__ as a key of an object would set its prototype.
  const data = entries.map(
    (list) => `{${list.map(([code, value]) => `${JSON.stringify(code)}:${JSON.stringify(value ?? null)}`).join(',')}}`
  )
  const frame = fc.oneof(
    { weight: 20, arbitrary: data.map((text) => `{"data":${text}}`) },
    { weight: 1, arbitrary: data.map((text) => `{"data":${text},"more":1}`) },
    { weight: 1, arbitrary: fc.oneof(data, fc.json(), fc.constantFrom('', '{"data":[]}', '{"data":null}', '[]')) }
  )
  return fc.sample(frame, { numRuns: count, seed })
}

/**
 * Sends the bodies, some at once, and makes sure that each answer is an envelope and none says that the server failed.
 * @param login gives the headers of a session; asked again where a body has ended the one before, and before so many
 *   bodies of one may have been malformed that the server would read no more of them
 * @returns the number of accepted bodies
 */
export async function sendWrites(
  app: FastifyInstance,
  login: () => Promise<Readonly<Record<string, string>>>,
  [method, url]: readonly [method: 'POST' | 'PUT', path: string],
  bodies: readonly string[]
): Promise<number> {
  let accepted = 0
  let session = login()
  let sent = 0
  const running = new Set<Promise<unknown>>()
  // A save of the ended session that is still under way may change the login once more.
  const loginAgain = async () => {
    await Promise.allSettled(running)
    return login()
  }
  const send = async (payload: string): Promise<void> => {
    sent += 1
    if (sent % limits.malformedBodies.most === 0) session = loginAgain()
    const used = session
    const headers = { ...(await used), 'content-type': 'application/json' }
    const answer = app.inject({ method, url: `/api${url}`, headers, payload })
    running.add(answer)
    const { statusCode, body } = await answer
    running.delete(answer)
    if (statusCode === 401) {
      if (session === used) session = loginAgain()
      return send(payload)
    }
    const { responseResult } = JSON.parse(body) as Envelope<unknown>
    if (statusCode >= 500 || responseResult.HTTPReturnCode !== statusCode) {
      throw new Error(`${statusCode} for ${payload.slice(0, 500)}: ${body}`)
    }
    if (responseResult.RESTReturnCode === 0) accepted += 1
  }
  const waiting = bodies.values()
  const lane = async (): Promise<void> => {
    for (const body of waiting) await send(body)
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  return accepted
}
