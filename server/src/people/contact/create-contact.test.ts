import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { addCompany, type TestUser } from '../../testing/company.ts'
import { notWritable, test as serverTest } from '../../testing/contact-fixtures.ts'
import { auditOf, contentOf, save } from '../../testing/saves.ts'
import { seedRows } from '../../testing/seed.ts'

const named = { ASP_ANREDE: 0, ASP_NACHNAME: 'Neu' }

const test = serverTest
  .extend(
    'post',
    ({ server, saves }) =>
      async (by: TestUser, data: WireRow, more: Record<string, string> = {}) =>
        save(server.url, { ...(await saves.sessionOf(by)), ...more }, ['POST', '/contact'], data)
  )
  .extend('refused', ({ saves, db, post }) => async (by: TestUser, data: WireRow) => {
    await saves.sessionOf(by)
    const before = await contentOf(db)
    const { status, code, errors } = await post(by, data)
    expect(await contentOf(db)).toEqual(before)
    return [status, code, errors[0]]
  })
  .extend('count', ({ database, own }) => async () => {
    const { rows } = await database.pool.query<{ n: number }>('select count(*) as n from contacts where id = $1', [
      own.id
    ])
    return rows[0]?.n ?? 0
  })

describe('creating a contact', () => {
  test.for(['admin', 'shopfull', 'shoplight'] as const)(
    '%s makes a person, a contact without right and its audit row',
    async (right, { post, own, saves, db }) => {
      const email = `${right}-neu@firma.example`
      const { data } = await post(own.users[right], {
        ...named,
        ASP_SHOPEMAIL: email,
        ASP_FREIFELD17: 'x',
        ASP_PVAID: null,
        ASP_KONTAKTID: null
      })
      const pvaid = Number(data?.['ASP_PVAID'])
      expect(data).toMatchObject({ ASP_FIRMA: 1, ASP_ID: own.id, ASP_SHOPEMAIL: email, VERSION: 1 })
      expect(await saves.read(own.users.admin, pvaid)).toMatchObject({
        ...named,
        ASP_SHOPEMAIL: email,
        ASP_EMAIL: email,
        ASP_ANZEIGEEMAIL: email,
        ASP_SHOPRECHTE: 0,
        ASP_AKTIV: true,
        ASP_NEWSLETTER: false,
        ASP_FREIFELD17: 'x'
      })
      const entry = (await auditOf(db, own)).at(-1)
      expect(entry).toMatchObject({
        action: 'create',
        resource: 'contact',
        pvaid: own.users[right].pvaid,
        key: { pvaid }
      })
      expect(entry?.changes['ASP_NACHNAME']).toEqual({ old: null, new: 'Neu' })
      expect(await saves.mails(pvaid)).toEqual([])
    }
  )

  test('contacts are numbered on in the order of their making', async ({ post, own, saves }) => {
    const { data: one } = await post(own.users.admin, named)
    const { data: two } = await post(own.users.admin, named)
    const [first, second] = [
      await saves.read(own.users.admin, Number(one?.['ASP_PVAID'])),
      await saves.read(own.users.admin, Number(two?.['ASP_PVAID']))
    ]
    expect(Number(second['ASP_LFDNR'])).toBe(Number(first['ASP_LFDNR']) + 1)
    expect(first['ASP_SHOPEMAIL']).toBeNull()
  })

  test('the numbers go on from the highest of the provider, and of the customer', async ({
    db,
    database,
    foreign,
    own,
    post,
    saves
  }) => {
    const other = await addCompany(db, 90_000, 2)
    await database.pool.query('update contacts set sequence_number = 700 where id = any($1)', [[foreign.id, other.id]])
    const highest = async () => {
      const { rows } = await database.pool.query<Record<'contactId' | 'pvaid' | 'sequenceNumber', number>>(
        `select (select max(id) from persons where company = 1) as "contactId", max(pvaid) as pvaid,
                max(sequence_number) filter (where id = $1) as "sequenceNumber"
         from contacts where company = 1`,
        [own.id]
      )
      return rows[0] ?? { contactId: 0, pvaid: 0, sequenceNumber: 0 }
    }
    const before = await highest()
    const { data } = await post(own.users.admin, named)
    const [contactId, pvaid, sequenceNumber] = [before.contactId + 1, before.pvaid + 1, before.sequenceNumber + 1]
    expect(data).toMatchObject({ ASP_KONTAKTID: contactId, ASP_PVAID: pvaid })
    expect((await saves.read(own.users.admin, pvaid))['ASP_LFDNR']).toBe(sequenceNumber)
  })

  test('only the address that another one has is reported as taken, not a number', async ({ database, post, own }) => {
    const { pool } = database
    await pool.query(`create function taken() returns trigger language plpgsql as
      $$ begin raise exception 'taken' using errcode = '23505', constraint = 'contacts_pkey'; end $$`)
    await pool.query('create trigger taken before insert on contacts execute function taken()')
    const answer = await post(own.users.admin, { ...named, ASP_SHOPEMAIL: 'nummer@firma.example' })
    await pool.query('drop function taken cascade')
    expect([answer.status, answer.code]).toEqual([500, 500])
  })

  test('a contact cannot make one', async ({ refused, own }) => {
    expect(await refused(own.users.contact, named)).toMatchObject([403, 403, expect.any(String)])
  })

  test('only an admin gives the new contact a right or a password, and a right comes with a mail', async ({
    own,
    refused,
    post,
    saves
  }) => {
    const address = { ...named, ASP_SHOPEMAIL: 'recht@firma.example' }
    for (const by of [own.users.shopfull, own.users.shoplight]) {
      for (const rights of Object.values(Right).filter((one) => one !== Right.none)) {
        expect(await refused(by, { ...address, ASP_SHOPRECHTE: rights })).toEqual(notWritable('ASP_SHOPRECHTE'))
      }
      expect(await refused(by, { ...address, ASP_PASSWORT: 'Geheim-1' })).toEqual(notWritable('ASP_PASSWORT'))
    }
    const { admin } = own.users
    expect(await refused(admin, { ...address, ASP_PASSWORT: 'Geheim-1' })).toEqual(notWritable('ASP_PASSWORT'))
    expect((await refused(admin, { ...address, ASP_SHOPRECHTE: Right.shoplight }))[1]).toBe(
      BusinessError.rightNotGrantable
    )
    expect((await refused(admin, { ...named, ASP_SHOPRECHTE: Right.contact }))[1]).toBe(
      BusinessError.requiredFieldMissing
    )
    const { data } = await post(admin, { ...address, ASP_SHOPRECHTE: Right.contact })
    expect(await saves.mails(Number(data?.['ASP_PVAID']))).toEqual([['password-mail', address.ASP_SHOPEMAIL]])
    const chosen = {
      ...named,
      ASP_SHOPEMAIL: 'wahl@firma.example',
      ASP_SHOPRECHTE: Right.contact,
      ASP_PASSWORT: 'Gewaehlt-1'
    }
    const made = await post(admin, chosen)
    expect(await saves.mails(Number(made.data?.['ASP_PVAID']))).toEqual([])
    expect(await saves.login({ ...admin, userName: 'wahl@firma.example' }, 'Gewaehlt-1')).toBe(200)
    expect(made.text).not.toContain('Gewaehlt')
  })

  test('who may not log in yet, although there is a right, is sent no password', async ({ post, own, saves }) => {
    const data = { ...named, ASP_SHOPEMAIL: 'inaktiv@firma.example', ASP_SHOPRECHTE: Right.contact, ASP_AKTIV: false }
    const made = await post(own.users.admin, data)
    expect([made.code, await saves.mails(Number(made.data?.['ASP_PVAID']))]).toEqual([0, []])
  })

  test('what may not be sent is refused, and nothing is written', async ({ own, refused }) => {
    const { admin } = own.users
    for (const { code, use } of Object.values(contactFields)) {
      if (use !== 'read' && !['ASP_PVAID', 'ASP_KONTAKTID'].includes(code)) continue
      const value = code === 'ASP_ANZEIGEEMAIL' ? 'x@firma.example' : 7
      expect(await refused(admin, { ...named, [code]: value })).toEqual(notWritable(code))
    }
    expect(await refused(admin, { ...named, VERSION: 1 })).toEqual(notWritable('VERSION'))
    expect(await refused(admin, { ...named, ASP_NICHTS: 1 })).toEqual([400, 400, 'Unbekanntes Feld: ASP_NICHTS'])
    expect((await refused(admin, { ASP_NACHNAME: 'Neu' }))[1]).toBe(BusinessError.requiredFieldMissing)
    expect((await refused(admin, { ...named, ASP_SHOPEMAIL: admin.userName.toUpperCase() }))[1]).toBe(
      BusinessError.emailTaken
    )
  })

  test('a field that the shop’s form requires but hides or locks is not asked of a new contact, for nobody could fill it in', async ({
    db,
    refused,
    post
  }) => {
    const { admin } = (await addCompany(db, 300, 3)).users
    const required = { required: true }
    const form = {
      ASP_TITEL: { ...required, display_mode: 0 },
      ASP_TELEFAX: { ...required, read_only: true },
      ASP_EMAIL: { ...required, display_mode: 0 },
      ASP_SHOPEMAIL: { ...required, read_only: true },
      ASP_VORNAME: { ...required, description: 'Vorname' }
    }
    await seedRows(db, 3).addFields('contact', form)
    const missing = [200, BusinessError.requiredFieldMissing, 'Bitte füllen Sie das Feld Vorname aus.']
    expect(await refused(admin, named)).toEqual(missing)
    expect((await post(admin, { ...named, ASP_VORNAME: 'Eva' })).code).toBe(0)
  })

  test('a new contact is asked for no salutation and no last name that the shop’s form does not show, but for a name', async ({
    db,
    refused,
    post,
    saves
  }) => {
    const { admin } = (await addCompany(db, 400, 4)).users
    await seedRows(db, 4).addFields('contact', { ASP_VORNAME: {}, ASP_ORT: {} })
    const missing = [200, BusinessError.requiredFieldMissing, 'Bitte füllen Sie das Feld asp_vorname aus.']
    expect(await refused(admin, { ASP_ORT: 'Wien' })).toEqual(missing)
    const { data } = await post(admin, { ASP_VORNAME: 'Eva' })
    const stored = { ASP_ANREDE: null, ASP_VORNAME: 'Eva', ASP_NACHNAME: null, ASP_AKTIV: true }
    expect(await saves.read(admin, Number(data?.['ASP_PVAID']))).toMatchObject(stored)
    await seedRows(db, 4).addFields('contact', { ASP_NACHNAME: { position: 9 }, ASP_ANREDE: { position: 10 } })
    expect((await refused(admin, { ASP_VORNAME: 'Eva', ASP_ANREDE: 1 }))[2]).toContain('asp_nachname')
    expect((await refused(admin, { ASP_VORNAME: 'Eva', ASP_NACHNAME: 'Neu' }))[2]).toContain('asp_anrede')
  })

  test('a password is as long for a new contact as for any other', async ({ refused, own }) => {
    const data = { ...named, ASP_SHOPEMAIL: 'kurz@firma.example', ASP_SHOPRECHTE: Right.contact, ASP_PASSWORT: 'fünf5' }
    const sentence = 'Passwort muss mindestens 6 Zeichen lang sein'
    expect(await refused(own.users.admin, data)).toEqual([200, BusinessError.passwordTooShort, sentence])
  })

  test('for a foreign customer it is refused as for one that does not exist, byte for byte', async ({
    headersOf,
    own,
    server,
    db,
    foreign
  }) => {
    const headers = await headersOf(own.users.admin)
    const ask = (data: WireRow) => save(server.url, headers, ['POST', '/contact'], { ...named, ...data })
    const before = await contentOf(db)
    const missing = await ask({ ASP_ID: 999_999 })
    for (const data of [{ ASP_ID: foreign.id }, { ASP_FIRMA: 2 }, { ASP_KONTAKTFIRMA: 2 }]) {
      const answer = await ask(data)
      expect([answer.status, answer.text]).toEqual([404, missing.text])
    }
    expect(await contentOf(db)).toEqual(before)
  })

  test('sent twenty times at once with one Idempotency-Key it makes one contact and gives all the same answer', async ({
    headersOf,
    own,
    count,
    server
  }) => {
    const headers = { ...(await headersOf(own.users.shopfull)), 'idempotency-key': 'doppelt-1' }
    const before = await count()
    const data = { ...named, ASP_SHOPEMAIL: 'einmal@firma.example' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => save(server.url, headers, ['POST', '/contact'], data))
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect([answers[0]?.code, await count()]).toEqual([0, before + 1])
    const other = await save(server.url, headers, ['POST', '/contact'], { ...data, ASP_NACHNAME: 'Anders' })
    expect([other.status, await count()]).toEqual([400, before + 1])
  })

  test('with a password and an Idempotency-Key it differs from one with another password, though nothing quick to guess at is kept', async ({
    post,
    own,
    foreign,
    db
  }) => {
    const body = (password: string, name: string) => ({
      ...named,
      ASP_SHOPEMAIL: `${name}@firma.example`,
      ASP_SHOPRECHTE: Right.contact,
      ASP_PASSWORT: password
    })
    const key = { 'idempotency-key': 'mit-passwort' }
    const first = await post(own.users.admin, body('Neu-4711', 'geheim'), key)
    expect((await post(own.users.admin, body('Neu-4711', 'geheim'), key)).text).toBe(first.text)
    expect(await post(own.users.admin, body('Neu-4712', 'geheim'), key)).toMatchObject({ status: 400 })
    await post(foreign.users.admin, body('Neu-4711', 'geheim'), key)
    const kept = db.selectFrom('idempotency_keys').select('request_hash').where('key', '=', 'mit-passwort')
    const hashes = (await kept.execute()).map(({ request_hash }) => request_hash)
    const request = `POST /api/contact ${JSON.stringify({ data: body('Neu-4711', 'geheim') })}`
    // Two hashes of the same request by two people differ: a salt makes them two, and neither can be computed by
    // anybody.
    expect(new Set([...hashes, createHash('sha256').update(request).digest('hex')]).size).toBe(3)
  })

  test('twenty at once without a key get twenty different numbers, in two customers of one provider', async ({
    headersOf,
    own,
    foreign,
    server
  }) => {
    const both = [await headersOf(own.users.admin), await headersOf(foreign.users.admin)]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(server.url, both[index % 2] ?? {}, ['POST', '/contact'], named))
    )
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0))
    expect(new Set(answers.map(({ data }) => data?.['ASP_PVAID'])).size).toBe(20)
  })
})
