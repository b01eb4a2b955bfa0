import { expect, describe } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import { seed } from '../../../../testing/server/seed.ts'
import { test } from '../../../../testing/server/socket-fixtures.ts'

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
    const save = async () => {
      const answer = await server.save(headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'hallo123' })
      judged += 1
      return answer.code
    }
    expect(await save()).toBe(106)
    const saves = Array.from({ length: 12 }, save)
    // With the only turn held, as many passwords would be judged as others call.
    for (let turn = 0; turn < 14; turn += 1) expect((await server.call(others, '/customer')).status).toBe(200)
    expect(judged).toBeLessThan(13)
    expect(new Set(await Promise.all(saves))).toEqual(new Set([106]))
  })
})
