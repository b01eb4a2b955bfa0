import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right, type RightName } from '@customer-center/contract/rights'
import { startApp } from '../../testing/app.ts'
import { authorized } from '../../testing/calls.ts'
import { addCompany, addTwin, type TestUser } from '../../testing/company.ts'
import { notWritable, test } from '../../testing/contact-fixtures.ts'
import { queuePasswordMail } from '../../testing/queue-mails.ts'
import { auditOf, contentOf, save } from '../../testing/saves.ts'
import { seedRows } from '../../testing/seed.ts'

describe('saving a contact', () => {
  test.beforeAll(async ({ db }) => {
    // Provider 2 has a form with lists, provider 1 has none.
    await addCompany(db, 500, 2)
    await seedRows(db, 2).addFields('contact', {
      ASP_EMAIL: { description: 'E-Mail', required: true },
      ASP_VORNAME: { description: 'Vorname', required: true },
      ASP_TELEFAX: { read_only: true },
      ASP_TITEL: { display_mode: 0 }
    })
    await seedRows(db, 2).addChoices('ASP_FREIFELD16', [['1', 'Technik']])
  })

  test('answers keys, VERSION and shop e-mail, stores what was sent and writes down who changed what', async ({
    newCompany,
    saves,
    db
  }) => {
    const { users, id } = await newCompany()
    const { shopfull, none } = users
    const answer = await saves.put(shopfull, none, {
      ASP_NACHNAME: ' Neu ',
      ASP_PLZ: '4020',
      ASP_NEWSLETTER: true,
      VERSION: 1
    })
    expect(answer.data).toEqual({
      ASP_FIRMA: 1,
      ASP_ID: id,
      ASP_PVAID: none.pvaid,
      ASP_KONTAKTFIRMA: 1,
      ASP_KONTAKTID: none.contactId,
      ASP_SHOPEMAIL: none.userName,
      VERSION: 2
    })
    expect(await saves.read(shopfull, none)).toMatchObject({
      ASP_NACHNAME: 'Neu',
      ASP_PLZ: '4020',
      ASP_NEWSLETTER: true,
      VERSION: 2
    })
    const audit = await auditOf(db, { id })
    expect(audit).toMatchObject([
      {
        action: 'update',
        resource: 'contact',
        pvaid: shopfull.pvaid,
        key: { company: 1, id, pvaid: none.pvaid },
        changes: {
          ASP_NACHNAME: { old: 'none', new: 'Neu' },
          ASP_PLZ: { old: '1010', new: '4020' },
          ASP_NEWSLETTER: { old: false, new: true }
        }
      }
    ])
  })

  test('a save that changes nothing counts no version up', async ({ db, server, own, saves }) => {
    const before = await contentOf(db)
    const headers = await authorized(server.url, own.users.admin)
    const { data } = await saves.put(
      own.users.admin,
      own.users.none,
      { ASP_NACHNAME: 'none', ASP_AKTIV: true },
      headers
    )
    expect(data?.['VERSION']).toBe(1)
    expect(await contentOf(db)).toEqual(before)
  })

  test('a stale VERSION is refused, a save without one wins', async ({ newCompany, saves }) => {
    const { admin, none } = (await newCompany()).users
    await saves.put(admin, none, { ASP_NACHNAME: 'Erste' })
    const [status, code, sentence] = await saves.refused(admin, none, { ASP_NACHNAME: 'Zweite', VERSION: 1 })
    expect([status, code]).toEqual([200, BusinessError.staleData])
    expect(sentence).toMatch(/^Die Daten wurden inzwischen geändert/)
    expect((await saves.put(admin, none, { ASP_NACHNAME: 'Zweite' })).data?.['VERSION']).toBe(3)
  })

  test('of twenty saves at once without a VERSION all win; with the same one does', async ({
    newCompany,
    server,
    saves,
    db
  }) => {
    const { users, id } = await newCompany()
    const { admin, none } = users
    const headers = await authorized(server.url, admin)
    const twenty = (dataOf: (n: number) => WireRow) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => saves.put(admin, none, dataOf(n), headers)))
    const without = await twenty((n) => ({ ASP_ORT: `Ort ${n}`, ASP_FREIFELD17: `Feld ${n}` }))
    const versions = without.map(({ data }) => Number(data?.['VERSION']))
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2))
    const codes = (await twenty((n) => ({ ASP_ORT: `Platz ${n}`, VERSION: 21 }))).map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === BusinessError.staleData)).toHaveLength(19)
    expect((await saves.read(admin, none))['ASP_ORT']).toBe(`Platz ${codes.indexOf(0)}`)
    const audit = await auditOf(db, { id })
    expect(audit).toHaveLength(21)
    // Each entry has the value that it found: none of another save is missing between two of them.
    const first = audit.slice(0, 20).map(({ changes }) => changes['ASP_FREIFELD17'])
    expect(first.slice(1).map((change) => change?.old)).toEqual(first.slice(0, -1).map((change) => change?.new))
  })

  test('a foreign contact is refused like one that does not exist, byte for byte, whatever key names it', async ({
    newCompany,
    server,
    own,
    db,
    saves
  }) => {
    const theirs = (await newCompany()).users.none
    const headers = await authorized(server.url, own.users.admin)
    const before = await contentOf(db)
    const missing = await saves.put(own.users.admin, 999_999, { ASP_NACHNAME: 'X' }, headers)
    for (const data of [
      { ASP_PVAID: theirs.pvaid },
      { ASP_PVAID: null, ASP_KONTAKTID: theirs.contactId },
      { ASP_ID: theirs.id },
      { ASP_FIRMA: 2 },
      { ASP_KONTAKTID: theirs.contactId },
      { ASP_KONTAKTFIRMA: 2 }
    ]) {
      const answer = await saves.put(own.users.admin, own.users.none, { ASP_NACHNAME: 'X', ...data }, headers)
      expect([answer.status, answer.text], JSON.stringify(data)).toEqual([404, missing.text])
    }
    expect(await contentOf(db)).toEqual(before)
    expect(
      (
        await saves.put(own.users.admin, own.users.none, {
          ASP_PVAID: null,
          ASP_KONTAKTID: own.users.none.contactId
        })
      ).status
    ).toBe(200)
    expect((await saves.put(own.users.admin, own.users.none, { ASP_PVAID: null })).status).toBe(400)
  })

  test('the salutation is one of the contract’s, and Keine Angabe only where the setting offers it', async ({
    own,
    saves,
    database
  }) => {
    const { admin, none } = own.users
    for (const salutation of [4, 9, -1])
      expect((await saves.refused(admin, none, { ASP_ANREDE: salutation }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await saves.refused(admin, none, { ASP_ANREDE: 3 }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await saves.refused(admin, none, { ASP_ANREDE: 'x' }))[0]).toBe(400)
    expect((await saves.refused(admin, none, { ASP_ANREDE: null }))[1]).toBe(BusinessError.requiredFieldMissing)
    const offering = await startApp(database, { config: { notSpecifiedSalutation: true } })
    try {
      const headers = await authorized(offering.url, admin)
      for (const salutation of [0, 1, 2, 3, 10]) {
        const data = { ASP_PVAID: none.pvaid, ASP_ANREDE: salutation }
        expect((await save(offering.url, headers, ['PUT', '/contact'], data)).code).toBe(0)
      }
    } finally {
      await offering.close()
    }
  })

  test('the shop’s lists count: read-only, hidden, required, drop-downs', async ({ newCompany, saves }) => {
    const { admin, none } = (await newCompany(2)).users
    expect(await saves.refused(admin, none, { ASP_TELEFAX: '1' })).toEqual(notWritable('ASP_TELEFAX', 'asp_telefax'))
    expect(await saves.refused(admin, none, { ASP_TITEL: 'Dr.' })).toEqual(notWritable('ASP_TITEL', 'asp_titel'))
    expect(await saves.refused(admin, none, { ASP_VORNAME: ' ' })).toEqual([
      200,
      BusinessError.requiredFieldMissing,
      'Bitte füllen Sie das Feld Vorname aus.'
    ])
    expect((await saves.refused(admin, none, { ASP_FREIFELD16: '2' }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await saves.put(admin, none, { ASP_FREIFELD16: '1', ASP_VORNAME: 'Eva' })).code).toBe(0)
  })

  test('the lists of another provider do not count', async ({ newCompany, saves }) => {
    const { admin, none } = (await newCompany()).users
    const data = { ASP_TELEFAX: '1', ASP_TITEL: 'Dr.', ASP_VORNAME: '', ASP_FREIFELD16: '2' }
    expect((await saves.put(admin, none, data)).code).toBe(0)
  })

  test('the personal fields of somebody who is another customer’s contact too stay as they are, without a word of why', async ({
    newCompany,
    own,
    db,
    saves
  }) => {
    const { users, id } = await newCompany()
    const link = { company: 1, pvaid: id + 7, id, contact_company: 1, contact_id: own.users.none.contactId }
    await db.insertInto('contacts').values(link).execute()
    for (const code of ['ASP_NACHNAME', 'ASP_STRASSE', 'ASP_EMAIL']) {
      expect(await saves.refused(users.admin, link.pvaid, { [code]: 'x@firma.example' })).toEqual(notWritable(code))
    }
    expect(
      (await saves.put(users.admin, link.pvaid, { ASP_NEWSLETTER: true, ASP_SHOPEMAIL: 'hier@firma.example' })).code
    ).toBe(0)
    expect((await saves.read(own.users.admin, own.users.none))['ASP_EMAIL']).not.toBe('hier@firma.example')
  })

  test('what another provider has under the same numbers stays as it is, and decides nothing', async ({
    newCompany,
    database,
    db,
    server,
    saves
  }) => {
    const company = await newCompany()
    const { pool } = database
    const { admin, contact, none } = company.users
    const twin = (await addTwin(db, company)).users
    // There the second one is an admin, too, and the third one another customer's contact and a customer.
    await pool.query('update shop_users set rights = 1 where company = 2 and pvaid = $1', [twin.shopfull.pvaid])
    await pool.query('insert into customers (company, id, number) values (2, $1, $2)', [none.contactId, 'Z'])
    const link = { company: 2, pvaid: company.id + 9, id: 500, contact_company: 2, contact_id: none.contactId }
    await db.insertInto('contacts').values(link).execute()
    for (const user of [none, twin.none]) await db.transaction().execute((trx) => queuePasswordMail(trx, user))
    const theirName = db.updateTable('persons').set({ last_name: 'Zwilling' }).where('company', '=', 2)
    await theirName.where('id', '=', twin.shoplight.contactId).execute()
    const session = await authorized(server.url, twin.contact)
    const theirs = async () => {
      const mails = await pool.query('select * from password_mails where company = 2')
      return [...(await contentOf(db)).filter((row) => row.includes('"company":2')), ...mails.rows]
    }
    const before = await theirs()
    const address = 'neu@firma.example'
    const all: [TestUser, WireRow][] = [
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
    const headers = await authorized(server.url, twin.admin)
    const { data } = await saves.put(twin.admin, twin.shoplight, { ASP_NACHNAME: 'shoplight' }, headers)
    expect(data).toMatchObject({ ASP_FIRMA: 2, VERSION: 2 })
  })

  test.for(['contact', 'none'] satisfies RightName[])(
    'the right %s saves no contact, not even its own',
    async (right, { newCompany, server, saves }) => {
      const { users } = await newCompany()
      const headers = await authorized(server.url, users.contact)
      expect((await saves.put(users.contact, users[right], { ASP_NACHNAME: 'X' }, headers)).status).toBe(403)
    }
  )
})
