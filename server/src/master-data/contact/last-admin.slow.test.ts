import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/connection.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized } from '../../testing/calls.ts'
import { addCompany, type TestCompany } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { whileBlocked, tokensOf } from '../../testing/row-locks.ts'
import { save } from '../../testing/saves.ts'

// The embedded database has one connection: what comes at once goes one after the other.
const roundsOf = { embedded: 100, postgres: 1000 } as const

describe.each(testDatabases())('two admins at once, on the $name database', ({ name, open }) => {
  let database: Database
  let server: TestApp
  let company: TestCompany
  let headers: Record<'admin' | 'shopfull', Record<string, string>>

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    company = await addCompany(database.db, 100)
    await promote()
    const { admin, shopfull } = company.users
    headers = { admin: await authorized(server.url, admin), shopfull: await authorized(server.url, shopfull) }
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const promote = async () => {
    const both = [company.users.admin.pvaid, company.users.shopfull.pvaid]
    await database.pool.query('update shop_users set rights = 1 where pvaid = any($1)', [both])
    await database.pool.query('update contacts set active = true where pvaid = any($1)', [both])
    await database.pool.query('update sessions set revoked_at = null where revoked_at is not null')
  }
  const admins = async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      'select count(*) as n from shop_users s join contacts c using (company, pvaid) where s.rights = 1 and c.active'
    )
    return rows[0]?.n
  }
  const put = (by: 'admin' | 'shopfull', data: object) => save(server.url, headers[by], ['PUT', '/contact'], data)
  const race = async (first: object, second: object) => {
    await promote()
    const { admin, shopfull } = company.users
    const answers = await Promise.all([
      put('admin', { ASP_PVAID: shopfull.pvaid, ...first }),
      put('shopfull', { ASP_PVAID: admin.pvaid, ...second })
    ])
    return answers.filter(({ code }) => code === 0).length
  }

  test('who demote each other leave exactly one, in every round', { timeout: 180_000 }, async () => {
    const results = new Set<string>()
    const demote = { ASP_SHOPRECHTE: Right.contact }
    for (let round = 0; round < roundsOf[name === 'postgres' ? name : 'embedded']; round += 1)
      results.add(`${await race(demote, demote)} done, ${await admins()} left`)
    expect([...results]).toEqual(['1 done, 1 left'])
  })

  test('who make each other inactive, or one inactive and one demoted, leave exactly one', async () => {
    for (let round = 0; round < 20; round += 1) {
      expect([await race({ ASP_AKTIV: false }, { ASP_AKTIV: false }), await admins()]).toEqual([1, 1])
      expect([await race({ ASP_AKTIV: false }, { ASP_SHOPRECHTE: Right.none }), await admins()]).toEqual([1, 1])
    }
  })

  test('who both would leave at once both stay', async () => {
    for (let round = 0; round < 20; round += 1) {
      await promote()
      const { admin, shopfull } = company.users
      const answers = await Promise.all([
        put('admin', { ASP_PVAID: admin.pvaid, ASP_AKTIV: false }),
        put('shopfull', { ASP_PVAID: shopfull.pvaid, ASP_AKTIV: false })
      ])
      expect(answers.map(({ code }) => code)).toEqual([BusinessError.fieldNotWritable, BusinessError.fieldNotWritable])
      expect(await admins()).toBe(2)
    }
  })

  test.runIf(name === 'postgres').each([
    ['the right', { ASP_SHOPRECHTE: Right.none }],
    ['the log-in', { ASP_AKTIV: false }]
  ])('who has just lost %s finishes nothing with it', async (_what, lost) => {
    const { shopfull, contact } = company.users
    const named = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: 'neu@firma.example' }
    const late = [
      () => put('shopfull', { ASP_PVAID: contact.pvaid, ASP_SHOPRECHTE: Right.admin }),
      () => save(server.url, headers.shopfull, ['POST', '/contact'], { ...named, ASP_SHOPRECHTE: Right.admin })
    ]
    for (const second of late) {
      await promote()
      const [held] = await tokensOf(database, shopfull)
      if (!held) throw new Error('A login leaves tokens.')
      const first = () => put('admin', { ASP_PVAID: shopfull.pvaid, ...lost })
      const [done, refused] = await whileBlocked(database, held, first, second)
      expect([done.code, refused.status, await admins()]).toEqual([0, 403, 1])
    }
  })
})
