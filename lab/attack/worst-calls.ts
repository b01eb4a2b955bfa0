import { endpoints } from '@customer-center/contract/endpoints'
import type { EndpointSchema } from '@customer-center/contract/schema'
import { namesOf } from '../../testing/server/identifiers.ts'
import type { Sent } from './send.ts'

/** A call that is made to take long, with its description. */
export interface WorstCall extends Sent {
  readonly what: string
  /** Whether it needs a login to get past the first checks. */
  readonly needsLogin: boolean
}

type Makers = Readonly<Record<string, (length: number) => string>>

/** Repeats a text; with `#` for a number that makes each different. */
function many(text: string, length: number, joint = ''): string {
  const parts: string[] = []
  for (let size = 0; size < length; size += (parts.at(-1)?.length ?? 0) + joint.length)
    parts.push(text.replaceAll('#', parts.length.toString(36)))
  return parts.slice(0, -1).join(joint)
}

/** Bodies in JSON whose data are a row or an object with this member. */
const jsonOf = (name: string): Makers => ({
  'wrong members': (length) => `{"data":{${many('"#":[]', length, ',')}}}`,
  'right members': (length) => `{"data":{${many('"#":1', length, ',')}}}`,
  'members beside the data': (length) => `{"data":{},${many('"#":{}', length, ',')}}`,
  'one member again and again': (length) => `{"data":{${many(`"${name}":1`, length, ',')}}}`,
  'a list of wrong values': (length) => `{"data":{"${name}":[${many('{}', length, ',')}]}}`,
  'a list of texts': (length) => `{"data":{"${name}":[${many('"#"', length, ',')}]}}`,
  'a list as data': (length) => `{"data":[${many('[]', length, ',')}]}`,
  'a text as data': (length) => `{"data":"${many('a', length)}"}`,
  'a long text': (length) => `{"data":{"${name}":"${many('a', length)}"}}`,
  'a long name': (length) => `{"data":{"${many('a', length)}":1}}`,
  'spaces in a text': (length) => `{"data":{"${name}":"a${many(' ', length)}a"}}`,
  'escaped letters': (length) => `{"data":{"${name}":"${many('\\u00e4', length)}"}}`,
  'pairs in a text': (length) =>
    `{"data":{"functionName":"Evaluation","async":true,"${name}":"${many('from=1', length, '&')}"}}`,
  'lists in a text': (length) =>
    `{"data":{"functionName":"TimesheetLetter","async":true,"${name}":"const=1:${many('1', length, ',')}"}}`,
  'a long number': (length) => `{"data":{"${name}":${many('9', length)}}}`,
  'nested lists': (length) => `{"data":{"${name}":${many('[', length / 2)}${many(']', length / 2)}}}`,
  'nested objects': (length) => `{"data":${many('{"a":', length / 6)}1${many('}', length / 6)}}`,
  'a prototype among lists': (length) =>
    `{"data":{"a":"\\"__proto__\\":","${name}":[${many('{"a":1}', length, ',')}]}}`,
  'members without an end': (length) => `{"data":{${many('"#":[]', length, ',')}`,
  'white space': (length) => `${many(' ', length)}{"data":{}}`
})

/** Values of a parameter or a form's field. */
const values: Makers = {
  letters: (length) => many('a', length),
  digits: (length) => many('9', length),
  spaces: (length) => `a${many('+', length)}a`,
  'a list': (length) => many('a', length, ','),
  'a list of codes': (length) => many('ASP_#', length, ','),
  'encoded letters': (length) => many('%C3%A4', length),
  'broken encoding': (length) => many('%', length),
  'pairs in a value': (length) => many('from%3D1', length, '%26')
}

/** Pairs of a query or of a form with this name. */
const pairsOf = (name: string): Makers => ({
  ...Object.fromEntries(
    Object.entries(values).map(([what, make]) => [what, (length: number) => `${name}=${make(length)}`])
  ),
  'one name again and again': (length) => many(`${name}=1`, length, '&'),
  'many names': (length) => many('#=1', length, '&'),
  'empty pairs': (length) => many('&', length)
})

const headers: Readonly<Record<string, Makers>> = {
  cookie: {
    'many cookies': (length) => many('a#=1', length, '; '),
    'tokens of forms': (length) => many('XSRF-TOKEN=a#', length, ';'),
    semicolons: (length) => many(';', length)
  },
  authorization: { letters: (length) => many('a', length), spaces: (length) => `Bearer ${many(' ', length)}a` },
  'x-forwarded-for': { addresses: (length) => many('127.0.0.1', length, ','), commas: (length) => many(',', length) },
  'accept-encoding': { codings: (length) => many('gzip;q=0.#', length, ',') },
  'if-none-match': { tags: (length) => many('"#"', length, ',') },
  range: { ranges: (length) => `bytes=${many('0-0', length, ',')}` },
  origin: { letters: (length) => `https://${many('a.', length)}` },
  accept: { types: (length) => many('text/htm', length, ',') },
  'content-type': { parameters: (length) => `application/json;${many('a#="b"', length, ';')}` },
  'idempotency-key': { letters: (length) => many('a', length) },
  'x-xsrf-token': { letters: (length) => many('a', length) },
  traceparent: { letters: (length) => many('0', length, '-') },
  tracestate: { members: (length) => many('a#=1', length, ',') }
}

