// On both databases: saves at once meet in the database.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { authorized, getToken, loginForm } from '../../../../../testing/server/calls.ts'
import { notWritable, test } from '../../../../../testing/server/contact-fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { auditOf, save } from '../../../../../testing/server/saves.ts'

// The rules of a plan are in `contact-plan.test.ts`, and the ends of sessions and passkeys in `same-change.test.ts`.
describe('the password of a contact', () => {
  test('is set by an admin or the person, and ends the other sessions', async ({ newCustomer, saves, server, db }) => {
    const { admin, shopfull, contact } = (await newCustomer()).shopUsers
    expect(await saves.refused(shopfull, admin, { ASP_PASSWORT: 'Uebernahme-1' })).toEqual(notWritable('ASP_PASSWORT'))
    const short = [200, BusinessError.passwordTooShort, 'Passwort muss mindestens 6 Zeichen lang sein']
    expect(await saves.refused(admin, contact, { ASP_PASSWORT: 'kurz5' })).toEqual(short)
    const session = await authorized(server.url, contact)
    expect((await saves.put(admin, contact, { ASP_PASSWORT: 'x7 Kp2' })).code).toBe(0)
    const logins = [await saves.login(contact), await saves.login(contact, 'x7 Kp2')]
    expect([await saves.isAlive(session), ...logins]).toEqual([false, 401, 200])
    const [kept, ended] = [await authorized(server.url, shopfull), await authorized(server.url, shopfull)]
    expect((await saves.put(shopfull, shopfull, { ASP_PASSWORT: 'Selbst-4711' }, kept)).code).toBe(0)
    expect([await saves.isAlive(kept), await saves.isAlive(ended)]).toEqual([true, false])
    expect(await saves.login(shopfull, 'Selbst-4711')).toBe(200)
    const changes = (await auditOf(db, admin)).map((entry) => entry.changes)
    expect(changes).toEqual([{ ASP_PASSWORT: { set: true } }, { ASP_PASSWORT: { set: true } }])
    expect(server.log()).not.toContain('Selbst-4711')
  })

  test('takes the place of a generated one for good', async ({ newCustomer, saves, server, setShopUser }) => {
    const { admin, contact } = (await newCustomer()).shopUsers
    await setShopUser(contact, { password_must_change: true, password_expires_at: new Date('2026-01-01') })
    expect(await saves.login(contact)).toBe(401)
    expect((await saves.put(admin, contact, { ASP_PASSWORT: 'Gesetzt-1' })).code).toBe(0)
    const { status, envelope } = await getToken(server.url, loginForm(contact, 'Gesetzt-1'))
    expect(status).toBe(200)
    expect(await saves.isAlive({ authorization: envelope.responseData.access_token })).toBe(true)
  })

  test('is at least as long as the setting says', async ({ startServer, own }) => {
    const strict = await startServer({ config: { minimumPasswordLength: 10 } })
    const headers = await authorized(strict.url, own.shopUsers.admin)
    const data = { ASP_PVAID: own.shopUsers.contact.contactId, ASP_PASSWORT: 'neunneun9' }
    const { errors } = await save(strict.url, headers, ['PUT', '/contact'], data)
    expect(errors).toEqual(['Passwort muss mindestens 10 Zeichen lang sein'])
  })
})

describe('the right of a contact', () => {
  test('is shoplight only with the setting for extended rights', async ({ startServer, newCustomer, saves }) => {
    const { admin, contact } = (await newCustomer()).shopUsers
    const light = { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: Right.shoplight }
    expect((await saves.refused(admin, contact, light))[1]).toBe(BusinessError.rightNotGrantable)
    expect((await saves.refused(admin, contact, { ASP_SHOPRECHTE: null }))[0]).toBe(400)
    const extended = await startServer({ config: { extendedWebshopRights: true } })
    const headers = await authorized(extended.url, admin)
    expect((await save(extended.url, headers, ['PUT', '/contact'], light)).code).toBe(0)
  })

  test('brings whoever has no password a mail, in the same transaction', async ({
    shopUsers: { admin, none, contact },
    saves,
    setShopUser
  }) => {
    await setShopUser(none, { password_hash: null })
    const tooLong = await saves.refused(admin, none, { ASP_SHOPRECHTE: Right.contact, ASP_PLZ: '1'.repeat(11) })
    expect(tooLong.slice(0, 2)).toEqual([200, BusinessError.fieldTooLong])
    expect(await saves.mails(none.contactId)).toEqual([])
    await saves.put(admin, none, { ASP_SHOPRECHTE: Right.contact })
    await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.shopfull })
    const mails = [await saves.mails(none.contactId), await saves.mails(contact.contactId)]
    expect(mails).toEqual([[['password-mail', none.userName]], []])
  })

  test('gives a first login with the person’s address', async ({ customer: company, db, saves }) => {
    const { customerNumber: customer } = company
    const person = { externalId: 'ERST-1', customer, lastName: 'Neu', eMailAddress: 'erst@firma.example' }
    await importer(db, 1)('contacts', [{ ...person, contactNo: company.customerId + 8 }])
    const data = { ASP_SHOPRECHTE: Right.contact, ASP_PASSWORT: 'Neu-4711' }
    const answer = await saves.put(company.shopUsers.admin, company.customerId + 8, data)
    expect(answer.data?.['ASP_SHOPEMAIL']).toBe(person.eMailAddress)
    expect(await saves.login({ ...company.shopUsers.contact, userName: person.eMailAddress }, 'Neu-4711')).toBe(200)
  })
})

