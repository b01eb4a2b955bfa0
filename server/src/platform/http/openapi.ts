import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { backendFeatures } from '@customer-center/contract/backend-feature'
import { type Endpoint, onlyReads } from '@customer-center/contract/endpoint'
import { endpoints } from '@customer-center/contract/endpoints'
import { defaultApiVersion } from '@customer-center/contract/limits'
import { envelopeSchema } from '@customer-center/contract/schema'
import { versionHeaders, xsrfCookie, xsrfHeader } from '@customer-center/contract/session'

type ApiDescription = NonNullable<FastifyDynamicSwaggerOptions['openapi']> & {
  readonly info: { readonly title: string; readonly version: string }
}

type SecuritySchemes = NonNullable<NonNullable<ApiDescription['components']>['securitySchemes']>

/**
 * Adds `openapi.json` to a part of the server, generated from the schemas of its calls. Register it before the calls.
 * @param complete adds the details that no schema of a route has
 */
export async function serveOpenApi(
  app: FastifyInstance,
  { securitySchemes, ...described }: Omit<ApiDescription, 'components'> & { readonly securitySchemes: SecuritySchemes },
  complete: (document: object) => object
): Promise<void> {
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }))
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', ...described, components: { securitySchemes }, security },
    transform: jsonSchemaTransform
  })
  let document: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(complete(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}

export const registerOpenApi = (app: FastifyInstance): Promise<void> =>
  serveOpenApi(
    app,
    {
      info: { title: 'Customer center', version: defaultApiVersion },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare token' }
      },
      // A call with a tag belongs to the feature of that name in the configuration's `features`.
      tags: Object.entries(backendFeatures).map(([name, description]) => ({ name, description }))
    },
    addConventions
  )

interface Reference {
  readonly $ref: string
}

interface Operation {
  parameters?: (Reference | { readonly name: string; readonly in: string })[]
  requestBody?: object
  responses: Record<string, object>
  security?: object[]
  'x-only-reads'?: boolean
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema
})
const version = { type: 'string', const: defaultApiVersion }
const parameters: Readonly<Record<string, object>> = {
  ...Object.fromEntries(versionHeaders.map((name) => [name, header(name, 'The version of this API', version)])),
  [xsrfHeader]: header(
    xsrfHeader,
    `The value of the cookie ${xsrfCookie}; needed when the request carries a cookie of this server`
  )
}

const descriptions = {
  '400': 'The request is malformed, or of an unsupported version',
  '401': 'No living session, or a login that failed',
  '403': 'The right is missing, the anti-forgery token, or an own password after a generated one',
  '404': 'What the request names does not exist, or is somebody else’s',
  '429': 'Too many requests of this kind; Retry-After says when another try makes sense',
  '503': 'Overloaded or out of reach for the moment; Retry-After says when another try makes sense',
  default: 'Any other failure'
} as const
type Status = keyof typeof descriptions

const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } }
const responses = Object.fromEntries(
  Object.entries(descriptions).map(([status, description]) => {
    const mayHeal = status === '429' || status === '503'
    return [status, { description, content, ...(mayHeal && { headers: retryAfter }) }]
  })
)

function failuresOf(
  { access, method, body }: Pick<Endpoint<never, never, never>, 'access' | 'method' | 'body'>,
  namesRow: boolean
): Status[] {
  const guarded = access !== 'public'
  const occurs: Record<Status, boolean> = {
    '400': true,
    // The login is public, and takes a body.
    '401': guarded || body !== undefined,
    '403': guarded || method !== 'GET',
    '404': guarded && namesRow,
    '429': true,
    '503': true,
    default: true
  }
  return (Object.keys(occurs) as Status[]).filter((status) => occurs[status])
}

const reference = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` })

/** Adds the description that applies to all calls: headers, public calls without a token, failures in the envelope. */
function addConventions(described: object): object {
  const document = described as Document
  for (const { endpoint } of endpoints) {
    const operation = document.paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]
    // The operation is not served if it exists in development mode alone.
    if (!operation) continue
    const own = operation.parameters ?? []
    const namesRow =
      operation.requestBody !== undefined ||
      own.some((one) => 'in' in one && one.in === 'query' && one.name !== 'RES_FIELDS')
    const headers = [...versionHeaders, ...(endpoint.method === 'GET' ? [] : [xsrfHeader])]
    operation.parameters = [...own, ...headers.map((name) => reference('parameters', name))]
    for (const status of failuresOf(endpoint, namesRow)) operation.responses[status] = reference('responses', status)
    if (endpoint.access === 'public') operation.security = []
    operation['x-only-reads'] = onlyReads(endpoint)
  }
  const { $schema: _, ...failure } = z.toJSONSchema(envelopeSchema(z.null()))
  const { components } = document
  return {
    ...document,
    components: { ...components, parameters, responses, schemas: { ...components['schemas'], Failure: failure } }
  }
}
