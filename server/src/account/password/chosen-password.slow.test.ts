import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { loginTooOld } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { addRows, changeRows } from '../../../../testing/server/rows.ts'
import { save } from '../../../../testing/server/saves.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { hashPassword } from './passwords.ts'

const test = serverTest
  .extend('headers', async ({ server, own }) => server.headersOf(own.shopUsers.admin))
  .extend('codeOfOwn', ({ server, headers }) => async (password: string) => {
    const { code, errors } = await save(server.url, headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: password })
    return [code, ...errors]
  })

const common = 'Es ist häufig, ein einzelnes Wort oder ein einfaches Muster.'
const fromFacts = 'Es besteht aus Name, E-Mail-Adresse, Kundennummer oder dem Namen des Anbieters.'
const refusedFor = (reason: string) => [106, expect.stringContaining(reason)]

describe('a password that a person chooses', () => {
  test.for([
    '123456',
    'passwort',
    'Passwort1!',
    'P4ssw0rt',
    'qwertz',
    'hallo123',
    'Sommer2026',
    'Willkommen1',
    'aaaaaaaa',
    'abcdef',
    '01.05.1990',
    'a'.repeat(200)
  ])('is not %s, which is soon guessed', async (password, { codeOfOwn }) => {
    expect(await codeOfOwn(password)).toEqual(refusedFor(common))
  })

  test.for(['K100-K100', 'admin@firma-100.example', 'Akademie1', 'akademie2026', 'AnnaAdmin', 'Firma-100'])(
    'is not %s, which is known of its owner or the provider',
    async (password, { codeOfOwn }) => {
      expect(await codeOfOwn(password)).toEqual(refusedFor(fromFacts))
    }
  )

  test('may have six characters, or be a sentence', async ({ codeOfOwn, own, server }) => {
    expect(await codeOfOwn('x7Kp2q')).toEqual([0])
    const headers = await server.headersOf(own.shopUsers.contact)
    const put = { WSU_PASSWORT: 'vier Pferde trinken Kaffee' }
    expect((await save(server.url, headers, ['PUT', '/webshopuser'], put)).code).toBe(0)
  })

  test('is as good when an admin chooses it for a contact', async ({ server, headers, own }) => {
    const { contactId } = own.shopUsers.shoplight
    const change = (password: string) =>
      save(server.url, headers, ['PUT', '/contact'], { ASP_PVAID: contactId, ASP_PASSWORT: password })
    expect(await change('hallo123')).toMatchObject({ code: 106, errors: [expect.stringContaining(common)] })
    expect(await change('Shoplight-100')).toMatchObject({ code: 106, errors: [expect.stringContaining(fromFacts)] })
    const contact = { ASP_ANREDE: 1, ASP_NACHNAME: 'Quendelbacher', ASP_SHOPEMAIL: 'q@neu.example' }
    const add = (password: string) =>
      save(server.url, headers, ['POST', '/contact'], {
        ...contact,
        ASP_SHOPRECHTE: Right.contact,
        ASP_PASSWORT: password
      })
    expect(await add('Quendelbacher1')).toMatchObject({ code: 106, errors: [expect.stringContaining(fromFacts)] })
    expect(await add('x7Kp2q-Ufer')).toMatchObject({ code: 0 })
  })

  test('is as good when a person chooses it with the own contact', async ({ server, own }) => {
    const { shoplight } = own.shopUsers
    const put = { ASP_PVAID: shoplight.contactId, ASP_PASSWORT: 'Shoplight-100' }
    const { code, errors } = await save(server.url, await server.headersOf(shoplight), ['PUT', '/contact'], put)
    expect([code, ...errors]).toEqual(refusedFor(fromFacts))
  })

  test('of a colleague tells nobody the names of another, who may not set it', async ({ server, own }) => {
    const { contact, shopfull } = own.shopUsers
    const guess = { ASP_PVAID: shopfull.contactId, ASP_PASSWORT: 'shopfull-1' }
    const { code, errors } = await save(server.url, await server.headersOf(contact), ['PUT', '/contact'], guess)
    expect([code, ...errors]).not.toEqual(refusedFor(fromFacts))
    expect(code).not.toBe(0)
  })

  test('is asked for again at the field of the page that a mailed link opens', async ({ server, db, own }) => {
    const { providerId, contactId } = own.shopUsers.shopfull
    const token = newToken()
    const { password_hash, address } = await db
      .selectFrom('shop_users')
      .select(['password_hash', 'email_address as address'])
      .where('contact_id', '=', contactId)
      .executeTakeFirstOrThrow()
    const link = { link_hash: tokenHash(token), expires_at: new Date(Date.now() + 3_600_000) }
    await addRows(db, 'password_mails', {
      provider_id: providerId,
      contact_id: contactId,
      job_id: randomUUID(),
      password_hash,
      address,
      ...link
    })
    const submit = (password: string) =>
      fetch(`${server.url}/passwort/${token}`, {
        method: 'POST',
        body: new URLSearchParams({ password, repeat: password }),
        redirect: 'manual'
      })
    for (const [password, reason] of [
      ['passwort1', common],
      ['Akademie1', fromFacts]
    ] as const) {
      const answer = await submit(password)
      const page = await answer.text()
      expect([answer.status, page.includes('aria-invalid="true"'), page.includes(reason)]).toEqual([422, true, true])
    }
    expect((await submit('x7Kp2q-Ufer')).status).toBe(303)
  })

  test('logs in however bad it is, if it is there already', async ({ server, db, own }) => {
    const user: TestShopUser = own.shopUsers.contact
    const password_hash = await hashPassword('123456')
    await changeRows(db, 'shop_users', { contact_id: user.contactId }, { password_hash })
    expect((await getToken(server.url, loginForm(user, '123456'))).status).toBe(200)
  })

  test('is looked at only after a login of the last ten minutes', async ({ own, server, db }) => {
    const { admin, contact } = own.shopUsers
    const headers = await server.headersOf(admin)
    const logged_in_at = new Date(Date.now() - 11 * 60_000)
    await changeRows(db, 'sessions', { contact_id: admin.contactId }, { logged_in_at })
    for (const [method, path, data] of [
      ['PUT', '/webshopuser', { WSU_PASSWORT: '123456' }],
      ['PUT', '/contact', { ASP_PVAID: contact.contactId, ASP_PASSWORT: '123456' }],
      ['POST', '/contact', { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_PASSWORT: '123456' }]
    ] as const)
      expect((await save(server.url, headers, [method, path], data)).code, `${method} ${path}`).toBe(loginTooOld)
  })

  test('keeps nobody else waiting while it is judged', async ({ own, foreign, server, codeOfOwn }) => {
    await codeOfOwn('123456')
    const headers = await server.headersOf(own.shopUsers.contact)
    const slow = 'p4$$w0rd'.repeat(5)
    const order: string[] = []
    const judged = Array.from({ length: 8 }, async () => {
      expect((await save(server.url, headers, ['PUT', '/webshopuser'], { WSU_PASSWORT: slow })).code).toBe(106)
      order.push('judged')
    })
    for (let turn = 0; turn < 4; turn += 1) await server.call(foreign.shopUsers.contact, '/customer')
    order.push('called')
    await Promise.all(judged)
    expect(order.indexOf('called')).toBeLessThan(8)
  })
})
