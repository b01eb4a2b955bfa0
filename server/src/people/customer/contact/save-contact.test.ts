// On both databases: saves at once meet in the database.

import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { notWritable, test } from '../../../../../testing/server/contact-fixtures.ts'
import { addTwin, type TestShopUser } from '../../../../../testing/server/customer.ts'
import { changeRows, addRows } from '../../../../../testing/server/rows.ts'
import { auditOf, contentOf } from '../../../../../testing/server/saves.ts'
import { seedRows } from '../../../../../testing/server/seed.ts'
import { queuePasswordMail } from '../../mail/password-mail/password-mail.ts'

// The rules of a plan are in `contact-plan.test.ts`.
describe('saving a contact', () => {
  test('answers keys, VERSION and shop e-mail, and records who changed what', async ({ newCustomer, saves, db }) => {
    const { shopUsers, customerId } = await newCustomer()
    const { shopfull, none } = shopUsers
    const changes = { ASP_NACHNAME: ' Neu ', ASP_PLZ: '4020', ASP_NEWSLETTER: true }
    const answer = await saves.put(shopfull, none, { ...changes, VERSION: 1 })
    const keys = {
      ASP_FIRMA: 1,
      ASP_ID: customerId,
      ASP_PVAID: none.contactId,
      ASP_KONTAKTFIRMA: 1,
      ASP_KONTAKTID: none.personId
    }
    expect(answer.data).toEqual({ ...keys, ASP_SHOPEMAIL: none.userName, VERSION: 2 })
    expect(await saves.read(shopfull, none)).toMatchObject({ ...changes, ASP_NACHNAME: 'Neu', VERSION: 2 })
    const entry = { action: 'update', resource: 'contact', contactId: shopfull.contactId }
    expect(await auditOf(db, { customerId })).toMatchObject([
      {
        ...entry,
        key: { providerId: 1, customerId, contactId: none.contactId },
        changes: {
          ASP_NACHNAME: { old: 'none', new: 'Neu' },
          ASP_PLZ: { old: '1010', new: '4020' },
          ASP_NEWSLETTER: { old: false, new: true }
        }
      }
    ])
  })

  test('of twenty saves at once, all succeed without a VERSION, and one with the same VERSION', async ({
    newCustomer,
    saves,
    db
  }) => {
    const { shopUsers, customerId } = await newCustomer()
    const { admin, none } = shopUsers
    const headers = await saves.sessionOf(admin)
    const twenty = (dataOf: (n: number) => WireRow) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => saves.put(admin, none, dataOf(n), headers)))
    const without = await twenty((n) => ({ ASP_ORT: `Ort ${n}`, ASP_FREIFELD17: `Feld ${n}` }))
    const versions = without.map(({ data }) => Number(data?.['VERSION']))
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2))
    const codes = (await twenty((n) => ({ ASP_ORT: `Platz ${n}`, VERSION: 21 }))).map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === BusinessError.staleData)).toHaveLength(19)
    expect((await saves.read(admin, none))['ASP_ORT']).toBe(`Platz ${codes.indexOf(0)}`)
    const audit = await auditOf(db, { customerId })
    expect(audit).toHaveLength(21)
    // Each entry has the value that it found: none of another save is missing between two of them.
    const first = audit.slice(0, 20).map(({ changes }) => changes['ASP_FREIFELD17'])
    expect(first.slice(1).map((change) => change?.old)).toEqual(first.slice(0, -1).map((change) => change?.new))
  })

  test('refuses a foreign contact like a missing one, whatever key names it', async ({ foreign, own, db, saves }) => {
    const theirs = foreign.shopUsers.none
    const { admin, none } = own.shopUsers
    const headers = await saves.sessionOf(admin)
    const before = await contentOf(db)
    const missing = await saves.put(admin, 999_999, { ASP_NACHNAME: 'X' }, headers)
    for (const data of [
      { ASP_PVAID: theirs.contactId },
      { ASP_PVAID: null, ASP_KONTAKTID: theirs.personId },
      { ASP_ID: theirs.customerId },
      { ASP_FIRMA: 2 },
      { ASP_KONTAKTID: theirs.personId },
      { ASP_KONTAKTFIRMA: 2 }
    ]) {
      const answer = await saves.put(admin, none, { ASP_NACHNAME: 'X', ...data }, headers)
      expect([answer.status, answer.text], JSON.stringify(data)).toEqual([404, missing.text])
    }
    expect(await contentOf(db)).toEqual(before)
    expect((await saves.put(admin, none, { ASP_PVAID: null, ASP_KONTAKTID: none.personId })).status).toBe(200)
    expect((await saves.put(admin, none, { ASP_PVAID: null })).status).toBe(400)
  })

  test('asks the lists of its provider’s form, and of no other', async ({ newCustomer, own, db, saves }) => {
    const { admin, none } = (await newCustomer(2)).shopUsers
    await seedRows(db, 2).addFields('contact', { ASP_TELEFAX: { read_only: true }, ASP_VORNAME: { required: true } })
    await seedRows(db, 2).addChoices('ASP_FREIFELD16', [['1', 'Technik']])
    expect(await saves.refused(admin, none, { ASP_TELEFAX: '1' })).toEqual(notWritable('ASP_TELEFAX', 'asp_telefax'))
    const data = { ASP_TELEFAX: '1', ASP_VORNAME: '', ASP_FREIFELD16: '2' }
    for (const one of Object.entries(data).slice(1)) {
      const [status, code] = await saves.refused(admin, none, Object.fromEntries([one]))
      expect([one, status, code === 0]).toEqual([one, 200, false])
    }
    expect((await saves.put(own.shopUsers.admin, own.shopUsers.none, data)).code).toBe(0)
  })

  test('leaves the rows of another provider', async ({ newCustomer, db, database, saves, setShopUser }) => {
    const customer = await newCustomer()
    const { pool } = database
    const { admin, contact, none } = customer.shopUsers
    const twin = (await addTwin(db, customer)).shopUsers
    // There the second one is an admin, too, and the third one another customer's contact and a customer.
    await newCustomer(2)
    await setShopUser(twin.shopfull, { rights: Right.admin })
    await addRows(db, 'customers', { provider_id: 2, customer_id: none.personId, number: 'Z' })
    const link = { provider_id: 2, contact_id: customer.customerId + 9, customer_id: none.personId }
    await addRows(db, 'contacts', { ...link, person_id: none.personId })
    for (const user of [none, twin.none]) await db.transaction().execute((trx) => queuePasswordMail(trx, user))
    await changeRows(
      db,
      'persons',
      { provider_id: twin.shoplight.providerId, person_id: twin.shoplight.personId },
      { last_name: 'Zwilling' }
    )
    const session = await saves.sessionOf(twin.contact)
    const theirs = async () => {
      const mails = await pool.query('select * from password_mails where provider_id = 2')
      return [...(await contentOf(db)).filter((row) => row.includes('"provider_id":2')), ...mails.rows]
    }
    const before = await theirs()
    const address = 'neu@firma.example'
    const all: [TestShopUser, WireRow][] = [
      [contact, { ASP_NACHNAME: 'Neu', ASP_FREIFELD17: 'Neu', ASP_SHOPEMAIL: address, ASP_PASSWORT: 'Neu-4711' }],
      [contact, { ASP_SHOPRECHTE: Right.none, ASP_AKTIV: false }],
      [none, { ASP_NACHNAME: 'Neu' }],
      [none, { ASP_SHOPEMAIL: null }]
    ]
    for (const [of, data] of all) {
      const { code, errors } = await saves.put(admin, of, data)
      expect([data, code, errors]).toEqual([data, 0, []])
    }
    expect((await saves.refused(admin, admin, { ASP_AKTIV: false }))[1]).toBe(BusinessError.lastAdmin)
    expect([await theirs(), await saves.isAlive(session)]).toEqual([before, true])
  })
})

