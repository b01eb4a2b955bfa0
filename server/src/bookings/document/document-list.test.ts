import { describe, expect } from 'vitest'
import { type DocumentEvent, listEventDocumentsSchema } from '@customer-center/contract/document'
import type { RightName } from '@customer-center/contract/rights'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const test = serverTest
  .extend('list', ({ server }) => async (user: TestShopUser): Promise<DocumentEvent[]> => {
    const { status, envelope } = await server.call<DocumentEvent[]>(user, '/eventmanager/documentsbysubscriber')
    expect(status).toBe(200)
    return listEventDocumentsSchema.data.parse(envelope.responseData)
  })
  .extend('eventsOf', ({ list }) => {
    return async (user: TestShopUser) => (await list(user)).map(({ eventId }) => eventId)
  })
  .extend('data', { scope: 'file', auto: true }, async ({ seed, own, foreign }) => {
    const { addEvent, addParticipation, addScript } = seed
    await addEvent(1, '2026-01-01', { caption: 'Event "1" & <Co>' })
    await addEvent(2, '2026-03-01', { product_type: 2, video_on_demand: true })
    await addEvent(3, '2026-02-01')
    await addEvent(4, '2026-04-01')
    for (const event of [1, 2, 3]) await addScript(event, { position: 2 })
    await addScript(1, { position: 1 })
    const { contact, shoplight, shopfull } = own.shopUsers
    const participation = await addParticipation(contact, 1)
    await addParticipation(shoplight, 1)
    await addParticipation(shoplight, 2)
    await addParticipation(shopfull, 4)
    await addParticipation(foreign.shopUsers.contact, 3)
    return { participation }
  })

describe('the list of scripts', () => {
  test.for<[RightName, number[]]>([
    ['admin', [2, 1]],
    ['shopfull', [2, 1]],
    ['contact', [1]],
    ['shoplight', [2, 1]]
  ])('shows %s the documents it may see, newest first, each once', async ([right, events], { eventsOf, own }) => {
    expect(await eventsOf(own.shopUsers[right])).toEqual(events)
  })

  test('shows a company the events of its own people alone', async ({ eventsOf, foreign }) => {
    expect(await eventsOf(foreign.shopUsers.admin)).toEqual([3])
    expect(await eventsOf(foreign.shopUsers.shoplight)).toEqual([])
  })

  test('writes an event with its scripts in their order', async ({ list, own, data: { participation } }) => {
    const [event] = await list(own.shopUsers.contact)
    expect(event).toMatchObject({
      caption: 'Event "1" & <Co>',
      no: 1,
      participantId: participation,
      from: '2026-01-01',
      to: '2026-01-01',
      location: 'Wien',
      productType: 1,
      videoOnDemand: false,
      scripts: [{ caption: 'Dokument 4' }, { caption: 'Dokument 1', fileName: '1.pdf', dpoId: null, dpdId: null }]
    })
    const recording = (await list(own.shopUsers.admin))[0]
    expect(recording).toMatchObject({ eventId: 2, productType: 2, videoOnDemand: true, participantId: null })
  })

  test('gives each company keys of its own for the same script', async ({ seed, own, list, foreign }) => {
    const { addParticipation } = seed
    await addParticipation(own.shopUsers.none, 3)
    const keys = (events: DocumentEvent[]) =>
      events.find(({ eventId }) => eventId === 3)?.scripts.map((script) => script.documentHash)
    const [mine] = keys(await list(own.shopUsers.admin)) ?? []
    const [colleague] = keys(await list(own.shopUsers.shopfull)) ?? []
    const [theirs] = keys(await list(foreign.shopUsers.admin)) ?? []
    expect(mine).toMatch(/^[0-9a-f]{64}$/)
    expect(colleague).toBe(mine)
    expect(theirs).not.toBe(mine)
  })
})
