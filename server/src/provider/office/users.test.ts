import { expect } from 'vitest'
import { test as serverTest } from '../../testing/fixtures.ts'
import { openOffice } from '../../testing/office.ts'

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
    expect.objectContaining({ company, pvaid: contact.pvaid, externalId: personKey, access: 'chosen' })
  )
  expect((await ask('/users?access=none')).json).toMatchObject({ users: [{ pvaid: users.none.pvaid }], hasMore: false })
  const theirs = (await ask(`/users?text=${admin.userName}`, undefined, keyOfTwin)).json['users']
  expect(theirs).toEqual([expect.objectContaining({ company: 2 })])
})
