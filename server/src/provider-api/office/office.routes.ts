import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accessStates } from '@customer-center/contract/contact-access'
import { dataCopyFormats } from '@customer-center/contract/server-function'
import { formatSerialNumber, parseSerialNumber, revokeLetter } from '../../confirmations/index.ts'
import type { Services } from '../../feature/services.ts'
import { countShopUsers, findNamedContact, findShopUsers, sendReset, shopUsersCsv } from '../../people/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { ListPage } from '../../platform/database/page.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'
import { copyForPerson } from './data-copy.ts'
import {
  type PersonList,
  loginOfUnknownCustomer,
  loginsOfUnknownCustomer,
  personLists,
  readNewest
} from './person-list.repository.ts'

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
const searchQuery = z.strictObject({
  text: z.string().max(200).optional().describe('Part of a name or e-mail address, a customer number, an external ID'),
  access: access.optional()
})
const shopUsersQuery = searchQuery.extend(pageQuery)
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
        const person = await orProblem(404, findNamedContact(db, name, providerId))
        return orProblem(400, readNewest(db, list.rows(person), place))
      }
    })
  addList({
    scope: 'refused-logins',
    summary: 'Read the logins of the last seven days with a known e-mail address and an unknown customer number',
    row: loginOfUnknownCustomer,
    query: z.strictObject(pageQuery),
    read: (providerId, place) => orProblem(400, readNewest(db, loginsOfUnknownCustomer(providerId), place))
  })

  app.route<{ Querystring: z.output<typeof searchQuery> }>({
    method: 'GET',
    url: '/users.csv',
    config: { scope: 'users' },
    schema: { summary: 'Read all people whom a search finds, as CSV for a spreadsheet', querystring: searchQuery },
    handler: async (request, reply) => {
      const csv = await shopUsersCsv(db, { ...request.query, providerId: authenticatedKey(request).providerId })
      return reply.type('text/csv; charset=utf-8').send(csv)
    }
  })

  app.route({
    method: 'GET',
    url: '/users/count',
    config: { scope: 'users' },
    schema: {
      summary: 'Count the people who may have an access by what became of it',
      response: { 200: z.record(access, z.int()) }
    },
    handler: (request) => countShopUsers(db, authenticatedKey(request).providerId)
  })
}

const copyQuery = z.strictObject({ contact, format: z.enum(dataCopyFormats).optional() })
const copyTypes = { JSON: 'application/json; charset=utf-8', PDF: 'application/pdf' } as const

function copyRoute(app: FastifyInstance, services: Pick<Services, 'db' | 'typesetter' | 'personalData'>): void {
  app.route<{ Querystring: z.output<typeof copyQuery> }>({
    method: 'GET',
    url: '/data-copies',
    config: { scope: 'data-copies' },
    schema: {
      summary: 'Read a copy of all data about a person, who needs no login for it',
      description:
        'As the person gets it from the user profile, with what stayed with former customers: JSON, or a PDF with your letterhead.',
      querystring: copyQuery
    },
    handler: async (request, reply) => {
      const { providerId, id: key } = authenticatedKey(request)
      const { contact: name, format = 'JSON' } = request.query
      const person = await orProblem(404, findNamedContact(services.db, name, providerId))
      const copy = await orProblem(409, copyForPerson(services, person, format))
      noteSecurityEvent(request, 'data-copy-asked', { person, key })
      return reply.type(copyTypes[format]).send(copy)
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
      const person = await orProblem(404, findNamedContact(db, request.body.contact, providerId))
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
export function officeRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'typesetter' | 'personalData'>
): void {
  listRoutes(app, services)
  copyRoute(app, services)
  actionRoutes(app, services)
}
