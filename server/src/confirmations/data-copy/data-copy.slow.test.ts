import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { loginTooOld } from '@customer-center/contract/envelope'
import { everyRight } from '@customer-center/contract/rights'
import { AsyncStatus, type StartedJob } from '@customer-center/contract/server-function'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { confirmation } from '../../../../testing/server/document-requests.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { inspect, pagesOf, withoutPoppler, wordsBeyondPaper } from '../../../../testing/server/pdf.ts'
import { addRows, changeRows } from '../../../../testing/server/rows.ts'

type Headers = Record<string, string>
type Copy = Record<string, Record<string, unknown>[]>

const test = documentJobTest
  .extend('startAs', { scope: 'file' }, ({ documentJobs }) => (headers: Headers, format: string) => {
    return documentJobs.start(headers, 'DataCopy', `format=${format}`, 'Kopie')
  })
  .extend('copyAs', { scope: 'file' }, ({ documentJobs }) => (headers: Headers, format: 'JSON' | 'PDF') => {
    return documentJobs.made(headers, 'DataCopy', `format=${format}`)
  })
  .extend('setPerson', { scope: 'file' }, ({ db }) => {
    return ({ providerId, personId }: TestShopUser, values: object) =>
      changeRows(db, 'persons', { provider_id: providerId, person_id: personId }, values)
  })

