import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  importResourceNames,
  importResources,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import { importRowSchema } from '@customer-center/contract/import/row'
import { serveOpenApi } from '../platform/http/openapi.ts'
import { problemSchema } from './problem/problem.ts'

const failures = {
  '400': 'The request is malformed',
  '401': 'The key is missing, unknown, expired or revoked',
  '403': 'The key is not good for this',
  '404': 'Nobody and nothing that this key can reach; why is not said',
  '409': 'The row, or the run, does not fit what is there',
  '410': 'The cursor is too old, or of another database',
  '415': 'The call does not take a body of this content type',
  '429': 'Too many tries failed; Retry-After says when another one makes sense',
  '503': 'Overloaded or out of reach for the moment',
  default: 'Any other failure'
} as const

interface DescribedCall {
  responses: Record<string, object>
  requestBody?: object
}

interface Document {
  readonly paths: Record<string, Record<string, DescribedCall>>
  readonly components: object
}

const schemaName = (resource: ImportResourceName, kind: 'Row' | 'Members' = 'Row') =>
  `${resource.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}${kind}`

/**
 * Returns the schemas of a row of each resource: that of a line of a body, and that of the members if the address
 * identifies the row.
 */
const rowSchemas = () =>
  Object.fromEntries(
    importResourceNames.flatMap((name) => {
      const { $schema: _, ...row } = z.toJSONSchema(importRowSchema(importResources[name]), { io: 'input' })
      const { required: __, ...members } = row
      return [
        [schemaName(name), row],
        [schemaName(name, 'Members'), members]
      ]
    })
  )

const json = (schema: object) => ({ 'application/json': { schema } })

/** Describes the calls of single rows, which the schemas of the routes do not describe. */
function describeRow({ get, put }: Record<string, DescribedCall>, resource: ImportResourceName): void {
  const row = { $ref: `#/components/schemas/${schemaName(resource)}` }
  const text = { type: ['string', 'null'] }
  const sentence = { type: 'string' }
  const conflict = { type: 'object', properties: { kind: { const: 'conflict' }, field: text, value: text, sentence } }
  const properties = { row: { anyOf: [row, { type: 'null' }] }, conflicts: { type: 'array', items: conflict } }
  const stored = json({ type: 'object', properties, required: ['row', 'conflicts'] })
  if (get) get.responses = { 200: { description: 'The row', content: json(row) } }
  if (!put) return
  const members = { $ref: `#/components/schemas/${schemaName(resource, 'Members')}` }
  put.requestBody = { required: true, content: json(members) }
  put.responses = {
    200: { description: 'It was there', content: stored },
    201: { description: 'It is new', content: stored }
  }
}

const rowsBody = (resource: ImportResourceName) => ({
  required: true,
  content: {
    'application/x-ndjson': { schema: { $ref: `#/components/schemas/${schemaName(resource)}` } },
    'text/csv': { schema: { type: 'string' } },
    'application/gzip': { schema: { type: 'string', format: 'binary' } }
  }
})

/** Adds problems to every call, since all can fail in the same ways. */
function addProblems(described: object): object {
  const document = described as Document
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  for (const [path, calls] of Object.entries(document.paths)) {
    const resource = importResourceNames.find((name) => path.split('/')[3] === name)
    if (resource) describeRow(calls, resource)
  }
  for (const { responses } of Object.values(document.paths).flatMap((path) => Object.values(path)))
    for (const [status, description] of Object.entries(failures)) responses[status] = { description, content }
  for (const name of importResourceNames) {
    const call = document.paths[`/provider/v1/imports/${name}`]?.['post']
    if (call) call.requestBody = rowsBody(name)
  }
  const { $schema: _, ...problem } = z.toJSONSchema(problemSchema)
  return { ...document, components: { ...document.components, schemas: { Problem: problem, ...rowSchemas() } } }
}

/** Describes the calls below `/provider/v1`. */
export const registerProviderOpenApi = (app: FastifyInstance): Promise<void> =>
  serveOpenApi(
    app,
    {
      info: { title: 'Customer center: API for programs of the provider', version: '1' },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key made by `npm run provider -- key create`' }
      }
    },
    addProblems
  )