/** Bytes of a query or header: Node takes 16 kB of headers in all. */
const headLength = 12_000
/** Lengths of bodies: just below each limit of the server, and one that is beyond all. */
const bodyLengths = [16_000, 65_000, 260_000, 1_000_000]
const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

function dataNames({ body, data }: EndpointSchema<unknown, unknown, unknown>): string[] {
  const shape =
    body && 'shape' in body.def
      ? (body.def.shape as Record<string, EndpointSchema<unknown, unknown, unknown>['body']>)
      : {}
  const names = namesOf(shape['data'])
  return names.length > 0 ? names : namesOf(data).slice(0, 3)
}

function* bodiesOf(
  schema: EndpointSchema<unknown, unknown, unknown>
): Generator<Pick<WorstCall, 'what' | 'body' | 'headers'>> {
  const { body } = schema.endpoint
  if (!body) return
  const names = body === 'json' ? dataNames(schema) : namesOf(schema.body)
  for (const name of names.length > 0 ? names : ['a'])
    for (const [what, make] of Object.entries(body === 'json' ? jsonOf(name) : pairsOf(name)))
      for (const length of bodyLengths) {
        // The name is in some of them alone.
        if (name !== (names[0] ?? 'a') && !make(100).includes(name)) continue
        yield { what: `${what}, ${name}, ${length}`, body: make(length), headers: { 'content-type': types[body] } }
      }
  yield {
    what: 'JSON of another type',
    body: jsonOf('a')['wrong members']?.(16_000) ?? '',
    headers: { 'content-type': 'multipart/form-data; boundary=a' }
  }
}

function* queriesOf(path: string, names: readonly string[]): Generator<{ what: string; path: string }> {
  for (const name of [...names, 'a'])
    for (const [what, make] of Object.entries(pairsOf(name)))
      yield { what: `${what}, ${name}`, path: `${path}?${make(headLength)}` }
}

/** Addresses outside of the contract that anybody can reach. */
const otherPaths = [
  '/',
  '/verify',
  '/embed',
  '/livez',
  '/openapi.json',
  '/elements/customer-center.js',
  '/elements/assets/text.at.json',
  '/password',
  '/provider/v1/changes',
  '/provider/v1/users'
]
const paths: Makers = {
  folders: (length) => many('a', length, '/'),
  parents: (length) => many('..', length, '/'),
  slashes: (length) => many('/', length),
  'encoded letters': (length) => many('%61', length),
  'encoded slashes': (length) => many('%2f', length)
}

function* headersOf(path: string): Generator<Omit<WorstCall, 'needsLogin'>> {
  for (const [name, makers] of Object.entries(headers))
    for (const [what, make] of Object.entries(makers))
      yield { what: `${name}: ${what}`, method: 'GET', path, headers: { [name]: make(headLength) } }
}

/** Generates the worst calls that anybody can make, from the contract's calls. */
export function* worstCalls(): Generator<WorstCall> {
  for (const schema of endpoints) {
    const { method, path: name, access } = schema.endpoint
    const path = `/api${name}`
    const common = { method, path, needsLogin: access !== 'public' }
    for (const body of bodiesOf(schema)) yield { ...common, ...body }
    for (const query of queriesOf(path, namesOf(schema.query))) yield { ...common, ...query }
    if (method === 'GET') for (const call of headersOf(path)) yield { ...common, ...call }
  }
  for (const path of otherPaths) {
    for (const query of queriesOf(path, [])) yield { method: 'GET', needsLogin: false, ...query }
    for (const call of headersOf(path)) yield { needsLogin: false, ...call }
    for (const [what, make] of Object.entries(paths))
      yield { what, method: 'GET', needsLogin: false, path: `${path}/${make(headLength)}` }
  }
  for (const length of bodyLengths) {
    const common = { method: 'POST', needsLogin: false }
    for (const [what, make] of Object.entries(jsonOf('customerNumber')))
      yield {
        ...common,
        what: `${what}, ${length}`,
        path: '/provider/v1/sessions',
        headers: { 'content-type': types.json, authorization: 'Bearer kc_nobody' },
        body: make(length)
      }
    for (const [what, make] of Object.entries(pairsOf('number')))
      yield {
        ...common,
        what: `${what}, ${length}`,
        path: '/verify',
        headers: { 'content-type': types.form },
        body: make(length)
      }
  }
}
