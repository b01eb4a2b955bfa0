// On both databases: saves at once meet in the database.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { addTwin, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { auditOf } from '../../../../testing/server/saves.ts'
import { removeExpired } from '../../features.ts'
import { readConfig } from '../../platform/config/config.ts'

const whole = { ADR_NAME: 'Huber', ADR_STRASSE: 'Weg 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }

const test = serverTest.extend('creator', ({ server }) => async (user: TestShopUser) => {
  const headers = await server.headersOf(user)
  return (key: string, data: unknown = whole) =>
    server.save({ ...headers, 'idempotency-key': key }, ['PUT', '/address'], data)
})

describe('a creation with an Idempotency-Key', () => {
  test('that is repeated makes one, and gets the same answer, byte for byte', async ({ creator, customer, db }) => {
    const create = await creator(customer.shopUsers.admin)
    const first = await create('a')
    expect(first.data).toMatchObject({ ADR_LFDNR: 1 })
    const again = await create('a')
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await auditOf(db, customer)).toHaveLength(1)
    expect((await create('b')).data).toMatchObject({ ADR_LFDNR: 2 })
  })

  test('that is sent twenty times at once makes one', async ({ creator, customer, db }) => {
    const create = await creator(customer.shopUsers.admin)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('a')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, code: 0 })
    expect(await auditOf(db, customer)).toHaveLength(1)
  })

  test('is refused with another body, and writes nothing', async ({ creator, customer, db }) => {
    const create = await creator(customer.shopUsers.admin)
    await create('a')
    expect(await create('a', { ...whole, ADR_ORT: 'Graz' })).toMatchObject({
      status: 400,
      errors: ['Diese Anfrage wurde mit anderem Inhalt schon einmal gesendet.']
    })
    expect(await auditOf(db, customer)).toHaveLength(1)
  })

  test('that was refused may be corrected under the same key', async ({ creator, customer }) => {
    const create = await creator(customer.shopUsers.admin)
    expect((await create('a', { ...whole, ADR_ORT: '' })).code).not.toBe(0)
    expect((await create('a')).data).toMatchObject({ ADR_LFDNR: 1 })
  })

  test('does not meet the keys of another person', async ({ creator, customer }) => {
    const [admin, shopfull] = [await creator(customer.shopUsers.admin), await creator(customer.shopUsers.shopfull)]
    expect((await admin('a')).data).toMatchObject({ ADR_LFDNR: 1 })
    expect((await shopfull('a')).data).toMatchObject({ ADR_LFDNR: 2 })
  })

  test('does not meet the keys of another provider of the same numbers', async ({ db, customer, creator }) => {
    const theirs = await addTwin(db, customer)
    const [ours, twin] = [await creator(customer.shopUsers.admin), await creator(theirs.shopUsers.admin)]
    const first = [await ours('a'), await twin('a')]
    expect(first.map(({ data }) => data?.['ADR_FIRMA'])).toEqual([1, 2])
    const again = [await ours('a'), await twin('a')]
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
  })

  test.for(['', 'x'.repeat(201), 'ä', 'a\tb'])(
    'is refused where the key is "%s"',
    async (key, { customer, server, db }) => {
      const headers = await server.headersOf(customer.shopUsers.admin)
      const { statusCode, body } = await server.app.inject({
        method: 'PUT',
        url: '/api/address',
        headers: { ...headers, 'idempotency-key': key },
        payload: { data: whole }
      })
      expect([statusCode, body]).toEqual([400, expect.stringContaining('Die Angabe idempotency-key')])
      expect(await auditOf(db, customer)).toEqual([])
    }
  )

  test('counts as new after a day, when the key is forgotten', async ({ creator, customer, db }) => {
    const create = await creator(customer.shopUsers.admin)
    await create('a')
    const age = (hours: number) =>
      sql`update idempotency_keys set created_at = now() - make_interval(hours => ${hours}::int)`.execute(db)
    const cleanUp = () => removeExpired({ db, config: readConfig({}) })
    await age(23)
    await cleanUp()
    expect((await create('a')).data).toMatchObject({ ADR_LFDNR: 1 })
    await age(25)
    await cleanUp()
    expect((await create('a')).data).toMatchObject({ ADR_LFDNR: 2 })
  })

  test('is described by the API, at the calls that take the key alone', async ({ server }) => {
    const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
    }
    const taking = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters }]) =>
          parameters?.some((one) => one.in === 'header' && one.name === 'idempotency-key')
        )
        .map(([method]) => `${method} ${path}`)
    )
    expect(taking.toSorted()).toEqual([
      'post /api/contact',
      'post /api/eventmanager/invoicemail',
      'post /api/function/start',
      'put /api/address'
    ])
  })
})
