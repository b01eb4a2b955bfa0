// On both databases: the embedded one is PostgreSQL 18, a server may be 14 and accepts less.
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { changesSchema } from '@customer-center/contract/change'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { History } from '@customer-center/contract/history'
import type { Order } from '@customer-center/contract/order'
import type { Overview } from '@customer-center/contract/overview'
import { getToken, loginForm } from '../../testing/server/calls.ts'
import { commandContext } from '../../testing/server/command-context.ts'
import type { TestCustomer, TestShopUser } from '../../testing/server/customer.ts'
import { eventually } from '../../testing/server/eventually.ts'
import { test as base } from '../../testing/server/import-fixtures.ts'
import { importer } from '../../testing/server/imports.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { addRows, readRow } from '../../testing/server/rows.ts'
import { exportCommand } from './operator/export/export.command.ts'
import { importCommand } from './operator/import/import.command.ts'
import { lockShopUserCommand, unlockShopUserCommand } from './people/shop-user/shop-user.command.ts'

const test = base
  .extend('reader', { scope: 'file' }, ({ db, own }) =>
    addProviderKey(db, { providerId: own.providerId, scopes: ['read'] })
  )
  .extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.providerId))
  /** Two customers for a test, in which a contact goes from one to the other. */
  .extend('from', ({ newCustomer }) => newCustomer())
  .extend('to', ({ newCustomer }) => newCustomer())
  /** Sends a row of a contact by the provider's API. */
  .extend('put', { scope: 'file' }, ({ ask }) => async ({ externalId }: TestShopUser, row: object) => {
    return ask(`/contacts/${externalId}`, { method: 'PUT', type: 'application/json', body: JSON.stringify(row) })
  })
  .extend(
    'move',
    { scope: 'file' },
    ({ put }) =>
      async (user: TestShopUser, { customerId, customerNumber }: TestCustomer) => {
        const { status, text } = await put(user, { customer: customerNumber })
        expect([status, text]).toEqual([200, expect.any(String)])
        return { ...user, customerId, customerNumber }
      }
  )
  /** A contact of `own` with a booking of each kind, which has gone to `foreign` since. */
  .extend('moved', { scope: 'file' }, async ({ db, foreign, move, own, seed, server }) => {
    const { contact, shoplight } = own.shopUsers
    const { providerId, customerId, contactId } = contact
    await seed.addEvent(1, '2026-01-10')
    await seed.addEvent(2, '2099-05-04', { caption: 'Statik' })
    await seed.addOrder(own, 1, '2026-01-02')
    await sql`update orders set ordered_by_contact_id = ${contactId} where provider_id = ${providerId} and no = 1`.execute(
      db
    )
    for (const one of [contact, shoplight]) await seed.addParticipation(one, 1, one === contact ? { order_no: 1 } : {})
    await seed.addParticipation(contact, 2, { attended: false, external_id: 'T2' })
    await seed.addWebinar(customerId, 'Raum', { contact_id: contactId, event_id: 1, no: 1 })
    await seed.addWebinar(foreign.customerId, 'Folien', { event_id: 1, no: 1 })
    const made = { status: 2, file: Buffer.from('%PDF'), finished_at: new Date(), caption: 'Liste' }
    const request = { name: 'Evaluation', parameter: '', request_hash: '', letter_number: '' }
    await addRows(db, 'server_functions', {
      job_id: randomUUID(),
      provider_id: providerId,
      customer_id: customerId,
      contact_id: contactId,
      ...request,
      ...made
    })
    const { data } = await server.save(contact, ['POST', '/calendar/feed/renew'], {})
    const feed = new URL(String(data?.['url']), `${server.url}/api/`).href
    expect(await (await fetch(feed)).text()).toContain('Statik')
    return { ...(await move(contact, foreign)), feed }
  })
  .extend('rows', { scope: 'file' }, ({ server }) => async (user: TestShopUser, path: string) => {
    const { status, envelope } = await server.call<WireRow[]>(user, path)
    expect(status).toBe(200)
    return envelope.responseData
  })
  .extend('historyOf', { scope: 'file' }, ({ server }) => async (user: TestShopUser, query = '') => {
    const { envelope } = await server.call<History>(user, `/history${query}`)
    return envelope.responseData.entries.map(({ changes }) => changes)
  })
  .extend(
    'waitingMails',
    { scope: 'file' },
    ({ db }) =>
      async ({ providerId, contactId }: TestShopUser, kind: string) => {
        const { rows } = await sql<{ to: string; person: number | null; reason: string | null }>`
      select data->>'to' as "to", (data->>'person')::int as person, reason from jobs
      where data->>'providerId' = ${String(providerId)} and data->>'contactId' = ${String(contactId)} and kind = ${kind}
      order by queued_at`.execute(db)
        return rows
      }
  )

