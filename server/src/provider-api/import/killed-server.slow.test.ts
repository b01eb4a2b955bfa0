import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildServer, startProgram } from '../../../../testing/process.ts'
import { withDatabase } from '../../../../testing/server/backups.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { ndjson } from '../../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { createInstallation, postgresServer } from '../../../../testing/server/test-database.ts'

const count = 5000

beforeAll(buildServer)

test.for(postgresServer() === null ? (['embedded'] as const) : (['embedded', 'postgres'] as const))(
  'a program that sends its rows again after a kill of the server finds all of them stored (%s)',
  async (kind) => {
    // On a busy machine a connection opens in more than the time that a call waits for it.
    const env = { ...(await createInstallation(kind)), DATABASE_CONNECT_MS: '30000' }
    const { key } = await withDatabase(env, async ({ db }) => {
      await addCustomer(db, 100)
      return addProviderKey(db, { scopes: ['write'] })
    })
    const run = randomUUID()
    const body = ndjson(...Array.from({ length: count }, (_, n) => ({ externalId: `R-${n}`, lastName: `Huber ${n}` })))
    // Its end does not come, so that the import cannot be done before the kill.
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(body)) })
    const send = (url: string, rows: RequestInit = { body }) =>
      fetch(`${url}/provider/v1/imports/customers?run=${run}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        ...rows
      })
    const killed = await startProgram('main', env)
    const sent = send(killed.url, { body: endless, duplex: 'half' }).then(
      ({ status }) => status,
      () => 'lost'
    )
    const state = () =>
      fetch(`${killed.url}/provider/v1/imports/${run}`, { headers: { authorization: `Bearer ${key}` } }).then(
        async (response) => (await response.json()) as { readonly line?: number }
      )
    await expect.poll(async () => (await state()).line ?? 0).toBeGreaterThan(0)
    await killed.kill()
    expect(await sent).toBe('lost')
    const server = await startProgram('main', env)
    // The database notices a moment later that the connection of the killed run has gone.
    await eventually(async () => {
      const answer = await send(server.url)
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ refused: 0 })])
    })
    await server.end()
    const stored = await withDatabase(env, ({ db }) =>
      db.selectFrom('customers').select('external_id').where('external_id', 'like', 'R-%').execute()
    )
    expect(stored).toHaveLength(count)
  }
)
