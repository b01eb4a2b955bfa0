// On both databases: the embedded one has one connection for all requests.

import { expect, describe, vi } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { TestApp } from '../../../../testing/server/app.ts'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { seed } from '../../../../testing/server/seed.ts'
import { test } from '../../../../testing/server/socket-fixtures.ts'

/** A hash of bcrypt, a check of which takes a quarter of a second; the cost is the second number. */
const dearHash = '$2a$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const patience = { timeout: 60_000 }

/** Tells which of some calls and the answer that waits comes first, once the log has a line. */
async function firstOf(
  server: TestApp,
  line: string,
  answer: Promise<unknown>,
  ask: () => Promise<{ status: number }>
) {
  const waits = answer.then(() => 'the call that waits')
  await vi.waitFor(() => expect(server.log()).toContain(line), { ...patience, interval: 5 })
  const others = async () => {
    for (let turn = 0; turn < 3; turn += 1) expect((await ask()).status).toBe(200)
    return 'the others'
  }
  const first = await Promise.race([waits, others()])
  await answer
  return first
}

describe('a call that waits for neither processor nor database', () => {
  // One call of a customer is at work.
  const config = { databasePool: 1 }

  test('lets others of its customer work while the storage hangs', async ({ start, db, newCustomer }) => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const shelf = await start()
    const getStream: typeof shelf.storage.getStream = async (...asked) => {
      await held
      return shelf.storage.getStream(...asked)
    }
    const server = await start({ config, storage: { ...shelf.storage, getStream } })
    const { providerId, shopUsers } = await newCustomer(2)
    const { addEvent, addParticipation, addScript } = seed(db, shelf.storage, providerId)
    await addEvent(1, '2026-01-01')
    await addParticipation(shopUsers.admin, 1)
    for (const size of [1000, 1_100_000]) await addScript(1, { size })
    const list = await server.call<DocumentEvent[]>(shopUsers.admin, '/eventmanager/documentsbysubscriber')
    const answers = list.envelope.responseData[0]?.scripts?.map(({ documentHash }) =>
      server.call(shopUsers.admin, `/dms/getdoc?documentKey=${documentHash}`)
    )
    expect(answers).toHaveLength(2)
    for (let turn = 0; turn < 3; turn += 1) expect((await server.call(shopUsers.admin, '/customer')).status).toBe(200)
    letGo()
    for (const answer of answers ?? []) expect((await answer).status).toBe(200)
  })

  test('lets others work while a failed login takes as long as the dearest hash', async ({
    start,
    newCustomer,
    setShopUser
  }) => {
    const server = await start({ config })
    const { admin, contact, shoplight } = (await newCustomer()).shopUsers
    await setShopUser(shoplight, { password_hash: dearHash })
    const headers = await server.headersOf(admin)
    const refused = getToken(server.url, loginForm(contact, 'Falsch-4711'))
    const line = 'waits until the dearest check would be over'
    expect(await firstOf(server, line, refused, () => server.call(headers, '/customer'))).toBe('the others')
    expect((await refused).status).toBe(401)
  })

  test('lets others work while a generated password is compared with the new one', async ({
    start,
    newCustomer,
    setShopUser
  }) => {
    const server = await start({ config })
    const { admin, contact } = (await newCustomer()).shopUsers
    await setShopUser(contact, { password_hash: dearHash, password_must_change: true })
    const headers = await server.headersOf(admin)
    const saved = server.save(contact, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'hallo123' })
    const line = 'checks a password'
    expect(await firstOf(server, line, saved, () => server.call(headers, '/customer'))).toBe('the others')
    expect((await saved).code).toBe(106)
  })

  test('lets others of its customer work while passwords of one person are judged one by one', async ({
    start,
    own
  }) => {
    const server = await start({ config })
    const [headers, others] = [
      await server.headersOf(own.shopUsers.admin),
      await server.headersOf(own.shopUsers.shopfull)
    ]
    let judged = 0
    // A long one takes longer to judge than a call takes on a busy machine.
    const save = async () => {
      const answer = await server.save(headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'hallo123'.repeat(5) })
      judged += 1
      return answer.code
    }
    expect(await save()).toBe(106)
    const saves = Array.from({ length: 4 }, save)
    // With the only turn held, as many passwords would be judged as others call.
    for (let turn = 0; turn < 6; turn += 1) expect((await server.call(others, '/customer')).status).toBe(200)
    expect(judged).toBeLessThan(5)
    expect(new Set(await Promise.all(saves))).toEqual(new Set([106]))
  })
})