describe('a removed access', () => {
  const later = new Date('2099-01-01')
  const generated = (userName: string, end = later) => ({
    password_must_change: true,
    password_expires_at: end,
    password_address: userName
  })

  test('that is taken back in time is as it was', async ({ newCustomer, db, saves, server, setShopUser }) => {
    const { admin, contact, none, shoplight, shopfull } = (await newCustomer()).shopUsers
    await setShopUser(contact, generated(contact.userName))
    await setShopUser(shoplight, generated(shoplight.userName, new Date('2026-01-01')))
    for (const user of [none, shopfull]) await setShopUser(user, { password_hash: null })
    expect((await saves.put(admin, none, { ASP_SHOPRECHTE: Right.contact })).code).toBe(0)
    const waiting = () =>
      db.selectFrom('password_mails').select(['job_id', 'address']).where('contact_id', '=', none.contactId).execute()
    const before = [await waiting(), await saves.mails(none.contactId)]
    expect(before[0]).toHaveLength(1)
    for (const person of [contact, none, shoplight, shopfull]) {
      expect((await saves.put(admin, person, { ASP_SHOPRECHTE: Right.none, ASP_AKTIV: false })).code).toBe(0)
      await changeRows(db, 'jobs', { kind: 'passkey-removal' }, { due_at: later })
      expect((await saves.put(admin, person, { ASP_SHOPRECHTE: Right.contact, ASP_AKTIV: true })).code).toBe(0)
    }
    expect([await waiting(), await saves.mails(none.contactId)]).toEqual(before)
    for (const { contactId } of [contact, shoplight, shopfull]) expect(await saves.mails(contactId)).toEqual([])
    expect(await saves.login(contact)).toBe(200)
    const lines = server.log().split('\n')
    const mailed = lines.filter((line) => line.includes('"access-mailed"') && line.includes(`/${contact.contactId}"`))
    expect(mailed).toEqual([])
  })

  test('given back too late or elsewhere gets a new password', async ({ newCustomer, db, saves, setShopUser }) => {
    const { admin, contact, shoplight } = (await newCustomer()).shopUsers
    for (const user of [contact, shoplight]) {
      await setShopUser(user, generated(user.userName))
      expect((await saves.put(admin, user, { ASP_SHOPRECHTE: Right.none })).code).toBe(0)
    }
    await sql`update jobs set due_at = '2026-01-01'
      where kind = 'passkey-removal' and data->>'contactId' = ${String(contact.contactId)}`.execute(db)
    const back = { ASP_SHOPRECHTE: Right.contact }
    expect((await saves.put(admin, contact, back)).code).toBe(0)
    expect((await saves.put(admin, shoplight, { ...back, ASP_SHOPEMAIL: 'neu@firma.example' })).code).toBe(0)
    for (const { contactId } of [contact, shoplight])
      expect((await saves.mails(contactId)).map(([name]) => name)).toContain('password-mail')
  })

  test('leaves the address to an admin, also while there is none', async ({ newCustomer, saves }) => {
    const { admin, shoplight, contact } = (await newCustomer()).shopUsers
    const mine = { ASP_SHOPEMAIL: 'meine@firma.example' }
    expect((await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.none })).code).toBe(0)
    for (const address of [null, 'neu@firma.example']) {
      expect(await saves.refused(shoplight, contact, mine)).toEqual(notWritable('ASP_SHOPEMAIL'))
      expect((await saves.put(admin, contact, { ASP_SHOPEMAIL: address })).code).toBe(0)
    }
    expect(await saves.refused(shoplight, contact, mine)).toEqual(notWritable('ASP_SHOPEMAIL'))
  })
})

describe('the address of a login', () => {
  test('is unique in the customer whatever its case, and others do not count', async ({ newCustomer, saves, own }) => {
    const { admin, none, contact } = (await newCustomer()).shopUsers
    const taken = [200, BusinessError.emailTaken, 'Diese E-Mail-Adresse wird in Ihrem Unternehmen schon verwendet.']
    expect(await saves.refused(admin, none, { ASP_SHOPEMAIL: contact.userName.toUpperCase() })).toEqual(taken)
    expect((await saves.put(admin, none, { ASP_SHOPEMAIL: own.shopUsers.contact.userName })).code).toBe(0)
  })

  test('goes to one of two contacts that get it at once', async ({ shopUsers: { admin, none, contact }, saves }) => {
    const headers = await saves.sessionOf(admin)
    for (let round = 0; round < 5; round += 1) {
      const data = { ASP_SHOPEMAIL: `beide${round}@firma.example` }
      const answers = await Promise.all([none, contact].map((of) => saves.put(admin, of, data, headers)))
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, BusinessError.emailTaken])
    }
  })

  test('is the user name from its change on', async ({ shopUsers: { admin, contact }, saves }) => {
    await saves.put(admin, contact, { ASP_SHOPEMAIL: 'neu@firma.example' })
    expect([await saves.login(contact), await saves.login(contact, undefined, 'NEU@firma.example')]).toEqual([401, 200])
  })
})
