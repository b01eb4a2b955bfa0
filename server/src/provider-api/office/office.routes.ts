import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accessStates } from '@customer-center/contract/contact-access'
import { formatSerialNumber, parseSerialNumber, revokeLetter } from '../../confirmations/index.ts'
import type { Services } from '../../feature/services.ts'
import { findShopUsers, sendReset } from '../../people/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { ListPage } from '../../platform/database/page.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'
import { type PersonList, findPerson, personLists, readPersonList } from './person-list.repository.ts'

const contact = z.string().min(1).max(320).describe('E-mail address, external ID or the numbers as company/contact')
const pageQuery = {
  after: z.string().max(1000).optional().describe('The cursor of the page before'),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}|1000)$/)
    .transform(Number)
    .optional()
}
const access = z.enum(accessStates)
const shopUsersQuery = z.strictObject({
  text: z.string().max(200).optional().describe('Part of a name or e-mail address, a customer number, an external ID'),
  access: access.optional(),
  ...pageQuery
})
const shopUserSchema = z.strictObject({
  providerId: z.int(),
  customerId: z.int(),
  contactId: z.int(),
  externalId: z.string(),
  customerNumber: z.string(),
  name: z.string(),
  emailAddress: z.string(),
  right: z.string(),
  active: z.boolean(),
  locked: z.boolean(),
  access: access.describe('What became of the access; chosen: the person has a password; bounced: mails came back'),
  lastLoginAt: z.iso.datetime().nullable()
})
const personQuery = z.strictObject({ contact, ...pageQuery })
const resetBody = z.strictObject({ contact })
const revocationBody = z.strictObject({ number: z.string().max(30), reason: z.string().trim().min(1).max(1000) })
const revocationSchema = z.strictObject({ revokedAt: z.iso.datetime(), wasRevoked: z.boolean() })

/** @throws Problem with an OperatorError's sentence */
async function orProblem<Result>(status: number, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof OperatorError ? new Problem(status, error.message) : error
  }
}

interface ListCall<Query> extends Pick<PersonList, 'scope' | 'summary' | 'row'> {
  readonly query: z.ZodType<Query>
  readonly read: (providerId: number, query: Query) => Promise<ListPage<unknown>>
}

function listRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  function addList<Query>({ scope, summary, row, query, read }: ListCall<Query>): void {
    const page = z.strictObject({ [scope]: z.array(row), cursor: z.string().nullable(), hasMore: z.boolean() })
    app.route({
      method: 'GET',
      url: `/${scope}`,
      config: { scope },
      schema: { summary, querystring: query, response: { 200: page } },
      async handler(request) {
        const { rows, ...place } = await read(authenticatedKey(request).providerId, request.query as Query)
        return { [scope]: rows, ...place }
      }
    })
  }

  addList({
    scope: 'users',
    summary: 'Find people who may have an access, by a part of the name, with or without accents, and more',
    row: shopUserSchema,
    query: shopUsersQuery,
    read: (providerId, query) => orProblem(400, findShopUsers(db, { limit: 100, ...query, providerId }))
  })
  for (const list of Object.values(personLists))
    addList({
      ...list,
      query: personQuery,
      read: async (providerId, { contact: name, ...place }) => {
        const person = await orProblem(404, findPerson(db, name, providerId))
        return orProblem(400, readPersonList(db, list, person, place))
      }
    })
}

function actionRoutes(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>): void {
  app.route<{ Body: z.output<typeof resetBody> }>({
    method: 'POST',
    url: '/reset-mails',
    config: { scope: 'reset-mails' },
    schema: {
      summary: 'Mail a person who has a password a link to set another one',
      description: 'Only the mail has the link. 409 says why there is none, such as a person without a password.',
      body: resetBody,
      response: { 204: z.null() }
    },
    handler: async (request, reply) => {
      const { providerId, id: key } = authenticatedKey(request)
      const person = await orProblem(404, findPerson(db, request.body.contact, providerId))
      await orProblem(409, sendReset(db, { name: `${providerId}/${person.contactId}`, providerId }, config, key))
      noteSecurityEvent(request, 'access-mailed', { person, key })
      return reply.code(204).send(null)
    }
  })

  app.route<{ Body: z.output<typeof revocationBody> }>({
    method: 'POST',
    url: '/revocations',
    config: { scope: 'revocations' },
    schema: {
      summary: 'Revoke an issued letter for good; a second time says when it was done before',
      body: revocationBody,
      response: { 200: revocationSchema }
    },
    handler: async (request) => {
      const { number, reason } = request.body
      const { providerId, id: key } = authenticatedKey(request)
      const letter = parseSerialNumber(number) ?? ''
      const revocation = await revokeLetter(db, letter, reason, providerId)
      if (!revocation) throw new Problem(404, 'There is no such letter.')
      if (!revocation.wasRevoked)
        noteSecurityEvent(request, 'letter-revoked', { key, letter: formatSerialNumber(letter) })
      return revocation
    }
  })
}

/**
 * Adds the calls for the programs of the provider's office: lists about a person and actions for that person. The scope
 * of each call is its name.
 */
export function officeRoutes(app: FastifyInstance, services: Pick<Services, 'db' | 'config'>): void {
  listRoutes(app, services)
  actionRoutes(app, services)
}
