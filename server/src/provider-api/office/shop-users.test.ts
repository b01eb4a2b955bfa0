// On the embedded database alone: the two run the same plain statements.

import { expect } from 'vitest'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { openOffice } from '../../../../testing/server/office.ts'

const test = serverTest.extend('office', { scope: 'file' }, openOffice)

test('a program finds the people of its own company alone, page by page', async ({
  own: { company, users },
  office: { ask, personKey, keyOfTwin }
}) => {
  const { admin, contact } = users
  const pages: unknown[][] = []
  for (let after = ''; pages.length < 10;) {
    const { json } = await ask(`/users?text=FIRMA-100&limit=2${after && `&after=${after}`}`)
    pages.push(json['users'] as unknown[])
    if (json['hasMore'] !== true) break
    after = encodeURIComponent(String(json['cursor']))
  }
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  const found = pages.flat()
  expect(found).toHaveLength(Object.keys(users).length)
  expect(found).toContainEqual(
    expect.objectContaining({ providerId: company, contactId: contact.pvaid, externalId: personKey, access: 'chosen' })
  )
  expect((await ask('/users?access=none')).json).toMatchObject({
    users: [{ contactId: users.none.pvaid }],
    hasMore: false
  })
  const theirs = (await ask(`/users?text=${admin.userName}`, undefined, keyOfTwin)).json['users']
  expect(theirs).toEqual([expect.objectContaining({ providerId: 2 })])
})

test('the next page of people begins behind the last person', async ({ db, newCompany, office: { ask } }) => {
  const { users, id } = await newCompany()
  const addresses = Object.values(users).map(({ userName }) => userName)
  const sorted = addresses.toSorted()
  const page = async (after?: string) => {
    const place = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const { json } = await ask(`/users?text=K${id}&limit=1${place}`)
    return json as { users: { contactId: number; emailAddress: string }[]; cursor: string }
  }
  const first = await page()
  await db
    .deleteFrom('shop_users')
    .where('contact_id', '=', first.users[0]?.contactId ?? 0)
    .execute()
  const second = await page(first.cursor)
  const renamed = db.updateTable('shop_users').set({ email_address: `zzz-${id}@firma.example` })
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
