import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './platform/config/config.ts'
import type { Tables } from './platform/database/tables.ts'
import { vacuumTables } from './platform/database/vacuum.ts'

const cleanUpMs = 10 * 60_000
// 20,000 rows that come and go leave 5 MB; to look for them takes 7 ms of a table of 200,000.
const vacuumMs = 60 * 60_000

/** Again and again, and perhaps at the start; several processes may do it at once. */
function repeat(app: FastifyInstance, ms: number, work: () => Promise<void>, atStart: boolean): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const once = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      app.log.warn({ err: error }, 'a clean-up failed; it is tried again')
    }
  }

  app.addHook('onReady', async () => {
    if (atStart) await once()
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

/** Schedules what deletes expired rows, and what frees their room. */
export function scheduleCleanups(
  app: FastifyInstance,
  db: Kysely<Tables>,
  config: Config,
  cleanups: readonly ((db: Kysely<Tables>, config: Config) => Promise<void>)[]
): void {
  const removeExpired = async () => {
    for (const cleanUp of cleanups) await cleanUp(db, config)
  }
  repeat(app, cleanUpMs, removeExpired, true)
  if (config.databaseUrl === '') repeat(app, vacuumMs, () => vacuumTables(db), false)
}
