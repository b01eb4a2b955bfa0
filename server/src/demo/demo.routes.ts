import type { FastifyInstance } from 'fastify'
import type { Services } from '../feature/services.ts'
import { mailFolder } from '../platform/mail/mailer.ts'
import { insertKey, listKeys, newKey, revokeKey } from '../provider-api/index.ts'
import { demoAccounts } from './accounts.ts'
import { findCourses } from './demo.repository.ts'
import { mailboxPages, mailNames } from './mailbox.ts'
import { demoCompany } from './provider.ts'

/**
 * Adds the routes for the shop page, only with the setting DEMO: the demo's accounts with their public password,
 * sessions for them, future courses, and the mails in the mail folder with their number, which each view of the page
 * fetches. If mails are sent by SMTP, there are neither mails nor number. With the setting DEMO, the server listens
 * only on this machine, and `guardDemoHosts` checks the name of each request.
 */
export function demoRoutes(
  app: FastifyInstance,
  { config, db, branding }: Pick<Services, 'config' | 'db' | 'branding'>
): void {
  const schema = { hide: true }
  app.get('/demo/accounts.json', { schema }, async () => demoAccounts)
  app.get('/demo/courses.json', { schema }, async () => findCourses(db))
  hostSessionRoute(app, { db })
  if (config.mail.kind !== 'folder') return
  app.get('/demo/mail-count.json', { schema }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { count: (await mailNames(mailFolder(config.dataFolder))).length }
  })
  app.register((part) => mailboxPages(part, { config, branding }))
}

const keyName = 'demo-host'
const keyDays = 30

/**
 * Adds the session endpoint of the shop page, as a shop's server would have it: it calls the provider's API with its
 * own key, so a login needs no password.
 */
function hostSessionRoute(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  let made: Promise<string> | undefined

  /** Replaces the key of the former process, which nobody knows any more. */
  async function makeKey(): Promise<string> {
    const old = (await listKeys(db)).filter(({ name, revokedAt }) => name === keyName && revokedAt === null)
    for (const { id } of old) await revokeKey(db, id)
    const { key, hash } = newKey()
    const expiresAt = new Date(Date.now() + keyDays * 86_400_000)
    await insertKey(db, { providerId: demoCompany, name: keyName, scopes: ['sessions'], hash, expiresAt })
    return key
  }

  app.post<{ Body: unknown }>('/demo/session', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const { userName } = Object(request.body) as { userName?: unknown }
    const account = demoAccounts.find((one) => one.userName === userName)
    if (!account) return reply.code(404).send()
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
