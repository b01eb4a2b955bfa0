import { expect } from 'vitest'
import { accessStates } from '@customer-center/contract/contact-access'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { openOffice } from '../../../../testing/server/office.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { changeRows, readRow } from '../../../../testing/server/rows.ts'

const test = serverTest.extend('office', { scope: 'file' }, openOffice)

test('a program finds the people of its own company alone, page by page', async ({
  own: { providerId, shopUsers },
  office: { ask, personKey, keyOfTwin }
}) => {
  const { admin, contact } = shopUsers
  const pages: unknown[][] = []
  for (let after = ''; pages.length < 10;) {
    const { json } = await ask(`/users?text=FIRMA-100&limit=2${after && `&after=${after}`}`)
    pages.push(json['users'] as unknown[])
    if (json['hasMore'] !== true) break
    after = encodeURIComponent(String(json['cursor']))
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  const found = pages.flat()
  expect(found).toHaveLength(Object.keys(shopUsers).length)
  expect(found).toContainEqual(
    expect.objectContaining({ providerId, contactId: contact.contactId, externalId: personKey, access: 'chosen' })
  )
  expect((await ask('/users?access=none')).json).toMatchObject({
    users: [{ contactId: shopUsers.none.contactId }],
    hasMore: false
  })
  const theirs = (await ask(`/users?text=${admin.userName}`, undefined, keyOfTwin)).json['users']
  expect(theirs).toEqual([expect.objectContaining({ providerId: 2 })])
})

test('people are counted by the state of their access, and written for a spreadsheet', async ({
  server,
  db,
  own: { providerId, shopUsers },
  office: { ask, keyOfTwin }
}) => {
  const count = async (key?: string) => (await ask('/users/count', undefined, key)).json
  const states = await count()
  expect(Object.keys(states).toSorted()).toEqual([...accessStates].toSorted())
  expect(states).toMatchObject({ none: 1, chosen: 4, expired: 0 })
  const theirs = await count(keyOfTwin)
  expect(Object.values(theirs).reduce((sum: number, people) => sum + Number(people), 0)).toBe(5)
  const { key } = await addProviderKey(db, { providerId, scopes: ['users'] })
  const csv = async (query: string) => {
    const response = await fetch(`${server.url}/provider/v1/users.csv${query}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return (await response.text()).trim().split('\r\n')
  }
  const [head, ...rows] = await csv('?access=chosen')
  expect(head?.split(';').slice(1)).toEqual(
    'customerNumber;name;emailAddress;right;active;locked;access;lastLoginAt'.split(';')
  )
  expect(new Set(rows.map((line) => line.split(';')[3]))).toEqual(
    new Set(
      [shopUsers.admin, shopUsers.shopfull, shopUsers.contact, shopUsers.shoplight].map(({ userName }) => userName)
    )
  )
  expect(rows[0]).toMatch(/;true;false;chosen;/)
  expect(await csv('?access=bounced')).toHaveLength(1)
})

test('a copy of the data of a person without a login is what a login would give, and nobody else’s', async ({
  db,
  server,
  shopUsers: { contact, none },
  office: { ask, keyOfTwin }
}) => {
  await db.deleteFrom('shop_users').where('contact_id', '=', none.contactId).execute()
  const path = `/data-copies?contact=${none.providerId}/${none.contactId}`
  const { status, json } = await ask(path)
  expect([status, json['person']]).toEqual([200, [expect.objectContaining({ lastName: 'none' })]])
  expect(Object.keys(json)).toContain('participations')
  expect(JSON.stringify(json)).not.toContain(contact.userName)
  expect(server.log()).toMatch(new RegExp(`"event":"data-copy-asked","person":"${none.providerId}/${none.contactId}"`))
  expect((await ask(path, undefined, keyOfTwin)).status).toBe(404)
  const { key } = await addProviderKey(db, { providerId: none.providerId, scopes: ['data-copies'] })
  const headers = { authorization: `Bearer ${key}` }
  const pdf = await fetch(`${server.url}/provider/v1${path}&format=PDF`, { headers })
  expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  await changeRows(db, 'providers', { provider_id: none.providerId }, { signatory: '' })
  expect(await ask(`${path}&format=PDF`)).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining('A PDF needs your letterhead') }
  })
  expect((await ask(`${path}&format=XML`)).status).toBe(400)
})

test('a copy has what stayed with a former customer of the person', async ({
  db,
  newCustomer,
  office: { ask },
  seed
}) => {
  const [from, to] = [await newCustomer(), await newCustomer()]
  const { providerId, externalId, contactId } = from.shopUsers.contact
  await seed.addEvent(from.customerId, '2026-01-10', { caption: 'Früher besucht' })
  await seed.addParticipation(from.shopUsers.contact, from.customerId)
  await importer(db, providerId)('contacts', [{ externalId, customer: to.customerNumber }])
  const { json } = await ask(`/data-copies?contact=${providerId}/${contactId}`)
  expect(json['participations']).toMatchObject([{ event: 'Früher besucht' }])
  expect(json['contact']).toMatchObject([{ customerNumber: to.customerNumber }])
  const [former, ...others] = json['formerCustomers'] as { customerNumber: string; leftAt: string }[]
  const stored = await readRow(db, 'former_customers', { provider_id: providerId, contact_id: contactId })
  expect(former).toEqual({ customerNumber: from.customerNumber, leftAt: expect.any(String) })
  expect([new Date(former?.leftAt ?? ''), others]).toEqual([stored.left_at, []])
})

test('the next page of people begins behind the last person', async ({ db, newCustomer, office: { ask } }) => {
  const { shopUsers, customerId } = await newCustomer()
  const addresses = Object.values(shopUsers).map(({ userName }) => userName)
  const sorted = addresses.toSorted()
  const page = async (after?: string) => {
    const place = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const { json } = await ask(`/users?text=K${customerId}&limit=1${place}`)
    return json as { users: { contactId: number; emailAddress: string }[]; cursor: string }
  }
  const first = await page()
  await db
    .deleteFrom('shop_users')
    .where('contact_id', '=', first.users[0]?.contactId ?? 0)
    .execute()
  const second = await page(first.cursor)
  const renamed = db.updateTable('shop_users').set({ email_address: `zzz-${customerId}@firma.example` })
  await renamed.where('contact_id', '=', second.users[0]?.contactId ?? 0).execute()
  const third = await page(second.cursor)
  expect([first, second, third].map((one) => one.users[0]?.emailAddress)).toEqual(sorted.slice(0, 3))
})

test.for(['1/1', 'WzFd', Buffer.from('[1,"\\u0000",1]').toString('base64url')])(
  'a cursor that the list has not given is refused: %s',
  async (after, { office: { ask, personKey } }) => {
    for (const path of ['/users?', `/logins?contact=${personKey}&`])
      expect(await ask(`${path}after=${encodeURIComponent(after)}`)).toMatchObject({
        status: 400,
        json: { detail: 'The cursor is not one that this list gave.' }
      })
  }
)
