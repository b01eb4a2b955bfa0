import { describe, expect } from 'vitest'
import { today } from '@customer-center/contract/dates'
import { getEventModelSchema } from '@customer-center/contract/event'
import type { WireRow } from '@customer-center/contract/field-codes'
import { everyRight, type RightName } from '@customer-center/contract/rights'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const test = serverTest
  .extend('elsewhere', { scope: 'file', auto: true }, ({ db }) => addCustomer(db, 300, 2))
  .extend('ask', ({ server }) => {
    return async (user: TestShopUser, query: Record<string, string>) =>
      server.call<WireRow>(user, `/eventmodel?${new URLSearchParams(query).toString()}`)
  })
  .extend('drawing', ({ ask }) => async (user: TestShopUser, query: Record<string, string>) => {
    const { status, envelope } = await ask(user, query)
    return status === 200 ? getEventModelSchema.data.parse(envelope.responseData)['MOD_SVG'] : status
  })

describe('an event model', () => {
  test.beforeAll(async ({ seed, own, foreign }) => {
    const { addModel } = seed
    await addModel('saal', { css: '.a{}' })
    await addModel('saal', { event_id: '2', svg: '<svg id="2"/>' })
    await addModel('nur', { event_id: '2', svg: '<svg id="nur"/>' })
    await addModel('saal', { provider_id: 2, svg: '<svg id="fremd"/>' })
    await addModel('fremd', { provider_id: 2 })
    const { addEvent, addParticipation } = seed
    await addEvent(1, '2020-01-10')
    await addEvent(2, '2020-02-10')
    await addEvent(3, '2020-03-10')
    await addEvent(4, '2020-01-01', { to_date: today() })
    await addEvent(5, null)
    // The event is open, but another provider's.
    await addEvent(6, null, { provider_id: 2 })
    const { contact } = own.shopUsers
    await addParticipation(contact, 1)
    await addParticipation(contact, 2, { attended: false })
    await addParticipation(foreign.shopUsers.contact, 3)
  })

  test.for(everyRight)('shows %s a drawing of its provider alone', async (right, { own, drawing, elsewhere }) => {
    const user = own.shopUsers[right]
    const asked = [{ modelId: 'saal' }, { modelId: ' saal ', eventId: '' }, { modelId: 'fremd' }, { modelId: 'nur' }]
    const answers = []
    for (const query of asked) answers.push(await drawing(user, query))
    expect(answers).toEqual(['<svg/>', '<svg/>', 404, 404])
    expect(await drawing(elsewhere.shopUsers[right], { modelId: 'saal' })).toBe('<svg id="fremd"/>')
  })

  test.for<[RightName, (string | number)[]]>([
    ['admin', ['<svg/>', '<svg id="2"/>', 404, '<svg/>', '<svg/>']],
    ['shopfull', ['<svg/>', '<svg id="2"/>', 404, '<svg/>', '<svg/>']],
    ['contact', ['<svg/>', '<svg id="2"/>', 404, '<svg/>', '<svg/>']],
    ['shoplight', [404, 404, 404, '<svg/>', '<svg/>']]
  ])('shows %s the drawing of an event it takes part in or that is open', async ([right, all], { drawing, own }) => {
    const answers = []
    for (const eventId of ['1', '2', '3', '4', '5'])
      answers.push(await drawing(own.shopUsers[right], { modelId: 'saal', eventId }))
    expect(answers).toEqual(all)
  })

  test('reads an event by its number, whatever zeros stand before it', async ({ drawing, own }) => {
    expect(await drawing(own.shopUsers.admin, { modelId: 'nur', eventId: ' 002 ' })).toBe('<svg id="nur"/>')
  })

  test('answers for what is foreign or over as for what does not exist, byte for byte', async ({ own, ask }) => {
    const { admin } = own.shopUsers
    const { status, text, envelope } = await ask(admin, { modelId: 'nichts' })
    expect([status, envelope.responseResult.Errors]).toEqual([404, ['Dieser Plan ist nicht verfügbar.']])
    for (const query of [
      { modelId: 'fremd' },
      { modelId: '' },
      { modelId: 'saal', eventId: '3' },
      { modelId: 'saal', eventId: '6' },
      { modelId: 'saal', eventId: '999999' },
      { modelId: 'saal', eventId: 'x' },
      { modelId: 'saal', eventId: '99999999999999999999' },
      { modelId: 'saal', eventId: '-1' },
      { modelId: "saal' or 1=1 --" }
    ]) {
      expect((await ask(admin, query)).text, JSON.stringify(query)).toBe(text)
    }
    expect((await ask(admin, {})).status).toBe(400)
  })

  test('gives exactly the fields that RES_FIELDS names, and refuses an unknown one', async ({ ask, own }) => {
    const { envelope } = await ask(own.shopUsers.contact, { modelId: 'saal', RES_FIELDS: 'MOD_CSS,MOD_SVG' })
    expect(envelope.responseData).toEqual({ MOD_CSS: '.a{}', MOD_SVG: '<svg/>' })
    const all = await ask(own.shopUsers.contact, { modelId: 'saal' })
    expect(all.envelope.responseData).toEqual({ MOD_CSS: '.a{}', MOD_SVG: '<svg/>', MOD_HTML: '' })
    expect((await ask(own.shopUsers.contact, { modelId: 'saal', RES_FIELDS: 'svg' })).status).toBe(400)
  })
})
