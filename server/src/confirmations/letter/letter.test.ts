import { describe, expect } from 'vitest'
import type { LetterNumber } from '@customer-center/contract/letter'
import type { RightName } from '@customer-center/contract/rights'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { seedRows } from '../../../../testing/server/seed.ts'

const test = serverTest
  .extend('elsewhere', { scope: 'file', auto: true }, ({ db }) => addCustomer(db, 300, 2))
  .extend('ask', ({ server }) => {
    return async (user: TestShopUser, path: string) => server.call<LetterNumber | null>(user, `/eventmanager/${path}`)
  })
  .extend('confirmation', ({ ask }) => {
    return (user: TestShopUser, eventId: string | number) => ask(user, `letterparticipation?eventId=${eventId}`)
  })

describe('the numbers of letters', () => {
  const none = (sentence: string) => ({
    responseData: null,
    responseResult: { HTTPReturnCode: 200, RESTReturnCode: 110, Errors: [sentence] }
  })
  const noConfirmation = none('Bestätigung nicht verfügbar')

  test.beforeAll(async ({ seed, own, foreign }) => {
    const { addEvent, addLetter, addParticipation } = seed
    for (const event of [1, 2, 3, 4]) await addEvent(event, '2026-01-10')
    await addEvent(2, '2026-05-10', { no: 2 })
    const { contact, shoplight } = own.shopUsers
    await addParticipation(contact, 1)
    await addParticipation(contact, 2)
    await addParticipation(shoplight, 2, { no: 2 })
    await addParticipation(contact, 3, { attended: false })
    await addParticipation(foreign.shopUsers.contact, 4)
    await addLetter(31)
    await addLetter(30, { kind: 'hour-record' })
    await addLetter(29, { event_id: 3 })
    await addLetter(34, { event_id: 2, no: 2 })
    await addLetter(33, { event_id: 2 })
  })

  test.for(['admin', 'shopfull', 'contact', 'shoplight'] as const)(
    'tells %s the letter of hour records',
    async (right, { ask, own }) => {
      const { envelope } = await ask(own.shopUsers[right], 'lettertimesheet')
      expect(envelope.responseData).toEqual({ letterNo: 30 })
    }
  )

  test.for<[RightName, (number | null)[]]>([
    ['admin', [31, 33, null, null]],
    ['shopfull', [31, 33, null, null]],
    ['contact', [31, 33, null, null]],
    ['shoplight', [null, 34, null, null]]
  ])('tells %s the letter of an attended event, for each holding', async ([right, expected], { confirmation, own }) => {
    const answers = []
    for (const event of [1, 2, 3, 4]) answers.push((await confirmation(own.shopUsers[right], event)).envelope)
    expect(answers.map(({ responseData }) => responseData?.letterNo ?? null)).toEqual(expected)
    for (const answer of answers) if (answer.responseData === null) expect(answer).toEqual(noConfirmation)
  })

  test('refuses with a sentence where the provider has no letter', async ({ db, elsewhere, confirmation, ask }) => {
    const { addEvent, addParticipation } = seedRows(db, 2)
    await addEvent(1, '2026-01-10')
    await addParticipation(elsewhere.shopUsers.contact, 1)
    expect((await confirmation(elsewhere.shopUsers.contact, 1)).envelope).toEqual(noConfirmation)
    const { envelope } = await ask(elsewhere.shopUsers.admin, 'lettertimesheet')
    expect(envelope).toEqual(none('Stundennachweis nicht verfügbar'))
  })

  test.for(['', 'x', '-1', '1;2', '2147483648', '1&eventId=2'])(
    'refuses %j as an event',
    async (eventId, { confirmation, own }) => {
      const { status, envelope } = await confirmation(own.shopUsers.admin, eventId)
      expect([status, envelope.responseResult.Errors]).toEqual([400, ['Die Angabe eventId fehlt oder ist ungültig.']])
    }
  )
})
