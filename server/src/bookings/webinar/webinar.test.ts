import { describe, expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { RightName } from '@customer-center/contract/rights'
import { listWebinarsSchema } from '@customer-center/contract/webinar'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'

const test = serverTest
  .extend('ask', ({ server }) => {
    return async (user: TestShopUser, query: Record<string, string> = {}) =>
      server.call<WireRow[]>(user, `/eventmanager/webinarlink?${new URLSearchParams(query).toString()}`)
  })
  .extend('list', ({ ask }) => async (user: TestShopUser, query: Record<string, string> = {}) => {
    const { status, envelope } = await ask(user, query)
    expect(status).toBe(200)
    return listWebinarsSchema.data.parse(envelope.responseData)
  })
  .extend('captions', ({ list }) => {
    return async (user: TestShopUser) =>
      (await list(user)).map((row) => [row['WEB_BEZEICHNUNG'], row['WEB_TEILNEHMER'] ?? []].flat().join(' – '))
  })

describe('the list of webinars', () => {
  test.beforeAll(async ({ seed, own, foreign }) => {
    const { addEvent, addWebinar, addParticipation } = seed
    await addEvent(1, '2026-01-10')
    await addEvent(2, '2026-02-10')
    // Nobody here took part in this holding.
    await addEvent(1, '2025-12-10', { no: 2 })
    const { contact, shoplight } = own.shopUsers
    await addParticipation(contact, 1)
    const of = (event_id: number) => ({ event_id, no: 1 })
    await addWebinar(own.customerId, 'Raum 1', { ...of(1), contact_id: contact.contactId, expiry_date: '2026-01-11' })
    await addWebinar(own.customerId, 'Raum 1', { ...of(1), contact_id: shoplight.contactId, expiry_date: '2026-01-11' })
    await addWebinar(own.customerId, 'Folien 1', { ...of(1), is_pdf: true })
    await addWebinar(own.customerId, 'Folien 2', { ...of(2), is_pdf: true })
    await addWebinar(own.customerId, 'Folien der anderen', { event_id: 1, no: 2, is_pdf: true })
    await addWebinar(own.customerId, 'Für alle')
    await addWebinar(foreign.customerId, 'Fremd')
    await addWebinar(foreign.customerId, 'Fremd 1', { ...of(1), contact_id: foreign.shopUsers.contact.contactId })
  })

  test.for<[RightName, string[]]>([
    [
      'admin',
      ['Für alle', 'Folien 2', 'Folien 1', 'Raum 1 – Anna contact', 'Raum 1 – Anna shoplight', 'Folien der anderen']
    ],
    [
      'shopfull',
      ['Für alle', 'Folien 2', 'Folien 1', 'Raum 1 – Anna contact', 'Raum 1 – Anna shoplight', 'Folien der anderen']
    ],
    ['contact', ['Für alle', 'Raum 1', 'Folien 1']],
    ['shoplight', ['Für alle', 'Raum 1']]
  ])('shows %s the links it may follow, newest first', async ([right, expected], { captions, own }) => {
    expect(await captions(own.shopUsers[right])).toEqual(expected)
  })

  test('shows a company no link of another', async ({ captions, foreign }) => {
    expect(await captions(foreign.shopUsers.contact)).toEqual(['Fremd', 'Fremd 1'])
    expect(await captions(foreign.shopUsers.shoplight)).toEqual(['Fremd'])
  })

  test('writes every field, and shows an expired link with its date', async ({ list, own }) => {
    const [forAll, room, slides] = await list(own.shopUsers.contact)
    expect(room).toEqual({
      WEB_BEZEICHNUNG: 'Raum 1',
      WEB_LINK: expect.stringMatching(/^https:\/\/webinar\.example\/\d+$/) as string,
      WEB_GUELTIGBIS: '2026-01-11',
      WEB_ISTPDF: false,
      WEB_VERID: 1,
      WEB_BEGINN: '2026-01-10',
      WEB_STATUS: null,
      WEB_TEILNEHMER: null,
      events: [{ eventId: 1, no: 1 }]
    })
    expect(slides).toMatchObject({ WEB_GUELTIGBIS: null, WEB_ISTPDF: true })
    expect(forAll).toMatchObject({ WEB_VERID: null, WEB_BEGINN: null })
  })

  test('gives exactly the fields that RES_FIELDS names, and refuses an unknown one', async ({ list, own, ask }) => {
    const rows = await list(own.shopUsers.contact, { RES_FIELDS: 'WEB_LINK, WEB_BEZEICHNUNG' })
    expect(rows.map((row) => Object.keys(row).toSorted())).toEqual(rows.map(() => ['WEB_BEZEICHNUNG', 'WEB_LINK']))
    for (const code of ['link', 'VERSION']) {
      const { status, envelope } = await ask(own.shopUsers.contact, { RES_FIELDS: `WEB_LINK,${code}` })
      expect([status, envelope.responseResult.Errors]).toEqual([400, [`Unbekanntes Feld: ${code}`]])
    }
  })

  test('takes the caller’s company', async ({ own, list, ask }) => {
    const { admin } = own.shopUsers
    expect(await list(admin, { company: '1', id: String(own.customerId) })).toHaveLength(6)
    expect(await list(admin, { company: '', id: '' })).toHaveLength(6)
    expect(await list(admin, { company: '1', id: '999999' })).toEqual([])
    for (const id of ['x', '-1', '1e3', '9999999999']) expect((await ask(admin, { id })).status).toBe(400)
  })

  test('lets no address out but of the web: an entry with another has none', async ({ db, list }) => {
    const customer = await addCustomer(db, 400)
    const good = ['http://a.example', 'HTTPS://b.example/x?y=1&z="<']
    const bad = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//c.example',
      'https:// d.example',
      'mailto:https://e.example',
      'x\nhttps://f.example',
      ''
    ]
    for (const [index, link] of [...good, ...bad].entries()) {
      const row = {
        provider_id: 1,
        link_id: 900 + index,
        customer_id: customer.customerId,
        caption: String(index),
        link
      }
      await db.insertInto('webinar_links').values(row).execute()
    }
    const links = (await list(customer.shopUsers.contact)).map((row) => row['WEB_LINK'])
    expect(new Set(links)).toEqual(new Set([...good, null]))
    expect(links).toHaveLength(good.length + bad.length)
  })
})
