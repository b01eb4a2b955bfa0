import { describe, expect } from 'vitest'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, type TestUser } from '../../testing/company.ts'
import { notWritable, test } from '../../testing/contact-fixtures.ts'
import { save } from '../../testing/saves.ts'
import { seedRows } from '../../testing/seed.ts'

describe('the e-mail address of a contact', () => {
  test.beforeAll(async ({ db }) => {
    // Provider 2 has a form with lists, provider 1 has none.
    await addCompany(db, 500, 2)
    await seedRows(db, 2).addFields('contact', {
      ASP_EMAIL: { description: 'E-Mail', required: true }
    })
  })

  test('an e-mail address is required of everybody but, in extended mode, of those without a right', async ({
    newCompany,
    saves,
    database
  }) => {
    const { admin, none, contact } = (await newCompany(2)).users
    const sentence = 'Bitte füllen Sie das Feld E-Mail aus.'
    expect(await saves.refused(admin, none, { ASP_SHOPEMAIL: '' })).toEqual([
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
      expect(await saves.read(admin, none)).toMatchObject({
        ASP_SHOPEMAIL: null,
        ASP_SHOPRECHTE: 0,
        ASP_ANZEIGEEMAIL: null
      })
    } finally {
      await extended.close()
    }
  })

  test.for(['shoplight', 'shopfull'] as const)(
    'of whom a right was taken, %s changes no address: only an admin, with whose right given back the login would be somebody else’s',
    async (right, { newCompany, saves, server }) => {
      const { users } = await newCompany()
      const { admin, contact } = users
      expect((await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.none })).code).toBe(0)
      for (const code of ['ASP_SHOPEMAIL', 'ASP_EMAIL'])
        expect(await saves.refused(users[right], contact, { [code]: 'meine@firma.example' })).toEqual(notWritable(code))
      const headers = await saves.sessionOf(users[right])
      const { envelope } = await call<ContactAccess>(server.url, `/contactaccess?pvaid=${contact.pvaid}`, { headers })
      expect(envelope.responseData).toEqual({
        state: 'none',
        mailedAt: null,
        validUntil: null,
        lastLoginAt: null,
        hadLogin: true
      })
      const never = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neuling', ASP_EMAIL: 'neu@firma.example' }
      const created = await save(server.url, headers, ['POST', '/contact'], never)
      const pvaid = Number(created.data?.['ASP_PVAID'])
      expect((await saves.put(users[right], pvaid, { ASP_EMAIL: 'anders@firma.example' })).code).toBe(0)
      expect((await saves.put(admin, contact, { ASP_SHOPEMAIL: 'vom.admin@firma.example' })).code).toBe(0)
    }
  )

  test('whoever had a login stays somebody who had one while there is no address', async ({
    newCompany,
    saves,
    db
  }) => {
    const { admin, shoplight, contact } = (await newCompany()).users
    const mine = { ASP_SHOPEMAIL: 'meine@firma.example' }
    expect((await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.none, ASP_SHOPEMAIL: null })).code).toBe(0)
    expect(await saves.refused(shoplight, contact, mine)).toEqual(notWritable('ASP_SHOPEMAIL'))
    expect((await saves.put(admin, contact, { ASP_SHOPEMAIL: 'neu@firma.example' })).code).toBe(0)
    expect(await saves.refused(shoplight, contact, mine)).toEqual(notWritable('ASP_SHOPEMAIL'))
    const { had_login } = await db
      .selectFrom('shop_users')
      .select('had_login')
      .where('email_address', '=', 'neu@firma.example')
      .executeTakeFirstOrThrow()
    expect(had_login).toBe(true)
  })

  test('an e-mail address is unique in the customer whatever its case, and other customers do not count', async ({
    newCompany,
    saves,
    own
  }) => {
    const { admin, none, contact } = (await newCompany()).users
    const taken = contact.userName.toUpperCase()
    const sentence = 'Diese E-Mail-Adresse wird in Ihrem Unternehmen bereits verwendet.'
    expect(await saves.refused(admin, none, { ASP_SHOPEMAIL: taken })).toEqual([
      200,
      BusinessError.emailTaken,
      sentence
    ])
    expect((await saves.put(admin, none, { ASP_SHOPEMAIL: own.users.contact.userName })).code).toBe(0)
    for (const wrong of ['a@b', 'a b@c.at', 'a@b.abcdefghijk', 'ä@b.at']) {
      expect(await saves.refused(admin, none, { ASP_SHOPEMAIL: wrong })).toEqual([
        200,
        BusinessError.invalidEmail,
        'ungültige E-Mail Adresse'
      ])
    }
  })

  test('of two contacts that get the same address at once one is refused', async ({ newCompany, server, saves }) => {
    const { admin, none, contact } = (await newCompany()).users
    const headers = await authorized(server.url, admin)
    for (let round = 0; round < 5; round += 1) {
      const data = { ASP_SHOPEMAIL: `beide${round}@firma.example` }
      const answers = await Promise.all([none, contact].map((of) => saves.put(admin, of, data, headers)))
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, BusinessError.emailTaken])
    }
  })

  test('the three addresses of a contact stay the same together, and one that differs stays its own', async ({
    newCompany,
    saves
  }) => {
    const { admin, none, contact } = (await newCompany()).users
    await saves.put(admin, none, { ASP_EMAIL: 'eins@firma.example' })
    const one = { ASP_EMAIL: 'eins@firma.example' }
    expect(await saves.read(admin, none)).toMatchObject({
      ...one,
      ASP_SHOPEMAIL: none.userName,
      ASP_ANZEIGEEMAIL: none.userName
    })
    await saves.put(admin, none, { ASP_SHOPEMAIL: 'zwei@firma.example' })
    expect(await saves.read(admin, none)).toMatchObject({
      ...one,
      ASP_SHOPEMAIL: 'zwei@firma.example',
      ASP_ANZEIGEEMAIL: 'zwei@firma.example'
    })
    await saves.put(admin, contact, { ASP_SHOPEMAIL: 'drei@firma.example' })
    const all = {
      ASP_EMAIL: 'drei@firma.example',
      ASP_SHOPEMAIL: 'drei@firma.example',
      ASP_ANZEIGEEMAIL: 'drei@firma.example'
    }
    expect(await saves.read(admin, contact)).toMatchObject(all)
  })

  test('an address that the shop’s form locks stays when the other one is written, one that it only hides follows', async ({
    newCompany,
    db,
    saves
  }) => {
    const { users } = await newCompany(3)
    await seedRows(db, 3).addFields('contact', {
      ASP_SHOPEMAIL: { read_only: true },
      ASP_EMAIL: { position: 2 }
    })
    const { admin, none, contact } = users
    await saves.put(admin, none, { ASP_EMAIL: none.userName })
    await saves.put(admin, none, { ASP_EMAIL: 'neu@firma.example' })
    expect(await saves.read(admin, none)).toMatchObject({
      ASP_SHOPEMAIL: none.userName,
      ASP_EMAIL: 'neu@firma.example'
    })
    expect(await saves.refused(admin, none, { ASP_SHOPEMAIL: 'neu@firma.example' })).toEqual(
      notWritable('ASP_SHOPEMAIL', 'asp_shopemail')
    )
    const lists = db.updateTable('field_descriptors').where('company', '=', 3)
    await lists.set({ read_only: false, display_mode: 0 }).where('const_name', '=', 'ASP_SHOPEMAIL').execute()
    await saves.put(admin, contact, { ASP_EMAIL: contact.userName })
    await saves.put(admin, contact, { ASP_EMAIL: 'beide@firma.example' })
    const both = { ASP_SHOPEMAIL: 'beide@firma.example', ASP_EMAIL: 'beide@firma.example' }
    expect(await saves.read(admin, contact)).toMatchObject(both)
  })

  test('a first login has the address that the same save brings, also where the form locks that of the login', async ({
    newCompany,
    db,
    saves
  }) => {
    const { admin, none } = (await newCompany(4)).users
    await seedRows(db, 4).addFields('contact', {
      ASP_SHOPEMAIL: { read_only: true, display_mode: 0 },
      ASP_EMAIL: { position: 2 }
    })
    await saves.put(admin, none, { ASP_EMAIL: 'flasch@firma.example' })
    // As an import leaves somebody who has never had a login.
    await db.deleteFrom('shop_users').where('company', '=', 4).where('pvaid', '=', none.pvaid).execute()
    const both = { ASP_EMAIL: 'richtig@firma.example', ASP_SHOPRECHTE: Right.contact }
    expect((await saves.put(admin, none, both)).code).toBe(0)
    expect(await saves.read(admin, none)).toMatchObject({
      ASP_EMAIL: 'richtig@firma.example',
      ASP_SHOPEMAIL: 'richtig@firma.example'
    })
  })

  test('only an admin changes the e-mail address of somebody with a right, and nobody their own here', async ({
    own,
    saves
  }) => {
    const { admin, shopfull, shoplight, contact } = own.users
    for (const code of ['ASP_SHOPEMAIL', 'ASP_EMAIL']) {
      for (const by of [shopfull, shoplight]) {
        for (const user of [admin, contact])
          expect(await saves.refused(by, user, { [code]: 'boese@firma.example' })).toEqual(notWritable(code))
      }
      for (const by of [admin, shopfull])
        expect(await saves.refused(by, by, { [code]: 'ich@firma.example' })).toEqual(notWritable(code))
    }
  })

  test('a changed address ends the sessions, is announced to the old one, and is the user name from now on', async ({
    newCompany,
    server,
    saves
  }) => {
    const { admin, shopfull, contact } = (await newCompany()).users
    const session = await authorized(server.url, contact)
    const other = await authorized(server.url, shopfull)
    await saves.put(admin, contact, { ASP_SHOPEMAIL: 'neu@firma.example' })
    expect([await saves.isAlive(session), await saves.isAlive(other)]).toEqual([false, true])
    expect(await saves.mails(contact.pvaid)).toEqual([['email-changed-mail', contact.userName]])
    expect([await saves.login(contact), await saves.login(contact, undefined, 'NEU@firma.example')]).toEqual([401, 200])
  })

  test('capitals make no other address: nobody is logged out or written to, and the addresses stay together', async ({
    newCompany,
    server,
    saves
  }) => {
    const { admin, contact } = (await newCompany()).users
    const session = await authorized(server.url, contact)
    const capitals = contact.userName.toUpperCase()
    await saves.put(admin, contact, { ASP_SHOPEMAIL: capitals })
    expect([await saves.isAlive(session), await saves.mails(contact.pvaid)]).toEqual([true, []])
    await saves.put(admin, contact, { ASP_EMAIL: contact.userName })
    const all = { ASP_SHOPEMAIL: contact.userName, ASP_EMAIL: contact.userName, ASP_ANZEIGEEMAIL: contact.userName }
    expect(await saves.read(admin, contact)).toMatchObject(all)
  })

  test('an address that is sent as it is stored is not copied to where there is none', async ({
    newCompany,
    saves
  }) => {
    const { admin, none } = (await newCompany()).users
    await saves.put(admin, none, { ASP_SHOPEMAIL: none.userName, ASP_ORT: 'Linz' })
    const kept = { ASP_ORT: 'Linz', ASP_SHOPEMAIL: none.userName, ASP_EMAIL: null }
    expect(await saves.read(admin, none)).toMatchObject(kept)
  })

  test('who gets a right logs in with the address for it, whatever other one the person has', async ({
    newCompany,
    saves
  }) => {
    const { admin, none } = (await newCompany()).users
    await saves.put(admin, none, { ASP_EMAIL: 'person@firma.example' })
    const { data } = await saves.put(admin, none, { ASP_SHOPRECHTE: Right.contact })
    expect(data?.['ASP_SHOPEMAIL']).toBe(none.userName)
    expect([await saves.login(none), await saves.mails(none.pvaid)]).toEqual([200, []])
  })

  test('who has no right gets a notice of another address if there once was a login', async ({
    newCompany,
    db,
    saves
  }) => {
    const { admin, none } = (await newCompany()).users
    const setHadLogin = (had_login: boolean) =>
      db.updateTable('shop_users').set({ had_login }).where('pvaid', '=', none.pvaid).execute()
    await setHadLogin(false)
    await saves.put(admin, none, { ASP_SHOPEMAIL: 'neu@firma.example' })
    expect(await saves.mails(none.pvaid)).toEqual([])
    await setHadLogin(true)
    await saves.put(admin, none, { ASP_SHOPEMAIL: 'anders@firma.example' })
    expect(await saves.mails(none.pvaid)).toEqual([['email-changed-mail', 'neu@firma.example']])
  })

  test('a generated password dies when the address changes to which it was sent, and a new one is sent', async ({
    newCompany,
    db,
    saves
  }) => {
    const { admin, contact } = (await newCompany()).users
    await db.updateTable('shop_users').set({ password_must_change: true }).where('pvaid', '=', contact.pvaid).execute()
    await saves.put(admin, contact, { ASP_SHOPEMAIL: 'richtig@firma.example' })
    expect(await saves.login(contact, undefined, 'richtig@firma.example')).toBe(401)
    expect((await saves.mails(contact.pvaid)).map(([name]) => name)).toEqual(['email-changed-mail', 'password-mail'])
  })
})
