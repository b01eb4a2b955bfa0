import { expect } from 'vitest'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import { Right } from '@customer-center/contract/rights'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import { commandContext } from '../../../../../testing/server/command-context.ts'
import { testPassword, type TestUser } from '../../../../../testing/server/company.ts'
import { newAddress, test as emailTest } from '../../../../../testing/server/email-change-fixtures.ts'
import { eventually } from '../../../../../testing/server/eventually.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { addProviderKey } from '../../../../../testing/server/provider-keys.ts'
import { queuePasswordMail } from '../../../../../testing/server/queue-mails.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { sendAccessCommand } from '../../shop-user/shop-user.command.ts'

const linkIn = (text = '') => /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(text)?.[1] ?? ''
const passwordIn = (text = '') => /^Passwort: (\S+)$/m.exec(text)?.[1] ?? ''

const test = emailTest
  .extend('writer', { scope: 'file' }, ({ db, own }) =>
    addProviderKey(db, { company: own.company, name: 'erp', scopes: ['write'] })
  )
  .extend('mailTo', ({ mailServer }) => (address: string, count = 1) => {
    return eventually(() => {
      const mails = mailServer.arrived.filter(({ recipients }) => recipients.includes(address))
      expect(mails.length).toBeGreaterThanOrEqual(count)
      return mails.at(-1)?.mail.text ?? ''
    })
  })
  .extend('ways', ({ server, db, writer, change, open }) => ({
    own: async (user: TestUser, _admin: TestUser, to: string) => {
      await open((await change(user, to)).confirm, 'POST')
    },
    admin: async (user: TestUser, admin: TestUser, to: string) => {
      const key = { ASP_FIRMA: user.company, ASP_PVAID: user.pvaid }
      await server.mustSave(admin, ['PUT', '/contact'], { ...key, ASP_SHOPEMAIL: to })
    },
    api: async ({ externalId }: TestUser, _admin: TestUser, to: string) => {
      const { status } = await fetch(`${server.url}/provider/v1/shop-users/${externalId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${writer.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ emailAddress: to })
      })
      expect(status).toBe(200)
    },
    import: async ({ company, externalId }: TestUser, _admin: TestUser, to: string) => {
      const row = { contact: externalId, emailAddress: to, rights: Right.contact }
      expect((await importer(db, company)('shop-users', [row])).counts).toMatchObject({ updated: 1 })
    }
  }))
  .extend('submit', ({ server, from }) => async (link: string, password = 'Neue-Losung-1') => {
    const body = new URLSearchParams({ password, repeat: password })
    return (await fetch(server.url + link, { method: 'POST', body, headers: from, redirect: 'manual' })).status
  })
  .extend('isOpen', ({ server, from }) => async (user: TestUser, userName: string, password: string) => {
    return (await getToken(server.url, { ...loginForm(user, password), userName }, from)).status === 200
  })

test.for(['own', 'admin', 'api', 'import'] as const)(
  'a reset link ends with the address that it was mailed to, and shows the new one to nobody: %s',
  async (way, { server, from, ways, newCompany, mailTo, open, submit, isOpen }) => {
    const { contact, admin } = (await newCompany()).users
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
  async ([way, kind], { db, ways, newCompany, setShopUser, mailTo, submit, isOpen }) => {
    const { contact, admin } = (await newCompany()).users
    await setShopUser(contact, { password_hash: null })
    const { company, pvaid } = contact
    const asLink = kind === 'link' && ({ asLink: true } as const)
    await db.transaction().execute((trx) => queuePasswordMail(trx, { company, pvaid, ...asLink }))
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
  async (way, { ways, newCompany, setShopUser, mailTo, mailServer, idle }) => {
    const { contact, admin, shoplight: never } = (await newCompany()).users
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

test('is told with the passkeys that go', async ({ server, newCompany, givePasskey, mailServer, idle }) => {
  const { contact, admin } = (await newCompany()).users
  await givePasskey(contact, 'Laptop')
  const data = { ASP_PVAID: contact.pvaid, ASP_SHOPRECHTE: Right.none, ASP_SHOPEMAIL: null }
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
  async (kind, { db, ways, newCompany, setShopUser, mailTo, idle, server }) => {
    const { contact, admin } = (await newCompany()).users
    await setShopUser(contact, { password_hash: null })
    const mailed = { ...contact, ...(kind === 'link' && ({ asLink: true } as const)) }
    await db.transaction().execute((trx) => queuePasswordMail(trx, mailed))
    await mailTo(contact.userName)
    await idle()
    const stateNow = async () => {
      const answer = await server.call<ContactAccess>(admin, `/contactaccess?pvaid=${contact.pvaid}`)
      return answer.envelope.responseData.state
    }
    expect(await stateNow()).toBe('sent')
    const { externalId } = contact
    const run = importer(db, contact.company)
    await run('contacts', [{ externalId, active: false }])
    const to = newAddress()
    await ways.import(contact, admin, to)
    await run('contacts', [{ externalId, active: true }])
    expect(await stateNow()).toBe('expired')
    const all = { names: null, providerId: contact.company, again: false, perMinute: 6000 }
    await sendAccessCommand.run(db, all, commandContext)
    expect(await mailTo(to)).toContain('Kundencenter')
    await idle()
    expect(await stateNow()).toBe('sent')
  }
)

test('a generated password ends with its address', async ({ db, ways, newCompany, setShopUser, mailTo, isOpen }) => {
  const { contact, admin } = (await newCompany()).users
  await setShopUser(contact, { password_hash: null })
  await db.transaction().execute((trx) => queuePasswordMail(trx, contact))
  const password = passwordIn(await mailTo(contact.userName))
  const setActive = (active: boolean) => changeRows(db, 'contacts', { contact_id: contact.pvaid }, { active })
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
  newCompany,
  setShopUser,
  mailServer,
  mailTo,
  isOpen,
  idle
}) => {
  const { contact, admin } = (await newCompany()).users
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
