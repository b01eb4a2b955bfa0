import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import type { DocumentEvent } from '@customer-center/contract/document'
import type { WireRow } from '@customer-center/contract/field-codes'
import { emailPattern } from '@customer-center/contract/input-patterns'
import type { Invoice } from '@customer-center/contract/invoice'
import type { Order } from '@customer-center/contract/order'
import type { TestApp } from '../../../testing/server/app.ts'
import { call, getToken } from '../../../testing/server/calls.ts'
import { test as serverTest } from '../../../testing/server/fixtures.ts'
import { sharedFolder } from '../../../testing/server/new-folder.ts'
import { pagesOf, withoutPoppler } from '../../../testing/server/pdf.ts'
import { addRows, changeRows, readRow } from '../../../testing/server/rows.ts'
import { openTestDatabase } from '../../../testing/server/test-database.ts'
import { imports } from '../features.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { createDemoTypesetter } from './demo-typesetter.ts'
import { holdsDemo } from './demo.repository.ts'
import { addLargeCompany } from './large-company.ts'
import { makeDemo, seedDemo } from './seed.ts'

const today = '2026-11-20'
const openLetters = async () => createDemoTypesetter({ letterTemplates: '' })

function logIn(server: TestApp, { customerNumber, userName, password }: DemoAccount) {
  return getToken(server.url, { customerNumber, userName, password, getRefreshToken: 'true' })
}

async function listScripts(server: TestApp, account: DemoAccount): Promise<DocumentEvent[]> {
  const authorization = (await logIn(server, account)).envelope.responseData.access_token
  const path = '/eventmanager/documentsbysubscriber'
  return (await call<DocumentEvent[]>(server.url, path, { headers: { authorization } })).envelope.responseData
}

const dataFolder = sharedFolder()

const test = serverTest
  .extend('storage', { scope: 'file' }, () => openStorage({ dataFolder, storage: { kind: 'folder' } }))
  .extend('seedOn', { scope: 'file' }, ({ db, storage }) => {
    return (day: string) =>
      makeDemo({ db, openLetters, today: day }).then((shop) => seedDemo({ db, storage, imports }, shop))
  })
  .extend('overrides', { scope: 'file' }, ({ storage }) => ({ storage }))