const hash = (text: string) => createHash('sha256').update(text).digest()

describe('a contact whose row names another customer', () => {
  test('leaves its bookings with the former one', async ({ foreign, moved, own, rows }) => {
    const events = async (user: TestShopUser) =>
      (await rows(user, '/eventmanager/eventsbysubscriber')).map((row) => row['VER_ID'])
    expect(moved.customerId).toBe(foreign.customerId)
    expect(await events(own.shopUsers.admin)).toEqual([1, 1])
    expect(await events(foreign.shopUsers.admin)).toEqual([])
    expect(await rows(own.shopUsers.admin, '/eventmanager/ordersbysubscriber')).toMatchObject([
      { events: [{ participants: [{ caption: 'Anna contact' }] }] }
    ])
    expect(await rows(own.shopUsers.admin, '/eventmanager/webinarlink')).toMatchObject([
      { WEB_BEZEICHNUNG: 'Raum', WEB_TEILNEHMER: 'Anna contact' }
    ])
  })

  test.for([
    '/eventmanager/eventsbysubscriber',
    '/eventmanager/eventsbyparticipant',
    '/eventmanager/webinarlink',
    '/eventmanager/documentsbysubscriber',
    '/function/list'
  ])('sees nothing of the former one at %s', async (path, { moved, rows }) => {
    expect(await rows(moved, path)).toEqual([])
  })

  test('sees nothing of the former one in the overview', async ({ server, moved }) => {
    const { envelope } = await server.call<Overview>(moved, '/overview')
    expect(envelope.responseData).toMatchObject({ nextEvents: [], readyJobs: 0 })
  })

  test('counts for each customer by itself where it is booked in one event for both', async ({
    foreign,
    moved,
    own,
    rows,
    seed
  }) => {
    await seed.addParticipation(moved, 1)
    expect(await rows(own.shopUsers.admin, '/eventmanager/eventsbysubscriber')).toHaveLength(2)
    expect(await rows(foreign.shopUsers.admin, '/eventmanager/eventsbysubscriber')).toHaveLength(1)
  })

  test('takes its login along, and its passkeys and address', async ({ db, givePasskey, move, from, to, server }) => {
    const { shopfull } = from.shopUsers
    await givePasskey(shopfull, 'Laptop')
    const moved = await move(shopfull, to)
    expect((await getToken(server.url, loginForm(shopfull))).status).toBe(401)
    expect((await getToken(server.url, loginForm(moved))).status).toBe(200)
    const { providerId, contactId } = moved
    expect(await readRow(db, 'passkeys', { provider_id: providerId, contact_id: contactId })).toMatchObject({
      name: 'Laptop'
    })
    const contacts = await server.call<WireRow[]>(
      to.shopUsers.admin,
      `/contact?pvaid=${contactId}&resFields=ASP_STRASSE`
    )
    expect(contacts.envelope.responseData).toMatchObject([{ ASP_STRASSE: 'Ring 1' }])
  })

  test('loses sessions, links, its calendar’s address and waiting mails', async ({
    db,
    move,
    moved,
    from,
    to,
    server,
    waitingMails
  }) => {
    expect((await fetch(moved.feed)).status).toBe(404)
    const { contact } = from.shopUsers
    const { providerId, contactId, userName } = contact
    const session = await server.headersOf(contact)
    expect((await server.call(session, '/customer')).status).toBe(200)
    const expires_at = new Date(Date.now() + 3_600_000)
    const { password_hash } = await readRow(db, 'shop_users', { provider_id: providerId, contact_id: contactId })
    const link = {
      provider_id: providerId,
      contact_id: contactId,
      job_id: randomUUID(),
      address: userName,
      password_hash,
      expires_at
    }
    await addRows(db, 'password_mails', { ...link, link_hash: hash('link') })
    const change = { change_id: randomUUID(), old_address: userName, new_address: 'neu@firma.example', password_hash }
    await addRows(db, 'email_changes', {
      provider_id: providerId,
      contact_id: contactId,
      ...change,
      confirm_hash: hash('confirm')
    })
    const data = JSON.stringify({ providerId, contactId, to: userName, no: 'R-1', sender: contactId })
    await addRows(db, 'jobs', { id: randomUUID(), kind: 'invoice-mail', data, due_at: expires_at })
    for (const path of ['passwort/link', 'e-mail/confirm'])
      expect((await fetch(`${server.url}/${path}`)).status, path).toBe(200)
    const after = await move(contact, to)
    for (const path of ['passwort/link', 'e-mail/confirm'])
      expect((await fetch(`${server.url}/${path}`)).status, path).toBe(404)
    expect((await server.call(session, '/customer')).status).toBe(401)
    expect(await waitingMails(after, 'invoice-mail')).toMatchObject([
      { reason: 'The contact has gone to another customer.' }
    ])
  })

  test('has to log in again also where another program has written its row', async ({ db, from, to, server }) => {
    const { providerId, contactId } = from.shopUsers.shopfull
    const session = await server.headersOf(from.shopUsers.shopfull)
    await sql`update contacts set customer_id = ${to.customerId} where provider_id = ${providerId} and contact_id = ${contactId}`.execute(
      db
    )
    expect((await server.call(session, '/customer')).status).toBe(401)
    expect(await readRow(db, 'shop_users', { provider_id: providerId, contact_id: contactId })).toMatchObject({
      customer_id: to.customerId
    })
  })

  test('is refused by name where its user name or its person is taken', async ({
    db,
    run,
    from,
    to,
    put,
    setShopUser
  }) => {
    const { contact, shopfull } = from.shopUsers
    await setShopUser(to.shopUsers.contact, { email_address: contact.userName.toUpperCase() })
    expect((await put(contact, { customer: to.customerNumber })).json).toMatchObject({
      status: 409,
      detail: 'customer has another contact with the user name of this one.'
    })
    const { providerId, contactId } = to.shopUsers.shopfull
    const person = { person_id: shopfull.personId }
    await sql`update contacts set person_id = ${person.person_id} where provider_id = ${providerId} and contact_id = ${contactId}`.execute(
      db
    )
    const { refused } = await run('contacts', [{ externalId: shopfull.externalId, customer: to.customerNumber }])
    expect(refused).toMatchObject([{ field: 'personNo', sentence: 'personNo is already a contact of this customer.' }])
    for (const user of [contact, shopfull])
      expect(await readRow(db, 'contacts', { provider_id: providerId, contact_id: user.contactId })).toMatchObject({
        customer_id: from.customerId
      })
  })

  test('stays locked by an operator, and may log in there when it is unlocked', async ({
    db,
    move,
    from,
    to,
    put,
    server
  }) => {
    const { shoplight } = from.shopUsers
    const named = { name: shoplight.userName, providerId: null }
    await lockShopUserCommand.run(db, named, commandContext)
    const moved = await move(shoplight, to)
    expect((await put(moved, { active: true })).json).toMatchObject({ conflicts: [{ field: 'active' }] })
    expect((await getToken(server.url, loginForm(moved))).status).toBe(401)
    await unlockShopUserCommand.run(db, named, commandContext)
    expect((await getToken(server.url, loginForm(moved))).status).toBe(200)
  })

  test('is in the histories of both customers, neither of which learns of the other', async ({
    historyOf,
    from,
    to,
    put
  }) => {
    const { contact } = from.shopUsers
    await put(contact, { customer: to.customerNumber, place: 'Graz', customField16: 'Einkauf' })
    const name = 'Anna contact'
    expect(await historyOf(from.shopUsers.admin)).toEqual([[{ code: 'contact', old: name, new: null }]])
    expect(await historyOf(to.shopUsers.admin)).toEqual([[{ code: 'contact', old: null, new: name }]])
    const ofContact = `?pvaid=${contact.contactId}`
    expect(await historyOf(from.shopUsers.admin, ofContact)).toEqual([[{ code: 'contact', old: name, new: null }]])
    const [arrival = [], ...before] = await historyOf(to.shopUsers.admin, ofContact)
    expect(before).toEqual([])
    expect(Object.fromEntries(arrival.map(({ code, ...values }) => [code, values]))).toEqual({
      contact: { old: null, new: name },
      ASP_ORT: { old: null, new: 'Graz' },
      ASP_FREIFELD16: { old: null, new: 'Einkauf' }
    })
  })

  test('is in the feed of changes, once for each customer', async ({ ask, move, from, to, reader }) => {
    const { contact } = from.shopUsers
    await move(contact, to)
    const key = { externalId: contact.externalId, contactNo: contact.contactId }
    const entry = (customer: string, change: object) => ({
      customer,
      rows: [{ resource: 'contacts', key, fields: { customer: change } }]
    })
    // The feed waits for all earlier transactions of the server.
    await eventually(async () => {
      const { json } = await ask('/changes?by=all&limit=1000', reader)
      const { changes } = changesSchema.parse(json)
      expect(changes.filter(({ rows }) => rows[0]?.key['contactNo'] === contact.contactId)).toMatchObject([
        entry(from.customerNumber, { old: from.customerNumber, new: null }),
        entry(to.customerNumber, { old: null, new: to.customerNumber })
      ])
    })
  })

  test('is told to the admins of its new customer where it is an admin', async ({ move, from, to, waitingMails }) => {
    await move(from.shopUsers.contact, to)
    expect(await waitingMails(to.shopUsers.admin, 'admin-mail')).toEqual([])
    await move(from.shopUsers.admin, to)
    expect(await waitingMails(to.shopUsers.admin, 'admin-mail')).toMatchObject([
      { person: from.shopUsers.admin.contactId }
    ])
  })

  test('ends at once where the same row makes it inactive, and nobody there is told', async ({
    db,
    run,
    givePasskey,
    from,
    to,
    server,
    waitingMails
  }) => {
    const { admin } = from.shopUsers
    await givePasskey(admin, 'Laptop')
    const row = { externalId: admin.externalId, customer: to.customerNumber, active: false }
    // The run stops before it writes what waits for its end.
    await expect(run('contacts', [row], { mode: 'replace', maxRemoved: 0 })).rejects.toThrow('Nothing was removed')
    const of = { provider_id: admin.providerId, contact_id: admin.contactId }
    expect(await readRow(db, 'contacts', of)).toMatchObject({ customer_id: to.customerId, active: false })
    expect((await getToken(server.url, loginForm({ ...admin, customerNumber: to.customerNumber }))).status).toBe(401)
    expect(await db.selectFrom('passkeys').select('name').where('contact_id', '=', admin.contactId).execute()).toEqual(
      []
    )
    expect(await waitingMails(to.shopUsers.admin, 'admin-mail')).toEqual([])
  })

  test('gets an unused access again, for its new customer', async ({
    db,
    move,
    from,
    to,
    setShopUser,
    waitingMails
  }) => {
    const { contact, shoplight } = from.shopUsers
    await setShopUser(contact, { password_hash: null })
    const { providerId, contactId } = contact
    await addRows(db, 'contact_access', { provider_id: providerId, contact_id: contactId, mail_state: 'sent' })
    expect(await waitingMails(await move(contact, to), 'password-mail')).toMatchObject([{ to: contact.userName }])
    expect(await waitingMails(await move(shoplight, to), 'password-mail')).toEqual([])
  })

  test('gets no answer to a call that it made for the former one', async ({ move, from, to, server }) => {
    const { shopfull } = from.shopUsers
    const call = async (user: TestShopUser) => {
      const headers = { ...(await server.headersOf(user)), 'idempotency-key': 'gleich' }
      const { data } = await server.save(headers, ['POST', '/contact'], {
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Eva',
        ASP_NACHNAME: 'Neu',
        ASP_EMAIL: 'eva@firma.example'
      })
      return data?.['ASP_ID']
    }
    expect(await call(shopfull)).toBe(from.customerId)
    expect(await call(await move(shopfull, to))).toBe(to.customerId)
  })

  test('can come back, and finds what it has left', async ({ move, from, to, rows, seed }) => {
    await seed.addEvent(from.customerId, '2026-02-02')
    await seed.addParticipation(from.shopUsers.contact, from.customerId)
    const events = async (user: TestShopUser) => (await rows(user, '/eventmanager/eventsbysubscriber')).length
    const moved = await move(from.shopUsers.contact, to)
    expect(await events(moved)).toBe(0)
    expect(await events(await move(moved, from))).toBe(1)
  })
})

