import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { jobs, personalData } from '../../features.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openMailer } from '../../platform/mail/mailer.ts'
import { repeat } from '../../platform/queue/repeat.ts'
import { startQueue } from '../../platform/queue/start-queue.ts'
import type { JobContext } from '../../platform/services.ts'
import { test as changeTest } from '../../testing/change-fixtures.ts'
import type { TestUser } from '../../testing/company.ts'
import { eventually } from '../../testing/eventually.ts'
import { save } from '../../testing/saves.ts'
import { commandContext } from '../../testing/command-context.ts'
import { startReceiver } from '../../testing/webhook-receiver.ts'
import {
  addWebhookCommand,
  listFailedWebhooksCommand,
  listWebhooksCommand,
  removeWebhookCommand,
  resendWebhookCommand
} from './commands.ts'
import { queueDeliveries } from './queue-deliveries.ts'

const test = changeTest
  .extend('workers', { scope: 'file', auto: true }, async ({ db, server }, { onCleanup }) => {
    const config = readConfig({})
    const context = {
      config,
      db,
      log: server.app.log,
      mailer: openMailer(config),
      typesetter: undefined as never,
      personalData
    }
    const queue = await startQueue(context, jobs, { exclusive: true, pollMs: 20, graceMs: 50 })
    const end = repeat<JobContext>(context, [{ everyMs: 20, run: queueDeliveries }])
    onCleanup(async () => {
      await end()
      await queue.stop()
    })
  })
  .extend('receive', ({ db, own, readAll }, { onCleanup }) => {
    const opened: (() => Promise<void>)[] = []
    onCleanup(async () => void (await Promise.all(opened.map((close) => close()))))
    return async (company = own.company) => {
      const receiver = await startReceiver()
      const { url, secret } = receiver
      // A webhook begins with what the feed has not given yet, which another test's transaction may hold up.
      await readAll()
      const id = await addWebhookCommand.run(db, { url, secret, company }, commandContext)
      opened.push(async () => {
        await db.deleteFrom('webhooks').where('id', '=', id).execute()
        await receiver.close()
      })
      return { ...receiver, id }
    }
  })
  .extend('rename', ({ server, headersOf, own }) => async (place: string, user: TestUser = own.users.admin) => {
    const saved = await save(server.url, await headersOf(user), ['PUT', '/customer'], { KND_ORT: place })
    expect(saved.code).toBe(0)
  })
  /** As if the time until the next attempt were over. */
  .extend(
    'hurry',
    ({ db }) =>
      () =>
        sql`update webhook_deliveries set due_at = now()`.execute(db)
  )

describe('a webhook', () => {
  test('tells a change as the feed does, signed, to the company whose it is alone', async ({
    receive,
    rename,
    own,
    twin,
    readAll
  }) => {
    const { cursor } = await readAll()
    await rename('Vorher')
    const ours = await receive()
    const theirs = await receive(twin.company)
    await rename('Linz')
    await rename('Steyr', twin.users.admin)
    await eventually(() => expect([ours.received.length, theirs.received.length]).toEqual([1, 1]))
    const { changes } = await readAll(cursor)
    expect(ours.received).toEqual([{ type: 'customers.update', timestamp: changes[1]?.at, data: changes[1] }])
    expect(ours.received[0]?.data.rows).toEqual([
      {
        resource: 'customers',
        key: { externalId: expect.stringMatching(/^cc-/) as string, id: own.id },
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

  test('is given up after ten attempts over three days, listed, and sent again on demand', async ({
    receive,
    rename,
    hurry,
    db
  }) => {
    const { url, received, behave, id } = await receive()
    behave((response) => response.writeHead(503).end())
    const pauses: number[] = []
    await rename('Wels')
    for (let attempt = 1; attempt <= 10; attempt++) {
      await eventually(async () => {
        const { rows } = await sql<{ attempts: number; pause: number }>`
          select attempts, round(extract(epoch from due_at - now()) / 60)::int as pause
          from webhook_deliveries where webhook_id = ${id}`.execute(db)
        expect(rows[0]?.attempts).toBe(attempt)
        pauses.push(rows[0]?.pause ?? 0)
      })
      await hurry()
    }
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 60 / 24).toBeCloseTo(3.1, 1)
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
    silent.behave(() => undefined)
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
    expect(silent.received.length).toBeLessThanOrEqual(10)
  })

  test('can be removed while the outcome of a delivery is noted', async ({ receive, rename, database, db, skip }) => {
    skip(database.kind === 'embedded', 'it has one connection, so that one waits for the other')
    const { received, behave, id } = await receive()
    let answer = () => {}
    behave((response) => (answer = () => void response.writeHead(500).end()))
    await rename('Ybbs')
    await eventually(() => expect(received).toHaveLength(1))
    await db.transaction().execute(async (trx) => {
      // Of two that wait for each other PostgreSQL ends the one that looks first.
      await sql`set local deadlock_timeout = '1ms'`.execute(trx)
      await sql`select from webhooks where id = ${id} for update`.execute(trx)
      answer()
      const waiting = sql`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`
      await eventually(async () => expect((await waiting.execute(trx)).rows).not.toEqual([]))
      await removeWebhookCommand.run(trx, { id }, commandContext)
    })
    expect(await listWebhooksCommand.run(db, null, commandContext)).not.toContainEqual(expect.objectContaining({ id }))
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
    const wanted = { url, secret: `whsec_${Buffer.alloc(32).toString('base64')}`, company: own.company }
    expect(addWebhookCommand.input.safeParse(wanted).success).toBe(false)
    expect(addWebhookCommand.input.safeParse({ ...wanted, url: 'https://erp.example/changes' }).success).toBe(true)
  })

  test('goes on with what is new after its database was restored into another server', async ({
    receive,
    rename,
    db,
    write
  }) => {
    const { received, id } = await receive()
    await rename('Enns')
    await eventually(() => expect(received).toHaveLength(1))
    await sql`update webhooks set txid = '4000000000' where id = ${id}`.execute(db)
    await eventually(async () => {
      const { rows } = await sql<{ txid: string }>`select txid::text from webhooks where id = ${id}`.execute(db)
      expect(rows[0]?.txid).not.toBe('4000000000')
    })
    await write(1)
    await eventually(() => expect(received).toHaveLength(2))
  })
})
