import { describe, expect } from 'vitest'
import { everyRight } from '@customer-center/contract/rights'
import { test as accessTest } from '../../../../../testing/server/access-fixtures.ts'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { auditOf } from '../../../../../testing/server/saves.ts'

const test = accessTest
  /** Makes a customer whose person has been sent an access that is good no more. */
  .extend('withExpiredAccess', ({ newShopUsers, send, mailed, stateOf, setShopUser, db }) => async () => {
    const { admin, contact } = await newShopUsers()
    await send(admin, contact)
    await mailed(contact)
    await eventually(async () => expect((await stateOf(admin, contact)).state).toBe('sent'))
    const past = new Date(Date.now() - 1000)
    await setShopUser(contact, { password_expires_at: past })
    await changeRows(db, 'contact_access', { contact_id: contact.contactId }, { valid_until: past })
    return { admin, contact }
  })

const unknown = { mailedAt: null, validUntil: null, lastLoginAt: null, hadLogin: true }

describe('the access of a contact', () => {
  test('has each state, with its times', async ({ newShopUsers, stateOf, send, mailed, mailServer, server, from }) => {
    const { admin, contact } = await newShopUsers()
    expect(await stateOf(admin, contact)).toEqual({ state: 'never-sent', ...unknown })
    // The mail waits for the mail server.
    mailServer.behave({ at: 'sender', code: 451 })
    expect((await send(admin, contact)).data).toEqual({ state: 'queued', ...unknown })
    mailServer.behave('take')
    const password = await mailed(contact)
    const sent = await eventually(async () => {
      const access = await stateOf(admin, contact)
      expect(access.state).toBe('sent')
      return access
    })
    expect(Date.parse(sent.validUntil ?? '') - Date.parse(sent.mailedAt ?? '')).toBeGreaterThan(71 * 3_600_000)
    expect(sent.lastLoginAt).toBeNull()
    const form = loginForm(contact, password)
    const { access_token: authorization } = (await getToken(server.url, form, from)).envelope.responseData
    const { lastLoginAt } = await stateOf(admin, contact)
    expect(Date.now() - Date.parse(lastLoginAt ?? '')).toBeLessThan(60_000)
    await server.save({ authorization }, ['PUT', '/webshopuser'], { WSU_PASSWORT: 'Eigenes-4711' })
    expect(await stateOf(admin, contact)).toMatchObject({ state: 'chosen', lastLoginAt })
  })

  test('is expired with what the mail brought, and sent again', async ({
    withExpiredAccess,
    stateOf,
    send,
    mailed
  }) => {
    const { admin, contact } = await withExpiredAccess()
    expect((await stateOf(admin, contact)).state).toBe('expired')
    expect((await send(admin, contact)).code).toBe(0)
    await mailed(contact, 2)
  })

  test('stays expired while another link is good', async ({ server, withExpiredAccess, stateOf, mailed, from }) => {
    const { admin, contact } = await withExpiredAccess()
    const asked = { emailAddress: contact.userName, customerNumber: contact.customerNumber }
    await server.mustSave(from, ['POST', '/passwordreset'], asked)
    await mailed(contact, 2)
    expect((await stateOf(admin, contact)).state).toBe('expired')
  })

  test('is failed when the server refuses the address', async ({ newShopUsers, stateOf, send, mailServer, mailed }) => {
    const { admin, contact } = await newShopUsers()
    mailServer.behave({ at: 'recipient', code: 550 })
    await send(admin, contact)
    await eventually(async () => expect((await stateOf(admin, contact)).state).toBe('failed'))
    mailServer.behave('take')
    await mailed(contact, 0)
  })

  test.for(everyRight.filter((right) => right !== 'admin'))(
    'is nothing that %s may send, nor see the times of',
    async (right, { newShopUsers, get, send }) => {
      const users = await newShopUsers()
      const { status, envelope } = await get(users[right], users.contact)
      expect(status).toBe(right === 'contact' ? 403 : 200)
      if (status === 200) expect(envelope.responseData).toEqual({ state: 'never-sent', ...unknown })
      expect((await send(users[right], users.contact)).status).toBe(403)
    }
  )

  test('of another customer, provider and nobody gets the same answer', async ({
    newShopUsers,
    newCustomer,
    get,
    send
  }) => {
    const { admin } = await newShopUsers()
    const strangers = [
      (await newShopUsers()).contact,
      (await newCustomer(2)).shopUsers.contact,
      { contactId: 99_999_999 }
    ]
    const seen = await Promise.all(strangers.map(async (of) => (await get(admin, of)).text))
    const sent = await Promise.all(strangers.map(async (of) => (await send(admin, of)).text))
    expect(new Set([...seen, ...sent]).size).toBe(1)
    expect(seen[0]).toContain('Dieser Kontakt ist nicht verfügbar.')
  })

  test('is sent again six times at once and no more, and each is written down', async ({ newShopUsers, send, db }) => {
    const { admin, contact } = await newShopUsers()
    const codes: number[] = []
    for (let count = 0; count < 7; count += 1) codes.push((await send(admin, contact)).code)
    expect(codes).toEqual([...Array(6).fill(0), 110])
    const { providerId: ofProvider, customerId, contactId } = contact
    const entry = {
      action: 'create',
      resource: 'password-mail',
      contactId: admin.contactId,
      key: { providerId: ofProvider, customerId, contactId }
    }
    expect(await auditOf(db, contact)).toMatchObject(Array.from({ length: 6 }, () => entry))
  })

  test('is sent to nobody who may not or need not get it', async ({ newShopUsers, stateOf, send, setShopUser, db }) => {
    const { admin, shoplight, shopfull, contact } = await newShopUsers()
    const answerOf = async (of: TestShopUser) => {
      const { status, code, errors } = await send(admin, of)
      return [status, code, errors[0]]
    }
    expect((await stateOf(admin, shopfull)).state).toBe('chosen')
    expect(await answerOf(shopfull)).toEqual([200, 110, 'Diese Person hat schon ein eigenes Passwort.'])
    const noAccess = [200, 110, 'Dieser Kontakt ist inaktiv oder hat keine Zugangsberechtigung.']
    await setShopUser(shoplight, { rights: 0, password_hash: null })
    await changeRows(db, 'contacts', { contact_id: contact.contactId }, { active: false })
    for (const user of [shoplight, contact]) {
      expect((await stateOf(admin, user)).state).toBe('none')
      expect(await answerOf(user)).toEqual(noAccess)
    }
    expect((await answerOf(admin))[0]).toBe(403)
    expect(await auditOf(db, contact)).toEqual([])
  })

  test('does not keep an admin from taking the login away', async ({ server, newShopUsers, send, stateOf }) => {
    const { admin, contact } = await newShopUsers()
    await send(admin, contact)
    const data = { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: 0, ASP_SHOPEMAIL: null, ASP_EMAIL: null }
    await server.mustSave(admin, ['PUT', '/contact'], data)
    expect(await stateOf(admin, contact)).toEqual({ state: 'none', ...unknown })
  })
})