describe('the bookings of a contact that has gone to another customer', () => {
  test('stay with an import that repeats or changes them, and go where their row names the customer', async ({
    run,
    move,
    from,
    to,
    rows,
    seed
  }) => {
    const { contact, shoplight } = from.shopUsers
    await seed.addEvent(from.customerId, '2026-02-02', { external_id: `E${from.customerId}` })
    const row = {
      externalId: `T${from.customerId}`,
      contact: contact.externalId,
      event: `E${from.customerId}`,
      attended: true
    }
    expect((await run('participations', [row])).counts).toMatchObject({ created: 1 })
    await move(contact, to)
    const events = async (user: TestShopUser) => (await rows(user, '/eventmanager/eventsbysubscriber')).length
    const counted = async () => [await events(from.shopUsers.admin), await events(to.shopUsers.admin)]
    expect((await run('participations', [row])).counts).toMatchObject({ unchanged: 1, updated: 0 })
    expect((await run('participations', [{ ...row, hours: '4.00' }])).counts).toMatchObject({ updated: 1 })
    expect(await counted()).toEqual([1, 0])
    await run('participations', [{ ...row, customer: to.customerNumber }])
    expect(await counted()).toEqual([0, 1])
    // Another contact is one of another customer.
    await run('participations', [{ ...row, contact: shoplight.externalId }])
    expect(await counted()).toEqual([1, 0])
    // The customer that the row names counts, also where it is the stored one.
    const { counts } = await run('participations', [{ ...row, customer: from.customerNumber }])
    expect(counts).toMatchObject({ updated: 1, refused: 0 })
    expect(await counted()).toEqual([1, 0])
    const { refused } = await run('participations', [{ ...row, customer: 'nobody' }])
    expect(refused).toMatchObject([{ field: 'customer', kind: 'row' }])
  })

  test('that come later are of the customer whose order they name, if the contact was there', async ({
    run,
    move,
    from,
    newCustomer,
    to,
    rows,
    seed
  }) => {
    const other = await newCustomer()
    const { contact } = from.shopUsers
    await seed.addEvent(from.customerId, '2026-02-02', { external_id: `E${from.customerId}` })
    const order = { orderedFrom: 'Huber', registeredAt: '2026-01-02T10:00:00Z' }
    const orders = [from, other].map(({ customerNumber: customer }) => ({
      ...order,
      customer,
      externalId: `O${customer}`
    }))
    await run('orders', orders)
    await move(contact, to)
    const row = { contact: contact.externalId, event: `E${from.customerId}`, attended: true }
    const all = orders.map(({ externalId }) => ({ ...row, externalId: `T${externalId}`, order: externalId }))
    expect((await run('participations', all)).counts).toMatchObject({ created: 2 })
    const events = async (user: TestShopUser) => (await rows(user, '/eventmanager/eventsbysubscriber')).length
    expect(await events(from.shopUsers.admin)).toBe(1)
    expect(await events(to.shopUsers.admin)).toBe(1)
    expect(await events(other.shopUsers.admin)).toBe(0)
  })

  test('are exported with contact and customer, and an import of that changes nothing', async ({
    ask,
    run,
    moved,
    own,
    reader
  }) => {
    const { status, json } = await ask('/participations/T2', reader)
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({ contact: moved.externalId, customer: own.customerNumber })
    ])
    const { counts } = await run('participations', [json])
    expect(counts).toMatchObject({ unchanged: 1, refused: 0 })
  })
})

