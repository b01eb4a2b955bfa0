import { expect } from 'vitest'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { databaseText } from '../../../../../testing/server/database-text.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../../../testing/server/mail-fixtures.ts'

const subject = 'Ihr Passwort wurde geändert'
const secret = 'Neu-Geheim-4711'

const test = mailTest
  .extend('settings', { scope: 'file' }, { publicUrl: 'https://center.example', shopUrl: 'https://shop.example' })
  .extend('put', ({ server }) => async (by: TestShopUser, path: string, data: object) => {
    const { code } = await server.save(by, ['PUT', path], data)
    expect(code).toBe(0)
  })
  /** The mails about changed passwords to an address, once there are that many. */
  .extend('mailsTo', ({ mailServer }) => {
    return (address: string, count = 1) =>
      eventually(() => {
        const mails = mailServer.arrived.filter(
          ({ recipients, mail }) => recipients.includes(address) && mail.subject === subject
        )
        expect(mails).toHaveLength(count)
        return mails
      })
  })

test('whose password was changed gets a mail without a secret', async ({ newCustomer, put, mailsTo, database }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const format = new Intl.DateTimeFormat('de-AT', {
    timeZone: 'Europe/Vienna',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric'
  })
  const today = () => format.format(new Date())
  const before = today()
  await put(contact, '/webshopuser', { WSU_PASSWORT: secret })
  await mailsTo(contact.userName)
  await put(admin, '/contact', { ASP_PVAID: contact.contactId, ASP_PASSWORT: `${secret}!` })
  const facts = [contact.customerNumber, contact.userName, 'Akademie', 'https://shop.example']
  for (const { mail, raw } of await mailsTo(contact.userName, 2)) {
    for (const part of [mail.text, mail.html]) {
      for (const fact of facts) expect(part).toContain(fact)
      expect(part).toMatch(new RegExp(`${before}|${today()}`))
      expect(part).toContain('Passwort vergessen?')
    }
    expect(mail.messageId).toMatch(/^<password-changed-mail\.[0-9a-f-]{36}@akademie\.example>$/)
    expect(raw).not.toContain(secret)
  }
  expect(await databaseText(database)).not.toContain(secret)
})

test('a password that was set by a mailed link is told as well', async ({ own, server, mailServer, mailsTo }) => {
  const user = own.shopUsers.shopfull
  await server.save({}, ['POST', '/passwordreset'], { emailAddress: user.userName })
  const link = await eventually(() => {
    const texts = mailServer.arrived.filter(({ recipients }) => recipients.includes(user.userName))
    const found = texts.flatMap(
      ({ mail }) => /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(mail.text ?? '')?.[1] ?? []
    )
    expect(found).toHaveLength(1)
    return found[0] ?? ''
  })
  const body = new URLSearchParams({ password: secret, repeat: secret })
  expect((await fetch(server.url + link, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  const [arrived] = await mailsTo(user.userName)
  expect(arrived?.raw).not.toContain(secret)
})

test('a password that changes with the address is told to the old one', async ({ newCustomer, put, mailsTo }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const data = { ASP_PVAID: contact.contactId, ASP_PASSWORT: secret, ASP_SHOPEMAIL: 'dieb@anderswo.example' }
  await put(admin, '/contact', data)
  await mailsTo(contact.userName)
  await mailsTo('dieb@anderswo.example', 0)
})

test('a first password is none that was changed', async ({ newCustomer, setShopUser, put, mailsTo }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  await setShopUser(contact, { password_hash: null })
  await put(admin, '/contact', { ASP_PVAID: contact.contactId, ASP_PASSWORT: secret })
  // Earlier mails have been sent once the next one arrives.
  await put(contact, '/webshopuser', { WSU_PASSWORT: `${secret}!` })
  await mailsTo(contact.userName, 1)
})