describe('a private customer that is its own contact', () => {
  const ownContact = test.extend('link', async ({ newCustomer, db }) => {
    const { shopUsers, customerId } = await newCustomer()
    const link = { provider_id: 1, contact_id: customerId + 7, customer_id: customerId, person_id: customerId }
    await db.insertInto('contacts').values(link).execute()
    return { users: shopUsers, pvaid: link.contact_id }
  })

  ownContact('is named by an admin alone', async ({ link: { users, pvaid }, saves }) => {
    expect(await saves.refused(users.shopfull, pvaid, { ASP_NACHNAME: 'Neu' })).toEqual(notWritable('ASP_NACHNAME'))
    expect((await saves.put(users.admin, pvaid, { ASP_NACHNAME: 'Neu' })).code).toBe(0)
  })

  ownContact('is one person: a save in one role makes the other stale', async ({ server, link, saves }) => {
    const { users, pvaid } = link
    const headers = await saves.sessionOf(users.admin)
    const asCustomer = (data: WireRow) => server.save(headers, ['PUT', '/customer'], data)
    const asContact = (data: WireRow) => saves.put(users.admin, pvaid, data)
    expect((await asContact({ ASP_ORT: 'Graz', VERSION: 1 })).data).toMatchObject({ VERSION: 2 })
    expect((await asCustomer({ KND_ORT: 'Linz', VERSION: 1 })).code).toBe(BusinessError.staleData)
    expect((await asCustomer({ KND_ORT: 'Linz', VERSION: 2 })).data).toMatchObject({ VERSION: 3 })
    expect((await asContact({ ASP_ORT: 'Enns', VERSION: 2 })).code).toBe(BusinessError.staleData)
    // Fields that the other role lacks are no news to it.
    expect((await asCustomer({ KND_HOMEPAGE: 'https://neu.example', VERSION: 3 })).code).toBe(0)
    expect((await asContact({ ASP_NEWSLETTER: true, VERSION: 3 })).code).toBe(0)
    expect((await asCustomer({ KND_ORT: 'Wels', VERSION: 4 })).code).toBe(0)
    const both = Array.from({ length: 10 }, (_, no) => [
      asContact({ ASP_ORT: `A${no}` }),
      asCustomer({ KND_ORT: `B${no}` })
    ])
    expect((await Promise.all(both.flat())).map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0))
  })
})
