import { describe, expect } from 'vitest'
import { getEmailChangeSchema } from '@customer-center/contract/email-change'
import { BusinessError } from '@customer-center/contract/envelope'
import { everyRight } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import { databaseText } from '../../../../../testing/server/database-text.ts'
import { newAddress, test } from '../../../../../testing/server/email-change-fixtures.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { auditOf } from '../../../../../testing/server/saves.ts'

describe('another e-mail address of one’s own', () => {
  test.for(everyRight)(
    'counts for %s once the link in its mail was followed: until then nothing changes, then every session ends',
    async (right, { newCustomer, server, change, open, mayLogIn, db, mailServer }) => {
      const user = (await newCustomer()).shopUsers[right]
      const to = newAddress()
      const headers = await server.headersOf(user)
      const isAlive = async () => (await server.call(headers, '/webshopuser/getcurrentwebshopuser')).status
      const { confirm } = await change(user, to)
      // A mail server looks at links, too.
      const page = await (await open(confirm)).text()
      expect(page).toContain(to)
      expect(page).not.toContain(user.userName)
      expect([await isAlive(), await mayLogIn(user), await mayLogIn(user, to)]).toEqual([200, true, false])
      expect(await auditOf(db, user)).toEqual([])
      const done = await open(confirm, 'POST')
      expect([done.status, done.headers.get('location')]).toEqual([303, 'bestaetigt'])
      expect(await (await open('/e-mail/bestaetigt')).text()).toContain('Ihre Adresse ist bestätigt')
      expect([await isAlive(), await mayLogIn(user), await mayLogIn(user, to)]).toEqual([401, false, true])
      expect(await auditOf(db, user)).toMatchObject([
        { resource: 'shop-user', contactId: user.contactId, changes: { WSU_EMAIL: { old: user.userName, new: to } } }
      ])
      const told = () => mailServer.arrived.filter(({ recipients }) => recipients.includes(user.userName))
      await eventually(() =>
        expect(told().map(({ mail }) => mail.subject)).toContain('Ihre E-Mail-Adresse im Kundencenter wurde geändert')
      )
    }
  )

  test('leads to a login with the new address, which no URL names', async ({ newCustomer, change, open, server }) => {
    const { admin } = (await newCustomer()).shopUsers
    const to = newAddress()
    const { confirm } = await change(admin, to)
    const looked = await open(confirm)
    expect(looked.headers.getSetCookie(), 'before the link was followed').toEqual([])
    const [cookie = ''] = (await open(confirm, 'POST')).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-KC-LOGIN=.*; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    const done = await fetch(`${server.url}/e-mail/bestaetigt`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    const text = await done.text()
    const [, url = ''] = /content="0; url=([^"]+)"/.exec(text) ?? []
    expect(text, 'for browsers that stay').toContain(`href="${url}"`)
    // Under the name by which the page was opened.
    const [path, hash = ''] = url.replaceAll('&amp;', '&').split('#')
    expect(path).toBe('/')
    expect([...new URLSearchParams(hash.replace('login?', ''))]).toEqual([
      ['customerNumber', admin.customerNumber],
      ['userName', to],
      ['done', 'email']
    ])
  })

  test('is told to the old address', async ({ newCustomer, change, open, expectNoEntry, mayLogIn, mailServer }) => {
    const { contact } = (await newCustomer()).shopUsers
    const { confirm, stop } = await change(contact, 'vorname.nachname@anderswo.example')
    const { mail } = mailServer.arrived.findLast(({ recipients }) => recipients.includes(contact.userName)) ?? {}
    expect(mail?.subject).toBe('Ihre E-Mail-Adresse im Kundencenter soll geändert werden')
    const page = await (await open(stop)).text()
    for (const text of [mail?.text, mail?.html, page]) {
      expect(text).toContain('v…@a….example')
      expect(text).toContain(contact.userName)
      expect(text).not.toMatch(/nachname|anderswo/)
    }
    const done = await open(stop, 'POST')
    expect([done.status, done.headers.get('location')]).toEqual([303, 'verhindert'])
    expect(done.headers.getSetCookie()).toEqual([])
    expect(await (await open('/e-mail/verhindert')).text()).toContain('Die Änderung ist verhindert')
    for (const link of [confirm, stop]) await expectNoEntry(link)
    expect(await mayLogIn(contact)).toBe(true)
  })

  test('is asked for in a mail that names nobody', async ({ shopUsers: { admin }, change, mailServer }) => {
    const to = newAddress()
    await change(admin, to)
    const { mail } = mailServer.arrived.find(({ recipients }) => recipients.includes(to)) ?? {}
    expect(mail?.text).toContain('24 Stunden')
    for (const part of [mail?.text, mail?.html])
      for (const secret of [admin.userName, admin.customerNumber]) expect(part).not.toContain(secret)
  })

  test('is shown while it waits, mailed again on demand, and cancelled', async ({
    shopUsers: { contact, admin },
    server,
    change,
    post,
    linkTo,
    expectNoEntry
  }) => {
    const headers = await server.headersOf(contact)
    const pending = async (by = headers) =>
      getEmailChangeSchema.data.parse((await server.call(by, '/emailchange')).envelope.responseData)
    expect(await pending()).toBeNull()
    expect((await post(headers, '/emailchange/resend')).status).toBe(404)
    const to = newAddress()
    const { confirm } = await change(contact, to)
    const shown = await pending()
    expect(shown?.emailAddress).toBe(to)
    expect(Math.round((Date.parse(shown?.validUntil ?? '') - Date.now()) / 3_600_000)).toBe(24)
    expect(await pending(await server.headersOf(admin)), 'of a colleague').toBeNull()
    for (let count = 1; count < 4; count += 1) expect((await post(headers, '/emailchange/resend')).code).toBe(0)
    const again = await linkTo(to, 4)
    const refused = await post(headers, '/emailchange/resend')
    expect([refused.status, refused.errors]).toEqual([429, [expect.stringContaining('gerade erst')]])
    await expectNoEntry(confirm)
    expect((await post(await server.headersOf(admin), '/emailchange/cancel')).code).toBe(0)
    expect((await pending())?.emailAddress, 'after a colleague cancelled theirs').toBe(to)
    expect((await post(headers, '/emailchange/cancel')).code).toBe(0)
    expect(await pending()).toBeNull()
    await expectNoEntry(again)
  })

  test('gives way to the next one, with all links', async ({ newCustomer, change, expectNoEntry, open, linkTo }) => {
    const { contact } = (await newCustomer()).shopUsers
    const first = await change(contact, newAddress())
    const second = await change(contact, newAddress())
    await linkTo(contact.userName, 2)
    for (const link of [first.confirm, first.stop]) await expectNoEntry(link)
    expect((await open(second.confirm, 'POST')).status).toBe(303)
  })

  test('leaves a password that is saved with it to count at once', async ({
    shopUsers: { contact },
    put,
    linkTo,
    open,
    server,
    from
  }) => {
    const headers = await server.headersOf(contact)
    const to = newAddress()
    await put(headers, { WSU_EMAIL: to, WSU_PASSWORT: 'Neu-4711' })
    const logIn = async (userName: string) =>
      (await getToken(server.url, { ...loginForm(contact, 'Neu-4711'), userName }, from)).status
    expect(await logIn(contact.userName)).toBe(200)
    expect((await server.call(headers, '/webshopuser')).status, 'this session').toBe(200)
    await open(await linkTo(to), 'POST')
    expect(await logIn(to)).toBe(200)
  })

  test('that differs in capitals alone counts at once', async ({ shopUsers: { contact }, put, server }) => {
    const headers = await server.headersOf(contact)
    const to = contact.userName.toUpperCase()
    expect((await put(headers, { WSU_EMAIL: to })).data?.['WSU_EMAIL']).toBe(to)
    expect((await server.call(headers, '/emailchange')).envelope.responseData).toBeNull()
  })

  test('is answered alike whether or not the address logs in elsewhere', async ({ newCustomer, change, open }) => {
    const { contact } = (await newCustomer()).shopUsers
    const others = [(await newCustomer()).shopUsers.admin.userName, (await newCustomer(2)).shopUsers.admin.userName]
    for (const to of [...others, newAddress()]) {
      const { confirm } = await change(contact, to)
      expect(await (await open(confirm)).text()).toContain(to)
    }
  })

  test('brings five mails at once at most, wherever they go', async ({ server, newCustomer, put, linkTo, db }) => {
    const { contact } = (await newCustomer()).shopUsers
    const headers = await server.headersOf(contact)
    const answers = []
    const last = { address: '' }
    for (let count = 0; count < 6; count += 1) {
      const to = newAddress()
      answers.push((await put(headers, { WSU_EMAIL: to })).status)
      if (answers.at(-1) === 200) last.address = to
    }
    expect(answers).toEqual([...Array(5).fill(200), 429])
    await linkTo(last.address)
    const kept = await db
      .selectFrom('email_changes')
      .select('new_address')
      .where('contact_id', '=', contact.contactId)
      .execute()
    expect(kept, 'a refused change changes nothing').toEqual([{ new_address: last.address }])
  })

  test('has links that are nowhere but in their mails', async ({ newCustomer, change, open, database, server }) => {
    const { contact } = (await newCustomer()).shopUsers
    const links = Object.values(await change(contact, newAddress()))
    for (const link of links) await open(link)
    const stored = await databaseText(database)
    for (const link of links) {
      const token = link.slice('/e-mail/'.length)
      expect(stored).not.toContain(token)
      expect(server.log()).not.toContain(token)
    }
  })

  test('has pages that leak nothing, and throttle whoever tries many links', async ({ open }) => {
    const statuses: number[] = []
    for (let index = 0; index < 52; index += 1) statuses.push((await open(`/e-mail/${'C'.repeat(43)}${index}`)).status)
    expect(statuses).toEqual([...Array(50).fill(404), 429, 429])
    const answer = await open(`/e-mail/bestaetigt`)
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).not.toContain('<script')
    expect((await open('/e-mail/page.css')).headers.get('content-type')).toContain('text/css')
  })
})

