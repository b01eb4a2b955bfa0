import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { startKnownSession, throttleAttempts } from '../../account/index.ts'
import type { Services } from '../../feature/services.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'

const personSchema = z.strictObject({
  customerNumber: z.string().trim().min(1).max(100).describe('The number by which the customer logs in'),
  email: z.string().trim().min(1).max(320).describe('The e-mail address of the shop user, whatever its capitals')
})

const tokenSchema = z.object({
  token: z.string().describe('A session token, as getToken gives it: the value of session-token'),
  expiresIn: z.int().describe('Seconds without a call after which it expires')
})

/** Adds the routes of sessions for persons whom a program of the provider has identified. */
export function sessionRoutes(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>): void {
  app.route<{ Body: z.output<typeof personSchema> }>({
    method: 'POST',
    url: '/sessions',
    config: { scope: 'sessions' },
    schema: {
      summary: 'Open a session for a person whom the calling program has identified',
      body: personSchema,
      response: { 200: tokenSchema }
    },
    handler: async (request): Promise<z.output<typeof tokenSchema>> => {
      const { id, providerId } = authenticatedKey(request)
      const { customerNumber, email: emailAddress } = request.body
      const opened = await startKnownSession(db, { providerId, customerNumber, emailAddress }, id, config)
      if (opened === undefined) {
        const attempt = { account: `provider-key ${id}`, networks: networksOf(request.ip) }
        await throttleAttempts(db, attempt, async () => undefined, { limited: 'knownPerson' })
        throw new Problem(404, 'Nobody who may log in has this customer number and e-mail address.')
      }
      noteSecurityEvent(request, 'login', { person: { providerId, contactId: opened.contactId }, by: 'key', key: id })
      return { token: opened.token, expiresIn: opened.expiresIn }
    }
  })
}
