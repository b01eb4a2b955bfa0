// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { whileBlocked, tokensOf } from '../../../../../testing/server/row-locks.ts'
import { save } from '../../../../../testing/server/saves.ts'

const test = serverTest
  .extend('promote', { scope: 'file' }, ({ own, database }) => async () => {
    const both = [own.shopUsers.admin.contactId, own.shopUsers.shopfull.contactId]
    await database.pool.query('update shop_users set rights = 1 where contact_id = any($1)', [both])
    await database.pool.query('update contacts set active = true where contact_id = any($1)', [both])
    await database.pool.query('update sessions set revoked_at = null where revoked_at is not null')
  })
  .extend('admins', ({ database }) => async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      'select count(*) as n from shop_users s join contacts c using (provider_id, contact_id) where s.rights = 1 and c.active'
    )
    return rows[0]?.n
  })
  .extend('data', { scope: 'file', auto: true }, async ({ server, promote, own }) => {
    await promote()
    const { admin, shopfull } = own.shopUsers
    const headers = { admin: await server.headersOf(admin), shopfull: await server.headersOf(shopfull) }
    return { headers }
  })
  .extend(
    'put',
    ({ server, data: { headers } }) =>
      (by: 'admin' | 'shopfull', data: object) =>
        save(server.url, headers[by], ['PUT', '/contact'], data)
  )
  .extend('race', ({ promote, own, put }) => async (first: object, second: object) => {
    await promote()
    const { admin, shopfull } = own.shopUsers
    const answers = await Promise.all([
      put('admin', { ASP_PVAID: shopfull.contactId, ...first }),
      put('shopfull', { ASP_PVAID: admin.contactId, ...second })
    ])
    return answers.filter(({ code }) => code === 0).length
  })

describe('two admins at once', () => {
  test('who demote each other leave exactly one, in every round', async ({ race, admins }) => {
    const results = new Set<string>()
    const demote = { ASP_SHOPRECHTE: Right.contact }
    for (let round = 0; round < 200; round += 1)
      results.add(`${await race(demote, demote)} done, ${await admins()} left`)
    expect([...results]).toEqual(['1 done, 1 left'])
  })

  test('who make each other inactive, or one inactive and one demoted, leave exactly one', async ({ race, admins }) => {
    for (let round = 0; round < 20; round += 1) {
      expect([await race({ ASP_AKTIV: false }, { ASP_AKTIV: false }), await admins()]).toEqual([1, 1])
      expect([await race({ ASP_AKTIV: false }, { ASP_SHOPRECHTE: Right.none }), await admins()]).toEqual([1, 1])
    }
  })

  test('who both would leave at once both stay', async ({ promote, own, put, admins }) => {
    for (let round = 0; round < 20; round += 1) {
      await promote()
      const { admin, shopfull } = own.shopUsers
      const answers = await Promise.all([
        put('admin', { ASP_PVAID: admin.contactId, ASP_AKTIV: false }),
        put('shopfull', { ASP_PVAID: shopfull.contactId, ASP_AKTIV: false })
      ])
      expect(answers.map(({ code }) => code)).toEqual([BusinessError.fieldNotWritable, BusinessError.fieldNotWritable])
      expect(await admins()).toBe(2)
    }
  })

  test.for<[string, object]>([
    ['the right', { ASP_SHOPRECHTE: Right.none }],
    ['the log-in', { ASP_AKTIV: false }]
  ])(
    'who has just lost %s finishes nothing with it',
    async ([, lost], { own, put, server, promote, database, admins, data: { headers } }) => {
      const { shopfull, contact } = own.shopUsers
      const named = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: 'neu@firma.example' }
      const late = [
        () => put('shopfull', { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: Right.admin }),
        () => save(server.url, headers.shopfull, ['POST', '/contact'], { ...named, ASP_SHOPRECHTE: Right.admin })
      ]
      for (const second of late) {
        await promote()
        const [held] = await tokensOf(database, shopfull)
        if (!held) throw new Error('A login leaves tokens.')
        const first = () => put('admin', { ASP_PVAID: shopfull.contactId, ...lost })
        const [done, refused] = await whileBlocked(database, held, first, second)
        expect([done.code, refused.status, await admins()]).toEqual([0, 403, 1])
      }
    }
  )
})
