import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { type TestApp, startApp } from '../../../../testing/server/app.ts'
import { call } from '../../../../testing/server/calls.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { readMetrics } from '../../../../testing/server/metrics.ts'
import { save } from '../../../../testing/server/saves.ts'
import { test as webhookTest } from '../../../../testing/server/webhook-fixtures.ts'

const id = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${id}-b7ad6b7169203331-01`
const fromProxy = { 'x-forwarded-for': '192.0.2.1' }

type Line = Readonly<Record<string, unknown>>

const linesOf = (server: TestApp): Line[] =>
  server
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const answered = (server: TestApp) => linesOf(server).filter(({ msg }) => msg === 'answered')

const test = webhookTest
  /** A server behind a proxy on this machine, to which every statement is slow. */
  .extend('proxied', async ({ database }, { onCleanup }) => {
    const server = await startApp(database, {
      config: { trustProxy: ['127.0.0.1'], slowStatementMs: 0, publicUrl: 'https://center.example' }
    })
    onCleanup(server.close)
    return server
  })

describe('the trace of a request', () => {
  test('is the one that a named proxy passed on, and nobody else’s', async ({ proxied, server }) => {
    const traceOf = async (to: TestApp, headers: Record<string, string>) => {
      await fetch(`${to.url}/livez`, { headers })
      return answered(to).at(-1)?.['trace']
    }
    expect(await traceOf(proxied, { traceparent, ...fromProxy })).toBe(id)
    const others = [
      await traceOf(server, { traceparent, ...fromProxy }),
      await traceOf(proxied, { traceparent }),
      await traceOf(proxied, fromProxy),
      await traceOf(proxied, { ...fromProxy, traceparent: traceparent.replace('00-', 'ff-') })
    ]
    for (const other of others) expect(other).toMatch(/^(?!0af7)[0-9a-f]{32}$/)
    expect(new Set(others).size).toBe(others.length)
  })

  test('goes with the job that the request queues, and into its log', async ({ proxied, server }) => {
    const headers = { traceparent, ...fromProxy }
    await save(proxied.url, headers, ['POST', '/passwordreset'], { emailAddress: 'nobody@canary.example' })
    const lines = () => linesOf(server).filter(({ trace }) => trace === id)
    await eventually(() => expect(lines()).toContainEqual(expect.objectContaining({ msg: 'a job is done' })))
  })

  test('is in the line of each slow and failed statement, without values', async ({ server, proxied, db, own }) => {
    const headers = { ...(await server.headersOf(own.shopUsers.admin)), traceparent, ...fromProxy }
    await call(proxied.url, '/webshopuser?RES_FIELDS=canary', { headers })
    await save(proxied.url, headers, ['PUT', '/customer'], { KND_ORT: 'Canary' })
    await sql`alter table customers rename to kept`.execute(db)
    expect((await call(proxied.url, '/customer', { headers })).status).toBe(500)
    await sql`alter table kept rename to customers`.execute(db)
    const lines = linesOf(proxied).filter(({ trace }) => trace === id)
    const slow = lines.filter(({ msg }) => msg === 'a statement was slow')
    // The body of the save came before: the statement knows the trace nevertheless.
    expect(slow.map(({ statement }) => String(statement)).join('\n')).toMatch(/insert into audit_entries/)
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'a statement has failed', code: '42P01', statement: expect.any(String) as string })
    )
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'failed unexpectedly' }))
    for (const secret of ['canary', 'Canary', own.shopUsers.admin.userName]) expect(proxied.log()).not.toContain(secret)
  })

  test.for([
    ['PUT', '/customer', { KND_ORT: 'Melk' }],
    ['PUT', '/contact', { ASP_ORT: 'Melk' }]
  ] as const)(
    'shows that a save has three round trips, of which one writes: %s %s',
    async ([method, path, change], { server, proxied, customer: { customerId, shopUsers } }) => {
      const headers = { ...(await server.headersOf(shopUsers.admin)), traceparent, ...fromProxy }
      const keys = path === '/contact' && { ASP_FIRMA: 1, ASP_ID: customerId, ASP_PVAID: shopUsers.contact.contactId }
      // The first call of a person notes its time, and takes turns of limits.
      await call(proxied.url, '/customer', { headers: { ...headers, traceparent: '' } })
      const before = linesOf(proxied).length
      expect(await save(proxied.url, headers, [method, path], { ...keys, ...change })).toMatchObject({ code: 0 })
      const statements = linesOf(proxied)
        .slice(before)
        .filter(({ trace, msg }) => trace === id && msg === 'a statement was slow')
        .map(({ statement }) => String(statement))
      expect(statements).toHaveLength(3)
      expect(statements.map((statement) => /\b(update|insert into)\b/i.test(statement))).toEqual([false, false, true])
    }
  )

  test('is in all tries of the delivery to a webhook', async ({ receive, rename, db, server }) => {
    const receiver = await receive()
    const before = (await readMetrics(server.url)).valueOf
    receiver.behave((response) => response.writeHead(500).end())
    await rename('Melk')
    await eventually(() => expect(receiver.headers).toHaveLength(1))
    receiver.behave((response) => response.writeHead(204).end())
    await eventually(async () => {
      await sql`update jobs set due_at = now() where state = 'waiting'`.execute(db)
      expect(receiver.headers).toHaveLength(2)
    })
    const parts = receiver.headers.map(({ traceparent: header }) =>
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-00$/.exec(String(header))
    )
    expect(answered(server).map(({ trace }) => trace)).toContain(parts[0]?.[1])
    expect(parts[0]?.[1]).toBe(parts[1]?.[1])
    expect(parts[0]?.[2]).not.toBe(parts[1]?.[2])
    const ofKind = 'job_runs_total{kind="webhook-delivery",group="",outcome='
    await eventually(async () => {
      const { valueOf } = await readMetrics(server.url)
      const rise = (name: string) => (valueOf(name) ?? 0) - (before(name) ?? 0)
      expect([rise(`${ofKind}"completed"}`), rise(`${ofKind}"retried"}`), rise('webhook_delay_seconds_count')]).toEqual(
        [1, 1, 1]
      )
    })
  })
})
