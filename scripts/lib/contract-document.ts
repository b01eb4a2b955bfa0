import { backendFeatures } from '../../contract/src/backend-feature.ts'
import { idempotencyHeader } from '../../contract/src/endpoint.ts'
import { endpoints } from '../../contract/src/endpoints.ts'
import type { FieldSpec } from '../../contract/src/field-codes.ts'
import { fieldTables, type Noun } from '../../contract/src/field-tables.ts'
import { defaultApiVersion } from '../../contract/src/limits.ts'
import { routeRights } from '../../contract/src/routes.ts'
import { writeSchema } from '../../contract/src/schema.ts'
import { functionParameters } from '../../contract/src/server-function.ts'
import { versionHeaders } from '../../contract/src/session.ts'
import type { ContractComments } from './contract-comments.ts'
import {
  capitalized,
  componentOf,
  converter,
  type JsonSchema,
  reference,
  refersTo,
  savedRow
} from './contract-schema.ts'
import type { SampleAnswer } from './sample-answers.ts'

export interface Parameter {
  name: string
  in: 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
  example?: unknown
}

interface Content {
  schema: JsonSchema
  example?: unknown
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, Content> }>
  security?: object[]
  'x-rights': readonly string[] | { routeRights: string } | 'public'
}

export interface ContractDocument {
  openapi: string
  info: object
  servers: object[]
  tags: { name: string; description: string }[]
  security: object[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>> & { schemas: Record<string, JsonSchema> }
}

type Schema = (typeof endpoints)[number]
type Answers = ReadonlyMap<string, SampleAnswer>

/** Tag of the calls that exist in development mode alone. */
const developmentTag = 'development'

/**
 * Returns the OpenAPI document of the contract: what the elements send, and what any backend may answer. The server's
 * own document has the same calls with its narrower forms, such as whole numbers for ids.
 *
 * @param answers of a backend, as examples
 */
export function contractDocument(comments: ContractComments, answers: Answers): ContractDocument {
  const components: Record<string, JsonSchema> = {
    ResponseResult: responseResult,
    Failure: envelopeOf({ type: 'null' }, []),
    Refusal: refusal
  }
  const paths: ContractDocument['paths'] = {}
  for (const schema of endpoints) {
    const { method, path } = schema.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(schema, comments, components, answers) }
  }
  const sorted = Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Customer center: the contract of a backend',
      version: defaultApiVersion,
      description:
        'What the elements send to a backend, and what they need of its answers. Members beyond these are allowed everywhere, and ids are texts or numbers that come back unchanged. A call with a tag belongs to the feature of that name, which the configuration announces; all others are needed, as far as the screens are that need them.'
    },
    servers: [
      { url: '{apiUrl}', variables: { apiUrl: { default: '/api', description: 'apiUrl of the configuration' } } }
    ],
    tags: [
      ...Object.entries(backendFeatures).map(([name, description]) => ({ name, description })),
      { name: developmentTag, description: 'Where the configuration has `development`; never in production.' }
    ],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare token' }
      },
      parameters: headerParameters,
      responses: { Failure: { description: failures, content: { [jsonType]: { schema: reference('Failure') } } } },
      schemas: Object.fromEntries(sorted)
    }
  }
}

const jsonType = 'application/json'
const failures =
  'A status other than 2xx: 400 for a request of a bad form, 401 without a session, 403 without the right, 404 for what does not exist, 429 and 503 with Retry-After. Any body will do; the first of `Errors` is shown.'
const responseResult: JsonSchema = {
  type: 'object',
  description: 'What became of the call. Without it, the HTTP status decides.',
  properties: {
    HTTPReturnCode: { type: 'integer', description: 'Repeats the HTTP status; a login needs 200 here.' },
    RESTReturnCode: {
      type: 'integer',
      description:
        '0, or the number of the rule that a save has broken. 409: the row has changed since `VERSION` was read.'
    },
    Errors: {
      type: 'array',
      items: { type: 'string' },
      description: 'German sentences, the first of which people read.'
    }
  }
}
/** An answer of HTTP 200 that a rule refuses. */
const refusal: JsonSchema = {
  type: 'object',
  description: 'A rule refuses what was asked: a save of a wrong e-mail address, a document that may not be made.',
  required: ['responseResult'],
  properties: {
    responseData: { type: 'null' },
    responseResult: {
      type: 'object',
      required: ['RESTReturnCode', 'Errors'],
      properties: {
        HTTPReturnCode: { type: 'integer', description: 'Repeats the HTTP status.' },
        RESTReturnCode: { type: 'integer', not: { const: 0 }, description: 'Number of the rule, never 0.' },
        Errors: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'At least one German sentence.' }
      }
    }
  }
}
const header = (description: string, schema: JsonSchema, name: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema
})
const headerParameters: Record<string, Parameter> = {
  ...Object.fromEntries(
    versionHeaders.map((name) => [
      name,
      header('`apiVersion` of the configuration; both headers come with every call', { type: 'string' }, name)
    ])
  ),
  [idempotencyHeader]: header(
    'Sent where the configuration has `idempotencyKeys`: the same key makes one thing',
    { type: 'string' },
    idempotencyHeader
  )
}