describe('an order whose row names another customer', () => {
  test('goes there alone; its participations follow by rows of their own', async ({ run, from, to, seed, server }) => {
    const { contact } = from.shopUsers
    await seed.addEvent(from.customerId, '2026-02-02', { external_id: `E${from.customerId}` })
    const order = { externalId: `O${from.customerId}`, orderedFrom: 'Huber', registeredAt: '2026-01-02T10:00:00Z' }
    const booking = {
      externalId: `T${from.customerId}`,
      contact: contact.externalId,
      event: `E${from.customerId}`,
      order: order.externalId
    }
    await run('orders', [{ ...order, customer: from.customerNumber }])
    await run('participations', [booking])
    const seen = async ({ shopUsers }: TestCustomer) =>
      (await server.call<Order[]>(shopUsers.admin, '/eventmanager/ordersbysubscriber')).envelope.responseData.map(
        ({ events }) => events.length
      )
    expect(await seen(from)).toEqual([1])
    expect((await run('orders', [{ ...order, customer: to.customerNumber }])).counts).toMatchObject({ updated: 1 })
    expect([await seen(from), await seen(to)]).toEqual([[], [0]])
    await run('participations', [{ ...booking, customer: to.customerNumber }])
    expect([await seen(from), await seen(to)]).toEqual([[], [1]])
  })

  test('is refused by name while it names a contact of the former one', async ({ run, move, from, to }) => {
    const { contact } = from.shopUsers
    const order = { externalId: `O${from.customerId}`, orderedFrom: 'Huber', registeredAt: '2026-01-02T10:00:00Z' }
    const row = { ...order, customer: from.customerNumber, orderedBy: contact.externalId }
    await run('orders', [row])
    const moving = { ...row, customer: to.customerNumber }
    const sentence = 'orderedBy is no contact of this customer.'
    expect((await run('orders', [moving])).refused).toMatchObject([{ kind: 'row', field: 'orderedBy', sentence }])
    expect((await run('orders', [{ ...moving, orderedBy: null }])).counts).toMatchObject({ updated: 1 })
    await move(contact, to)
    expect((await run('orders', [moving])).counts).toMatchObject({ updated: 1 })
  })

  test('stays as it is with a contact that has gone, whom new rows may name, but not those of a third customer', async ({
    run,
    move,
    from,
    newCustomer,
    to
  }) => {
    const other = await newCustomer()
    const order = { externalId: 'MOVED', customer: from.customerNumber, orderedFrom: 'Huber' }
    const named = { ...order, orderedBy: from.shopUsers.contact.externalId, registeredAt: '2026-01-02T10:00:00Z' }
    expect(await run('orders', [named])).toMatchObject({ refused: [] })
    await move(from.shopUsers.contact, to)
    expect(await run('orders', [{ ...named, orderedFrom: 'Anna Huber' }])).toMatchObject({ refused: [] })
    const link = { caption: 'Raum', link: 'https://raum.example', contact: from.shopUsers.contact.externalId }
    const later = ({ customerNumber: customer }: TestCustomer) => ({ externalId: `LATER-${customer}`, customer })
    expect(await run('orders', [{ ...named, ...later(from) }])).toMatchObject({ refused: [] })
    expect(await run('webinar-links', [{ ...link, ...later(from) }])).toMatchObject({ refused: [] })
    const sentence = 'orderedBy is no contact of this customer. The row was taken without it.'
    expect((await run('orders', [{ ...named, ...later(other) }])).refused).toMatchObject([{ sentence }])
    const { refused } = await run('webinar-links', [{ ...link, ...later(other) }])
    expect(refused).toMatchObject([{ sentence: 'contact is no contact of this customer.' }])
  })

  test('keeps a contact that has gone in an import into a fresh installation', async ({
    db,
    run,
    folder,
    move,
    from,
    to
  }) => {
    const { providerId, externalId } = from.shopUsers.contact
    const row = { externalId: 'FRESH', customer: from.customerNumber }
    const order = { ...row, orderedFrom: 'Huber', registeredAt: '2026-01-02T10:00:00Z', orderedBy: externalId }
    await run('orders', [order])
    const link = { ...row, caption: 'Raum', link: 'https://raum.example', contact: externalId }
    await run('webinar-links', [link])
    await move(from.shopUsers.contact, to)
    const path = join(folder, 'all')
    await exportCommand.run(db, { path, providerId, withSecrets: false }, commandContext)
    const fresh = await readRow(db, 'providers', { provider_id: providerId })
    await addRows(db, 'providers', { ...fresh, provider_id: 3 })
    const input = { path, providerId: 3, mode: 'upsert', dryRun: false, runId: randomUUID() } as const
    const { files } = await importCommand.run(db, input, commandContext)
    for (const file of files) expect(file).toMatchObject({ refused: 0, refusedFields: 0 })
    const contact = await readRow(db, 'contacts', { provider_id: 3, external_id: externalId })
    expect(contact).toMatchObject({ customer_id: to.customerId })
    const stored = { provider_id: 3, external_id: 'FRESH', customer_id: from.customerId }
    expect(await readRow(db, 'orders', stored)).toMatchObject({ ordered_by_contact_id: contact['contact_id'] })
    expect(await readRow(db, 'webinar_links', stored)).toMatchObject({ contact_id: contact['contact_id'] })
  })
})
