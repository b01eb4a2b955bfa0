import { describe, expect } from 'vitest'
import { sendInvoiceMailSchema } from '@customer-center/contract/invoice'
import { Right } from '@customer-center/contract/rights'
import { addTwin, type TestShopUser } from '../../../../testing/server/customer.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { auditOf, save } from '../../../../testing/server/saves.ts'
import type { Db } from '../../platform/database/query.ts'

let numbers = 0

const test = mailTest
  .extend('settings', { scope: 'file' }, { shopUrl: 'https://shop.example/kundencenter/' })
  .extend('newInvoiced', ({ newCustomer, seed }) => async () => {
    const made = await newCustomer()
    const no = `R-2026-${(numbers += 1)}`
    const { controlNo } = await seed.addInvoice(made.customerId, no, '2026-03-31', {
      amount: 99.9,
      currency: 'EUR'
    })
    return { ...made, no, controlNo }
  })
  .extend('send', ({ server }) => {
    return async (
      by: TestShopUser,
      controlNo: number,
      to: { recipients?: readonly TestShopUser[]; toCompany?: boolean } = {},
      headers: Record<string, string> = {}
    ) => {
      const recipients = (to.recipients ?? []).map(({ contactId }) => contactId)
      const data = { companyNo: 1, controlNo, recipients, toCompany: to.toCompany ?? false }
      return save(
        server.url,
        { ...(await server.headersOf(by)), ...headers },
        ['POST', '/eventmanager/invoicemail'],
        data
      )
    }
  })