function envelopeOf(responseData: JsonSchema, required: string[]): JsonSchema {
  const properties = { responseData, responseResult: reference('ResponseResult') }
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

function operationOf(
  schema: Schema,
  comments: ContractComments,
  components: Record<string, JsonSchema>,
  answers: Answers
): Operation {
  const { endpoint, summary, query, body, data } = schema
  const { access, method, feature, creates } = endpoint
  const name = comments.nameOfCall(endpoint)
  const component = (kind: 'Answer' | 'Request', content: JsonSchema) => {
    components[`${capitalized(name)}${kind}`] = content
    return reference(`${capitalized(name)}${kind}`)
  }
  const convert = converter(comments, components)
  const answer = convert(data)
  // A save has succeeded without a row, but a read without data has brought nothing.
  const isNeeded = method === 'GET' || ['getToken', 'startFunction'].includes(name)
  const envelope = envelopeOf(isNeeded ? answer : orNull(answer), isNeeded ? ['responseData'] : [])
  const example = answers.get(name)
  const headers = [...versionHeaders, ...(creates ? [idempotencyHeader] : [])]
  const development = name === 'setCurrentShopUser' ? [developmentTag] : []
  const operation: Operation = {
    operationId: name,
    summary,
    description: [comments.ofCall(endpoint), ...(name === 'startFunction' ? functionsOf(comments) : [])].join(' '),
    tags: feature ? [feature] : development,
    'x-rights': rightsOf(access),
    parameters: [
      ...(query ? queryOf(convert(query), answer, example) : []),
      ...headers.map((one) => ({ $ref: `#/components/parameters/${one}` }))
    ],
    responses: {
      '200': {
        description: summary,
        content: {
          [jsonType]: {
            schema: { anyOf: [component('Answer', envelope), reference('Refusal')] },
            ...(example && { example: example.answer })
          }
        }
      },
      default: { $ref: '#/components/responses/Failure' }
    }
  }
  if (access === 'public') operation.security = []
  if (body) {
    const content = {
      schema: component(
        'Request',
        body === writeSchema ? savedRow(answer, comments, method === 'POST') : convert(body)
      ),
      ...(example && { example: example.body })
    }
    const type = endpoint.body === 'form' ? 'application/x-www-form-urlencoded' : jsonType
    operation.requestBody = { required: true, content: { [type]: content } }
  }
  return operation
}

/** Says which names the `parameter` of each function has. */
const functionsOf = (comments: ContractComments) =>
  Object.entries(functionParameters).map(
    ([name, parameters]) =>
      `\`${name}\`: ${comments.ofMember('functionParameters', name)} Its \`parameter\` has ${parameters.join(', ')}.`
  )

function rightsOf(access: Schema['endpoint']['access']): Operation['x-rights'] {
  if (access === 'public') return 'public'
  if (!('route' in access)) return access
  const rights: readonly string[] = routeRights[access.route]
  return rights.length > 0 ? rights : { routeRights: access.route }
}

/** Parameters of a query, which are texts whatever our server demands of them. */
function queryOf(
  { properties = {}, required = [] }: JsonSchema,
  answer: JsonSchema,
  example: SampleAnswer | undefined
): Parameter[] {
  const values = { ...(properties['RES_FIELDS'] && codesOf(answer)), ...example?.query }
  return Object.entries(properties).map(([name, { description = '', const: only }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema: { type: 'string', ...(only !== undefined && { const: only }) },
    ...(values[name] !== undefined && { example: values[name] })
  }))
}

/** Returns two codes of the answer's rows, as an example of RES_FIELDS. */
function codesOf(answer: JsonSchema): Record<string, string> {
  const table = Object.entries(fieldTables).find(([noun]) => refersTo(answer, componentOf(noun as Noun)))?.[1]
  const codes = Object.values<FieldSpec>(table ?? {}).filter(({ use }) => use !== 'write')
  const named = codes.slice(0, 2).map(({ code }) => code)
  return named.length > 0 ? { RES_FIELDS: named.join(',') } : {}
}

const orNull = (schema: JsonSchema): JsonSchema =>
  schema.type === 'null' ? schema : { anyOf: [schema, { type: 'null' }] }
