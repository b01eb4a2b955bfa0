import { createHash, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { ndjson } from '../../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { test as socketTest } from '../../../../testing/server/socket-fixtures.ts'
import type { TimeLimits } from '../../platform/http/time-limits.ts'
import { revokeKeyCommand } from '../provider-key/key.command.ts'

interface Sent {
  readonly type: string
  readonly bytes: Buffer
}

/** The `test` with calls that send a part of their body, and ones that send it as a whole. */
const test = socketTest
  .extend('writer', { scope: 'file' }, ({ db, own }) =>
    addProviderKey(db, { providerId: own.providerId, scopes: ['write'], expiresAt: new Date(Date.now() + 600_000) })
  )
  .extend('calls', ({ start, begin, writer }) => async (limits: Partial<TimeLimits> = {}) => {
    const [broken, fine] = [await start({ limits }), await start()]
    const path = (run: string) => `/provider/v1/imports/customers?run=${run}`
    const authorization = `Bearer ${writer.key}`
    const readRun = async (run: string) => {
      const response = await fetch(`${fine.url}/provider/v1/imports/${run}`, { headers: { authorization } })
      return (await response.json()) as Partial<Readonly<Record<'line' | 'share' | 'state' | 'failure', unknown>>>
    }
    return {
      log: broken.log,
      /** The connection of a call that has sent so many bytes, within the limits. */
      begun: async (run: string, { type, bytes }: Sent, length: number, key = writer.key) => {
        const head = [`Authorization: Bearer ${key}`, `Content-Type: ${type}`, `Content-Length: ${bytes.length}`]
        const socket = await begin(broken, [`POST ${path(run)} HTTP/1.1`, ...head], '')
        socket.write(bytes.subarray(0, length))
        return socket
      },
      whole: async (run: string, { type, bytes }: Sent) => {
        const headers = { authorization, 'content-type': type }
        const response = await fetch(fine.url + path(run), { method: 'POST', headers, body: new Uint8Array(bytes) })
        return { status: response.status, ...((await response.json()) as object) }
      },
      readRun,
      lineOf: async (run: string) => (await readRun(run)).line ?? 0,
      shareOf: async (run: string) => (await readRun(run)).share
    }
  })

const rowCount = 400
const lastName = 'Weiß\u00A0&\u00A0Söhne '.repeat(4)

/** Makes the bodies; a row of each kind is refused: the last but one. */
function bodies(name: string): Sent[] {
  const rowsOf = (kind: string) =>
    Array.from({ length: rowCount }, (_, n) => ({ externalId: `${name}-${kind}-${n}`, lastName: `${lastName}${n}` }))
  const jsonOf = (rows: readonly object[]) =>
    ndjson(...rows.slice(0, -1), { externalId: 'X', lastName: '' }, rows.at(-1)!)
  const cells = rowsOf('csv').map((row) => `"${row.externalId}";"${row.lastName}\n"\n`)
  const csv = ['externalId;lastName\n', ...cells.slice(0, -1), 'X;\n', ...cells.slice(-1)].join('')
  return [
    { type: 'application/x-ndjson', bytes: Buffer.from(jsonOf(rowsOf('json'))) },
    { type: 'text/csv', bytes: Buffer.from(csv, 'latin1') },
    { type: 'application/gzip', bytes: gzipSync(jsonOf(rowsOf('gzip'))) }
  ]
}

const done = { status: 200, read: rowCount + 1, created: rowCount, updated: 0, unchanged: 0, refused: 1 }

const goOn = (run: string) => `What is stored stays: the same body with run=${run} goes on behind it.`

describe('an import over HTTP', () => {
  test('that the database breaks off is told its run and how to go on with it', async ({ calls, db }) => {
    const { whole } = await calls()
    const [sent] = bodies('D')
    const run = randomUUID()
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'statement timeout' using errcode = '57014'; end $$`.execute(db)
    await sql`create trigger refuse before insert on customers execute function refuse()`.execute(db)
    const broken = await whole(run, sent!)
    await sql`drop function refuse cascade`.execute(db)
    expect(broken).toMatchObject({ status: 503, detail: `The server cannot answer at the moment. ${goOn(run)}` })
    expect(await whole(run, sent!)).toMatchObject(done)
  })

  test('that reaches the time limit of its body is answered with its run', async ({ calls }) => {
    const { begun, whole } = await calls({ bodyMs: 50, wholeBodyMs: 100 })
    for (const [index, share] of [0.01, 0.8, 1].entries()) {
      for (const sent of bodies(`L${index}`)) {
        const run = randomUUID()
        // The last byte of the whole body is missing.
        const socket = await begun(run, sent, Math.min(Math.floor(sent.bytes.length * share), sent.bytes.length - 1))
        const answer = await text(socket)
        expect([share, sent.type, answer]).toEqual([share, sent.type, expect.stringMatching(/^HTTP\/1\.1 408 /)])
        expect(answer).toContain(`import-run: ${run}`)
        expect(answer).toContain(`"detail":"The request took too long. ${goOn(run)}"`)
        expect(await whole(run, sent)).toMatchObject(done)
      }
    }
  })

  test('whose client goes away is gone on with, packed or not, and ends nothing else', async ({ calls }) => {
    const { begun, whole, lineOf, shareOf } = await calls()
    for (const sent of bodies('G')) {
      const run = randomUUID()
      const socket = await begun(run, sent, sent.bytes.length - 1)
      await expect.poll(() => lineOf(run)).toBeGreaterThan(0)
      const share = await shareOf(run)
      expect([share, Number(share) > 0 && Number(share) < 1]).toEqual([share, true])
      socket.destroy()
      // The batch that was under way may still commit: until then the run is taken (409).
      await expect.poll(() => whole(run, sent)).toMatchObject(done)
    }
  })

  test('whose run another call has gone on with is told to try again, and then gets the counts', async ({ calls }) => {
    const { begun, whole, lineOf } = await calls()
    const [sent] = bodies('T')
    const run = randomUUID()
    const socket = await begun(run, sent!, sent!.bytes.length - 1)
    await expect.poll(() => lineOf(run)).toBeGreaterThan(0)
    expect(await whole(run, sent!)).toMatchObject(done)
    socket.write(sent!.bytes.subarray(-1))
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 409 /)
    expect(answer).toContain('retry-after: 1')
    expect(answer).toContain('Somebody else goes on with this run.')
    expect(await whole(run, sent!)).toMatchObject(done)
  })

  test('is gone on with by no body of another format or with other columns', async ({ calls }) => {
    const { begun, whole, lineOf } = await calls()
    const [json, csv] = bodies('O')
    const swapped = { ...csv!, bytes: Buffer.from('lastName;externalId\nSwapped;O-1\n') }
    for (const [sent, others] of [
      [json!, [csv!]],
      [csv!, [json!, swapped]]
    ] as const) {
      const run = randomUUID()
      const socket = await begun(run, sent, sent.bytes.length - 1)
      await expect.poll(() => lineOf(run)).toBeGreaterThan(0)
      socket.destroy()
      for (const other of others) {
        const detail = expect.stringContaining('The run began with another format or other columns') as string
        expect(await whole(run, other)).toMatchObject({ status: 409, detail })
      }
      await expect.poll(() => whole(run, sent)).toMatchObject(done)
    }
  })

  test('that is not done in time is answered with its run, and ends quietly', async ({ calls, db }) => {
    const { begun, whole, lineOf, log } = await calls({ responseMs: 1000 })
    const [sent] = bodies('A')
    const run = randomUUID()
    const socket = await begun(run, sent!, sent!.bytes.length - 1)
    await expect.poll(() => lineOf(run)).toBeGreaterThan(0)
    await db.transaction().execute(async (trx) => {
      await sql`lock table customers in exclusive mode`.execute(trx)
      socket.write(sent!.bytes.subarray(-1))
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 503 /)
      expect(answer).toContain(`import-run: ${run}`)
      expect(answer).toContain(goOn(run))
    })
    await expect.poll(() => whole(run, sent!)).toMatchObject(done)
    expect(log()).not.toMatch(/already sent|reply\.sent/)
  })

  test('of blank lines alone ends with its answer, too', async ({ calls }) => {
    const { begun, log } = await calls({ responseMs: 200 })
    for (const line of ['\n', ';;;\n']) {
      const bytes = gzipSync(`externalId;lastName;;\n${line.repeat(20_000_000 / line.length)}`)
      const [first, second] = [randomUUID(), randomUUID()]
      const sent = { type: 'application/gzip', bytes }
      const answers = await Promise.all([first, second].map(async (run) => text(await begun(run, sent, bytes.length))))
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 /)
      // Both places are free again.
      const next = { type: 'text/csv', bytes: Buffer.from('externalId;lastName\n') }
      await expect.poll(() => begun(randomUUID(), next, next.bytes.length).then(text)).toMatch(/ 200 /)
    }
    expect(log()).not.toMatch(/"level":50/)
  })

  test('that stops before its body was read is answered all the same', async ({ calls }) => {
    const { begun } = await calls()
    const run = randomUUID()
    const rest = Buffer.alloc(3_000_000, 'x;y\n')
    const unknown = { type: 'text/csv', bytes: Buffer.concat([Buffer.from('externalId;shoeSize\n'), rest]) }
    const refused = await text(await begun(run, unknown, 1_000_000))
    expect(refused).toMatch(/^HTTP\/1\.1 400 /)
    expect(refused).toContain(`import-run: ${run}`)
    expect(refused).toContain('shoeSize')
  })

  test('stores nothing more once its key is revoked, and its run says so', async ({ calls, db, own }) => {
    const { begun, lineOf, readRun } = await calls()
    const mine = await addProviderKey(db, { providerId: own.providerId, scopes: ['write'] })
    const [sent] = bodies('R')
    const run = randomUUID()
    const socket = await begun(run, sent!, sent!.bytes.length - 1, mine.key)
    await expect.poll(() => lineOf(run)).toBeGreaterThan(0)
    const line = await lineOf(run)
    await revokeKeyCommand.run(db, { id: mine.id }, commandContext)
    socket.write(sent!.bytes.subarray(-1))
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 409 /)
    expect(answer).toContain('The key was revoked meanwhile.')
    expect(await readRun(run)).toMatchObject({ line, state: 'failed', failure: 'The key was revoked meanwhile.' })
  })

  test('has places that no other provider can take, however slowly its bodies come', async ({ calls, db, twin }) => {
    const { begun } = await calls()
    const theirs = await addProviderKey(db, { providerId: twin.providerId, scopes: ['write'] })
    const [sent] = bodies('S')
    const slow = [randomUUID(), randomUUID()]
    for (const run of slow) await begun(run, sent!, sent!.bytes.length - 1, theirs.key)
    const whole = (key?: string) => begun(randomUUID(), sent!, sent!.bytes.length, key).then(text)
    const running = db.selectFrom('import_runs').select('run_id').where('run_id', 'in', slow)
    await expect.poll(async () => (await running.execute()).length).toBe(2)
    expect(await whole(theirs.key)).toMatch(/^HTTP\/1\.1 503 /)
    expect(await whole()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('the file of a document is stored while others come slowly', async ({ start, begin, writer, db, twin }) => {
  const server = await start({ limits: { responseMs: 10_000 } })
  const theirs = await addProviderKey(db, { providerId: twin.providerId, scopes: ['write'] })
  const send = (key: string, bytes: Buffer, length: number) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const head = [`PUT /provider/v1/files/${sha256} HTTP/1.1`, `Authorization: Bearer ${key}`]
    return begin(server, [...head, `Content-Length: ${bytes.length}`], bytes.subarray(0, length).toString('latin1'))
  }
  const file = Buffer.from('%PDF-1.7\n')
  // Fast enough for minutes, since most of it is there.
  const slow = ['a', 'b'].map((name) => Buffer.concat([file, Buffer.alloc(100_000, name)]))
  for (const bytes of slow) await send(theirs.key, bytes, bytes.length - 1)
  await expect.poll(() => server.log().split('called by a key of the provider').length - 1).toBe(2)
  const answer = await send(writer.key, file, file.length).then(text)
  expect(answer).toMatch(/^HTTP\/1\.1 204 /)
})
