import { vi } from 'vitest'
import { jobs } from '../app.ts'
import { createLetterTypesetter } from '../confirmations/index.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/connection.ts'
import { startQueue } from '../platform/queue/start-queue.ts'
import { startApp, type TestApp } from './app.ts'
import type { MailServer } from './mail-server.ts'

export interface TestMailApp extends TestApp {
  readonly config: Config
}

/** The real server, and the workers of its queue, which send to a mail server of the test. */
export async function startMailApp(
  database: Database,
  mailServer: MailServer,
  overrides: Partial<Config> = {}
): Promise<TestMailApp> {
  const config: Config = {
    ...readConfig({}),
    mail: { kind: 'smtp', url: mailServer.url, from: 'kundencenter@akademie.example' },
    // The shortest back-off that there is.
    mailRetrySeconds: 1,
    ...overrides
  }
  const app = await startApp(database, { config })
  const typesetter = createLetterTypesetter(config)
  const parts = { config, db: database.db, mailer: openMailer(config), typesetter, log: app.app.log }
  const queue = await startQueue(parts, jobs, { exclusive: true, pollMs: 20, graceMs: 50 })
  return {
    ...app,
    config,
    async close() {
      await queue.stop()
      await typesetter.close()
      await app.close()
    }
  }
}

/** Waits until a look succeeds, for what tells nobody when it is done. */
export function eventually<Result>(look: () => Promise<Result> | Result): Promise<Result> {
  return vi.waitFor(look, { timeout: 60_000, interval: 20 })
}
