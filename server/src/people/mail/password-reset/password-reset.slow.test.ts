import { describe, expect } from 'vitest'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { test as mailTest } from '../../../../../testing/server/mail-fixtures.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'

let addresses = 0

const test = mailTest
  .extend(
    'settings',
    { scope: 'file' },
    // Each test comes from an address of its own, or the requests of one would use up those of the next.
    { publicUrl: 'https://center.example/konto', trustProxy: ['127.0.0.1'] }
  )
  .extend('from', () => ({ 'x-forwarded-for': `10.1.${++addresses}.1` }))
  .extend('request', ({ server, from }) => async (emailAddress: string, customerNumber?: string) => {
    return server.save(from, ['POST', '/passwordreset'], {
      emailAddress,
      ...(customerNumber && { customerNumber })
    })
  })
  /** The mail that tells of a changed password must not be taken for one of the next test. */
  .extend('settled', { auto: true }, ({ idle }, { onCleanup }) => onCleanup(idle))
  .extend('submit', ({ server, from }) => async (link: string, password: string) => {
    const body = new URLSearchParams({ password, repeat: password })
    return (await fetch(server.url + link, { method: 'POST', body, headers: from, redirect: 'manual' })).status
  })
  .extend('mayLogIn', ({ server, from }) => async (user: TestShopUser, password?: string) => {
    return (await getToken(server.url, loginForm(user, password), from)).status === 200
  })

const linksIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/^https:\/\/center\.example\/konto(\/passwort\/[\w-]{43})$/gm)].map(([, path = '']) => path)

const neutral = [200, 0, null]

describe('a forgotten password', () => {
  test('is replaced by a link that works once, after which all sessions of the person have ended', async ({
    shopUsers: { contact },
    server,
    mailServer,
    request,
    submit,
    mayLogIn
  }) => {
    const headers = await server.headersOf(contact)
    const arriving = mailServer.mail(mailServer.arrived.length + 1)
    const { status, code, data } = await request(` ${contact.userName.toUpperCase()} `)
    expect([status, code, data]).toEqual(neutral)
    const { recipients, mail } = await arriving
    expect(recipients).toEqual([contact.userName])
    expect(mail.subject).toBe('Neues Passwort für das Kundencenter')
    for (const part of [mail.text, mail.html])
      for (const said of [contact.customerNumber, contact.userName, 'eine Stunde']) expect(part).toContain(said)
    const [link = ''] = linksIn(mail.text)
    expect(await mayLogIn(contact), 'until the link is used').toBe(true)
    expect(await submit(link, 'Neues-Passwort')).toBe(303)
    expect((await server.call(headers, '/sessions')).status).toBe(401)
    expect([await mayLogIn(contact), await mayLogIn(contact, 'Neues-Passwort')]).toEqual([false, true])
    expect(await submit(link, 'Fremdes-Passwort')).toBe(404)
  })

  test('brings a link for each access', async ({ newCustomer, mailServer, request, setShopUser, submit, mayLogIn }) => {
    const [first, second] = [(await newCustomer()).shopUsers.admin, (await newCustomer()).shopUsers.contact]
    const shared = { email_address: 'beide@firma.example' }
    await setShopUser(first, shared)
    await setShopUser(second, shared)
    const one = mailServer.mail(mailServer.arrived.length + 1)
    await request(shared.email_address)
    const { mail } = await one
    expect(linksIn(mail.text)).toHaveLength(2)
    for (const { customerNumber } of [first, second]) expect(mail.text).toContain(customerNumber)
    const linkOf = ({ customerNumber }: TestShopUser) =>
      linksIn(mail.text?.slice(mail.text.indexOf(`Kundennummer: ${customerNumber}`)))[0] ?? ''
    expect(await submit(linkOf(second), 'Neues-Passwort')).toBe(303)
    const as = (user: TestShopUser) => ({ ...user, userName: shared.email_address })
    expect([await mayLogIn(as(second), 'Neues-Passwort'), await mayLogIn(as(first), 'Neues-Passwort')]).toEqual([
      true,
      false
    ])
  })

  test('is answered alike for whoever gets no mail', async ({ db, newCustomer, mailServer, request, idle }) => {
    const { none, contact, shoplight } = (await newCustomer()).shopUsers
    await changeRows(db, 'contacts', { contact_id: contact.contactId }, { active: false })
    const before = mailServer.arrived.length
    const answers = [
      await request('niemand@firma.example'),
      await request(none.userName),
      await request(contact.userName),
      await request(shoplight.userName, 'K0')
    ]
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status, code, data }) => [status, code, data])).toEqual(answers.map(() => neutral))
    await idle()
    expect(mailServer.arrived).toHaveLength(before)
  })

  test('brings a second mail that ends no first link', async ({ newCustomer, mailServer, request, submit }) => {
    const { admin } = (await newCustomer()).shopUsers
    const before = mailServer.arrived.length
    for (const count of [1, 2]) {
      expect((await request(admin.userName)).code).toBe(0)
      await mailServer.mail(before + count)
    }
    const [first = '', second = ''] = mailServer.arrived.slice(before).flatMap(({ mail }) => linksIn(mail.text))
    expect(await submit(first, 'Neues-Passwort')).toBe(303)
    expect(await submit(second, 'Anderes-Passwort')).toBe(404)
  })

  test('is refused with 429 to an address of the network that asks again and again', async ({ request }) => {
    const answers = []
    for (let count = 0; count < 21; count += 1) answers.push(await request(`niemand${count}@firma.example`))
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.at(-1)?.status).toBe(429)
  })

  test('needs an e-mail address', async ({ request }) => {
    const { status, code, errors } = await request('keine Adresse')
    expect([status, code, errors]).toEqual([200, 101, ['ungültige E-Mail Adresse']])
  })

  test('a link that opens nothing offers a new one', async ({ shopUsers: { admin }, server, mailServer, from }) => {
    const old = await fetch(`${server.url}/passwort/${'A'.repeat(43)}`, { headers: from })
    expect([old.status, await old.text()]).toEqual([404, expect.stringContaining('action="neu"')])
    const arriving = mailServer.mail(mailServer.arrived.length + 1)
    const pages = []
    for (const emailAddress of ['niemand@firma.example', admin.userName]) {
      const body = new URLSearchParams({ emailAddress })
      const answer = await fetch(`${server.url}/passwort/neu`, { method: 'POST', body, headers: from })
      pages.push([answer.status, await answer.text()])
    }
    expect(pages[0]).toEqual(pages[1])
    expect(pages[0]).toEqual([200, expect.stringContaining('Bitte sehen Sie in Ihr Postfach')])
    expect(linksIn((await arriving).mail.text)).toHaveLength(1)
  })

  test('a link that opens nothing keeps an address with a mistake, and says so', async ({ server, from }) => {
    const body = new URLSearchParams({ emailAddress: 'eva.huber"@firma' })
    const answer = await fetch(`${server.url}/passwort/neu`, { method: 'POST', body, headers: from })
    const page = await answer.text()
    expect([answer.status, page]).toEqual([422, expect.stringContaining('value="eva.huber&quot;@firma"')])
    expect(page).toContain('ungültige E-Mail Adresse')
  })
})
