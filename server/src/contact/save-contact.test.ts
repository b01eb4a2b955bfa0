import type { Wire } from '@customer-center/contract/field-codes'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right, type RightName } from '@customer-center/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/connection.ts'
import { type TestApp, startApp } from '../testing/app.ts'
import { authorized, call, getToken, loginForm } from '../testing/calls.ts'
import { addCompany, type TestCompany, type TestUser } from '../testing/company.ts'
import { testDatabases } from '../testing/fresh-database.ts'
import { auditOf, contentOf, save } from '../testing/saves.ts'
import { addChoices, addFields } from '../testing/shop-lists.ts'

describe.each(testDatabases())('saving a contact, on the $name database', ({ open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany
  let next = 1000

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    own = await addCompany(database.db, 100)
    // Provider 2 has a form with lists, provider 1 has none.
    await addCompany(database.db, 500, 2)
    await addFields(
      database.db,
      'contact',
      {
        ASP_EMAIL: { description: 'E-Mail', required: true },
        ASP_VORNAME: { description: 'Vorname', required: true },
        ASP_TELEFAX: { read_only: true },
        ASP_TITEL: { display_mode: 0 }
      },
      2
    )
    await addChoices(database.db, 'ASP_FREIFELD16', [['1', 'Technik']], 2)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  /** A company of its own for a test that changes rights. */
  const fresh = (company = 1) => addCompany(database.db, (next += 10), company)
  const put = async (by: TestUser, of: TestUser | number, data: Wire, headers?: Record<string, string>) => {
    const pvaid = typeof of === 'number' ? of : of.pvaid
    const auth = headers ?? (await authorized(server.url, by))
    return save(server.url, auth, ['PUT', '/contact'], { ASP_PVAID: pvaid, ...data })
  }
  const read = async (by: TestUser, of: TestUser) => {
    const headers = await authorized(server.url, by)
    const { envelope } = await call<Wire[]>(server.url, `/contact?pvaid=${of.pvaid}`, { headers })
    return envelope.responseData[0] ?? {}
  }
  const login = async (user: TestUser, password?: string, userName = user.userName) =>
    (await getToken(server.url, { ...loginForm(user, password), userName })).status
  const isAlive = async (headers: Record<string, string>) =>
    (await call(server.url, '/webshopuser/getcurrentwebshopuser', { headers })).status === 200
  const mails = async (of: TestUser) => {
    const { rows } = await database.pool.query<{ name: string; data: { pvaid: number; oldAddress?: string } }>(
      `select name, data from pgboss.job where (data->>'pvaid')::int = $1 order by created_on, name`,
      [of.pvaid]
    )
    return rows.map(({ name, data }) => [name, data.oldAddress ?? null])
  }
  /** Nothing of it may be written. */
  const refused = async (by: TestUser, of: TestUser | number, data: Wire) => {
    const headers = await authorized(server.url, by)
    const before = await contentOf(database.db)
    const { status, code, errors } = await put(by, of, data, headers)
    expect(await contentOf(database.db)).toEqual(before)
    return [status, code, errors[0]]
  }
  const notWritable = (code: string) => [
    200,
    BusinessError.fieldNotWritable,
    `Das Feld ${code} kann nicht geändert werden.`
  ]

  test('answers keys, VERSION and shop e-mail, stores what was sent and writes down who changed what', async () => {
    const { users, id } = await fresh()
    const { shopfull, none } = users
    const answer = await put(shopfull, none, {
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
    expect(await read(shopfull, none)).toMatchObject({
      ASP_NACHNAME: 'Neu',
      ASP_PLZ: '4020',
      ASP_NEWSLETTER: true,
      VERSION: 2
    })
    const audit = await auditOf(database.db, { id })
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

  test('a save that changes nothing counts no version up', async () => {
    const before = await contentOf(database.db)
    const headers = await authorized(server.url, own.users.admin)
    const { data } = await put(own.users.admin, own.users.none, { ASP_NACHNAME: 'none', ASP_AKTIV: true }, headers)
    expect(data?.['VERSION']).toBe(1)
    expect(await contentOf(database.db)).toEqual(before)
  })

  test('a stale VERSION is refused, a save without one wins', async () => {
    const { admin, none } = (await fresh()).users
    await put(admin, none, { ASP_NACHNAME: 'Erste' })
    const [status, code, sentence] = await refused(admin, none, { ASP_NACHNAME: 'Zweite', VERSION: 1 })
    expect([status, code]).toEqual([200, BusinessError.staleData])
    expect(sentence).toMatch(/^Die Daten wurden inzwischen geändert/)
    expect((await put(admin, none, { ASP_NACHNAME: 'Zweite' })).data?.['VERSION']).toBe(3)
  })

  test('a foreign contact is refused like one that does not exist, byte for byte, whatever key names it', async () => {
    const theirs = (await fresh()).users.none
    const headers = await authorized(server.url, own.users.admin)
    const before = await contentOf(database.db)
    const missing = await put(own.users.admin, 999_999, { ASP_NACHNAME: 'X' }, headers)
    for (const data of [
      { ASP_PVAID: theirs.pvaid },
      { ASP_PVAID: null, ASP_KONTAKTID: theirs.contactId },
      { ASP_ID: theirs.id },
      { ASP_FIRMA: 2 },
      { ASP_KONTAKTID: theirs.contactId },
      { ASP_KONTAKTFIRMA: 2 }
    ]) {
      const answer = await put(own.users.admin, own.users.none, { ASP_NACHNAME: 'X', ...data }, headers)
      expect([answer.status, answer.text], JSON.stringify(data)).toEqual([404, missing.text])
    }
    expect(await contentOf(database.db)).toEqual(before)
    expect(
      (await put(own.users.admin, own.users.none, { ASP_PVAID: null, ASP_KONTAKTID: own.users.none.contactId })).status
    ).toBe(200)
    expect((await put(own.users.admin, own.users.none, { ASP_PVAID: null })).status).toBe(400)
  })

  test('the salutation is one of the contract’s, and Keine Angabe only where the setting offers it', async () => {
    const { admin, none } = own.users
    for (const salutation of [4, 9, -1])
      expect((await refused(admin, none, { ASP_ANREDE: salutation }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await refused(admin, none, { ASP_ANREDE: 3 }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await refused(admin, none, { ASP_ANREDE: 'x' }))[0]).toBe(400)
    expect((await refused(admin, none, { ASP_ANREDE: null }))[1]).toBe(BusinessError.requiredFieldMissing)
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

  test('the shop’s lists count: read-only, hidden, required, drop-downs', async () => {
    const { admin, none } = (await fresh(2)).users
    expect(await refused(admin, none, { ASP_TELEFAX: '1' })).toEqual(notWritable('ASP_TELEFAX'))
    expect(await refused(admin, none, { ASP_TITEL: 'Dr.' })).toEqual(notWritable('ASP_TITEL'))
    expect(await refused(admin, none, { ASP_VORNAME: ' ' })).toEqual([
      200,
      BusinessError.requiredFieldMissing,
      'Bitte füllen Sie das Feld Vorname aus.'
    ])
    expect((await refused(admin, none, { ASP_FREIFELD16: '2' }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await put(admin, none, { ASP_FREIFELD16: '1', ASP_VORNAME: 'Eva' })).code).toBe(0)
  })

  test('an e-mail address is required of everybody but, in extended mode, of those without a right', async () => {
    const { admin, none, contact } = (await fresh(2)).users
    const sentence = 'Bitte füllen Sie das Feld E-Mail aus.'
    expect(await refused(admin, none, { ASP_SHOPEMAIL: '' })).toEqual([
      200,
      BusinessError.requiredFieldMissing,
      sentence
    ])
    const extended = await startApp(database, { config: { extendedWebshopRights: true } })
    try {
      const headers = await authorized(extended.url, admin)
      const empty = (of: TestUser) =>
        save(extended.url, headers, ['PUT', '/contact'], { ASP_PVAID: of.pvaid, ASP_SHOPEMAIL: null })
      expect((await empty(contact)).errors).toEqual([sentence])
      expect((await empty(none)).code).toBe(0)
      expect(await read(admin, none)).toMatchObject({ ASP_SHOPEMAIL: null, ASP_SHOPRECHTE: 0, ASP_ANZEIGEEMAIL: null })
    } finally {
      await extended.close()
    }
  })

  test('an e-mail address is unique in the customer whatever its case, and other customers do not count', async () => {
    const { admin, none, contact } = (await fresh()).users
    const taken = contact.userName.toUpperCase()
    const sentence = 'Diese E-Mail Adresse wird in Ihrem Unternehmen bereits verwendet.'
    expect(await refused(admin, none, { ASP_SHOPEMAIL: taken })).toEqual([200, BusinessError.emailTaken, sentence])
    expect((await put(admin, none, { ASP_SHOPEMAIL: own.users.contact.userName })).code).toBe(0)
    for (const wrong of ['a@b', 'a b@c.at', 'a@b.abcdefghijk', 'ä@b.at']) {
      expect(await refused(admin, none, { ASP_SHOPEMAIL: wrong })).toEqual([
        200,
        BusinessError.invalidEmail,
        'ungültige E-Mail Adresse'
      ])
    }
  })

  test('of two contacts that get the same address at once one is refused', async () => {
    const { admin, none, contact } = (await fresh()).users
    const headers = await authorized(server.url, admin)
    for (let round = 0; round < 5; round += 1) {
      const data = { ASP_SHOPEMAIL: `beide${round}@firma.example` }
      const answers = await Promise.all([none, contact].map((of) => put(admin, of, data, headers)))
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, BusinessError.emailTaken])
    }
  })

  test('the three addresses of a contact stay the same together, and one that differs stays its own', async () => {
    const { admin, none, contact } = (await fresh()).users
    await put(admin, none, { ASP_EMAIL: 'eins@firma.example' })
    const one = { ASP_EMAIL: 'eins@firma.example' }
    expect(await read(admin, none)).toMatchObject({
      ...one,
      ASP_SHOPEMAIL: none.userName,
      ASP_ANZEIGEEMAIL: none.userName
    })
    await put(admin, none, { ASP_SHOPEMAIL: 'zwei@firma.example' })
    expect(await read(admin, none)).toMatchObject({
      ...one,
      ASP_SHOPEMAIL: 'zwei@firma.example',
      ASP_ANZEIGEEMAIL: 'zwei@firma.example'
    })
    await put(admin, contact, { ASP_SHOPEMAIL: 'drei@firma.example' })
    const all = {
      ASP_EMAIL: 'drei@firma.example',
      ASP_SHOPEMAIL: 'drei@firma.example',
      ASP_ANZEIGEEMAIL: 'drei@firma.example'
    }
    expect(await read(admin, contact)).toMatchObject(all)
  })

  test('only an admin changes the e-mail address of somebody with a right, and nobody the own one here', async () => {
    const { admin, shopfull, shoplight, contact, none } = own.users
    for (const code of ['ASP_SHOPEMAIL', 'ASP_EMAIL']) {
      for (const by of [shopfull, shoplight]) {
        for (const of of [admin, contact])
          expect(await refused(by, of, { [code]: 'boese@firma.example' })).toEqual(notWritable(code))
      }
      for (const by of [admin, shopfull])
        expect(await refused(by, by, { [code]: 'ich@firma.example' })).toEqual(notWritable(code))
    }
    expect((await put(shopfull, none, { ASP_SHOPEMAIL: 'none2@firma.example' })).code).toBe(0)
  })

  test('a changed address ends the sessions, is told to the old one, and is the user name from now on', async () => {
    const { admin, shopfull, contact } = (await fresh()).users
    const session = await authorized(server.url, contact)
    const other = await authorized(server.url, shopfull)
    await put(admin, contact, { ASP_SHOPEMAIL: 'neu@firma.example' })
    expect([await isAlive(session), await isAlive(other)]).toEqual([false, true])
    expect(await mails(contact)).toEqual([['email-changed-mail', contact.userName]])
    expect([await login(contact), await login(contact, undefined, 'NEU@firma.example')]).toEqual([401, 200])
  })

  test('a password is set by an admin or the person itself, of the least length, never without a right', async () => {
    const { admin, shopfull, shoplight, contact, none } = (await fresh()).users
    expect(await refused(shopfull, admin, { ASP_PASSWORT: 'Uebernahme-1' })).toEqual(notWritable('ASP_PASSWORT'))
    expect(await refused(shoplight, contact, { ASP_PASSWORT: 'Uebernahme-1' })).toEqual(notWritable('ASP_PASSWORT'))
    expect(await refused(admin, none, { ASP_PASSWORT: 'Geheim-1' })).toEqual(notWritable('ASP_PASSWORT'))
    const short = [200, BusinessError.passwordTooShort, 'Passwort muss mindestens 6 Zeichen lang sein']
    expect(await refused(admin, contact, { ASP_PASSWORT: 'kurz5' })).toEqual(short)
    const session = await authorized(server.url, contact)
    expect((await put(admin, contact, { ASP_PASSWORT: ' lang6 ' })).code).toBe(0)
    expect([await isAlive(session), await login(contact), await login(contact, ' lang6 ')]).toEqual([false, 401, 200])
    const [kept, ended] = [await authorized(server.url, shopfull), await authorized(server.url, shopfull)]
    expect((await put(shopfull, shopfull, { ASP_PASSWORT: 'Selbst-4711' }, kept)).code).toBe(0)
    expect([await isAlive(kept), await isAlive(ended), await login(shopfull, 'Selbst-4711')]).toEqual([
      true,
      false,
      200
    ])
    const audit = await auditOf(database.db, { id: admin.id })
    expect(audit.map(({ changes }) => changes)).toEqual([
      { ASP_PASSWORT: { set: true } },
      { ASP_PASSWORT: { set: true } }
    ])
    expect(server.log()).not.toContain('Selbst-4711')
  })

  test('a setting raises the least length of a password', async () => {
    const strict = await startApp(database, { config: { minimumPasswordLength: 10 } })
    try {
      const headers = await authorized(strict.url, own.users.admin)
      const data = { ASP_PVAID: own.users.contact.pvaid, ASP_PASSWORT: 'neunneun9' }
      const { errors } = await save(strict.url, headers, ['PUT', '/contact'], data)
      expect(errors).toEqual(['Passwort muss mindestens 10 Zeichen lang sein'])
    } finally {
      await strict.close()
    }
  })

  test('shop rights are given by an admin, never the own, shoplight only in extended mode', async () => {
    const { admin, shopfull, shoplight, contact, none } = (await fresh()).users
    for (const by of [shopfull, shoplight]) {
      for (const of of [by, contact, none, admin]) {
        for (const rights of Object.values(Right))
          expect(await refused(by, of, { ASP_SHOPRECHTE: rights })).toEqual(notWritable('ASP_SHOPRECHTE'))
      }
    }
    for (const rights of Object.values(Right))
      expect(await refused(admin, admin, { ASP_SHOPRECHTE: rights })).toEqual(notWritable('ASP_SHOPRECHTE'))
    expect((await refused(admin, contact, { ASP_SHOPRECHTE: Right.shoplight }))[1]).toBe(
      BusinessError.rightNotGrantable
    )
    expect((await put(admin, shoplight, { ASP_SHOPRECHTE: Right.shoplight })).code).toBe(0)
    for (const rights of [5, -1, 99])
      expect((await refused(admin, contact, { ASP_SHOPRECHTE: rights }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await refused(admin, contact, { ASP_SHOPRECHTE: null }))[0]).toBe(400)
    expect((await put(admin, contact, { ASP_SHOPRECHTE: Right.shopfull })).code).toBe(0)
    expect((await read(admin, contact))['ASP_SHOPRECHTE']).toBe(Right.shopfull)
    const extended = await startApp(database, { config: { extendedWebshopRights: true } })
    const headers = await authorized(extended.url, admin)
    const data = { ASP_PVAID: contact.pvaid, ASP_SHOPRECHTE: Right.shoplight }
    expect((await save(extended.url, headers, ['PUT', '/contact'], data)).code).toBe(0)
    await extended.close()
  })

  test('who gets a right and has no password is sent one, in the same transaction', async () => {
    const { admin, none, contact } = (await fresh()).users
    await database.db.updateTable('shop_users').set({ password_hash: null }).where('pvaid', '=', none.pvaid).execute()
    expect(await refused(admin, none, { ASP_SHOPRECHTE: Right.contact, ASP_PLZ: '1'.repeat(11) })).toMatchObject([
      200,
      BusinessError.fieldTooLong,
      expect.stringContaining('10 Zeichen')
    ])
    expect(await mails(none)).toEqual([])
    await put(admin, none, { ASP_SHOPRECHTE: Right.contact })
    await put(admin, contact, { ASP_SHOPRECHTE: Right.shopfull })
    expect([await mails(none), await mails(contact)]).toEqual([[['password-mail', null]], []])
  })

  test('a generated password dies when the address changes to which it was sent, and a new one is sent', async () => {
    const { admin, contact } = (await fresh()).users
    await database.db
      .updateTable('shop_users')
      .set({ password_must_change: true })
      .where('pvaid', '=', contact.pvaid)
      .execute()
    await put(admin, contact, { ASP_SHOPEMAIL: 'richtig@firma.example' })
    expect(await login(contact, undefined, 'richtig@firma.example')).toBe(401)
    expect((await mails(contact)).map(([name]) => name).toSorted()).toEqual(['email-changed-mail', 'password-mail'])
  })

  test('who has never been a shop user gets a login with the person’s address', async () => {
    const { users, id } = await fresh()
    const pvaid = id + 8
    const person = { company: 1, id: pvaid, salutation: 1, last_name: 'Neu', email_address: 'neu@firma.example' }
    await database.db.insertInto('persons').values(person).execute()
    await database.db
      .insertInto('contacts')
      .values({ company: 1, pvaid, id, contact_company: 1, contact_id: pvaid })
      .execute()
    const answer = await put(users.admin, pvaid, { ASP_SHOPRECHTE: Right.contact, ASP_PASSWORT: 'Neu-4711' })
    expect(answer.data?.['ASP_SHOPEMAIL']).toBe('neu@firma.example')
    expect(await login({ ...users.contact, userName: 'neu@firma.example' }, 'Neu-4711')).toBe(200)
  })

  test('no right any more and inactive end the sessions', async () => {
    const { admin, contact, shopfull } = (await fresh()).users
    const [one, two] = [await authorized(server.url, contact), await authorized(server.url, shopfull)]
    await put(admin, contact, { ASP_SHOPRECHTE: Right.none })
    await put(admin, shopfull, { ASP_AKTIV: false })
    const living = await database.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('pvaid', 'in', [contact.pvaid, shopfull.pvaid])
      .where('revoked_at', 'is', null)
      .execute()
    expect([await isAlive(one), await isAlive(two), living]).toEqual([false, false, []])
    expect([await login(contact), await login(shopfull)]).toEqual([401, 401])
  })

  test('whom to let in again and whether an admin is active an admin decides alone', async () => {
    const { admin, shopfull, shoplight, contact, none } = (await fresh()).users
    expect(await refused(shopfull, admin, { ASP_AKTIV: false })).toEqual(notWritable('ASP_AKTIV'))
    expect((await put(shoplight, contact, { ASP_AKTIV: false })).code).toBe(0)
    expect(await refused(shopfull, contact, { ASP_AKTIV: true })).toEqual(notWritable('ASP_AKTIV'))
    expect((await put(admin, contact, { ASP_AKTIV: true })).code).toBe(0)
    for (const active of [false, true]) expect((await put(shopfull, none, { ASP_AKTIV: active })).code).toBe(0)
  })

  test('the last active admin stays active and admin', async () => {
    const { admin, contact } = (await fresh()).users
    const lastAdmin = [200, BusinessError.lastAdmin, 'Mindestens ein aktiver Administrator muss bestehen bleiben.']
    expect(await refused(admin, admin, { ASP_AKTIV: false })).toEqual(lastAdmin)
    await put(admin, contact, { ASP_SHOPRECHTE: Right.admin, ASP_AKTIV: false })
    expect(await refused(admin, admin, { ASP_AKTIV: false })).toEqual(lastAdmin)
    await put(admin, contact, { ASP_AKTIV: true })
    expect((await put(admin, admin, { ASP_AKTIV: false })).code).toBe(0)
    expect(await refused(contact, contact, { ASP_AKTIV: false })).toEqual(lastAdmin)
  })

  test('the personal fields of somebody who is another customer’s contact too stay as they are, without a word of why', async () => {
    const { users, id } = await fresh()
    const link = { company: 1, pvaid: id + 7, id, contact_company: 1, contact_id: own.users.none.contactId }
    await database.db.insertInto('contacts').values(link).execute()
    for (const code of ['ASP_NACHNAME', 'ASP_STRASSE', 'ASP_EMAIL']) {
      expect(await refused(users.admin, link.pvaid, { [code]: 'x@firma.example' })).toEqual(notWritable(code))
    }
    expect(
      (await put(users.admin, link.pvaid, { ASP_NEWSLETTER: true, ASP_SHOPEMAIL: 'hier@firma.example' })).code
    ).toBe(0)
    expect((await read(own.users.admin, own.users.none))['ASP_EMAIL']).not.toBe('hier@firma.example')
  })

  test('a private customer that is its own contact is named by an admin alone', async () => {
    const { users, id } = await fresh()
    const link = { company: 1, pvaid: id + 7, id, contact_company: 1, contact_id: id }
    await database.db.insertInto('contacts').values(link).execute()
    expect(await refused(users.shopfull, link.pvaid, { ASP_NACHNAME: 'Neu' })).toEqual(notWritable('ASP_NACHNAME'))
    expect((await put(users.admin, link.pvaid, { ASP_NACHNAME: 'Neu' })).code).toBe(0)
  })

  test.each(['contact', 'none'] satisfies RightName[])(
    'the right %s saves no contact, not even its own',
    async (right) => {
      const { users } = await fresh()
      const headers = await authorized(server.url, users.contact)
      expect((await put(users.contact, users[right], { ASP_NACHNAME: 'X' }, headers)).status).toBe(403)
    }
  )
})
