import { describe, expect } from 'vitest'
import { type History, getHistorySchema } from '@customer-center/contract/history'
import type { TestUser } from '../../../../../testing/server/company.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { addProviderKey } from '../../../../../testing/server/provider-keys.ts'
import { addRows } from '../../../../../testing/server/rows.ts'

const test = serverTest.extend('historyOf', { scope: 'file' }, ({ server }) => async (user: TestUser, query = '') => {
  const { envelope } = await server.call<History>(user, `/history${query}`)
  return getHistorySchema.data.parse(envelope.responseData)
})

describe('the history of a company', () => {
  test('says who changed which field, when and how, the latest first', async ({ server, own, historyOf }) => {
    const { admin } = own.users
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

  test('names the invoices that were sent, and who sent them', async ({ server, newCompany, seed, historyOf }) => {
    const { users, id } = await newCompany()
    const { documentId: controlNo } = await seed.addInvoice(id, 'R-2026-9', '2026-03-31')
    const to = { recipients: [users.admin.pvaid], toCompany: false }
    await server.mustSave(users.shopfull, ['POST', '/eventmanager/invoicemail'], { companyNo: 1, controlNo, ...to })
    const { entries } = await historyOf(users.admin)
    expect(entries).toMatchObject([
      { changedBy: 'Anna shopfull', isCreation: true, changes: [{ code: 'no', old: null, new: 'R-2026-9' }] }
    ])
    expect((await historyOf(users.admin, `?pvaid=${users.shopfull.pvaid}`)).entries).toEqual([])
  })

  test('of a contact has its own saves, and no password', async ({ server, newCompany, historyOf, db }) => {
    const { users, id, company } = await newCompany()
    const { admin, contact, shopfull } = users
    await server.mustSave(admin, ['PUT', '/contact'], { ASP_PVAID: contact.pvaid, ASP_ORT: 'Wels' })
    await server.mustSave(contact, ['PUT', '/webshopuser'], {
      WSU_EMAIL: `neu-${id}@firma.example`,
      WSU_PASSWORT: 'Bergsteiger-77'
    })
    await server.mustSave(admin, ['PUT', '/contact'], { ASP_PVAID: shopfull.pvaid, ASP_ORT: 'Steyr' })
    const { id: provider_key } = await addProviderKey(db, { company })
    const entry = {
      provider_id: company,
      customer_id: id,
      actor_contact_id: null,
      provider_key,
      action: 'update',
      resource: 'contact'
    }
    const changes = JSON.stringify({ ASP_TITEL: { old: null, new: 'Dr.' } })
    await addRows(db, 'audit_entries', {
      ...entry,
      key: JSON.stringify({ customerId: id, contactId: contact.pvaid }),
      changes
    })
    const { entries } = await historyOf(admin, `?pvaid=${contact.pvaid}`)
    expect(entries).toMatchObject([
      { changedBy: null, changes: [{ code: 'ASP_TITEL', old: null, new: 'Dr.' }] },
      {
        changedBy: 'Anna contact',
        changes: expect.arrayContaining([
          { code: 'ASP_SHOPEMAIL', old: contact.userName, new: `neu-${id}@firma.example` },
          { code: 'ASP_PASSWORT', old: null, new: null }
        ]) as object
      },
      { changedBy: 'Anna admin', changes: [{ code: 'ASP_ORT', old: 'Wien', new: 'Wels' }] }
    ])
  })

  test('of an invoice address begins with its creation', async ({ server, newCompany, historyOf }) => {
    const { admin } = (await newCompany()).users
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

  test('is read in pages, each entry once, however many there are', async ({ newCompany, historyOf, db }) => {
    const { users, id, company } = await newCompany()
    const entry = {
      provider_id: company,
      customer_id: id,
      actor_contact_id: users.admin.pvaid,
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
          key: JSON.stringify({ providerId: company, customerId: id }),
          changes: JSON.stringify({ KND_ORT: { old: null, new: `Ort ${number}` } })
        }))
      )
      .execute()
    const places: unknown[] = []
    for (let before: string | null = ''; before !== null;) {
      const page: History = await historyOf(users.admin, before && `?before=${before}`)
      places.push(...page.entries.map(({ changes }) => changes[0]?.new))
      before = page.next
    }
    expect(places).toEqual(Array.from({ length: 120 }, (_, number) => `Ort ${119 - number}`))
  })

  test('of what belongs to others is that of nothing', async ({ server, own, foreign, twin, historyOf }) => {
    await server.mustSave(foreign.users.admin, ['PUT', '/contact'], {
      ASP_PVAID: foreign.users.contact.pvaid,
      ASP_ORT: 'Ried'
    })
    await server.mustSave(twin.users.admin, ['PUT', '/contact'], {
      ASP_PVAID: own.users.contact.pvaid,
      ASP_ORT: 'Ried'
    })
    const missing = await historyOf(own.users.admin, '?pvaid=999999')
    expect(missing).toEqual({ entries: [], next: null })
    for (const { pvaid } of [foreign.users.contact, twin.users.contact])
      expect(await historyOf(own.users.admin, `?pvaid=${pvaid}`)).toEqual(missing)
    expect((await historyOf(foreign.users.admin, `?pvaid=${foreign.users.contact.pvaid}`)).entries).toHaveLength(1)
  })
})
