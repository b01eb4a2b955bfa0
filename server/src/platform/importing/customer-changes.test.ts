import { expect } from 'vitest'
import { call } from '../../testing/calls.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { importer } from '../../testing/imports.ts'

const test = serverTest
  .extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.company))
  /** The own company's admin saves it. */
  .extend('save', { scope: 'file' }, ({ server, headersOf, own }) => async (data: Record<string, string>) => {
    const headers = { ...(await headersOf(own.users.admin)), 'content-type': 'application/json' }
    const body = JSON.stringify({ data })
    expect((await call(server.url, '/customer', { method: 'PUT', headers, body })).status).toBe(200)
  })
  .extend('stored', { scope: 'file' }, ({ db, own }) => async () => {
    return db.selectFrom('persons').select(['place', 'street']).where('id', '=', own.id).executeTakeFirstOrThrow()
  })
  .extend('named', { scope: 'file' }, async ({ db, own }) => {
    await db.updateTable('customers').set({ external_id: 'OWN' }).where('id', '=', own.id).execute()
    return 'OWN'
  })

test('what a customer has changed stays, is reported, and counts until the provider sends it back', async ({
  run,
  save,
  stored,
  named: externalId
}) => {
  await save({ KND_ORT: 'Graz' })
  const other = await run('customers', [{ externalId, place: 'Linz', street: 'Gasse 2' }])
  expect(other.counts).toMatchObject({ updated: 1, conflicts: 1, refused: 0 })
  expect(other.refused).toMatchObject([
    {
      line: 1,
      isConflict: true,
      field: 'place',
      value: 'Linz',
      sentence: 'A customer has changed place meanwhile: the customer’s value stays.'
    }
  ])
  expect(await stored()).toEqual({ place: 'Graz', street: 'Gasse 2' })
  expect((await run('customers', [{ externalId, place: 'Graz' }])).counts).toMatchObject({ unchanged: 1, conflicts: 0 })
  expect((await run('customers', [{ externalId, place: 'Linz' }])).counts).toMatchObject({ updated: 1, conflicts: 0 })
  expect(await stored()).toMatchObject({ place: 'Linz' })
})

test('where the provider leads its value is written, and reported once', async ({
  run,
  save,
  stored,
  named: externalId
}) => {
  await save({ KND_ORT: 'Wels' })
  const lead = { customers: { place: 'provider' } } as const
  expect((await run('customers', [{ externalId, place: 'Enns' }], { lead })).counts).toMatchObject({ conflicts: 1 })
  expect(await stored()).toMatchObject({ place: 'Enns' })
  expect((await run('customers', [{ externalId, place: 'Traun' }], { lead })).counts).toMatchObject({ conflicts: 0 })
})

test('where the last one leads the time of the row decides', async ({ run, save, stored, named: externalId }) => {
  const lead = { customers: 'last' } as const
  await save({ KND_ORT: 'Melk' })
  const row = (changedAt: string | undefined) => ({ externalId, place: 'Krems', ...(changedAt && { changedAt }) })
  await run('customers', [row(undefined)], { lead })
  await run('customers', [row('2020-01-01T00:00:00Z')], { lead })
  expect(await stored()).toMatchObject({ place: 'Melk' })
  await run('customers', [row(new Date(Date.now() + 60_000).toISOString())], { lead })
  expect(await stored()).toMatchObject({ place: 'Krems' })
})