describe('the demo shop', () => {
  test.beforeAll(async ({ seedOn }) => {
    // Two processes start at once.
    expect((await Promise.all([seedOn(today), seedOn(today)])).filter(Boolean)).toEqual([true])
  })

  test.for(demoAccounts)('lets $right of $company in as the right says', async (account, { server }) => {
    expect((await logIn(server, account)).status).toBe(account.right === 'none' ? 401 : 200)
  })

  test('holds contacts, events on both sides of today, invoices and webinars', async ({ database }) => {
    const { rows } = await database.pool.query(
      `select (select count(*) from contacts) as contacts, (select count(*) from events) as events,
              (select count(*) from invoices) > 15 as invoices, (select count(*) from webinar_links where is_pdf) > 0 as slides,
              (select count(*) from webinar_links where expiry_date < $1) > 0 as expired,
              (select count(*) from webinar_links where expiry_date > $1) > 0 as valid,
              (select count(*) from events where from_date > $1) > 10 as ahead`,
      [today]
    )
    expect(rows).toEqual([
      { contacts: 60, events: 30, invoices: true, slides: true, expired: true, valid: true, ahead: true }
    ])
  })

  test('keeps its own rules: mailable addresses, orders before their events', async ({ database, db }) => {
    const users = await db.selectFrom('shop_users').select('email_address').execute()
    expect(users.filter(({ email_address }) => !emailPattern.test(email_address))).toEqual([])
    const { rows } = await database.pool.query(
      `select o.no from orders o join participations p on p.provider_id = o.provider_id and p.order_no = o.no
       join events e on e.provider_id = p.provider_id and e.event_id = p.event_id and e.no = p.no
       where o.registered_at::date >= e.from_date or o.registered_at::date > $1`,
      [today]
    )
    expect(rows).toEqual([])
  })

  test('gives a later order a higher number', async ({ db }) => {
    const orders = await db.selectFrom('orders').select(['no', 'registered_at']).orderBy('no').execute()
    const times = orders.map(({ registered_at }) => registered_at.getTime())
    expect(times.length).toBeGreaterThan(10)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('has a real PDF file behind every document', async ({ db, storage }) => {
    const documents = await db.selectFrom('documents').select(['storage_key', 'sha256', 'size_bytes']).execute()
    for (const { storage_key, sha256, size_bytes } of documents) {
      const bytes = await buffer(await storage.getStream(storage_key))
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([sha256, size_bytes])
    }
  })

  test('names a file after its caption, in German', async ({ db }) => {
    const documents = await db.selectFrom('documents').select(['caption', 'file_name']).execute()
    expect(documents.map(({ file_name }) => file_name)).toContain('Skriptum Arbeitsrecht kompakt.pdf')
    for (const { caption, file_name } of documents) expect(file_name).toBe(`${caption.replaceAll(/[:?]/g, '')}.pdf`)
  })

  test.skipIf(withoutPoppler)('names every participant on an invoice, with dates as shown', async ({ server }) => {
    const authorization = (await logIn(server, demoAccounts[0]!)).envelope.responseData.access_token
    const get = async <Data>(path: string) =>
      (await call<Data>(server.url, path, { headers: { authorization } })).envelope.responseData
    const orders = await get<Order[]>('/eventmanager/ordersbysubscriber')
    let most = 0
    for (const { documentHash } of await get<Invoice[]>('/eventmanager/invoicebysubscriber')) {
      const { DOK_DATEN } = await get<WireRow>(`/dms/getdoc?documentKey=${encodeURIComponent(documentHash!)}`)
      const text = pagesOf(Buffer.from(String(DOK_DATEN), 'base64'))
        .join(' ')
        .replaceAll(/\s+/g, ' ')
      const order = orders.find(({ no }) => text.includes(`Bestellnummer ${no}`))
      const names = order!.events.flatMap(({ participants }) => participants.map(({ caption }) => caption))
      most = Math.max(most, names.length)
      for (const name of names) expect(text).toContain(name)
      expect(text).not.toMatch(/\d\. ?(Jänner|Februar|März|April|Mai|Ju[nl]i|August|September|Oktober|\w+ember)/)
      expect(text).not.toMatch(/\d–\d/)
    }
    expect(most).toBeGreaterThan(4)
  })

  test('shows each account something, and an administrator more than a participant', async ({ server }) => {
    const byRight = (right: string) => demoAccounts.find((account) => account.right === right)!
    const admin = await listScripts(server, byRight('admin'))
    const contact = await listScripts(server, byRight('contact'))
    expect(contact.length).toBeGreaterThan(0)
    expect(admin.length).toBeGreaterThan(contact.length)
  })

  test('keeps the data on a second start', async ({ db, seedOn }) => {
    await changeRows(db, 'customers', { customer_id: 1001 }, { additional_name: 'Geändert' })
    const before = await db.selectFrom('documents').selectAll().orderBy('document_id').execute()
    expect(await seedOn('2027-01-01')).toBe(false)
    expect(await db.selectFrom('documents').selectAll().orderBy('document_id').execute()).toEqual(before)
    const { additional_name } = await readRow(db, 'customers', { customer_id: 1001 })
    expect(additional_name).toBe('Geändert')
  })

  test('takes large companies besides, each with events and documents as asked', async ({ db, server, storage }) => {
    const letters = await openLetters()
    const size = { contacts: 300, events: 100, documentsPerEvent: 10 }
    const first = await addLargeCompany({ db, storage, imports, letters }, size)
    const second = await addLargeCompany({ db, storage, imports, letters }, size)
    await letters.close()
    expect(second.customerNumber).not.toBe(first.customerNumber)
    const events = await listScripts(server, second)
    expect([events.length, new Set(events.map(({ scripts }) => scripts.length))]).toEqual([100, new Set([10])])
  })
})

test('the demo shop never mixes with the data of a provider', async () => {
  const database = await openTestDatabase()
  await addRows(database.db, 'providers', { provider_id: 1, name: 'Echt' })
  const nothing = () => Promise.reject(new Error('nothing is to be set'))
  expect(await makeDemo({ db: database.db, openLetters: nothing })).toBeUndefined()
  expect(await holdsDemo(database.db)).toBe(false)
  await database.close()
})