describe('the copy of one’s own data', () => {
  test.for(everyRight)(
    'is for everybody with the right %s, and has nothing of anybody else',
    async (right, { server, own, foreign, twin, booked, work, copyAs }) => {
      await work()
      const user = own.shopUsers[right]
      const text = (await copyAs(await server.headersOf(user), 'JSON')).toString()
      const copy = JSON.parse(text) as Copy
      expect(copy['shopUser']).toMatchObject([{ emailAddress: user.userName, right, hasPassword: true }])
      expect(copy['contact']).toMatchObject([
        { number: user.contactId, customerNumber: user.customerNumber, active: true }
      ])
      expect(copy['person']).toMatchObject([{ firstName: 'Anna', lastName: right, salutation: 'misses' }])
      expect(copy['sessions']?.length).toBeGreaterThan(0)
      expect(copy['participations']).toHaveLength(
        Object.values(booked).filter(
          (one) => one.user.contactId === user.contactId && one.user.providerId === user.providerId
        ).length
      )
      const others = [own, foreign, twin]
        .flatMap(({ shopUsers }) => Object.values(shopUsers))
        .filter((other) => other !== user)
      for (const { userName } of others) if (userName !== user.userName) expect(text).not.toContain(userName)
      expect(text).not.toMatch(/\$argon2|token_hash|[0-9a-f]{64}/)
    }
  )

  test('has the state of each booking, and its rebooking', async ({ server, newCustomer, seed, work, copyAs }) => {
    await work()
    const { contact } = (await newCustomer()).shopUsers
    await seed.addEvent(71, '2026-05-01', { caption: 'Altes Event' })
    await seed.addEvent(72, '2026-06-01', { caption: 'Neues Event' })
    const rebooked = { state: 'rebooked' as const, rebooked_event_id: 72, rebooked_no: 1, attended: false }
    await seed.addParticipation(contact, 71, { participant_id: 7001, ...rebooked })
    await seed.addParticipation(contact, 72, { participant_id: 7002 })
    const headers = await server.headersOf(contact)
    const copy = JSON.parse((await copyAs(headers, 'JSON')).toString()) as Copy
    expect(copy['participations']).toMatchObject([
      { event: 'Neues Event', state: 'booked', rebookedTo: null },
      { event: 'Altes Event', state: 'rebooked', rebookedTo: 'Neues Event' }
    ])
    if (withoutPoppler) return
    const text = pagesOf(await copyAs(headers, 'PDF')).join()
    expect(text).toMatch(/Altes Event[^]*Status umgebucht · Umgebucht auf Neues\s+Event/)
  })

  test('tells an admin nothing of others’ requests', async ({ newCustomer, db, server, work, copyAs }) => {
    await work()
    const [victim, own] = [(await newCustomer()).shopUsers.contact, (await newCustomer()).shopUsers]
    const stranger = { ...own.contact, userName: victim.userName }
    const ask = (of: object) =>
      server.mustSave({}, ['POST', '/passwordreset'], { emailAddress: victim.userName, ...of })
    await ask({})
    // Somebody tries the address with the other customer’s number before it belongs there.
    await getToken(server.url, loginForm(stranger, 'falsch'))
    await addRows(db, 'bounces', { provider_id: 1, address: victim.userName })
    const change = { ASP_PVAID: own.contact.contactId, ASP_SHOPEMAIL: victim.userName, ASP_PASSWORT: 'Anders-4711' }
    await server.mustSave(own.admin, ['PUT', '/contact'], change)
    await ask({})
    await ask({ customerNumber: victim.customerNumber })
    expect((await getToken(server.url, loginForm(stranger, 'Anders-4711'))).status).toBe(200)
    await eventually(async () => {
      const waiting = db.selectFrom('jobs').select('id').where('kind', 'like', 'password-reset%')
      expect(await waiting.where('state', 'in', ['waiting', 'running']).execute()).toEqual([])
    })
    const copy = JSON.parse((await copyAs(await server.headersOf(stranger), 'JSON')).toString()) as Copy
    const resets = copy['mails']?.filter(({ mail }) => String(mail).startsWith('password-reset'))
    expect([resets, copy['bounces'], copy['loginAttempts']]).toEqual([[], undefined, undefined])
    expect(copy['logins']?.length).toBe(1)
    const ofVictim = JSON.parse((await copyAs(await server.headersOf(victim), 'JSON')).toString()) as Copy
    expect(ofVictim['mails']?.filter(({ mail }) => mail === 'password-reset-mail').length).toBeGreaterThan(0)
  })

  test('tells what colleagues and the provider changed by their part, without their names or what they wrote elsewhere', async ({
    shopUsers,
    db,
    server,
    work,
    copyAs,
    setPerson
  }) => {
    await work()
    const { admin, contact } = shopUsers
    await setPerson(admin, { last_name: 'Unbeteiligt' })
    await server.mustSave(admin, ['PUT', '/contact'], { ASP_PVAID: contact.contactId, ASP_ORT: 'Wels' })
    await server.mustSave(admin, ['PUT', '/contact'], { ASP_PVAID: shopUsers.shopfull.contactId, ASP_ORT: 'Geheimort' })
    await server.mustSave(admin, ['PUT', '/customer'], { KND_ORT: 'Firmenort' })
    await sql`insert into audit_entries (provider_id, customer_id, action, resource, key, changes)
      values (${contact.providerId}, ${contact.customerId}, 'update', 'contact', ${JSON.stringify({ contactId: contact.contactId })}::jsonb,
              '{"ASP_TITEL": {"old": null, "new": "Dr."}}')`.execute(db)
    const ofContact = (await copyAs(await server.headersOf(contact), 'JSON')).toString()
    expect((JSON.parse(ofContact) as Copy)['changes']).toMatchObject([
      { by: 'provider', changes: { ASP_TITEL: { old: null, new: 'Dr.' } } },
      { by: 'colleague', changes: { ASP_ORT: { old: 'Wien', new: 'Wels' } } }
    ])
    expect(ofContact).not.toContain('Unbeteiligt')
    const ofAdmin = (await copyAs(await server.headersOf(admin), 'JSON')).toString()
    expect((JSON.parse(ofAdmin) as Copy)['ownActions']).toMatchObject([
      { data: 'customer', fields: ['KND_ORT'] },
      { data: 'contact', fields: ['ASP_ORT'] },
      { data: 'contact', fields: ['ASP_ORT'] }
    ])
    for (const value of ['Wels', 'Geheimort', 'Firmenort']) expect(ofAdmin).not.toContain(value)
  })

  test('stays in the person’s list behind many confirmations', async ({ server, newCustomer, db }) => {
    const user = (await newCustomer()).shopUsers.contact
    const { providerId, customerId, contactId } = user
    const job = { provider_id: providerId, customer_id: customerId, contact_id: contactId, parameter: '', cost: 1 }
    const rows = Array.from({ length: 30 }, (_, minutes) => ({
      ...job,
      job_id: randomUUID(),
      name: minutes === 29 ? ('DataCopy' as const) : ('StandardLetter' as const),
      caption: String(minutes),
      request_hash: String(minutes),
      letter_number: randomUUID(),
      created_at: new Date(Date.now() - minutes * 60_000)
    }))
    await db.insertInto('server_functions').values(rows).execute()
    const own = await server.call<StartedJob[]>(user, '/function/list')
    expect(own.envelope.responseData?.map(({ caption }) => caption)).toEqual([...Array(20).keys(), 29].map(String))
  })

  test.skipIf(withoutPoppler)(
    'reads well on paper, whatever a name consists of',
    async ({ server, own, booked, work, copyAs, setPerson, documentJobs }) => {
      await work()
      const { contact } = own.shopUsers
      const letter = await documentJobs.started(contact, 'StandardLetter', confirmation(booked.first))
      await documentJobs.file(contact, letter)
      const hostile = '#panic("x") *fett* $x$ @ref <a> \\u(41) [ab] // `c`'
      await setPerson(contact, { first_name: hostile, last_name: `${'W'.repeat(300)}\u202Eende`, street: '= Titel' })
      const pdf = await copyAs(await server.headersOf(contact), 'PDF')
      const text = pagesOf(pdf).join('\n')
      expect(text).toContain('Kopie Ihrer Daten')
      expect(text).toContain('#panic("x") *fett* $x$')
      for (const heading of ['Zugang', 'Anmeldungen', 'Person', 'Teilnahmen', 'Ausgestellte Bestätigungen'])
        expect(text).toContain(heading)
      expect(text).toMatch(/Lohnverrechnung\s+Von 10\.01\.2026 · Bis 11\.01\.2026 · Ort/)
      expect(text).toContain('Dazu ist nichts gespeichert:')
      expect(text).not.toMatch(/undefined|null|\bNaN\b|\{\w+\}|shopUser|loggedInAt/)
      expect(wordsBeyondPaper(pdf)).toEqual([])
      expect(inspect('pdfinfo', pdf)).toMatch(/Title:\s+Kopie Ihrer Daten/)
      await setPerson(contact, { first_name: 'Anna', last_name: 'contact', street: 'Ring 1' })
    }
  )
})

