import { describe, expect } from 'vitest'
import { participation } from '../../../../testing/server/confirmations.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { stopClock } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { readPage, visitor } from '../../../../testing/server/verification.ts'
import { registerLetter } from './issued-letter.repository.ts'
import { newSerialNumber } from './serial-number.ts'

const test = serverTest.extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } }).extend(
  'send',
  ({ server }) =>
    async (form: Record<string, string>, headers: Record<string, string> = visitor()) =>
      readPage(await fetch(`${server.url}/verify`, { method: 'POST', body: new URLSearchParams(form), headers }))
)

describe('how often letters may be checked', () => {
  const [known, unknown] = [newSerialNumber(), newSerialNumber()]

  test.beforeAll(async ({ db }) => {
    const { providerId, customerId, contactId } = (await addCustomer(db, 5100)).shopUsers.contact
    await db.insertInto('signing_keys').values({ key_id: 'k', public_key: 'x' }).execute()
    const letter = { serialNumber: known, keyId: 'k', content: participation, sha256: 'a'.repeat(64) }
    await registerLetter(db, { providerId, customerId, contactId }, { kind: 'participation', ...letter })
  })

  test('whoever asks for what is not there is slowed after 20 tries, sent at once or not, and others are not', async ({
    send
  }) => {
    const headers = visitor()
    const tries = await Promise.all(Array.from({ length: 30 }, () => send({ number: unknown }, headers)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = await send({ number: known }, headers)
    expect([refused.status, refused.result]).toEqual([429, 'Nicht geprüft'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await send({ number: known })).status).toBe(200)
    stopClock(Date.now() + 10 * 60_000)
    expect((await send({ number: known }, headers)).status).toBe(200)
  })

  test('the addresses of one IPv6 customer share its tries', async ({ send }) => {
    const ask = (last: number) => send({ number: unknown }, { 'x-forwarded-for': `2001:db8:7:1::${last}` })
    const tries = await Promise.all(Array.from({ length: 22 }, (_, index) => ask(index + 1)))
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
    const neighbour = await send({ number: unknown }, { 'x-forwarded-for': '2001:db8:7:2::1' })
    expect(neighbour.status).toBe(200)
  })

  test('a client that forges the header past every proxy is known by its real address', async ({ startServer }) => {
    const direct = await startServer()
    const body = () => new URLSearchParams({ number: unknown })
    const ask = () => fetch(`${direct.url}/verify`, { method: 'POST', body: body(), headers: visitor() })
    const tries = await Promise.all(Array.from({ length: 22 }, ask))
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('a form longer than any code is not read, and a busy server says so on a page', async ({
    startServer,
    send
  }) => {
    expect(await send({ number: '9'.repeat(20_000) })).toMatchObject({ status: 413, result: 'Nicht geprüft' })
    const busy = await startServer({ config: { maxPendingRequests: 0 } })
    const page = await readPage(await fetch(`${busy.url}/verify`))
    expect([page.status, page.result]).toEqual([503, 'Nicht geprüft'])
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('whoever finds letters may check many', async ({ send }) => {
    const headers = visitor()
    for (let count = 0; count < 60; count += 1) expect((await send({ number: known }, headers)).status).toBe(200)
  })
})
