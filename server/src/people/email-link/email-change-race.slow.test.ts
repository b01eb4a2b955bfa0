import { describe, expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { newAddress, test } from '../../testing/email-change-fixtures.ts'
import { save } from '../../testing/saves.ts'

describe('an e-mail address that waits for its confirmation', () => {
  test('that a colleague has is refused at once, and at the confirmation if it was taken meanwhile', async ({
    newCompany,
    headersOf,
    put,
    change,
    open,
    setShopUser,
    mayLogIn
  }) => {
    const { contact, admin } = (await newCompany()).users
    const taken = await put(await headersOf(contact), { WSU_EMAIL: admin.userName.toUpperCase() })
    expect(taken.code).toBe(BusinessError.emailTaken)
    const to = newAddress()
    const { confirm } = await change(contact, to)
    await setShopUser(admin, { email_address: to })
    const refused = await open(confirm, 'POST')
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('Diese E-Mail-Adresse wird in Ihrem Unternehmen bereits verwendet.')
    ])
    expect(await mayLogIn(contact)).toBe(true)
    await setShopUser(admin, { email_address: admin.userName })
    expect((await open(confirm, 'POST')).status, 'nothing was used up').toBe(303)
  })

  test('is confirmed once of two who follow the link at the same time', async ({ newCompany, change, open }) => {
    const { contact } = (await newCompany()).users
    const { confirm } = await change(contact, newAddress())
    const answers = await Promise.all([open(confirm, 'POST'), open(confirm, 'POST')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404])
  })

  test('is confirmed or stopped, never both', async ({ newCompany, change, open, mayLogIn }) => {
    const { contact } = (await newCompany()).users
    const to = newAddress()
    const { confirm, stop } = await change(contact, to)
    const [confirmed, stopped] = await Promise.all([open(confirm, 'POST'), open(stop, 'POST')])
    expect([confirmed.status, stopped.status].toSorted((a, b) => a - b)).toEqual([303, 404])
    expect(await mayLogIn(contact, confirmed.status === 303 ? to : contact.userName)).toBe(true)
  })

  test('of two people who want one address one gets it', async ({ newCompany, change, open, mayLogIn, linkTo }) => {
    const { contact, shoplight } = (await newCompany()).users
    const to = newAddress()
    const { confirm: one } = await change(contact, to)
    await change(shoplight, to)
    const other = await linkTo(to, 2)
    const answers = await Promise.all([open(one, 'POST'), open(other, 'POST')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422])
    // The other person keeps the former address.
    expect((await mayLogIn(contact)) !== (await mayLogIn(shoplight))).toBe(true)
  })

  test.for([
    ['its time', 'email_changes set expires_at = now()'],
    ['the person’s right', 'shop_users set rights = 0'],
    ['the person’s activity', 'contacts set active = false'],
    ['another password', `shop_users set password_hash = 'another'`],
    ['an admin who changed the address', `shop_users set email_address = 'vom-admin' || pvaid || '@firma.example'`]
  ] as const)('ends with %s', async ([_what, end], { newCompany, change, database, expectNoEntry }) => {
    const { contact } = (await newCompany()).users
    const { confirm, stop } = await change(contact, newAddress())
    await database.pool.query(`update ${end} where pvaid = ${contact.pvaid}`)
    for (const link of [confirm, stop]) await expectNoEntry(link)
  })

  test('does not keep an admin from taking the login away', async ({
    newCompany,
    change,
    headersOf,
    server,
    expectNoEntry
  }) => {
    const { contact, admin } = (await newCompany()).users
    const { confirm } = await change(contact, newAddress())
    const headers = await headersOf(admin)
    const data = { ASP_PVAID: contact.pvaid, ASP_SHOPRECHTE: 0, ASP_SHOPEMAIL: null, ASP_EMAIL: null }
    expect((await save(server.url, headers, ['PUT', '/contact'], data)).code).toBe(0)
    await expectNoEntry(confirm)
  })

  test('an admin’s change of an address counts at once', async ({ newCompany, headersOf, server, mayLogIn }) => {
    const { contact, admin } = (await newCompany()).users
    const to = newAddress()
    const data = { ASP_PVAID: contact.pvaid, ASP_SHOPEMAIL: to }
    await save(server.url, await headersOf(admin), ['PUT', '/contact'], data)
    expect(await mayLogIn(contact, to)).toBe(true)
  })
})
