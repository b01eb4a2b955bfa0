import type { FastifyInstance } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { mailFolder } from '../platform/mail/mailer.ts'
import { readMailFolder } from './read-mail-folder.ts'
import { demoAccounts } from './accounts.ts'

const mostMails = 20

/**
 * Adds the routes for the shop page's panel, only with the setting DEMO: the demo's accounts with their well-known
 * passwords, and the mails that no mail server took. Where mails go out by SMTP, /demo/mails.json does not exist.
 */
export function demoRoutes(app: FastifyInstance, config: Pick<Config, 'mail' | 'dataFolder'>): void {
  const schema = { hide: true }
  app.get('/demo/accounts.json', { schema }, async () => demoAccounts)
  if (config.mail.kind !== 'folder') return
  app.get('/demo/mails.json', { schema }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return readMailFolder(mailFolder(config.dataFolder), mostMails)
  })
}