describe('an invoice sent to bookkeeping', () => {
  test('names sender, number and date, neither amount nor file', async ({ newInvoiced, send, arrivingMail, db }) => {
    const { shopUsers, no, controlNo } = await newInvoiced()
    const arriving = arrivingMail()
    const { status, data } = await send(shopUsers.admin, controlNo, { recipients: [shopUsers.shopfull] })
    expect([status, sendInvoiceMailSchema.data.parse(data)]).toEqual([200, { sent: 1 }])
    const { recipients, mail } = await arriving
    expect(recipients).toEqual([shopUsers.shopfull.userName])
    expect(mail.text).toContain(no)
    expect(mail.text).toContain('31.03.2026')
    expect(mail.subject).toBe(`Rechnung ${no}`)
    expect(mail.text).toContain(`https://shop.example/kundencenter/#/invoices?search=${no}\n`)
    expect(mail.text).not.toMatch(/99[.,]9/)
    expect(mail.attachments).toEqual([])
    const { providerId, customerId, contactId } = shopUsers.admin
    expect(await auditOf(db, shopUsers.admin)).toMatchObject([
      { action: 'create', resource: 'invoice-mail', contactId, key: { providerId, customerId } }
    ])
  })

  test('goes to the company’s own address, which nobody types', async ({ newInvoiced, send, arrivingMail, db }) => {
    const { customerId, shopUsers, controlNo } = await newInvoiced()
    const none = await send(shopUsers.admin, controlNo, { toCompany: true })
    expect([none.code, none.errors[0]]).toEqual([110, 'Bitte wählen Sie mindestens einen Empfänger.'])
    await changeRows(
      db,
      'persons',
      { provider_id: 1, person_id: customerId },
      { email_address: 'buchhaltung@firma.example' }
    )
    const arriving = arrivingMail()
    expect((await send(shopUsers.admin, controlNo, { toCompany: true })).data).toEqual({ sent: 1 })
    expect((await arriving).recipients).toEqual(['buchhaltung@firma.example'])
  })

  test('greets no person at the company’s own address', async ({ newInvoiced, send, mailServer, db, idle }) => {
    const { customerId, shopUsers, controlNo } = await newInvoiced()
    const address = `buchhaltung-${customerId}@firma.example`
    await changeRows(db, 'persons', { provider_id: 1, person_id: customerId }, { email_address: address })
    for (let count = 0; count < 6; count += 1) await send(shopUsers.admin, controlNo, { toCompany: true })
    await changeRows(db, 'jobs', { state: 'waiting' }, { due_at: new Date() })
    await idle()
    const mails = mailServer.arrived.flatMap(({ recipients, mail }) => (recipients.includes(address) ? [mail] : []))
    expect(mails).toHaveLength(5)
    expect(mails.filter(({ subject }) => subject?.startsWith('Mehrere Nachrichten'))).toHaveLength(1)
    for (const { text } of mails) expect(text).toMatch(/^Guten Tag,$/m)
  })

  test('is sent once for an Idempotency-Key, as by a double click', async ({ newInvoiced, send, mailServer, idle }) => {
    const { shopUsers, controlNo } = await newInvoiced()
    const before = mailServer.arrived.length
    const key = { 'idempotency-key': 'twice' }
    const answers = await Promise.all(
      [1, 2].map(() => send(shopUsers.admin, controlNo, { recipients: [shopUsers.shopfull] }, key))
    )
    expect(answers.map(({ data }) => data)).toEqual([{ sent: 1 }, { sent: 1 }])
    await idle()
    expect(mailServer.arrived.length - before).toBe(1)
  })

  test('reaches nobody who may not see invoices', async ({ newInvoiced, send, db, mailServer, idle }) => {
    const { shopUsers, controlNo } = await newInvoiced()
    const other = await newInvoiced()
    const before = mailServer.arrived.length
    const inactive = { ...shopUsers.shopfull }
    await changeRows(db, 'contacts', { contact_id: inactive.contactId }, { active: false })
    for (const wrong of [shopUsers.contact, shopUsers.shoplight, inactive, other.shopUsers.admin])
      expect((await send(shopUsers.admin, controlNo, { recipients: [shopUsers.admin, wrong] })).errors).toEqual([
        'Dieser Kontakt ist nicht verfügbar.'
      ])
    await idle()
    expect(mailServer.arrived.length).toBe(before)
  })

  test('of another company or provider and of nobody gets the same answer', async ({ newInvoiced, send, db }) => {
    const made = await newInvoiced()
    const { shopUsers, controlNo } = made
    const twin = await addTwin(db, made)
    const other = await newInvoiced()
    const answers = [
      await send(shopUsers.admin, other.controlNo, { recipients: [shopUsers.admin] }),
      await send(twin.shopUsers.admin, controlNo, { recipients: [twin.shopUsers.admin] }),
      await send(shopUsers.admin, 999_999, { recipients: [shopUsers.admin] })
    ]
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([answers[0]?.text]))
    expect(answers[0]?.text).toContain('Diese Rechnung ist nicht verfügbar.')
  })

  describe('waits for a day after an address', () => {
    const dayLater = (db: Db, { customerId }: Pick<TestShopUser, 'customerId'>) =>
      changeRows(db, 'audit_entries', { customer_id: customerId }, { at: new Date(Date.now() - 25 * 3_600_000) })
    const waits = [110, expect.stringContaining('in den letzten 24 Stunden neu eingetragen oder geändert')]

    test('was changed', async ({ server, newInvoiced, send, db }) => {
      const { shopUsers, controlNo } = await newInvoiced()
      const changed = {
        ASP_PVAID: shopUsers.shopfull.contactId,
        ASP_SHOPEMAIL: `neu-${shopUsers.shopfull.contactId}@firma.example`
      }
      await server.mustSave(shopUsers.admin, ['PUT', '/contact'], changed)
      const { code, errors } = await send(shopUsers.admin, controlNo, { recipients: [shopUsers.shopfull] })
      expect([code, errors[0]]).toEqual(waits)
      await dayLater(db, shopUsers.admin)
      expect((await send(shopUsers.admin, controlNo, { recipients: [shopUsers.shopfull] })).data).toEqual({ sent: 1 })
    })

    test('came with a new contact', async ({ server, newInvoiced, send, db }) => {
      const { shopUsers, controlNo } = await newInvoiced()
      const added = {
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Eva',
        ASP_NACHNAME: 'Neu',
        ASP_EMAIL: `eva-${shopUsers.admin.customerId}@fremd.example`,
        ASP_SHOPRECHTE: Right.admin
      }
      const made = await server.save(shopUsers.admin, ['POST', '/contact'], added)
      const recipients = [{ ...shopUsers.admin, contactId: Number(made.data?.['ASP_PVAID']) }]
      const { code, errors } = await send(shopUsers.admin, controlNo, { recipients })
      expect([code, errors[0]]).toEqual(waits)
      await dayLater(db, shopUsers.admin)
      expect((await send(shopUsers.admin, controlNo, { recipients })).data).toEqual({ sent: 1 })
    })

    test.for([
      ['its contact', '/contact', 'ASP_EMAIL'],
      ['its own profile', '/webshopuser', 'WSU_EMAIL']
    ] as const)(
      'of a private customer was changed by %s',
      async ([, path, code], { server, newInvoiced, send, db }) => {
        const { customerId, shopUsers, controlNo } = await newInvoiced()
        const { admin } = shopUsers
        const isForm = path === '/contact'
        // Nobody but an admin changes what the customer shows, and no admin the own login by the form.
        const owner = isForm ? shopUsers.shopfull : admin
        await changeRows(db, 'contacts', { contact_id: owner.contactId }, { person_id: customerId })
        await changeRows(db, 'persons', { person_id: customerId }, { email_address: owner.userName })
        expect((await send(admin, controlNo, { toCompany: true })).data).toEqual({ sent: 1 })
        const changed = { ...(isForm && { ASP_PVAID: owner.contactId }), [code]: `neu-${customerId}@fremd.example` }
        await server.mustSave(admin, ['PUT', path], changed)
        const refused = await send(admin, controlNo, { toCompany: true })
        expect([refused.code, refused.errors[0]]).toEqual(waits)
        await dayLater(db, admin)
        expect((await send(admin, controlNo, { toCompany: true })).data).toEqual({ sent: 1 })
      }
    )
  })

  test('is sent fifteen times in a row and no more', async ({ newInvoiced, send }) => {
    const { shopUsers, controlNo } = await newInvoiced()
    const statuses: number[] = []
    for (let count = 0; count < 16; count += 1)
      statuses.push((await send(shopUsers.admin, controlNo, { recipients: [shopUsers.shopfull] })).status)
    expect(statuses).toEqual([...Array(15).fill(200), 429])
  })
})
