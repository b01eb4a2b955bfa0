import { describe, expect } from 'vitest'
import { type History, getHistorySchema } from '@customer-center/contract/history'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { addProviderKey } from '../../../../../testing/server/provider-keys.ts'
import { addRows } from '../../../../../testing/server/rows.ts'

const test = serverTest.extend(
  'historyOf',
  { scope: 'file' },
  ({ server }) =>
    async (user: TestShopUser, query = '') => {
      const { envelope } = await server.call<History>(user, `/history${query}`)
      return getHistorySchema.data.parse(envelope.responseData)
    }
)

describe('the history of a company', () => {
  test('says who changed which field, when and how, the latest first', async ({ server, own, historyOf }) => {
    const { admin } = own.shopUsers
    await server.mustSave(admin, ['PUT', '/customer'], { KND_ORT: 'Graz' })
    await server.mustSave(admin, ['PUT', '/customer'], { KND_ORT: 'Linz', KND_PLZ: '4020' })
    const { entries, next } = await historyOf(admin)
    expect(entries.map(({ changes }) => changes)).toEqual([
      expect.arrayContaining([
        { code: 'KND_ORT', old: 'Graz', new: 'Linz' },
        { code: 'KND_PLZ', old: '1010', new: '4020' }
      ]),
      [{ code: 'KND_ORT', old: 'Wien', new: 'Graz' }]
    ])
    expect(entries[0]).toMatchObject({ changedBy: 'Anna admin', isCreation: false })
    expect(Date.now() - Date.parse(entries[0]?.changedAt ?? '')).toBeLessThan(60_000)
    expect(next).toBeNull()
  })

  test('names the invoices that were sent, and who sent them', async ({ server, newCustomer, seed, historyOf }) => {
    const { shopUsers, customerId } = await newCustomer()
    const { controlNo } = await seed.addInvoice(customerId, 'R-2026-9', '2026-03-31')
    const to = { recipients: [shopUsers.admin.contactId], toCompany: false }
    await server.mustSave(shopUsers.shopfull, ['POST', '/eventmanager/invoicemail'], { companyNo: 1, controlNo, ...to })
    const { entries } = await historyOf(shopUsers.admin)
    expect(entries).toMatchObject([
      { changedBy: 'Anna shopfull', isCreation: true, changes: [{ code: 'no', old: null, new: 'R-2026-9' }] }
    ])
    expect((await historyOf(shopUsers.admin, `?pvaid=${shopUsers.shopfull.contactId}`)).entries).toEqual([])
  })

  test('of a contact has its own saves, and no password', async ({ server, newCustomer, historyOf, db }) => {
    const { shopUsers, customerId, providerId } = await newCustomer()
    const { admin, contact, shopfull } = shopUsers
    await server.mustSave(admin, ['PUT', '/contact'], { ASP_PVAID: contact.contactId, ASP_ORT: 'Wels' })
    await server.mustSave(contact, ['PUT', '/webshopuser'], {
      WSU_EMAIL: `neu-${customerId}@firma.example`,
      WSU_PASSWORT: 'Bergsteiger-77'
    })
    await server.mustSave(admin, ['PUT', '/contact'], { ASP_PVAID: shopfull.contactId, ASP_ORT: 'Steyr' })
    const { id: provider_key } = await addProviderKey(db, { providerId })
    const entry = {
      provider_id: providerId,
      customer_id: customerId,
      actor_contact_id: null,
      provider_key,
      action: 'update',
      resource: 'contact'
    }
    const changes = JSON.stringify({ ASP_TITEL: { old: null, new: 'Dr.' } })
    await addRows(db, 'audit_entries', {
      ...entry,
      key: JSON.stringify({ customerId, contactId: contact.contactId }),
      changes
    })
    const { entries } = await historyOf(admin, `?pvaid=${contact.contactId}`)
    expect(entries).toMatchObject([
      { changedBy: null, changes: [{ code: 'ASP_TITEL', old: null, new: 'Dr.' }] },
      {
        changedBy: 'Anna contact',
        changes: expect.arrayContaining([
          { code: 'ASP_SHOPEMAIL', old: contact.userName, new: `neu-${customerId}@firma.example` },
          { code: 'ASP_PASSWORT', old: null, new: null }
        ]) as object
      },
      { changedBy: 'Anna admin', changes: [{ code: 'ASP_ORT', old: 'Wien', new: 'Wels' }] }
    ])
  })

  test('of an invoice address begins with its creation', async ({ server, shopUsers: { admin }, historyOf }) => {
    const address = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
    const { ADR_LFDNR: no } = await server.mustSave(admin, ['PUT', '/address'], address)
    await server.mustSave(admin, ['PUT', '/address'], address)
    await server.mustSave(admin, ['PUT', '/address'], { ADR_LFDNR: no ?? 0, ADR_ORT: 'Graz' })
    const { entries } = await historyOf(admin, `?no=${no}`)
    expect(entries).toMatchObject([
      { isCreation: false, changes: [{ code: 'ADR_ORT', old: 'Wien', new: 'Graz' }] },
      { isCreation: true }
    ])
    const created = Object.fromEntries(entries[1]?.changes.map((change) => [change.code, change.new]) ?? [])
    expect(created).toEqual(address)
  })

  test('is read in pages, each entry once, however many there are', async ({ newCustomer, historyOf, db }) => {
    const { shopUsers, customerId, providerId } = await newCustomer()
    const entry = {
      provider_id: providerId,
      customer_id: customerId,
      actor_contact_id: shopUsers.admin.contactId,
      provider_key: null,
      action: 'update'
    }
    await db
      .insertInto('audit_entries')
      .values(
        Array.from({ length: 120 }, (_, number) => ({
          ...entry,
          // Several of the same moment.
          at: new Date(2026, 1, 1, 0, 0, Math.floor(number / 7)),
          resource: 'customer',
          key: JSON.stringify({ providerId, customerId }),
          changes: JSON.stringify({ KND_ORT: { old: null, new: `Ort ${number}` } })
        }))
      )
      .execute()
    const places: unknown[] = []
    for (let before: string | null = ''; before !== null;) {
      const page: History = await historyOf(shopUsers.admin, before && `?before=${before}`)
      places.push(...page.entries.map(({ changes }) => changes[0]?.new))
      before = page.next
    }
    expect(places).toEqual(Array.from({ length: 120 }, (_, number) => `Ort ${119 - number}`))
  })

  test('of what belongs to others is that of nothing', async ({ server, own, foreign, twin, historyOf }) => {
    await server.mustSave(foreign.shopUsers.admin, ['PUT', '/contact'], {
      ASP_PVAID: foreign.shopUsers.contact.contactId,
      ASP_ORT: 'Ried'
    })
    await server.mustSave(twin.shopUsers.admin, ['PUT', '/contact'], {
      ASP_PVAID: own.shopUsers.contact.contactId,
      ASP_ORT: 'Ried'
    })
    const missing = await historyOf(own.shopUsers.admin, '?pvaid=999999')
    expect(missing).toEqual({ entries: [], next: null })
    for (const { contactId } of [foreign.shopUsers.contact, twin.shopUsers.contact])
      expect(await historyOf(own.shopUsers.admin, `?pvaid=${contactId}`)).toEqual(missing)
    expect(
      (await historyOf(foreign.shopUsers.admin, `?pvaid=${foreign.shopUsers.contact.contactId}`)).entries
    ).toHaveLength(1)
  })
})
