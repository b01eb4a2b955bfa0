import { beforeAll, expect, test } from 'vitest'
import { killsOf } from '../../../../testing/kills.ts'
import { buildServer, type Running, startProgram } from '../../../../testing/process.ts'
import { withDatabase } from '../../../../testing/server/backups.ts'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { save } from '../../../../testing/server/saves.ts'
import { openSession } from '../../../../testing/server/sessions.ts'
import { postgresServer, createInstallation, type Installation } from '../../../../testing/server/test-database.ts'
import { startReceiver, type WebhookReceiver } from '../../../../testing/server/webhook-receiver.ts'
import { addWebhookCommand } from './webhook.command.ts'

const kills = killsOf(2)
const savesBetween = 6
const timeout = 60_000 * kills

beforeAll(buildServer)

const prepare = (env: Installation, { url, secret }: WebhookReceiver): Promise<string> =>
  withDatabase(env, async ({ db }) => {
    const { admin } = (await addCustomer(db, 1000)).shopUsers
    await addWebhookCommand.run(db, { url, secret }, commandContext)
    return openSession(db, admin)
  })

const run = (env: Installation, statement: string) => withDatabase(env, ({ pool }) => pool.query(statement))

/** As if the time of a killed process's jobs had run out, where others may still be alive. */
const expireJobs = (env: Installation) => run(env, `update jobs set due_at = now() where state = 'running'`)

/** As if the pauses were over that follow two failures: on a busy machine what gets no answer fails before the kill. */
const endPauses = (env: Installation) => run(env, `update jobs set due_at = now() where state = 'waiting'`)

/** Saves while the server is killed again and again, also amid deliveries; the last one lives until all have come. */
async function survives(env: Installation, afterKill: () => Promise<unknown>): Promise<void> {
  const receiver = await startReceiver()
  const authorization = await prepare(env, receiver)
  const acknowledged: string[] = []
  let server: Running | undefined
  for (let round = 0; round <= kills; round++) {
    server = await startProgram('main', { ...env, LOG_LEVEL: 'silent' })
    // Some answers never reach the sender, so that it dies not knowing.
    receiver.behave((response) => {
      if (round === kills || acknowledged.length % 3 !== 0) response.writeHead(204).end()
    })
    const before = receiver.received.length
    for (let number = 0; number < savesBetween; number++) {
      const place = `Ort ${round}.${number}`
      const { code } = await save(server.url, { authorization }, ['PUT', '/customer'], { KND_ORT: place })
      if (code === 0) acknowledged.push(place)
    }
    if (round === kills) break
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(before))
    await server.kill()
    await afterKill()
    if (round > 0) await endPauses(env)
  }
  const places = () =>
    receiver.received.map(({ data }) => {
      const place = data.rows[0]?.fields['place']
      return place && 'new' in place ? place.new : null
    })
  await eventually(() => expect(new Set(places())).toEqual(new Set(acknowledged)))
  expect(acknowledged).toHaveLength((kills + 1) * savesBetween)
  expect(receiver.forged()).toBe(0)
  // The same change always has the same number.
  expect(new Set(receiver.ids).size).toBe(acknowledged.length)
  await server?.kill()
  await receiver.close()
}

test('each change is delivered, signed, while the server is killed again and again: embedded', { timeout }, async () =>
  survives(await createInstallation('embedded'), async () => {})
)

test.skipIf(postgresServer() === null)(
  'each change is delivered, signed, while the server is killed again and again: postgres',
  { timeout },
  async () => {
    const env = await createInstallation()
    await survives(env, () => expireJobs(env))
  }
)
