import { describe, expect } from 'vitest'
import { sendInvoiceMailSchema } from '@customer-center/contract/invoice'
import { Right } from '@customer-center/contract/rights'
import { addTwin, type TestUser } from '../../../../testing/server/company.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { auditOf, save } from '../../../../testing/server/saves.ts'
import type { Db } from '../../platform/database/query.ts'

let numbers = 0

const test = mailTest
  .extend('settings', { scope: 'file' }, { shopUrl: 'https://shop.example/kundencenter/' })
  .extend('company', ({ newCompany, seed }) => async () => {
    const made = await newCompany()
    const no = `R-2026-${(numbers += 1)}`
    const { documentId: controlNo } = await seed.addInvoice(made.id, no, '2026-03-31', {
      amount: 99.9,
      currency: 'EUR'
    })
    return { ...made, no, controlNo }
  })
  .extend('send', ({ server }) => {
    return async (
      by: TestUser,
      controlNo: number,
      to: { recipients?: readonly TestUser[]; toCompany?: boolean } = {},
      headers: Record<string, string> = {}
    ) => {
      const recipients = (to.recipients ?? []).map(({ pvaid }) => pvaid)
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
  test('names sender, number and date, neither amount nor file', async ({ company, send, arrivingMail, db }) => {
    const { users, no, controlNo } = await company()
    const arriving = arrivingMail()
    const { status, data } = await send(users.admin, controlNo, { recipients: [users.shopfull] })
    expect([status, sendInvoiceMailSchema.data.parse(data)]).toEqual([200, { sent: 1 }])
    const { recipients, mail } = await arriving
    expect(recipients).toEqual([users.shopfull.userName])
    expect(mail.text).toContain(no)
    expect(mail.text).toContain('31.03.2026')
    expect(mail.subject).toBe(`Rechnung ${no}`)
    expect(mail.text).toContain(`https://shop.example/kundencenter/#/invoices?search=${no}\n`)
    expect(mail.text).not.toMatch(/99[.,]9/)
    expect(mail.attachments).toEqual([])
    const { company: providerId, id, pvaid } = users.admin
    expect(await auditOf(db, users.admin)).toMatchObject([
      { action: 'create', resource: 'invoice-mail', contactId: pvaid, key: { providerId, customerId: id } }
    ])
  })

  test('goes to the company’s own address, which nobody types', async ({ company, send, arrivingMail, db }) => {
    const { id, users, controlNo } = await company()
    const none = await send(users.admin, controlNo, { toCompany: true })
    expect([none.code, none.errors[0]]).toEqual([110, 'Bitte wählen Sie mindestens einen Empfänger.'])
    await changeRows(db, 'persons', { provider_id: 1, person_id: id }, { email_address: 'buchhaltung@firma.example' })
    const arriving = arrivingMail()
    expect((await send(users.admin, controlNo, { toCompany: true })).data).toEqual({ sent: 1 })
    expect((await arriving).recipients).toEqual(['buchhaltung@firma.example'])
  })

  test('greets no person at the company’s own address', async ({ company, send, mailServer, db, idle }) => {
    const { id, users, controlNo } = await company()
    const address = `buchhaltung-${id}@firma.example`
    await changeRows(db, 'persons', { provider_id: 1, person_id: id }, { email_address: address })
    for (let count = 0; count < 6; count += 1) await send(users.admin, controlNo, { toCompany: true })
    await changeRows(db, 'jobs', { state: 'waiting' }, { due_at: new Date() })
    await idle()
    const mails = mailServer.arrived.flatMap(({ recipients, mail }) => (recipients.includes(address) ? [mail] : []))
    expect(mails).toHaveLength(5)
    expect(mails.filter(({ subject }) => subject?.startsWith('Mehrere Nachrichten'))).toHaveLength(1)
    for (const { text } of mails) expect(text).toMatch(/^Guten Tag,$/m)
  })

  test('is sent once for an Idempotency-Key, as by a double click', async ({ company, send, mailServer, idle }) => {
    const { users, controlNo } = await company()
    const before = mailServer.arrived.length
    const key = { 'idempotency-key': 'twice' }
    const answers = await Promise.all(
      [1, 2].map(() => send(users.admin, controlNo, { recipients: [users.shopfull] }, key))
    )
    expect(answers.map(({ data }) => data)).toEqual([{ sent: 1 }, { sent: 1 }])
    await idle()
    expect(mailServer.arrived.length - before).toBe(1)
  })

  test('reaches nobody who may not see invoices', async ({ company, send, db, mailServer, idle }) => {
    const { users, controlNo } = await company()
    const other = await company()
    const before = mailServer.arrived.length
    const inactive = { ...users.shopfull }
    await changeRows(db, 'contacts', { contact_id: inactive.pvaid }, { active: false })
    for (const wrong of [users.contact, users.shoplight, inactive, other.users.admin])
      expect((await send(users.admin, controlNo, { recipients: [users.admin, wrong] })).errors).toEqual([
        'Dieser Kontakt ist nicht verfügbar.'
      ])
    await idle()
    expect(mailServer.arrived.length).toBe(before)
  })

  test('of another company or provider and of nobody gets the same answer', async ({ company, send, db }) => {
    const made = await company()
    const { users, controlNo } = made
    const twin = await addTwin(db, made)
    const other = await company()
    const answers = [
      await send(users.admin, other.controlNo, { recipients: [users.admin] }),
      await send(twin.users.admin, controlNo, { recipients: [twin.users.admin] }),
      await send(users.admin, 999_999, { recipients: [users.admin] })
    ]
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([answers[0]?.text]))
    expect(answers[0]?.text).toContain('Diese Rechnung ist nicht verfügbar.')
  })

  describe('waits for a day after an address', () => {
    const dayLater = (db: Db, { id }: { readonly id: number }) =>
      changeRows(db, 'audit_entries', { customer_id: id }, { at: new Date(Date.now() - 25 * 3_600_000) })
    const waits = [110, expect.stringContaining('in den letzten 24 Stunden neu eingetragen oder geändert')]

    test('was changed', async ({ server, company, send, db }) => {
      const { users, controlNo } = await company()
      const changed = { ASP_PVAID: users.shopfull.pvaid, ASP_SHOPEMAIL: `neu-${users.shopfull.pvaid}@firma.example` }
      await server.mustSave(users.admin, ['PUT', '/contact'], changed)
      const { code, errors } = await send(users.admin, controlNo, { recipients: [users.shopfull] })
      expect([code, errors[0]]).toEqual(waits)
      await dayLater(db, users.admin)
      expect((await send(users.admin, controlNo, { recipients: [users.shopfull] })).data).toEqual({ sent: 1 })
    })

    test('came with a new contact', async ({ server, company, send, db }) => {
      const { users, controlNo } = await company()
      const added = {
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Eva',
        ASP_NACHNAME: 'Neu',
        ASP_EMAIL: `eva-${users.admin.id}@fremd.example`,
        ASP_SHOPRECHTE: Right.admin
      }
      const made = await server.save(users.admin, ['POST', '/contact'], added)
      const recipients = [{ ...users.admin, pvaid: Number(made.data?.['ASP_PVAID']) }]
      const { code, errors } = await send(users.admin, controlNo, { recipients })
      expect([code, errors[0]]).toEqual(waits)
      await dayLater(db, users.admin)
      expect((await send(users.admin, controlNo, { recipients })).data).toEqual({ sent: 1 })
    })

    test.for([
      ['its contact', '/contact', 'ASP_EMAIL'],
      ['its own profile', '/webshopuser', 'WSU_EMAIL']
    ] as const)('of a private customer was changed by %s', async ([, path, code], { server, company, send, db }) => {
      const { id, users, controlNo } = await company()
      const { admin } = users
      const isForm = path === '/contact'
      // Nobody but an admin changes what the customer shows, and no admin the own login by the form.
      const owner = isForm ? users.shopfull : admin
      await changeRows(db, 'contacts', { contact_id: owner.pvaid }, { person_id: id })
      await changeRows(db, 'persons', { person_id: id }, { email_address: owner.userName })
      expect((await send(admin, controlNo, { toCompany: true })).data).toEqual({ sent: 1 })
      const changed = { ...(isForm && { ASP_PVAID: owner.pvaid }), [code]: `neu-${id}@fremd.example` }
      await server.mustSave(admin, ['PUT', path], changed)
      const refused = await send(admin, controlNo, { toCompany: true })
      expect([refused.code, refused.errors[0]]).toEqual(waits)
      await dayLater(db, admin)
      expect((await send(admin, controlNo, { toCompany: true })).data).toEqual({ sent: 1 })
    })
  })

  test('is sent fifteen times in a row and no more', async ({ company, send }) => {
    const { users, controlNo } = await company()
    const statuses: number[] = []
    for (let count = 0; count < 16; count += 1)
      statuses.push((await send(users.admin, controlNo, { recipients: [users.shopfull] })).status)
    expect(statuses).toEqual([...Array(15).fill(200), 429])
  })
})
