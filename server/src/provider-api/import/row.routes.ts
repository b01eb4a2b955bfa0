import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  importResource,
  importResourceNames,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import type { Services } from '../../feature/services.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import type { ImportContext } from '../../records/importing/import.ts'
import { cellValue, isVerbatim } from '../../records/importing/read/cell-value.ts'
import { maxLineBytes } from '../../records/importing/read/read-lines.ts'
import type { RowRefusal } from '../../records/importing/rows.ts'
import { deleteRow, putRow, readRow, type RowAddress } from '../../records/importing/run/one-row.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'
import { allowsScope } from '../provider-key/provider-key.ts'

type Parameters = Readonly<Record<string, string>>
type SentRow = Readonly<Record<string, unknown>>

interface RowPlace {
  readonly resource: ImportResourceName
  /** Members that identify a row, in the order of the address. */
  readonly members: readonly string[]
}

/** Lists the addresses of a resource's rows, including the address without the last member if that is optional. */
function placesOf(resource: ImportResourceName): RowPlace[] {
  const { fields, key: members } = importResource(resource)
  const last = members.at(-1)
  const isOptional = last !== undefined && !fields[last]?.required
  return [{ resource, members }, ...(isOptional ? [{ resource, members: members.slice(0, -1) }] : [])]
}

const missing = () => new Problem(404, 'There is no such row.')

function addressOf({ resource, members }: RowPlace, request: FastifyRequest<{ Params: Parameters }>): RowAddress {
  const { providerId, id } = authenticatedKey(request)
  const { fields } = importResource(resource)
  const key = members.flatMap((member) => {
    const [field, text = ''] = [fields[member], request.params[member]]
    return field ? [[member, isVerbatim(field) ? text || null : cellValue(field, text)]] : []
  })
  return { providerId, resource, key: Object.fromEntries(key) as SentRow, providerKey: id }
}

/** Sentences name only members of a resource. */
function problemOf(resource: ImportResourceName, { field, sentence, isTaken }: RowRefusal): Problem {
  const isNamed = field === null || Object.hasOwn(importResource(resource).fields, field)
  return new Problem(isTaken ? 409 : 400, isNamed ? sentence : `${field}: ${sentence}`)
}

/** Adds the calls of the rows at a place. */
function addRows(app: FastifyInstance, context: ImportContext, place: RowPlace): void {
  const { resource, members } = place
  const url = [`/${resource}`, ...members.map((member) => `:${member}`)].join('/')
  const params = z.strictObject(Object.fromEntries(members.map((member) => [member, z.string()])))
  const json = 'application/json; charset=utf-8'

  app.route<{ Params: Parameters }>({
    method: 'GET',
    url,
    config: { scope: `read:${resource}` },
    schema: { summary: `Read a row of ${resource}`, description: 'As an export has it.', params },
    handler: async (request, reply) => {
      const row = await readRow(context, addressOf(place, request))
      if (row === undefined) throw missing()
      return reply.type(json).send(row)
    }
  })

  app.route<{ Params: Parameters; Body: SentRow }>({
    method: 'PUT',
    url,
    bodyLimit: maxLineBytes,
    config: { scope: `write:${resource}` },
    schema: {
      summary: `Create or change a row of ${resource}`,
      description:
        'As an import of this row alone: members that are left out stay as they are, and null clears them. With another externalId in the body the row of the address is renamed. The answer has the row for a key that may read it, null otherwise, and the members that came otherwise than a customer or another row has set them. A member with a wrong value refuses the row.',
      params,
      body: z.record(z.string(), z.unknown())
    },
    handler: async (request, reply) => {
      const put = await putRow(context, addressOf(place, request), request.body)
      if (put === 'missing') throw missing()
      if ('refusal' in put) throw problemOf(resource, put.refusal)
      const { isNew, row, conflicts } = put
      const { id, scopes } = authenticatedKey(request)
      if (resource === 'shop-users')
        noteSecurityEvent(request, 'access-imported', { key: id, [isNew ? 'created' : 'updated']: 1 })
      const shown = allowsScope(scopes, `read:${resource}`) ? row : 'null'
      return reply
        .code(isNew ? 201 : 200)
        .type(json)
        .send(`{"row":${shown},"conflicts":${JSON.stringify(conflicts)}}`)
    }
  })

  // The provider itself is not taken away.
  if (members.length === 0) return
  app.route<{ Params: Parameters }>({
    method: 'DELETE',
    url,
    config: { scope: `write:${resource}` },
    schema: {
      summary: `Take away a row of ${resource}`,
      description:
        'As a full set that lacks it: customers and contacts become inactive, shop users lose their right, and what others refer to stays (409). No later full set makes a contact active again that was taken away so.',
      params,
      response: { 204: z.null() }
    },
    handler: async (request, reply) => {
      const result = await deleteRow(context, addressOf(place, request))
      if (result === 'missing') throw missing()
      if (typeof result === 'object') throw new Problem(409, result.kept)
      return reply.code(204).send(null)
    }
  })
}

/**
 * Adds the routes of single rows of each resource, identified by their key members, in the form of an import and an
 * export.
 */
export function rowRoutes(
  app: FastifyInstance,
  { db, imports, config }: Pick<Services, 'db' | 'imports' | 'config'>
): void {
  const context = { db, imports, lead: config.fieldLead }
  for (const place of importResourceNames.flatMap(placesOf)) addRows(app, context, place)
}