describe('an e-mail address that waits for its confirmation', () => {
  test('that a colleague has is refused at once, and at the confirmation if it was taken meanwhile', async ({
    server,
    shopUsers: { contact, admin },
    put,
    change,
    open,
    setShopUser,
    mayLogIn
  }) => {
    const taken = await put(await server.headersOf(contact), { WSU_EMAIL: admin.userName.toUpperCase() })
    expect(taken.code).toBe(BusinessError.emailTaken)
    const to = newAddress()
    const { confirm } = await change(contact, to)
    await setShopUser(admin, { email_address: to })
    const refused = await open(confirm, 'POST')
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('Diese E-Mail-Adresse wird in Ihrem Unternehmen schon verwendet.')
    ])
    expect(await mayLogIn(contact)).toBe(true)
    await setShopUser(admin, { email_address: admin.userName })
    expect((await open(confirm, 'POST')).status, 'nothing was used up').toBe(303)
  })

  test('is confirmed once of two who follow the link at the same time', async ({ newCustomer, change, open }) => {
    const { contact } = (await newCustomer()).shopUsers
    const { confirm } = await change(contact, newAddress())
    const answers = await Promise.all([open(confirm, 'POST'), open(confirm, 'POST')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404])
  })

  test('is confirmed or stopped, never both', async ({ shopUsers: { contact }, change, open, mayLogIn }) => {
    const to = newAddress()
    const { confirm, stop } = await change(contact, to)
    const [confirmed, stopped] = await Promise.all([open(confirm, 'POST'), open(stop, 'POST')])
    expect([confirmed.status, stopped.status].toSorted((a, b) => a - b)).toEqual([303, 404])
    expect(await mayLogIn(contact, confirmed.status === 303 ? to : contact.userName)).toBe(true)
  })

  test('of two people who want one address one gets it', async ({ newCustomer, change, open, mayLogIn, linkTo }) => {
    const { contact, shoplight } = (await newCustomer()).shopUsers
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
    ['an admin who changed the address', `shop_users set email_address = 'vom-admin' || contact_id || '@firma.example'`]
  ] as const)('ends with %s', async ([_what, end], { shopUsers: { contact }, change, database, expectNoEntry }) => {
    const { confirm, stop } = await change(contact, newAddress())
    await database.pool.query(`update ${end} where contact_id = ${contact.contactId}`)
    for (const link of [confirm, stop]) await expectNoEntry(link)
  })

  test('keeps no admin from removing the login', async ({ server, newCustomer, change, expectNoEntry }) => {
    const { contact, admin } = (await newCustomer()).shopUsers
    const { confirm } = await change(contact, newAddress())
    const data = { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: 0, ASP_SHOPEMAIL: null, ASP_EMAIL: null }
    await server.mustSave(admin, ['PUT', '/contact'], data)
    await expectNoEntry(confirm)
  })

  test('an admin’s change of an address counts at once', async ({ server, newCustomer, mayLogIn }) => {
    const { contact, admin } = (await newCustomer()).shopUsers
    const to = newAddress()
    const data = { ASP_PVAID: contact.contactId, ASP_SHOPEMAIL: to }
    await server.save(admin, ['PUT', '/contact'], data)
    expect(await mayLogIn(contact, to)).toBe(true)
  })
})
