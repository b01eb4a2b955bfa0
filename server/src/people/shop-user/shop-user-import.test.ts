import { expect } from 'vitest'
import { authorized } from '../../../../testing/server/calls.ts'
import { testPassword } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { readRow } from '../../../../testing/server/rows.ts'
import { hashPassword } from '../../account/password/passwords.ts'

const me = '/webshopuser/getcurrentwebshopuser'
// The bcrypt hash of `Geheim-4711`, cost 4.
const bcrypt = '$2b$04$abcdefghijklmnopqrstuuA7XG9y0nB1vT0bK6KcZ2s0pQ1xW9yZ.'

const test = serverTest
  .extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.providerId))
  .extend('contact', { scope: 'file' }, async ({ own, run }) => {
    await run('contacts', [{ externalId: 'P', customer: own.customerNumber, lastName: 'Huber' }])
    return 'P'
  })

test('another right or user name ends the sessions, the same row none', async ({ run, own, server }) => {
  const { contact: user } = own.shopUsers
  const status = async (headers: Record<string, string>) => (await server.call(headers, me)).status
  let headers = await server.headersOf(user)
  const row = { contact: user.externalId, emailAddress: user.userName, rights: 3 }
  expect((await run('shop-users', [row])).counts).toMatchObject({ unchanged: 1 })
  expect(await status(headers)).toBe(200)
  await run('shop-users', [{ ...row, rights: 2 }])
  expect(await status(headers)).toBe(401)
  headers = await server.headersOf(user)
  await run('shop-users', [{ ...row, rights: 2, emailAddress: 'anders@firma.example' }])
  expect(await status(headers)).toBe(401)
  headers = await server.headersOf(user)
  await run('contacts', [{ externalId: user.externalId, active: false }])
  expect(await status(headers)).toBe(401)
})

test('a user name counts once within a customer', async ({ run, own, contact }) => {
  const { refused } = await run('shop-users', [
    { contact, emailAddress: own.shopUsers.admin.userName.toUpperCase(), rights: 3 }
  ])
  expect(refused).toMatchObject([
    { field: 'emailAddress', sentence: 'emailAddress is already the user name of another contact of this customer.' }
  ])
})

test('a password of the old system counts until there is one, and a wrong one is left out', async ({
  run,
  own,
  db,
  server,
  contact
}) => {
  const row = { contact, emailAddress: 'huber@firma.example', rights: 3 }
  const weak = await run('shop-users', [{ ...row, passwordHash: 'secret-of-old' }])
  expect(weak.refused).toMatchObject([{ kind: 'field', field: 'passwordHash', value: null }])
  expect(await readRow(db, 'shop_users', { email_address: 'huber@firma.example' })).toMatchObject({
    password_hash: null
  })
  expect(weak.refused[0]?.sentence).not.toContain('secret-of-old')
  const passwordHash = await hashPassword(testPassword)
  expect((await run('shop-users', [{ ...row, passwordHash }])).counts).toMatchObject({ updated: 1 })
  await authorized(server.url, { ...own.shopUsers.contact, userName: 'huber@firma.example' })
  const later = await run('shop-users', [{ ...row, passwordHash: bcrypt }])
  expect([later.refused, later.counts]).toMatchObject([[], { unchanged: 1 }])
  const { password_hash } = await readRow(db, 'shop_users', { email_address: 'huber@firma.example' })
  expect(password_hash).toBe(passwordHash)
  const audit = JSON.stringify(await db.selectFrom('audit_entries').selectAll().execute())
  expect(audit).not.toContain(passwordHash.slice(0, 20))
})
