// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { commandContext } from '../../testing/command-context.ts'
import { eventually } from '../../testing/eventually.ts'
import { test } from '../../testing/webhook-fixtures.ts'
import { listWebhooksCommand, removeWebhookCommand } from './webhook.command.ts'

test('a webhook can be removed while the outcome of a delivery is noted', async ({ receive, rename, db }) => {
  const { received, behave, id } = await receive()
  let answer = () => {}
  behave((response) => (answer = () => void response.writeHead(500).end()))
  await rename('Ybbs')
  await eventually(() => expect(received).toHaveLength(1))
  await db.transaction().execute(async (trx) => {
    // Of two transactions that wait for each other PostgreSQL ends the one that looks first.
    await sql`set local deadlock_timeout = '1ms'`.execute(trx)
    await sql`select from webhooks where id = ${id} for update`.execute(trx)
    answer()
    // A transaction sees the same pg_stat_activity until its end.
    const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await eventually(async () => expect((await waiting.execute(trx)).rows).not.toEqual([]))
    await removeWebhookCommand.run(trx, { id }, commandContext)
  })
  expect(await listWebhooksCommand.run(db, null, commandContext)).not.toContainEqual(expect.objectContaining({ id }))
})
