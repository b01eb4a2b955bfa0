import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { demoAccounts } from './accounts.ts'

/** The demo's accounts with their well-known passwords, for the shop page's panel; only with the setting DEMO. */
export function demoRoutes(app: FastifyInstance, config: Pick<Config, 'demo'>): void {
  if (!config.demo) return
  app.get('/demo/accounts.json', { schema: { hide: true } }, async () => demoAccounts)
}
