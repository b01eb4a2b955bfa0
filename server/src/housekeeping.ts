import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './platform/config/config.ts'
import type { Tables } from './platform/database/tables.ts'
import { removeOldAuditEntries } from './platform/saving/audit-retention.ts'
import { removeOldKeys } from './platform/saving/idempotency.ts'

const everyMs = 10 * 60_000

/** At the start and again and again; several processes may do it at once. */
function repeat(app: FastifyInstance, ms: number, work: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const once = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      app.log.warn({ err: error }, 'removing what has run out failed; it is tried again')
    }
  }

  app.addHook('onReady', async () => {
    await once()
    timer = setInterval(() => {
      // After the one before, should that still be at work.
      running = running.then(once)
    }, ms).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}

/** Runs what deletes expired rows: the features' own, idempotency keys and the audit. */
export function scheduleCleanups(
  app: FastifyInstance,
  db: Kysely<Tables>,
  config: Config,
  cleanups: readonly ((db: Kysely<Tables>, config: Config) => Promise<void>)[]
): void {
  repeat(app, everyMs, async () => {
    for (const cleanUp of [...cleanups, removeOldKeys, removeOldAuditEntries]) await cleanUp(db, config)
  })
}
