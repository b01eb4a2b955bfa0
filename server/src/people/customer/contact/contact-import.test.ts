import { expect } from 'vitest'
import type { WireRow } from '@customer-center/contract/field-codes'
import { call } from '../../../../../testing/server/calls.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { addProviderKey } from '../../../../../testing/server/provider-keys.ts'

const test = serverTest
  .extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.providerId))
  .extend('customerNumber', { scope: 'file' }, ({ own }) => own.customerNumber)
  /** Reads the list's row of the person of this name, and the values that a save needs. */
  .extend('listed', { scope: 'file' }, ({ server, own }) => async (lastName: string) => {
    const path = '/contact?RES_FIELDS=ASP_NACHNAME,ASP_EMAIL,ASP_ANZEIGEEMAIL'
    const { responseData } = (await server.call<WireRow[]>(own.shopUsers.admin, path)).envelope
    return responseData.find((row) => row['ASP_NACHNAME'] === lastName)
  })

test('a person is listed with the one address that a file has', async ({ run, customerNumber: customer, listed }) => {
  const send = async (row: Record<string, unknown>) => (await run('contacts', [{ externalId: 'P', ...row }])).counts
  const shown = async () => (await listed('Huber'))?.['ASP_ANZEIGEEMAIL']
  await send({ customer, lastName: 'Huber', eMailAddress: 'a@bau.example' })
  expect(await shown()).toBe('a@bau.example')
  await send({ eMailAddress: 'b@bau.example' })
  expect(await shown()).toBe('b@bau.example')
  expect(await send({ eMailAddress: 'b@bau.example' })).toMatchObject({ unchanged: 1 })
  await send({ displayEmail: 'empfang@bau.example' })
  await send({ eMailAddress: 'c@bau.example' })
  expect(await shown()).toBe('empfang@bau.example')
})

test('an address that a customer has changed stays', async ({ run, customerNumber: customer, listed, own, server }) => {
  const row = { externalId: 'Q', customer, lastName: 'Moser', eMailAddress: 'alt@bau.example' }
  await run('contacts', [row])
  const headers = { ...(await server.headersOf(own.shopUsers.admin)), 'content-type': 'application/json' }
  const query = 'RES_FIELDS=ASP_FIRMA,ASP_ID,ASP_PVAID,ASP_NACHNAME,ASP_EMAIL,ASP_SHOPEMAIL,ASP_SHOPRECHTE,VERSION'
  const { responseData } = (await server.call<WireRow[]>(headers, `/contact?${query}`)).envelope
  const data = { ...responseData.find((one) => one['ASP_NACHNAME'] === 'Moser'), ASP_EMAIL: 'neu@bau.example' }
  const saved = await call(server.url, '/contact', { method: 'PUT', headers, body: JSON.stringify({ data }) })
  expect(saved.status).toBe(200)
  const { counts, refused } = await run('contacts', [{ ...row, eMailAddress: 'anders@bau.example' }])
  expect(counts).toMatchObject({ conflicts: 1 })
  expect(refused).toMatchObject([{ field: 'eMailAddress', kind: 'conflict' }])
  expect(await listed('Moser')).toMatchObject({ ASP_EMAIL: 'neu@bau.example', ASP_ANZEIGEEMAIL: 'neu@bau.example' })
})

test('the largest number is read, a larger refused', async ({
  run,
  customerNumber: customer,
  listed,
  db,
  own,
  server
}) => {
  const largest = 2_147_483_647
  const row = {
    externalId: 'L',
    customer,
    lastName: 'Lang',
    contactNo: largest,
    sequenceNumber: largest
  }
  expect((await run('contacts', [row])).counts).toMatchObject({ created: 1 })
  const { providerId, customerId } = own
  for (const path of [
    `/contact?company=${providerId}&id=${customerId}&pvaid=`,
    '/history?pvaid=',
    '/contactaccess?pvaid='
  ]) {
    expect([path, (await server.call(own.shopUsers.admin, `${path}${largest}`)).status]).toEqual([path, 200])
    expect([path, (await server.call(own.shopUsers.admin, `${path}${largest + 1}`)).status]).toEqual([path, 400])
  }
  const { key } = await addProviderKey(db, { providerId, name: 'office', scopes: ['mails'] })
  const mailsOf = (contactId: number) =>
    fetch(`${server.url}/provider/v1/mails?contact=${encodeURIComponent(`${providerId}/${contactId}`)}`, {
      headers: { authorization: `Bearer ${key}` }
    })
  expect((await mailsOf(largest)).status).toBe(200)
  expect((await mailsOf(largest + 1)).status).toBe(404)
  const { VERSION } = (await listed('Lang')) ?? {}
  const data = { ASP_FIRMA: providerId, ASP_ID: customerId, ASP_PVAID: largest, ASP_NACHNAME: 'Länger', VERSION }
  await server.mustSave(own.shopUsers.admin, ['PUT', '/contact'], data)
})
