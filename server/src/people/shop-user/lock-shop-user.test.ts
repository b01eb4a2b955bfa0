import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { commandContext } from '../../../../testing/server/command-context.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { findShopUsersCommand, lockShopUserCommand, unlockShopUserCommand } from './shop-user.command.ts'

const held = 'An operator has locked this contact: it stays inactive until shop-user unlock.'

const test = importTest
  .extend('lock', { scope: 'file' }, ({ db }) => async ({ userName }: TestShopUser) => {
    await lockShopUserCommand.run(db, { name: userName, providerId: null }, commandContext)
  })
  .extend('login', { scope: 'file' }, ({ server }) => async (user: TestShopUser) => {
    return (await getToken(server.url, loginForm(user))).status
  })
  .extend('activate', { scope: 'file' }, ({ server }) => async (by: TestShopUser, { contactId }: TestShopUser) => {
    const data = { ASP_PVAID: contactId, ASP_AKTIV: true }
    return server.save(by, ['PUT', '/contact'], data)
  })

describe('a user whom an operator has locked', () => {
  test('stays locked whatever the provider imports, and is reported', async ({ own, ask, lock, login, db }) => {
    const { shopfull } = own.shopUsers
    await lock(shopfull)
    const { externalId } = shopfull
    const night = ndjson({ externalId, active: true, lastName: 'Neu' })
    for (const updated of [1, 0]) {
      const { json } = await ask('/imports/contacts', { method: 'POST', body: night })
      expect(json).toMatchObject({ updated, unchanged: 1 - updated, refused: 0, conflicts: 1 })
      const { text } = await ask(`/imports/${String(json['runId'])}/refusals`)
      expect(JSON.parse(text)).toMatchObject({
        line: 1,
        field: 'active',
        value: 'true',
        sentence: held,
        kind: 'conflict'
      })
    }
    const body = JSON.stringify({ active: true, lastName: 'Wieder' })
    const put = await ask(`/contacts/${externalId}`, { method: 'PUT', type: 'application/json', body })
    expect(put).toMatchObject({ status: 200, json: { conflicts: [{ field: 'active', sentence: held }] } })
    const user = JSON.stringify({ emailAddress: shopfull.userName, rights: 1 })
    expect(
      await ask(`/shop-users/${externalId}`, { method: 'PUT', type: 'application/json', body: user })
    ).toMatchObject({ status: 200 })
    expect(await login(shopfull)).toBe(401)
    const [found] = (await findShopUsersCommand.run(db, { text: shopfull.userName }, commandContext)).rows
    expect(found).toMatchObject({ active: false, locked: true, name: expect.stringContaining('Wieder') as string })
    await unlockShopUserCommand.run(db, { name: shopfull.userName, providerId: null }, commandContext)
    expect(await login(shopfull)).toBe(200)
    expect((await ask('/imports/contacts', { method: 'POST', body: night })).json).toMatchObject({ conflicts: 0 })
  })

  test('is not let in by an admin, who is told why', async ({ server, own, lock, login, activate }) => {
    const { admin, contact } = own.shopUsers
    await lock(contact)
    expect(await activate(admin, contact)).toMatchObject({
      code: 104,
      errors: ['Dieser Kontakt wurde von uns gesperrt. Nur wir können ihn wieder auf aktiv setzen.']
    })
    const data = { ASP_PVAID: contact.contactId, ASP_AKTIV: false, ASP_TITEL: 'Dr.' }
    await server.mustSave(admin, ['PUT', '/contact'], data)
    expect(await login(contact)).toBe(401)
  })

  test('has no passkey, nor has whoever an import shuts out', async ({ newCustomer, givePasskey, db, lock }) => {
    const run = importer(db, 2)
    const { shopfull, shoplight, contact, none } = (await newCustomer(2)).shopUsers
    const removed = async (user: TestShopUser, work: () => Promise<unknown>) => {
      await givePasskey(user, 'Laptop')
      await work()
      expect(await db.selectFrom('passkeys').select('name').where('contact_id', '=', user.contactId).execute()).toEqual(
        []
      )
      const told = await sql`
        select from jobs where kind = 'passkey-removed-mail' and data->>'passkeyName' = 'Laptop'
          and data->>'contactId' = ${String(user.contactId)} and data->>'to' = ${user.userName}`.execute(db)
      expect(told.rows).toHaveLength(1)
    }
    await removed(shopfull, () => lock(shopfull))
    await removed(shoplight, () => run('contacts', [{ externalId: shoplight.externalId, active: false }]))
    const taken = { contact: contact.externalId, emailAddress: contact.userName, rights: 0 }
    await removed(contact, () => run('shop-users', [taken]))
    await changeRows(db, 'shop_users', { contact_id: none.contactId }, { rights: 3 })
    await removed(none, () => run('shop-users', [taken], { mode: 'replace', maxRemoved: 1 }))
  })

  test('was inactive before, and is held from then on', async ({ own, lock, activate, db, server }) => {
    const { admin, shoplight } = own.shopUsers
    const data = { ASP_PVAID: shoplight.contactId, ASP_AKTIV: false }
    await server.save(admin, ['PUT', '/contact'], data)
    await lock(shoplight)
    expect(await activate(admin, shoplight)).toMatchObject({ code: 104 })
    await unlockShopUserCommand.run(db, { name: shoplight.userName, providerId: null }, commandContext)
    const query = `/contact?pvaid=${shoplight.contactId}&RES_FIELDS=ASP_AKTIV`
    const { envelope } = await server.call<object[]>(admin, query)
    expect(envelope.responseData).toMatchObject([{ ASP_AKTIV: true }])
  })
})