describe('who may have a copy', () => {
  test('a fresh login, and no other login', async ({ own, db, work, startAs, documentJobs, server }) => {
    const { shopfull } = own.shopUsers
    const headers = await server.headersOf(shopfull)
    await sql`update sessions set logged_in_at = now() - interval '11 minutes' where contact_id = ${shopfull.contactId}`.execute(
      db
    )
    const refused = await startAs(headers, 'JSON')
    expect([refused.status, refused.envelope.responseResult.RESTReturnCode]).toEqual([401, loginTooOld])
    expect(await db.selectFrom('server_functions').select('job_id').execute()).toEqual([])
    const fresh = await server.headersOf(shopfull)
    const jobId = (await startAs(fresh, 'JSON')).envelope.responseData?.jobId ?? ''
    await work()
    await eventually(async () => {
      expect((await documentJobs.result(fresh, jobId)).envelope.responseData?.status).toBe(AsyncStatus.done)
    })
    const missing = await documentJobs.result(fresh, '00000000-0000-4000-8000-000000000000')
    expect(missing.status).toBe(404)
    const others = [
      await server.headersOf(shopfull),
      ...(await Promise.all(
        everyRight.filter((right) => right !== 'shopfull').map((right) => server.headersOf(own.shopUsers[right]))
      ))
    ]
    for (const other of others) expect((await documentJobs.result(other, jobId)).text).toBe(missing.text)
    const listed = async (by: Headers) =>
      (await server.call<StartedJob[]>(by, '/function/list')).envelope.responseData?.length
    expect([await listed(fresh), await listed(others[0] ?? {})]).toEqual([1, 0])
    // The same login from another tab gets the same job while it is open; another login gets one of its own.
    expect((await startAs(others[0] ?? {}, 'JSON')).envelope.responseData?.jobId).not.toBe(jobId)
  })

  test.for(everyRight)(
    'nobody of another customer, with the right %s',
    async (right, { server, own, foreign, twin, startAs, documentJobs }) => {
      const jobId =
        (await startAs(await server.headersOf(own.shopUsers.admin), 'PDF')).envelope.responseData?.jobId ?? ''
      for (const user of [foreign.shopUsers[right], twin.shopUsers[right]]) {
        const headers = await server.headersOf(user)
        const [theirs, missing] = [await documentJobs.result(headers, jobId), await documentJobs.result(headers, '1')]
        expect([theirs.status, theirs.text]).toEqual([404, missing.text])
      }
    }
  )

  test('whoever asks for another format or another person is refused', async ({ server, own, startAs, db }) => {
    const headers = await server.headersOf(own.shopUsers.admin)
    for (const parameter of ['pdf', '', 'JSON&pvaid=1', 'JSON&format=PDF'])
      expect((await startAs(headers, parameter)).status).toBe(400)
    expect(await db.selectFrom('server_functions').select('job_id').execute()).toEqual([])
  })

  test('whoever has had a hundred today waits until tomorrow', async ({ server, newCustomer, db, startAs }) => {
    const { contact } = (await newCustomer()).shopUsers
    const headers = await server.headersOf(contact)
    await startAs(headers, 'JSON')
    await sql`update server_functions set cost = 991 where contact_id = ${contact.contactId}`.execute(db)
    expect((await startAs(headers, 'PDF')).status).toBe(429)
  })
})
