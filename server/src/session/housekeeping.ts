import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { tidyListChanges } from '../database/list-changes.ts'
import type { Tables } from '../database/tables.ts'
import { removeOldFunctions } from '../server-function/server-function.repository.ts'
import { removeOldKeys } from '../write/once.ts'
import { removeOldAttempts } from './login-attempt.repository.ts'
import { removeOldSessions } from './session.repository.ts'

const everyMs = 10 * 60_000

/** Removes what has run out, at the start and every ten minutes; several processes may do it at once. */
export function keepSessionsClean(app: FastifyInstance, db: Kysely<Tables>): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const clean = async (): Promise<void> => {
    try {
      await removeOldAttempts(db)
      await removeOldSessions(db)
      await removeOldKeys(db)
      await removeOldFunctions(db)
      await tidyListChanges(db)
    } catch (error) {
      app.log.warn({ err: error }, 'removing what has run out failed; it is tried again')
    }
  }

  app.addHook('onReady', async () => {
    await clean()
    timer = setInterval(() => {
      running = clean()
    }, everyMs).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
