import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../platform/http/session-cookie.ts'
import type { Services } from '../platform/services.ts'
import { insertKey, listKeys, newKey, revokeKey } from '../provider/index.ts'
import { demoAccounts } from './accounts.ts'
import { company } from './provider.ts'

const keyName = 'demo-host'
const keyDays = 30

/**
 * Adds the session endpoint of the shop page, as a shop's own server has one: it asks the provider's API with a key of
 * its own, so a login needs no password. The setting DEMO allows no other address than this machine's; the name in the
 * request is checked as well, because a proxy or another site's DNS could lead strangers here.
 */
export function hostSessionRoute(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  let made: Promise<string> | undefined

  /** Replaces the key of the process before, which nobody knows any more. */
  async function makeKey(): Promise<string> {
    const old = (await listKeys(db)).filter(({ name, revokedAt }) => name === keyName && revokedAt === null)
    for (const { id } of old) await revokeKey(db, id)
    const { key, hash } = newKey()
    const expiresAt = new Date(Date.now() + keyDays * 86_400_000)
    await insertKey(db, { provider: company, name: keyName, scopes: ['sessions'], hash, expiresAt })
    return key
  }

  app.post<{ Body: unknown }>('/demo/session', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const { userName } = Object(request.body) as { userName?: unknown }
    const account = demoAccounts.find((one) => one.userName === userName)
    if (!isLoopback(request.hostname) || !isLoopback(request.ip) || !account) return reply.code(404).send()
    made ??= makeKey()
    made.catch(() => (made = undefined))
    const answer = await app.inject({
      method: 'POST',
      url: '/provider/v1/sessions',
      headers: { authorization: `Bearer ${await made}` },
      payload: { customerNumber: account.customerNumber, email: account.userName }
    })
    return reply.code(answer.statusCode).type('application/json; charset=utf-8').send(answer.body)
  })
}
