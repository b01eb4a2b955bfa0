import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { notWritable, test } from '../../testing/contact-fixtures.ts'
import { save } from '../../testing/saves.ts'

describe('a private customer that is its own contact', () => {
  test('is named by an admin alone', async ({ newCompany, db, saves }) => {
    const { users, id } = await newCompany()
    const link = { company: 1, pvaid: id + 7, id, contact_company: 1, contact_id: id }
    await db.insertInto('contacts').values(link).execute()
    expect(await saves.refused(users.shopfull, link.pvaid, { ASP_NACHNAME: 'Neu' })).toEqual(
      notWritable('ASP_NACHNAME')
    )
    expect((await saves.put(users.admin, link.pvaid, { ASP_NACHNAME: 'Neu' })).code).toBe(0)
  })

  test('is one person: a save in one role is missed by who edits in the other', async ({
    newCompany,
    db,
    saves,
    server
  }) => {
    const { users, id } = await newCompany()
    const link = { company: 1, pvaid: id + 7, id, contact_company: 1, contact_id: id }
    await db.insertInto('contacts').values(link).execute()
    const headers = await saves.sessionOf(users.admin)
    const asCustomer = (data: WireRow) => save(server.url, headers, ['PUT', '/customer'], data)
    const asContact = (data: WireRow) => saves.put(users.admin, link.pvaid, data)
    expect((await asContact({ ASP_ORT: 'Graz', VERSION: 1 })).data).toMatchObject({ VERSION: 2 })
    expect((await asCustomer({ KND_ORT: 'Linz', VERSION: 1 })).code).toBe(BusinessError.staleData)
    expect((await asCustomer({ KND_ORT: 'Linz', VERSION: 2 })).data).toMatchObject({ VERSION: 3 })
    expect((await asContact({ ASP_ORT: 'Enns', VERSION: 2 })).code).toBe(BusinessError.staleData)
    // Fields that the other role lacks are no news to it.
    expect((await asCustomer({ KND_HOMEPAGE: 'https://neu.example', VERSION: 3 })).code).toBe(0)
    expect((await asContact({ ASP_NEWSLETTER: true, VERSION: 3 })).code).toBe(0)
    expect((await asCustomer({ KND_ORT: 'Wels', VERSION: 4 })).code).toBe(0)
    const both = Array.from({ length: 10 }, (_, no) => [
      asContact({ ASP_ORT: `A${no}` }),
      asCustomer({ KND_ORT: `B${no}` })
    ])
    expect((await Promise.all(both.flat())).map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0))
  })
})
