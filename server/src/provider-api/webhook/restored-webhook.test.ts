// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test } from '../../../../testing/server/webhook-fixtures.ts'
import { renumberRestoredEntries } from '../../records/rows/audit.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { confirmWebhookCommand, listWebhooksCommand, removeWebhookCommand } from './webhook.command.ts'

const later = '4000000000'

test('a restored webhook is told once what it has missed', async ({ receive, rename, db, server, onTestFinished }) => {
  await rename('Vorher')
  const { received, id } = await receive()
  const places = () => received.map(({ data }) => data.rows[0]?.fields['place'])
  const told = (place: string) => expect.objectContaining({ new: place }) as object
  await rename('Enns')
  await eventually(() => expect(places()).toEqual([told('Enns')]))
  // As a restore brings them, at once: the webhook sleeps, and all numbers are of a server that has run for longer. The
  // workers would place a webhook that alone is ahead of the count.
  await db.transaction().execute(async (trx) => {
    await sql`update webhooks set sleeping = true, txid = ${later} where id = ${id}`.execute(trx)
    await sql`update audit_entries set txid = ${later}`.execute(trx)
  })
  const older = await db.startTransaction().execute()
  onTestFinished(async () => void (older.isCommitted || (await older.rollback().execute())))
  await sql`select pg_current_xact_id()`.execute(older)
  await renumberRestoredEntries(db)
  await queueDeliveries({ db, log: server.app.log })
  await rename('Versäumt')
  await confirmWebhookCommand.run(db, { id }, commandContext)
  await queueDeliveries({ db, log: server.app.log })
  expect(places()).toEqual([told('Enns')])
  await older.commit().execute()
  await eventually(() => expect(places()).toContainEqual(told('Versäumt')))
  await rename('Danach')
  await eventually(() => expect(places()).toContainEqual(told('Danach')))
  expect(places()).toEqual([told('Enns'), told('Versäumt'), told('Danach')])
})

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
