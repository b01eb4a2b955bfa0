import { expect } from 'vitest'
import { createLetterTypesetter } from '../../server/src/confirmations/index.ts'
import { jobs, personalData } from '../../server/src/features.ts'
import { type Config, readConfig } from '../../server/src/platform/config/config.ts'
import { openMailer } from '../../server/src/platform/mail/mailer.ts'
import { startQueue } from '../../server/src/platform/queue/start-queue.ts'
import type { TestShopUser } from './customer.ts'
import { eventually } from './eventually.ts'
import { test as serverTest } from './fixtures.ts'
import { startMailServer } from './mail-server.ts'

/** The `test` with a mail server, and the workers of the queue, which send to it. */
export const test = serverTest
  .extend('settings', { scope: 'file' }, (): Partial<Config> => ({}))
  .extend('mailServer', { scope: 'file' }, startMailServer)
  .extend('config', { scope: 'file' }, ({ mailServer, settings }): Config => ({
    ...readConfig({}),
    mail: { kind: 'smtp', url: mailServer.url, from: 'kundencenter@akademie.example' },
    // This back-off is the shortest that there is.
    mailRetrySeconds: 1,
    ...settings
  }))
  .extend('overrides', { scope: 'file' }, ({ config }) => ({ config }))
  .extend('workers', { scope: 'file', auto: true }, async ({ db, server, config, mailServer }, { onCleanup }) => {
    const typesetter = createLetterTypesetter(config)
    const { storage, app } = server
    const { log } = app
    const parts = { config, db, storage, mailer: openMailer(config), typesetter, log, personalData, jobs }
    const queue = await startQueue(parts, jobs, { exclusive: true, pollMs: 20, graceMs: 50 })
    onCleanup(async () => {
      await queue.stop()
      await typesetter.close()
      await mailServer.close()
    })
  })
  /** Resolves with the next mail. */
  .extend(
    'arrivingMail',
    ({ mailServer }) =>
      () =>
        mailServer.mail(mailServer.arrived.length + 1)
  )
  /** Resolves when nothing is left to do. */
  .extend(
    'idle',
    ({ database }) =>
      () =>
        eventually(async () => {
          const waiting = await database.pool.query(`select from jobs where ended_at is null`)
          expect(waiting.rows).toHaveLength(0)
        })
  )
  /** Adds an admin, of a new company, who has no password yet. */
  .extend('newcomer', ({ newCustomer, setShopUser }) => async (): Promise<TestShopUser> => {
    const { shopUsers } = await newCustomer()
    await setShopUser(shopUsers.admin, { password_hash: null })
    return shopUsers.admin
  })
