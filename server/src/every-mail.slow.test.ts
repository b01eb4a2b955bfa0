import { sql } from 'kysely'
import { expect, test as base } from 'vitest'
import type { PasskeyEntry, PasskeyOptions } from '@customer-center/contract/passkey'
import { Right } from '@customer-center/contract/rights'
import type { TestApp } from '../../testing/server/app.ts'
import { authenticator } from '../../testing/server/authenticator.ts'
import { getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestCustomer, TestShopUser } from '../../testing/server/customer.ts'
import { eventually } from '../../testing/server/eventually.ts'
import { test as mailTest } from '../../testing/server/mail-fixtures.ts'
import type { seed } from '../../testing/server/seed.ts'
import { jobs } from './features.ts'
import type { Db } from './platform/database/query.ts'

const origin = 'https://center.example'

const test = mailTest.extend('settings', { scope: 'file' }, { publicUrl: origin })

interface Parts {
  readonly db: Db
  readonly server: TestApp
  readonly customer: TestCustomer
  readonly seed: ReturnType<typeof seed>
  readonly setShopUser: (user: TestShopUser, values: { password_hash: null }) => Promise<unknown>
}

async function addPasskey({ server, customer: { shopUsers } }: Parts) {
  const headers = await server.headersOf(shopUsers.contact)
  const post = (path: string, data: object) => server.mustSave(headers, ['POST', path], data)
  const options = (await post('/passkeys/options', {})) as unknown as PasskeyOptions
  const response = authenticator(origin, 'center.example').create(options)
  const { passkeyId } = (await post('/passkeys', { response })) as unknown as PasskeyEntry
  return { remove: () => post('/passkeys/delete', { passkeyId }) }
}

const setPassword = ({ server, customer: { shopUsers } }: Parts, password: string) =>
  server.mustSave(shopUsers.contact, ['PUT', '/webshopuser'], { WSU_PASSWORT: password })

const setAddress = ({ server, customer: { shopUsers } }: Parts) =>
  server.mustSave(shopUsers.contact, ['PUT', '/webshopuser'], { WSU_EMAIL: 'neu@anderswo.example' })

const changeContact = ({ server, customer: { shopUsers } }: Parts, data: object) =>
  server.mustSave(shopUsers.admin, ['PUT', '/contact'], { ASP_PVAID: shopUsers.shopfull.contactId, ...data })

/** What somebody does that sends a mail, by its kind. */
const ways: Readonly<Record<string, (parts: Parts) => Promise<unknown>>> = {
  'admin-mail': (parts) => changeContact(parts, { ASP_SHOPRECHTE: Right.admin }),
  'calendar-address-mail': ({ server, customer: { shopUsers } }) =>
    server.mustSave(shopUsers.contact, ['POST', '/calendar/feed/renew'], {}),
  async 'collected-mail'(parts) {
    for (let count = 0; count < 5; count += 1) await setPassword(parts, `Losung-der-Woche-${count}`)
    await sql`update jobs set due_at = now() where kind = 'collected-mail'`.execute(parts.db)
  },
  'email-announcement-mail': setAddress,
  'email-changed-mail': (parts) => changeContact(parts, { ASP_SHOPEMAIL: 'kollege@anderswo.example' }),
  'email-confirmation-mail': setAddress,
  async 'invoice-mail'({ server, seed, customer: { customerId, shopUsers } }) {
    const { controlNo } = await seed.addInvoice(customerId, 'R-1', '2026-03-31')
    const recipients = [shopUsers.shopfull.contactId]
    const data = { companyNo: 1, controlNo, recipients, toCompany: false }
    await server.mustSave(shopUsers.admin, ['POST', '/eventmanager/invoicemail'], data)
  },
  async 'new-browser-mail'({ server, customer: { shopUsers } }) {
    // The first login of all has nothing to be compared with.
    for (let count = 0; count < 2; count += 1) await getToken(server.url, loginForm(shopUsers.contact))
  },
  'passkey-mail': addPasskey,
  'passkey-removed-mail': async (parts) => (await addPasskey(parts)).remove(),
  'password-changed-mail': (parts) => setPassword(parts, 'Losung-der-Woche'),
  async 'password-mail'({ server, setShopUser, customer: { shopUsers } }) {
    await setShopUser(shopUsers.contact, { password_hash: null })
    await server.mustSave(shopUsers.admin, ['POST', '/contactaccess/send'], { pvaid: shopUsers.contact.contactId })
  },
  'password-reset-mail': ({ server, customer: { shopUsers } }) =>
    server.mustSave({}, ['POST', '/passwordreset'], { emailAddress: shopUsers.contact.userName })
}

const kinds = jobs.flatMap((job) => ('definition' in job ? [job.name] : []))

base('each kind of mail has something that sends it', () => {
  expect(Object.keys(ways).toSorted()).toEqual(kinds.toSorted())
})

test.for(Object.entries(ways))(
  '%s is sent by what somebody does',
  async ([kind, way], { db, server, customer, seed, setShopUser, mailServer, idle }) => {
    const before = mailServer.arrived.length
    await way({ db, server, customer, seed, setShopUser })
    await eventually(() => {
      const sent = mailServer.arrived.slice(before).map(({ mail }) => mail.messageId)
      expect(sent).toContainEqual(expect.stringMatching(`^<${kind}\\.`))
    })
    await idle()
  }
)
