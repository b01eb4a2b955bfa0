import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from '../../feature/services.ts'
import { noteBounce } from '../../mails/index.ts'
import { Problem } from '../problem/problem.ts'
import { authenticatedKey } from '../provider-key/authenticate-key.ts'

/** Adds the call by which a program of the provider reports bounces. */
export function bounceRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.route<{ Body: { readonly messageId: string } }>({
    method: 'POST',
    url: '/bounces',
    config: { scope: 'bounces' },
    schema: {
      summary: 'Report that a mail came back for good, since nobody has its address',
      description:
        'The access of the address then has the state bounced, until a later mail leaves or the address is changed. 404: none of the mails of the last JOB_DAYS days has this Message-ID.',
      body: z.strictObject({ messageId: z.string().min(1).max(998).describe('With or without its brackets') }),
      response: { 204: z.null() }
    },
    handler: async (request, reply) => {
      if (!(await noteBounce(db, authenticatedKey(request).providerId, request.body.messageId.trim())))
        throw new Problem(404, 'There is no mail with this Message-ID.')
      return reply.code(204).send(null)
    }
  })
}
