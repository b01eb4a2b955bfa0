import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { startApp } from '../../testing/app.ts'
import { authorized, getToken, loginForm } from '../../testing/calls.ts'
import type { TestUser } from '../../testing/company.ts'
import { notWritable, test } from '../../testing/contact-fixtures.ts'
import { auditOf, save } from '../../testing/saves.ts'

describe('who may let whom in', () => {
  test('a password is set by an admin or the person itself, of the least length, never without a right', async ({
    newCompany,
    saves,
    server,
    db
  }) => {
    const { admin, shopfull, shoplight, contact, none } = (await newCompany()).users
    expect(await saves.refused(shopfull, admin, { ASP_PASSWORT: 'Uebernahme-1' })).toEqual(notWritable('ASP_PASSWORT'))
    expect(await saves.refused(shoplight, contact, { ASP_PASSWORT: 'Uebernahme-1' })).toEqual(
      notWritable('ASP_PASSWORT')
    )
    expect(await saves.refused(admin, none, { ASP_PASSWORT: 'Geheim-1' })).toEqual(notWritable('ASP_PASSWORT'))
    const short = [200, BusinessError.passwordTooShort, 'Passwort muss mindestens 6 Zeichen lang sein']
    expect(await saves.refused(admin, contact, { ASP_PASSWORT: 'kurz5' })).toEqual(short)
    const session = await authorized(server.url, contact)
    expect((await saves.put(admin, contact, { ASP_PASSWORT: 'x7 Kp2' })).code).toBe(0)
    expect([await saves.isAlive(session), await saves.login(contact), await saves.login(contact, 'x7 Kp2')]).toEqual([
      false,
      401,
      200
    ])
    const [kept, ended] = [await authorized(server.url, shopfull), await authorized(server.url, shopfull)]
    expect((await saves.put(shopfull, shopfull, { ASP_PASSWORT: 'Selbst-4711' }, kept)).code).toBe(0)
    expect([await saves.isAlive(kept), await saves.isAlive(ended), await saves.login(shopfull, 'Selbst-4711')]).toEqual(
      [true, false, 200]
    )
    const audit = await auditOf(db, { id: admin.id })
    expect(audit.map(({ changes }) => changes)).toEqual([
      { ASP_PASSWORT: { set: true } },
      { ASP_PASSWORT: { set: true } }
    ])
    expect(server.log()).not.toContain('Selbst-4711')
  })

  test('a password that an admin sets takes the place of a generated one, and neither expires nor has to be changed', async ({
    newCompany,
    db,
    saves,
    server
  }) => {
    const { admin, contact } = (await newCompany()).users
    const generated = { password_must_change: true, password_expires_at: new Date('2026-01-01') }
    await db.updateTable('shop_users').set(generated).where('pvaid', '=', contact.pvaid).execute()
    expect(await saves.login(contact)).toBe(401)
    expect((await saves.put(admin, contact, { ASP_PASSWORT: 'Gesetzt-1' })).code).toBe(0)
    const { status, envelope } = await getToken(server.url, loginForm(contact, 'Gesetzt-1'))
    expect(status).toBe(200)
    expect(await saves.isAlive({ authorization: envelope.responseData.access_token })).toBe(true)
  })

  test('a removed access that is taken back in time is as it was: its first password is kept, waits, has expired or was never sent', async ({
    newCompany,
    db,
    saves,
    server
  }) => {
    const { admin, contact, none, shoplight, shopfull } = (await newCompany()).users
    const generated = {
      password_must_change: true,
      password_expires_at: new Date('2099-01-01'),
      password_address: contact.userName
    }
    await db.updateTable('shop_users').set(generated).where('pvaid', '=', contact.pvaid).execute()
    const over = { ...generated, password_address: shoplight.userName, password_expires_at: new Date('2026-01-01') }
    await db.updateTable('shop_users').set(over).where('pvaid', '=', shoplight.pvaid).execute()
    const withoutPassword = db.updateTable('shop_users').set({ password_hash: null })
    await withoutPassword.where('pvaid', 'in', [none.pvaid, shopfull.pvaid]).execute()
    expect((await saves.put(admin, none, { ASP_SHOPRECHTE: Right.contact })).code).toBe(0)
    const waiting = () =>
      db.selectFrom('password_mails').select(['job_id', 'address']).where('pvaid', '=', none.pvaid).execute()
    const before = [await waiting(), await saves.mails(none.pvaid)]
    expect(before[0]).toHaveLength(1)
    for (const person of [contact, none, shoplight, shopfull]) {
      expect((await saves.put(admin, person, { ASP_SHOPRECHTE: Right.none, ASP_AKTIV: false })).code).toBe(0)
      const removal = db.updateTable('jobs').where('kind', '=', 'passkey-removal')
      await removal.set({ due_at: new Date('2099-01-01') }).execute()
      expect((await saves.put(admin, person, { ASP_SHOPRECHTE: Right.contact, ASP_AKTIV: true })).code).toBe(0)
    }
    expect([await waiting(), await saves.mails(none.pvaid)]).toEqual(before)
    for (const { pvaid } of [contact, shoplight, shopfull]) expect(await saves.mails(pvaid)).toEqual([])
    expect(await saves.login(contact)).toBe(200)
    const mailed = server
      .log()
      .split('\n')
      .filter((line) => line.includes('"access-mailed"'))
    expect(mailed.filter((line) => line.includes(`/${contact.pvaid}"`))).toEqual([])
  })

  test('a removed access that is given back too late or at another address gets a new one', async ({
    newCompany,
    db,
    saves
  }) => {
    const { admin, contact, shoplight } = (await newCompany()).users
    const generated = (userName: string, end: string) => ({
      password_must_change: true,
      password_expires_at: new Date(end),
      password_address: userName
    })
    for (const { pvaid, userName } of [contact, shoplight])
      await db.updateTable('shop_users').set(generated(userName, '2099-01-01')).where('pvaid', '=', pvaid).execute()
    for (const person of [contact, shoplight])
      expect((await saves.put(admin, person, { ASP_SHOPRECHTE: Right.none })).code).toBe(0)
    await db
      .updateTable('jobs')
      .set({ due_at: new Date('2026-01-01') })
      .where('kind', '=', 'passkey-removal')
      .where(sql`data->>'pvaid'`, '=', String(contact.pvaid))
      .execute()
    const back = { ASP_SHOPRECHTE: Right.contact }
    expect((await saves.put(admin, contact, back)).code).toBe(0)
    expect((await saves.put(admin, shoplight, { ...back, ASP_SHOPEMAIL: 'neu@firma.example' })).code).toBe(0)
    for (const { pvaid } of [contact, shoplight])
      expect((await saves.mails(pvaid)).map(([name]) => name)).toContain('password-mail')
  })

  test('a setting raises the least length of a password', async ({ database, own }) => {
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

  test('shop rights are given by an admin, never one’s own, shoplight only in extended mode', async ({
    newCompany,
    saves,
    database
  }) => {
    const { admin, shopfull, shoplight, contact, none } = (await newCompany()).users
    const othersThan = ({ right }: TestUser) => Object.values(Right).filter((rights) => rights !== Right[right])
    for (const by of [shopfull, shoplight]) {
      for (const user of [by, contact, none, admin]) {
        for (const rights of othersThan(user))
          expect(await saves.refused(by, user, { ASP_SHOPRECHTE: rights })).toEqual(notWritable('ASP_SHOPRECHTE'))
      }
    }
    for (const rights of othersThan(admin))
      expect(await saves.refused(admin, admin, { ASP_SHOPRECHTE: rights })).toEqual(notWritable('ASP_SHOPRECHTE'))
    expect((await saves.refused(admin, contact, { ASP_SHOPRECHTE: Right.shoplight }))[1]).toBe(
      BusinessError.rightNotGrantable
    )
    expect((await saves.put(admin, shoplight, { ASP_SHOPRECHTE: Right.shoplight })).code).toBe(0)
    for (const rights of [5, -1, 99])
      expect((await saves.refused(admin, contact, { ASP_SHOPRECHTE: rights }))[1]).toBe(BusinessError.valueNotOffered)
    expect((await saves.refused(admin, contact, { ASP_SHOPRECHTE: null }))[0]).toBe(400)
    expect((await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.shopfull })).code).toBe(0)
    expect((await saves.read(admin, contact))['ASP_SHOPRECHTE']).toBe(Right.shopfull)
    const extended = await startApp(database, { config: { extendedWebshopRights: true } })
    const headers = await authorized(extended.url, admin)
    const data = { ASP_PVAID: contact.pvaid, ASP_SHOPRECHTE: Right.shoplight }
    expect((await save(extended.url, headers, ['PUT', '/contact'], data)).code).toBe(0)
    await extended.close()
  })

  test('who gets a right and has no password is sent one, in the same transaction', async ({
    newCompany,
    db,
    saves
  }) => {
    const { admin, none, contact } = (await newCompany()).users
    await db.updateTable('shop_users').set({ password_hash: null }).where('pvaid', '=', none.pvaid).execute()
    expect(await saves.refused(admin, none, { ASP_SHOPRECHTE: Right.contact, ASP_PLZ: '1'.repeat(11) })).toMatchObject([
      200,
      BusinessError.fieldTooLong,
      expect.stringContaining('10 Zeichen')
    ])
    expect(await saves.mails(none.pvaid)).toEqual([])
    await saves.put(admin, none, { ASP_SHOPRECHTE: Right.contact })
    await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.shopfull })
    expect([await saves.mails(none.pvaid), await saves.mails(contact.pvaid)]).toEqual([
      [['password-mail', none.userName]],
      []
    ])
  })

  test('no password is sent beside one that the admin sets, nor to somebody who is not active before that changes', async ({
    newCompany,
    db,
    saves
  }) => {
    const { admin, none, contact } = (await newCompany()).users
    const pvaids = [none.pvaid, contact.pvaid]
    await db
      .updateTable('shop_users')
      .set({ password_hash: null, rights: Right.none })
      .where('pvaid', 'in', pvaids)
      .execute()
    await saves.put(admin, none, { ASP_SHOPRECHTE: Right.contact, ASP_PASSWORT: 'Gesetzt-1' })
    await saves.put(admin, contact, { ASP_AKTIV: false })
    await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.contact })
    expect(await Promise.all(pvaids.map((pvaid) => saves.mails(pvaid)))).toEqual([[], []])
    await saves.put(admin, contact, { ASP_AKTIV: true })
    expect(await saves.mails(contact.pvaid)).toEqual([['password-mail', contact.userName]])
  })

  test('who has never been a shop user gets a login with the person’s address', async ({ newCompany, db, saves }) => {
    const { users, id } = await newCompany()
    const pvaid = id + 8
    const person = { company: 1, id: pvaid, salutation: 1, last_name: 'Neu', email_address: 'neu@firma.example' }
    await db.insertInto('persons').values(person).execute()
    await db.insertInto('contacts').values({ company: 1, pvaid, id, contact_company: 1, contact_id: pvaid }).execute()
    const answer = await saves.put(users.admin, pvaid, { ASP_SHOPRECHTE: Right.contact, ASP_PASSWORT: 'Neu-4711' })
    expect(answer.data?.['ASP_SHOPEMAIL']).toBe('neu@firma.example')
    expect(await saves.login({ ...users.contact, userName: 'neu@firma.example' }, 'Neu-4711')).toBe(200)
  })

  test('no right any more and inactive end the sessions', async ({ newCompany, server, saves, db }) => {
    const { admin, contact, shopfull } = (await newCompany()).users
    const [one, two] = [await authorized(server.url, contact), await authorized(server.url, shopfull)]
    await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.none })
    await saves.put(admin, shopfull, { ASP_AKTIV: false })
    const living = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('pvaid', 'in', [contact.pvaid, shopfull.pvaid])
      .where('revoked_at', 'is', null)
      .execute()
    expect([await saves.isAlive(one), await saves.isAlive(two), living]).toEqual([false, false, []])
    expect([await saves.login(contact), await saves.login(shopfull)]).toEqual([401, 401])
  })

  test('whom to let in again and whether an admin is active an admin decides alone', async ({ newCompany, saves }) => {
    const { admin, shopfull, shoplight, contact, none } = (await newCompany()).users
    expect(await saves.refused(shopfull, admin, { ASP_AKTIV: false })).toEqual(notWritable('ASP_AKTIV'))
    expect((await saves.put(shoplight, contact, { ASP_AKTIV: false })).code).toBe(0)
    expect(await saves.refused(shopfull, contact, { ASP_AKTIV: true })).toEqual(notWritable('ASP_AKTIV'))
    expect((await saves.put(admin, contact, { ASP_AKTIV: true })).code).toBe(0)
    for (const active of [false, true]) expect((await saves.put(shopfull, none, { ASP_AKTIV: active })).code).toBe(0)
  })

  test('the last active admin stays active and admin', async ({ newCompany, saves }) => {
    const { admin, contact } = (await newCompany()).users
    const lastAdmin = [200, BusinessError.lastAdmin, 'Mindestens ein aktiver Administrator muss bestehen bleiben.']
    expect(await saves.refused(admin, admin, { ASP_AKTIV: false })).toEqual(lastAdmin)
    await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.admin, ASP_AKTIV: false })
    expect(await saves.refused(admin, admin, { ASP_AKTIV: false })).toEqual(lastAdmin)
    await saves.put(admin, contact, { ASP_AKTIV: true })
    expect((await saves.put(contact, admin, { ASP_AKTIV: false })).code).toBe(0)
    expect(await saves.refused(contact, contact, { ASP_AKTIV: false })).toEqual(lastAdmin)
  })

  test('nobody takes their own log-in away, not even an admin among others', async ({ newCompany, saves }) => {
    const { admin, shopfull, shoplight, contact } = (await newCompany()).users
    await saves.put(admin, contact, { ASP_SHOPRECHTE: Right.admin })
    const sentence = 'Ihren eigenen Kontakt können Sie nicht auf inaktiv setzen.'
    for (const user of [admin, shopfull, shoplight]) {
      const own = await saves.refused(user, user, { ASP_NACHNAME: 'Neu', ASP_AKTIV: false })
      expect(own).toEqual([200, BusinessError.fieldNotWritable, sentence])
      expect(await saves.login(user)).toBe(200)
    }
  })
})
