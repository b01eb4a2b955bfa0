import { expect } from 'vitest'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import { Right } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import { commandContext } from '../../../../../testing/server/command-context.ts'
import { testPassword, type TestShopUser } from '../../../../../testing/server/customer.ts'
import { newAddress, test as emailTest } from '../../../../../testing/server/email-change-fixtures.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { addProviderKey } from '../../../../../testing/server/provider-keys.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { sendAccessCommand } from '../../shop-user/shop-user.command.ts'
import { queuePasswordMail } from './password-mail.ts'

const linkIn = (text = '') => /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(text)?.[1] ?? ''
const passwordIn = (text = '') => /^Passwort: (\S+)$/m.exec(text)?.[1] ?? ''

const test = emailTest
  .extend('writer', { scope: 'file' }, ({ db, own }) =>
    addProviderKey(db, { providerId: own.providerId, name: 'erp', scopes: ['write'] })
  )
  .extend('mailTo', ({ mailServer }) => (address: string, count = 1) => {
    return eventually(() => {
      const mails = mailServer.arrived.filter(({ recipients }) => recipients.includes(address))
      expect(mails.length).toBeGreaterThanOrEqual(count)
      return mails.at(-1)?.mail.text ?? ''
    })
  })
  .extend('ways', ({ server, db, writer, change, open }) => ({
    own: async (user: TestShopUser, _admin: TestShopUser, to: string) => {
      await open((await change(user, to)).confirm, 'POST')
    },
    admin: async (user: TestShopUser, admin: TestShopUser, to: string) => {
      const key = { ASP_FIRMA: user.providerId, ASP_PVAID: user.contactId }
      await server.mustSave(admin, ['PUT', '/contact'], { ...key, ASP_SHOPEMAIL: to })
    },
    api: async ({ externalId }: TestShopUser, _admin: TestShopUser, to: string) => {
      const { status } = await fetch(`${server.url}/provider/v1/shop-users/${externalId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${writer.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ emailAddress: to })
      })
      expect(status).toBe(200)
    },
    import: async ({ providerId, externalId }: TestShopUser, _admin: TestShopUser, to: string) => {
      const row = { contact: externalId, emailAddress: to, rights: Right.contact }
      expect((await importer(db, providerId)('shop-users', [row])).counts).toMatchObject({ updated: 1 })
    }
  }))
  .extend('submit', ({ server, from }) => async (link: string, password = 'Neue-Losung-1') => {
    const body = new URLSearchParams({ password, repeat: password })
    return (await fetch(server.url + link, { method: 'POST', body, headers: from, redirect: 'manual' })).status
  })
  .extend('isOpen', ({ server, from }) => async (user: TestShopUser, userName: string, password: string) => {
    return (await getToken(server.url, { ...loginForm(user, password), userName }, from)).status === 200
  })

test.for(['own', 'admin', 'api', 'import'] as const)(
  'a reset link ends with the address that it was mailed to, and shows the new one to nobody: %s',
  async (way, { server, from, ways, shopUsers: { contact, admin }, mailTo, open, submit, isOpen }) => {
    await server.save(from, ['POST', '/passwordreset'], { emailAddress: contact.userName })
    const link = linkIn(await mailTo(contact.userName))
    expect((await open(link)).status).toBe(200)
    const to = newAddress()
    await ways[way](contact, admin, to)
    const answer = await open(link)
    expect([answer.status, (await answer.text()).includes(to)]).toEqual([404, false])
    expect(await submit(link)).toBe(404)
    // A password of one's own stays.
    expect(await isOpen(contact, to, testPassword)).toBe(true)
  }
)

test.for([
  ['admin', 'link'],
  ['api', 'link'],
  ['import', 'link'],
  ['admin', 'password'],
  ['api', 'password'],
  ['import', 'password']
] as const)(
  'an unused access ends with the address that it was mailed to, and a new one goes to the right one: %s, %s',
  async ([way, kind], { db, ways, shopUsers: { contact, admin }, setShopUser, mailTo, submit, isOpen }) => {
    await setShopUser(contact, { password_hash: null })
    const { providerId, contactId } = contact
    const asLink = kind === 'link' && ({ asLink: true } as const)
    await db.transaction().execute((trx) => queuePasswordMail(trx, { providerId, contactId, ...asLink }))
    const wrong = await mailTo(contact.userName)
    const to = newAddress()
    await ways[way](contact, admin, to)
    const right = passwordIn(await mailTo(to))
    if (kind === 'link') expect(await submit(linkIn(wrong))).toBe(404)
    else expect(await isOpen(contact, to, passwordIn(wrong))).toBe(false)
    expect(await isOpen(contact, to, right)).toBe(true)
  }
)

test.for(['api', 'import'] as const)(
  'the old address and the customer’s other admins are told of one that the provider changes, if there ever was a login: %s',
  async (way, { ways, shopUsers: { contact, admin, shoplight: never }, setShopUser, mailTo, mailServer, idle }) => {
    await setShopUser(never, { rights: Right.none, password_hash: null, had_login: false })
    await ways[way](never, admin, newAddress())
    const to = newAddress()
    await ways[way](contact, admin, to)
    const own = await mailTo(contact.userName)
    expect(own).toContain('die E-Mail-Adresse Ihres Zugangs geändert')
    expect(own).not.toContain(to)
    expect(await mailTo(admin.userName)).toContain(`Benutzername: ${to}`)
    await idle()
    const told = mailServer.arrived.flatMap(({ recipients }) => recipients)
    expect(told).not.toContain(never.userName)
    expect(told.filter((address) => address === admin.userName)).toHaveLength(1)
  }
)

test('is told with the passkeys that go', async ({ server, newCustomer, givePasskey, mailServer, idle }) => {
  const { contact, admin } = (await newCustomer()).shopUsers
  await givePasskey(contact, 'Laptop')
  const data = { ASP_PVAID: contact.contactId, ASP_SHOPRECHTE: Right.none, ASP_SHOPEMAIL: null }
  await server.mustSave(admin, ['PUT', '/contact'], data)
  await idle()
  const own = mailServer.arrived.filter(({ recipients }) => recipients.includes(contact.userName))
  const texts = own.map(({ mail: { text = '' } }) => text).join()
  for (const said of ['die E-Mail-Adresse Ihres Zugangs geändert', `Bisher: ${contact.userName}`, 'Laptop'])
    expect(texts).toContain(said)
  expect(texts).not.toContain('Neu:')
})

test.for(['link', 'password'] as const)(
  'an access that ended with its address while nobody might log in waits for the next one: %s',
  async (kind, { db, ways, shopUsers: { contact, admin }, setShopUser, mailTo, idle, server }) => {
    await setShopUser(contact, { password_hash: null })
    const mailed = { ...contact, ...(kind === 'link' && ({ asLink: true } as const)) }
    await db.transaction().execute((trx) => queuePasswordMail(trx, mailed))
    await mailTo(contact.userName)
    await idle()
    const stateNow = async () => {
      const answer = await server.call<ContactAccess>(admin, `/contactaccess?pvaid=${contact.contactId}`)
      return answer.envelope.responseData.state
    }
    expect(await stateNow()).toBe('sent')
    const { externalId } = contact
    const run = importer(db, contact.providerId)
    await run('contacts', [{ externalId, active: false }])
    const to = newAddress()
    await ways.import(contact, admin, to)
    await run('contacts', [{ externalId, active: true }])
    expect(await stateNow()).toBe('expired')
    const all = { names: null, providerId: contact.providerId, again: false, perMinute: 6000 }
    await sendAccessCommand.run(db, all, commandContext)
    expect(await mailTo(to)).toContain('Kundencenter')
    await idle()
    expect(await stateNow()).toBe('sent')
  }
)

test('a generated password ends with its address', async ({ db, ways, newCustomer, setShopUser, mailTo, isOpen }) => {
  const { contact, admin } = (await newCustomer()).shopUsers
  await setShopUser(contact, { password_hash: null })
  await db.transaction().execute((trx) => queuePasswordMail(trx, contact))
  const password = passwordIn(await mailTo(contact.userName))
  const setActive = (active: boolean) => changeRows(db, 'contacts', { contact_id: contact.contactId }, { active })
  await setActive(false)
  const to = newAddress()
  await ways.api(contact, admin, to)
  await setActive(true)
  expect(await isOpen(contact, to, password)).toBe(false)
})

test('an access in other capitals stays good, and one that was used is not mailed again', async ({
  db,
  server,
  ways,
  shopUsers: { contact, admin },
  setShopUser,
  mailServer,
  mailTo,
  isOpen,
  idle
}) => {
  await setShopUser(contact, { password_hash: null })
  await db.transaction().execute((trx) => queuePasswordMail(trx, contact))
  const password = passwordIn(await mailTo(contact.userName))
  await ways.import(contact, admin, contact.userName.toUpperCase())
  expect(await isOpen(contact, contact.userName, password)).toBe(true)
  const chosen = { WSU_PASSWORT: 'Neue-Losung-1' }
  await server.mustSave(contact, ['PUT', '/webshopuser'], chosen)
  await idle()
  const to = newAddress()
  await ways.import(contact, admin, to)
  await idle()
  expect(mailServer.arrived.some(({ recipients }) => recipients.includes(to))).toBe(false)
  expect((await server.call(contact, '/webshopuser')).status).toBe(200)
})
