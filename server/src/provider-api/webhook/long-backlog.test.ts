import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as changeTest } from '../../../../testing/server/change-fixtures.ts'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { runRepeatedly } from '../../platform/queue/repeat.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { addWebhookCommand, removeWebhookCommand } from './webhook.command.ts'
import { webhookDeliveryName } from './webhook.repository.ts'

const test = changeTest
  .extend('add', ({ db, readAll }, { onCleanup }) => {
    const added: number[] = []
    onCleanup(async () => {
      for (const id of added) await removeWebhookCommand.run(db, { id }, commandContext)
    })
    return async (providerId: number): Promise<number> => {
      await readAll()
      const wanted = {
        url: 'http://localhost:9',
        secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
        providerId
      }
      const id = await addWebhookCommand.run(db, wanted, commandContext)
      added.push(id)
      return id
    }
  })
  .extend('writeOfTwin', ({ write, twin }) => (count: number) => {
    return write(count, {
      provider_id: twin.providerId,
      customer_id: twin.customerId,
      actor_contact_id: twin.shopUsers.admin.contactId
    })
  })
  .extend('look', ({ db, server }) => {
    return () => queueDeliveries({ db, log: server.app.log })
  })

test('a late webhook is told all at once', async ({ db, server, own, twin, add, write, writeOfTwin, readAll }) => {
  const [long, short] = [await add(own.providerId), await add(twin.providerId)]
  await write(350)
  await writeOfTwin(1)
  await readAll()
  const queued = async () => {
    // Two turns may begin in one millisecond; the numbers of their transactions tell which was first.
    const { rows } = await sql<{ webhook: number }>`
      select (data->>'webhookId')::int as webhook from jobs
      where kind = ${webhookDeliveryName} order by xmin::text::bigint`.execute(db)
    return rows.map(({ webhook }) => webhook)
  }
  // One look, and no second one in the time of the test.
  const end = runRepeatedly({ db, log: server.app.log }, [{ everyMs: 3_600_000, run: queueDeliveries }])
  await eventually(async () => expect((await queued()).filter((id) => id === long)).toHaveLength(350))
  await end()
  expect((await queued()).indexOf(short)).toBe(100)
})

test('a webhook takes in nothing more while a thousand are due', async ({ db, own, add, write, readAll, look }) => {
  const id = await add(own.providerId)
  const before = JSON.stringify({ webhookId: id, changeId: 0 })
  const wait = (count: number, due: string) =>
    sql`insert into jobs (id, kind, data, due_at)
      select gen_random_uuid(), ${webhookDeliveryName}, ${before}::jsonb, ${due}::timestamptz
      from generate_series(1, ${count}::int)`.execute(db)
  await wait(999, '2026-01-01')
  await wait(1000, '2099-01-01')
  await write(250)
  await readAll()
  const taken = async () => {
    const { rows } = await sql<{ taken: number }>`
      select count(*) as taken from jobs
      where kind = ${webhookDeliveryName} and data @> ${JSON.stringify({ webhookId: id })}::jsonb and data->>'changeId' <> '0'`.execute(
      db
    )
    return rows[0]?.taken
  }
  expect([await look(), await taken()]).toEqual([true, 100])
  expect([await look(), await taken()]).toEqual([false, 100])
  await sql`update jobs set state = 'completed', ended_at = now()
    where id in (select id from jobs where data = ${before}::jsonb and due_at < now() limit 100)`.execute(db)
  expect([await look(), await taken()]).toEqual([true, 200])
  expect([await look(), await taken()]).toEqual([false, 200])
})

test('a webhook whose changes cannot be taken in is told of at each look, though another one has more', async ({
  db,
  server,
  own,
  twin,
  add,
  write,
  writeOfTwin,
  readAll,
  look,
  onTestFinished
}) => {
  const broken = await add(own.providerId)
  await add(twin.providerId)
  await sql`create function refuse_job() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`.execute(db)
  onTestFinished(async () => void (await sql`drop function refuse_job cascade`.execute(db)))
  await sql`create trigger refuse_job before insert on jobs for each row
    when (new.data->>'webhookId' = '${sql.raw(String(broken))}') execute function refuse_job()`.execute(db)
  await write(1)
  await writeOfTwin(150)
  await readAll()
  const start = server.log().length
  const told = () =>
    server
      .log()
      .slice(start)
      .split('\n')
      .filter((line) => line.includes('could not be taken in'))
      .map((line) => JSON.parse(line) as unknown)
  const warning = expect.objectContaining({
    level: 40,
    id: broken,
    err: expect.objectContaining({}) as object
  }) as object
  expect([await look(), told()]).toEqual([true, [warning]])
  expect([await look(), told()]).toEqual([false, [warning, warning]])
})
