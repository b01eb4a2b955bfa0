import { requestZip } from '@customer-center/contract/document'
import { listInvoices, sendInvoiceMail } from '@customer-center/contract/invoice'
import type { PasskeyOptions } from '@customer-center/contract/passkey'
import { Right } from '@customer-center/contract/rights'
import { authenticator } from '../../testing/server/authenticator.ts'
import { call } from '../../testing/server/calls.ts'
import { addProviderKey } from '../../testing/server/provider-keys.ts'
import { save } from '../../testing/server/saves.ts'
import {
  allMails,
  type Way,
  count,
  isLet,
  keyOf,
  sessionOf,
  reachesPassword,
  askProvider,
  queued,
  isNotice,
  mailAccesses,
  startDocuments,
  makeDocuments
} from './spread-tries.ts'

/** A way for each limit that the database keeps, by its name in the page, in the page's order where two have one name. */
export const ways: readonly (readonly [of: string, way: Way])[] = [
  [
    'Failed logins of one account from one address',
    (target, { shopUsers }) =>
      count(10, () => reachesPassword(target, shopUsers.admin, target.from['x-forwarded-for']!))
  ],
  [
    'Failed logins from one address',
    (target, { shopUsers }) =>
      count(60, (turn) =>
        reachesPassword(target, { ...shopUsers.admin, userName: `n${turn}@x.example` }, target.from['x-forwarded-for']!)
      )
  ],
  [
    'Failed logins of one account from addresses new to it',
    (target, { shopUsers }) => count(120, (turn) => reachesPassword(target, shopUsers.admin, `10.71.${turn}.1`))
  ],
  [
    'Requests of a new password for one account from one address',
    ({ next, from }, { shopUsers }) =>
      count(10, async () =>
        isLet(await save(next(), from, ['POST', '/passwordreset'], { emailAddress: shopUsers.contact.userName }))
      )
  ],
  [
    'Those from one address, with its failed logins',
    ({ next, from }) =>
      count(30, async (turn) =>
        isLet(await save(next(), from, ['POST', '/passwordreset'], { emailAddress: `n${turn}@x.example` }))
      )
  ],
  [
    'Wrong keys from one address',
    (target) => count(60, async () => (await askProvider(target, `kcp_${'x'.repeat(43)}`, '/changes')) === 401)
  ],
  [
    'Sessions asked for nobody with one key from one address',
    async (target) => {
      const { key } = await addProviderKey(target.database.db)
      return count(110, async (turn) => {
        const body = JSON.stringify({ customerNumber: 'K1', email: `n${turn}@x.example` })
        const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
        return (await askProvider(target, key, '/sessions', init)) === 404
      })
    }
  ],
  [
    'Passkeys that are being used or made at one address',
    ({ next, from }) => count(110, async () => isLet(await save(next(), from, ['POST', '/passkeys/loginoptions'], {})))
  ],
  [
    'Passkeys of one person',
    async (target, { shopUsers }) => {
      const headers = { ...(await sessionOf(target, shopUsers.contact)), ...target.from }
      return count(25, async () => {
        const options = (await save(target.next(), headers, ['POST', '/passkeys/options'], {})).data
        if (!options) return false
        const device = authenticator('https://center.example', 'center.example')
        const response = device.create(options as unknown as PasskeyOptions)
        return isLet(await save(target.next(), headers, ['POST', '/passkeys'], { response }))
      })
    }
  ],
  [
    'Addresses of ZIP files of one person',
    async (target, { customerId, shopUsers }) => {
      await target.shelves.addInvoice(customerId, `Z-${customerId}`, '2026-02-01')
      const headers = await sessionOf(target, shopUsers.admin)
      const { envelope } = await call<{ documentHash: string }[]>(target.next(), listInvoices.path, { headers })
      const data = { documentKeys: [envelope.responseData[0]?.documentHash ?? ''], name: 'Alle' }
      return count(25, async () => isLet(await save(target.next(), headers, ['POST', requestZip.path], data)))
    }
  ],
  ['Documents that one person waits for', (target, { shopUsers }) => startDocuments(target, [shopUsers.contact], 25)],
  ['Those of one customer', (target, { shopUsers }) => startDocuments(target, Object.values(shopUsers).slice(1), 120)],
  [
    'Documents that one person has made, by what they cost',
    async (target, { shopUsers }) => {
      await makeDocuments(target, [shopUsers.contact], 1000)
      return 997 + (await startDocuments(target, [shopUsers.contact], 6))
    }
  ],
  [
    'Those of one customer',
    async (target, { shopUsers }) => {
      await makeDocuments(target, [shopUsers.admin, shopUsers.shopfull, shopUsers.shoplight], 3000)
      return 2997 + (await startDocuments(target, [shopUsers.contact], 6))
    }
  ],
  [
    'Accesses mailed to one address',
    async (target, { shopUsers: { contact, admin } }) => {
      const { contactId } = contact
      await target.database.db
        .updateTable('shop_users')
        .set({ password_hash: null })
        .where('contact_id', '=', contactId)
        .execute()
      const headers = await sessionOf(target, admin)
      return count(15, async () =>
        isLet(await save(target.next(), headers, ['POST', '/contactaccess/send'], { pvaid: contactId }))
      )
    }
  ],
  [
    'Notices to one address',
    async (target, { shopUsers: { contact, admin } }) => {
      const headers = await sessionOf(target, admin)
      for (let turn = 0; turn < 15; turn += 1)
        await save(target.next(), headers, ['PUT', '/contact'], {
          ...keyOf(contact),
          ASP_PASSWORT: `Losung-der-Woche-${turn}`
        })
      return queued(target, contact, isNotice)
    }
  ],
  [
    'Mails to confirm a new address of one person',
    async (target, { shopUsers: { contact } }) => {
      const headers = await sessionOf(target, contact)
      return count(15, async (turn) => {
        const WSU_EMAIL = `wanted-${contact.customerId}-${turn}@elsewhere.example`
        return isLet(await save(target.next(), headers, ['PUT', '/webshopuser'], { WSU_EMAIL }))
      })
    }
  ],
  [
    'Accesses to others that one person has mailed',
    (target, customer) => mailAccesses(target, customer, [customer.shopUsers.admin], 180)
  ],
  [
    'Those of one customer',
    async (target, customer) => {
      const { admin, shopfull } = customer.shopUsers
      const { contactId } = shopfull
      await target.database.db
        .updateTable('shop_users')
        .set({ rights: Right.admin })
        .where('contact_id', '=', contactId)
        .execute()
      return mailAccesses(target, customer, [admin, shopfull], 260)
    }
  ],
  [
    'Invoices that one person has mailed',
    async (target, { customerId, shopUsers: { shopfull, admin } }) => {
      const invoice = {
        provider_id: 1,
        control_no: 900_000 + customerId,
        customer_id: customerId,
        no: `R-${customerId}`,
        date: '2026-03-31'
      }
      await target.database.db.insertInto('invoices').values(invoice).execute()
      const headers = await sessionOf(target, admin)
      const data = { companyNo: 1, controlNo: invoice.control_no, recipients: [shopfull.contactId], toCompany: false }
      return count(30, async () => isLet(await save(target.next(), headers, ['POST', sendInvoiceMail.path], data)))
    }
  ],
  // The mail is queued by whoever works on the request: two more servers, at last, since they take all that waits.
  [
    'Mails to one address that its owner asked for',
    async (target, { shopUsers: { contact } }) => {
      for (let turn = 0; turn < 15; turn += 1)
        await save(target.next(), { 'x-forwarded-for': `10.72.${turn}.1` }, ['POST', '/passwordreset'], {
          emailAddress: contact.userName
        })
      const workers = [await target.startServer({}), await target.startServer({})]
      await allMails(target)
      await Promise.all(workers.map(({ end }) => end()))
      return target.mails.arrived.filter(({ recipients }) => recipients.includes(contact.userName)).length
    }
  ],
  // Each process keeps these for itself.
  [
    'Letters checked at `/verify` from one address; one that is not found counts five times',
    ({ next, from }) =>
      count(100, async () => {
        const body = new URLSearchParams({ number: '7K3M-9QXR-2BVR' })
        return (await fetch(`${next()}/verify`, { method: 'POST', body, headers: from })).status !== 429
      })
  ],
  [
    'Imports begun with one key',
    async (target) => {
      const { key } = await addProviderKey(target.database.db, { scopes: ['write:customers'] })
      const init = { method: 'POST', body: '', headers: { 'content-type': 'application/x-ndjson' } }
      return count(500, async () => (await askProvider(target, key, '/imports/customers', init)) !== 429)
    }
  ]
]
