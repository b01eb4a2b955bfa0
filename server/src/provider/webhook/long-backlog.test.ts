import { sql } from 'kysely'
import { expect } from 'vitest'
import { repeat } from '../../platform/queue/repeat.ts'
import { test as changeTest } from '../../testing/change-fixtures.ts'
import { commandContext } from '../../testing/command-context.ts'
import { eventually } from '../../testing/eventually.ts'
import { webhookDeliveryName } from './delivery.repository.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { addWebhookCommand } from './webhook.command.ts'

const test = changeTest.extend('add', ({ db, readAll }) => async (company: number): Promise<number> => {
  await readAll()
  const wanted = { url: 'http://localhost:9', secret: `whsec_${Buffer.alloc(32).toString('base64')}`, company }
  return addWebhookCommand.run(db, wanted, commandContext)
})

test('a webhook that has missed much is told all of it without a pause, and others do not wait for it', async ({
  db,
  server,
  own,
  twin,
  add,
  write,
  readAll
}) => {
  const [long, short] = [await add(own.company), await add(twin.company)]
  await write(350)
  await write(1, { company: twin.company, customer_id: twin.id, actor_pvaid: twin.users.admin.pvaid })
  await readAll()
  const queued = async () => {
    const { rows } = await sql<{ webhook: number }>`
      select (data->>'webhookId')::int as webhook from jobs
      where kind = ${webhookDeliveryName} order by queued_at`.execute(db)
    return rows.map(({ webhook }) => webhook)
  }
  // One look, and no second one in the time of the test.
  const end = repeat({ db, log: server.app.log }, [{ everyMs: 3_600_000, run: queueDeliveries }])
  await eventually(async () => expect((await queued()).filter((id) => id === long)).toHaveLength(350))
  await end()
  expect((await queued()).indexOf(short)).toBe(100)
})
