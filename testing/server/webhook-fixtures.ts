import { expect } from 'vitest'
import type { JobContext } from '../../server/src/feature/services.ts'
import { jobs, personalData } from '../../server/src/features.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openMailer } from '../../server/src/platform/mail/mailer.ts'
import { runRepeatedly } from '../../server/src/platform/queue/repeat.ts'
import { startQueue } from '../../server/src/platform/queue/start-queue.ts'
import { queueDeliveries } from '../../server/src/provider-api/webhook/queue-deliveries.ts'
import { addWebhookCommand } from '../../server/src/provider-api/webhook/webhook.command.ts'
import { test as changeTest } from './change-fixtures.ts'
import { commandContext } from './command-context.ts'
import type { TestShopUser } from './customer.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** The `test` with receivers of webhooks, and the workers that deliver to them. */
export const test = changeTest
  .extend('workers', { scope: 'file', auto: true }, async ({ db, server }, { onCleanup }) => {
    const config = readConfig({})
    const context = {
      config,
      db,
      log: server.app.log,
      mailer: openMailer(config),
      storage: server.storage,
      typesetter: undefined as never,
      personalData,
      jobs
    }
    const queue = await startQueue(context, jobs, { exclusive: true, pollMs: 20, graceMs: 50 })
    const end = runRepeatedly<JobContext>(context, [{ everyMs: 20, run: queueDeliveries }])
    onCleanup(async () => {
      await end()
      await queue.stop()
    })
  })
  .extend('receive', ({ db, own, readAll }, { onCleanup }) => {
    const opened: (() => Promise<void>)[] = []
    onCleanup(async () => void (await Promise.all(opened.map((close) => close()))))
    return async (providerId = own.providerId): Promise<WebhookReceiver & { readonly id: number }> => {
      const receiver = await startReceiver()
      const { url, secret } = receiver
      // A webhook begins with changes that the feed has not given yet, which another test's transaction may hold up.
      await readAll()
      const id = await addWebhookCommand.run(db, { url, secret, providerId }, commandContext)
      opened.push(async () => {
        await db.deleteFrom('webhooks').where('id', '=', id).execute()
        await receiver.close()
      })
      return { ...receiver, id }
    }
  })
  .extend('rename', ({ server, own }) => async (place: string, user: TestShopUser = own.shopUsers.admin) => {
    const saved = await server.save(user, ['PUT', '/customer'], { KND_ORT: place })
    expect(saved.code).toBe(0)
  })
