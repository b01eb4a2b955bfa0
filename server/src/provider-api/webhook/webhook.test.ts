// On both databases: workers share the one connection of the embedded one with requests.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as webhookTest } from '../../../../testing/server/webhook-fixtures.ts'
import { startReceiver } from '../../../../testing/server/webhook-receiver.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import {
  addWebhookCommand,
  confirmWebhookCommand,
  listFailedWebhooksCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  resendWebhookCommand
} from './webhook.command.ts'

const test = webhookTest
  /** Ends the pause before the next attempt. */
  .extend('hurry', ({ db }) => {
    return () => sql`update jobs set due_at = now() where state = 'waiting'`.execute(db)
  })

describe('a webhook', () => {
  test('tells a change as the feed does, signed', async ({ receive, rename, own, twin, readAll }) => {
    const { cursor } = await readAll()
    await rename('Vorher')
    const ours = await receive()
    const theirs = await receive(twin.providerId)
    await rename('Linz')
    await rename('Steyr', twin.shopUsers.admin)
    await eventually(() => expect([ours.received.length, theirs.received.length]).toEqual([1, 1]))
    const { changes } = await readAll(cursor)
    expect(ours.received).toEqual([{ type: 'customers.update', timestamp: changes[1]?.at, data: changes[1] }])
    expect(ours.received[0]?.data.rows).toEqual([
      {
        resource: 'customers',
        key: { externalId: own.customerNumber, customerNo: own.customerId },
        fields: { place: { old: 'Vorher', new: 'Linz' } }
      }
    ])
    expect(ours.ids).toEqual([`change_${changes[1]?.id}`])
    expect([ours.forged(), theirs.forged()]).toEqual([0, 0])
  })

  test.for([
    ['answers with a failure', 500],
    ['sends it elsewhere', 307],
    ['says that nothing has changed', 304]
  ] as const)('that %s is tried again under the same number', async ([, status], { receive, rename, hurry, db }) => {
    const receiver = await receive()
    const { url, received, ids, behave, id } = receiver
    const elsewhere = await startReceiver()
    behave((response) => response.writeHead(status, { location: elsewhere.url }).end())
    await rename(`Ort ${status}`)
    const listed = async () =>
      (await listWebhooksCommand.run(db, null, commandContext)).find((webhook) => webhook.id === id)
    await eventually(async () => expect(await listed()).toMatchObject({ url, failing: true, waiting: 1, failed: 0 }))
    behave((response) => response.writeHead(200).end('fine'))
    await hurry()
    await eventually(async () => expect(await listed()).toMatchObject({ failing: false, waiting: 0, failed: 0 }))
    expect(received).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  test('is tried ten times over three days, and again on demand', async ({ receive, rename, hurry, db }) => {
    const { url, received, behave, id } = await receive()
    behave((response) => response.writeHead(503).end())
    const pauses: number[] = []
    await rename('Wels')
    for (let attempt = 1; attempt <= 10; attempt++) {
      await eventually(async () => {
        const { rows } = await sql<{ attempts: number; pause: number }>`
          select attempts - (state = 'running')::int as attempts, extract(epoch from due_at - now())::float as pause
          from jobs where data->'webhookId' = to_jsonb(${id}::int)`.execute(db)
        expect(rows[0]?.attempts).toBe(attempt)
        pauses.push(rows[0]?.pause ?? 0)
      })
      await hurry()
    }
    for (const [index, most] of [5, 30, 120, 600].entries())
      expect(Math.round(pauses[index] ?? 0)).toBeLessThanOrEqual(most)
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3600 / 24).toBeCloseTo(3.1, 1)
    const failed = (await listFailedWebhooksCommand.run(db, null, commandContext)).filter(
      ({ webhookId }) => webhookId === id
    )
    expect(failed).toMatchObject([{ url, attempts: 10, reason: 'answered 503' }])
    const changeId = failed[0]?.changeId ?? 0
    expect(received).toHaveLength(10)
    await expect(resendWebhookCommand.run(db, { id, changeId: changeId + 1 }, commandContext)).rejects.toThrow(
      'no failed delivery'
    )
    await expect(resendWebhookCommand.run(db, { id: 999_999 }, commandContext)).rejects.toThrow(
      'There is no webhook 999999.'
    )
    behave((response) => response.writeHead(204).end())
    expect(await resendWebhookCommand.run(db, { id, changeId }, commandContext)).toBe(1)
    await eventually(() => expect(received).toHaveLength(11))
    await eventually(async () => expect(await listFailedWebhooksCommand.run(db, null, commandContext)).toEqual([]))
  })

  test('waits for no other whose receiver does not answer, or answers without an end', async ({ receive, rename }) => {
    const silent = await receive()
    let [open, most] = [0, 0]
    silent.behave((response) => {
      most = Math.max(most, (open += 1))
      response.on('close', () => (open -= 1))
    })
    const endless = await receive()
    endless.behave((response) => {
      response.writeHead(200)
      const more = () => void (response.destroyed || response.write('x'.repeat(100_000), () => setImmediate(more)))
      more()
    })
    const good = await receive()
    for (let number = 1; number <= 12; number++) await rename(`Graz ${number}`)
    await eventually(() => expect(good.received).toHaveLength(12))
    await eventually(() => expect(endless.received).toHaveLength(12))
    expect(most).toBeLessThanOrEqual(10)
  })

  test('waits for no other whose changes cannot be taken in', async ({ receive, rename, db, onTestFinished }) => {
    const [broken, good] = [await receive(), await receive()]
    await sql`create function refuse_job() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`.execute(db)
    onTestFinished(async () => void (await sql`drop function refuse_job cascade`.execute(db)))
    await sql`create trigger refuse_job before insert on jobs for each row
      when (new.data->>'webhookId' = '${sql.raw(String(broken.id))}') execute function refuse_job()`.execute(db)
    await rename('Perg')
    await eventually(() => expect(good.received).toHaveLength(1))
    expect(broken.received).toEqual([])
  })

  test('that was removed is told nothing more', async ({ receive, rename, db }) => {
    const [gone, stays] = [await receive(), await receive()]
    gone.behave((response) => response.writeHead(500).end())
    await rename('Krems')
    await eventually(() => expect(gone.received).toHaveLength(1))
    await removeWebhookCommand.run(db, { id: gone.id }, commandContext)
    await rename('Melk')
    await eventually(() => expect(stays.received).toHaveLength(2))
    expect(gone.received).toHaveLength(1)
    await expect(removeWebhookCommand.run(db, { id: gone.id }, commandContext)).rejects.toThrow(
      `There is no webhook ${gone.id}.`
    )
  })

  test.for([
    'http://erp.example/changes',
    'ftp://erp.example/',
    'https://user:secret@erp.example/',
    'https://erp.example/#part',
    'erp.example',
    'http://127.0.0.1.erp.example/'
  ])('is not sent to %s, where somebody else could read it', (url, { own }) => {
    const wanted = { url, secret: `whsec_${Buffer.alloc(32).toString('base64')}`, providerId: own.providerId }
    expect(addWebhookCommand.input.safeParse(wanted).success).toBe(false)
    expect(addWebhookCommand.input.safeParse({ ...wanted, url: 'https://erp.example/changes' }).success).toBe(true)
  })

  test.for([
    ['after a delivery', true, true],
    ['after a delivery of a change that is kept no more', true, false],
    ['before its first delivery', false, false]
  ] as const)(
    'goes on with what it has missed, and with nothing of before, in another server: %s',
    async ([, isDelivered, isKept], { receive, rename, db, server }) => {
      await rename('Vorher')
      const { received, id } = await receive()
      const places = () => received.flatMap(({ data }) => data.rows.map(({ fields }) => fields['place']))
      if (isDelivered) await rename('Enns')
      await eventually(() => expect(received).toHaveLength(isDelivered ? 1 : 0))
      if (!isKept)
        await sql`delete from audit_entries using webhooks
          where webhooks.id = ${id} and audit_entries.id = webhooks.change_id`.execute(db)
      const ahead = await sql<{ txid: string }>`
        update webhooks set sleeping = true, txid = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 200)::text::xid8
        where id = ${id} returning txid::text`.execute(db)
      await queueDeliveries({ db, log: server.app.log })
      await rename('Versäumt')
      // The server counts past the place while the webhook sleeps.
      for (let txid = 0n; txid <= BigInt(ahead.rows[0]?.txid ?? 0);) {
        const { rows } = await sql<{ txid: string }>`select pg_current_xact_id()::text as txid`.execute(db)
        txid = BigInt(rows[0]?.txid ?? 0)
      }
      await confirmWebhookCommand.run(db, { id }, commandContext)
      await eventually(() => expect(places().at(-1)).toMatchObject({ new: 'Versäumt' }))
      await rename('Danach')
      await eventually(() => expect(places().at(-1)).toMatchObject({ new: 'Danach' }))
      expect(places().map((place) => place && 'new' in place && place.new)).toEqual([
        ...(isDelivered ? ['Enns'] : []),
        'Versäumt',
        'Danach'
      ])
    }
  )
})
