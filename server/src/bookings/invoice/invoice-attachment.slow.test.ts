import { expect, onTestFinished, vi } from 'vitest'
import { Right } from '@customer-center/contract/rights'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { changeRows, readRow } from '../../../../testing/server/rows.ts'

let numbers = 0

/** The name of a seeded file. */
const nameOf = ({ documentId }: { readonly documentId: number }) => `${documentId}.pdf`

const test = mailTest
  .extend(
    'settings',
    { scope: 'file' },
    {
      shopUrl: 'https://shop.example/kundencenter/',
      invoiceMail: 'attachment' as const,
      // No second try begins until a test makes it due.
      mailRetrySeconds: 3600
    }
  )
  /** A company with an invoice of a PDF and an XML. */
  .extend('company', ({ newCustomer, seed }) => async () => {
    const made = await newCustomer()
    const xml = await seed.addInvoice(made.customerId, `X-${(numbers += 1)}`, '2026-03-31')
    const no = `R-2026-${numbers}`
    const pdf = await seed.addInvoice(made.customerId, no, '2026-03-31', { xml_document_id: xml.documentId })
    return { ...made, no, pdf, xml }
  })
  .extend('send', ({ server }) => async (by: TestShopUser, controlNo: number, recipients: readonly TestShopUser[]) => {
    const data = {
      companyNo: 1,
      controlNo,
      recipients: recipients.map(({ contactId }) => contactId),
      toCompany: recipients.length === 0
    }
    return server.save(by, ['POST', '/eventmanager/invoicemail'], data)
  })
  /** Resolves with the id of the mail that waits for its second try. */
  .extend('putOff', ({ db }) => async () => {
    const failed = { state: 'waiting', kind: 'invoice-mail', failures: 1 } as const
    return (await eventually(() => readRow(db, 'jobs', failed))).id
  })

test('the files of an invoice are attached for who may open it, and never stored in a job', async ({
  company,
  send,
  arrivingMail,
  db
}) => {
  const { shopUsers, pdf, xml } = await company()
  const arriving = arrivingMail()
  expect((await send(shopUsers.admin, pdf.documentId, [shopUsers.shopfull])).data).toEqual({ sent: 1 })
  const { attachments, text } = (await arriving).mail
  expect(attachments.map(({ filename }) => filename)).toEqual([nameOf(pdf), nameOf(xml)])
  expect(attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))).toEqual([pdf.bytes, xml.bytes])
  expect(text).toContain(`${nameOf(pdf)}, ${nameOf(xml)}`)
  const jobs = await db.selectFrom('jobs').select('data').where('kind', '=', 'invoice-mail').execute()
  expect(JSON.stringify(jobs).length).toBeLessThan(1000 * jobs.length)
})

test('the company’s own address gets the files, too', async ({ company, send, arrivingMail, db }) => {
  const { customerId, shopUsers, pdf } = await company()
  const address = `buchhaltung-${customerId}@firma.example`
  await changeRows(db, 'persons', { provider_id: 1, person_id: customerId }, { email_address: address })
  const arriving = arrivingMail()
  await send(shopUsers.admin, pdf.documentId, [])
  const { recipients, mail } = await arriving
  expect([recipients, mail.attachments.length]).toEqual([[address], 2])
})

test('who lost the right before the mail is sent gets a mail without files', async ({
  company,
  send,
  putOff,
  db,
  mailServer,
  idle,
  setShopUser
}) => {
  const { shopUsers, pdf } = await company()
  mailServer.behave({ at: 'sender', code: 451 })
  await send(shopUsers.admin, pdf.documentId, [shopUsers.shopfull])
  const id = await putOff()
  await setShopUser(shopUsers.shopfull, { rights: Right.contact })
  mailServer.behave('take')
  await changeRows(db, 'jobs', { id }, { due_at: new Date() })
  await idle()
  expect(mailServer.arrived.at(-1)?.mail.attachments).toEqual([])
})

test.for([
  ['together larger than seven megabytes', { size_bytes: 7_000_000 }],
  ['damaged', { sha256: 'f'.repeat(64) }]
] as const)(
  'files that are %s stay out, and the mail leads to them',
  async ([, change], { company, send, arrivingMail, db }) => {
    const { shopUsers, no, pdf, xml } = await company()
    for (const { documentId } of [pdf, xml]) await changeRows(db, 'documents', { document_id: documentId }, change)
    const arriving = arrivingMail()
    await send(shopUsers.admin, pdf.documentId, [shopUsers.shopfull])
    const { mail } = await arriving
    expect(mail.attachments).toEqual([])
    expect(mail.text).toContain(`#/invoices?search=${no}`)
  }
)

test('a mail server that refuses the size of the mail gets it once more without files', async ({
  company,
  send,
  arrivingMail,
  mailServer
}) => {
  const { shopUsers, no, pdf } = await company()
  mailServer.behave({ at: 'attachment', code: 552 })
  const arriving = arrivingMail()
  await send(shopUsers.admin, pdf.documentId, [shopUsers.shopfull])
  const { mail } = await arriving
  mailServer.behave('take')
  expect(mail.attachments).toEqual([])
  expect(mail.text).toContain(`#/invoices?search=${no}`)
  expect(mail.text).not.toContain(nameOf(pdf))
})

test('a mail that failed again and again goes out without files', async ({
  company,
  send,
  putOff,
  db,
  mailServer,
  idle
}) => {
  const { shopUsers, pdf } = await company()
  mailServer.behave({ at: 'attachment', code: 451 })
  await send(shopUsers.admin, pdf.documentId, [shopUsers.shopfull])
  const { length } = mailServer.arrived
  await changeRows(db, 'jobs', { id: await putOff() }, { attempts: 6, due_at: new Date() })
  await idle()
  mailServer.behave('take')
  expect(mailServer.arrived.slice(length).map(({ mail }) => mail.attachments)).toEqual([[]])
})

test('files that take too long to read stay out, and the mail goes at once', async ({
  company,
  send,
  arrivingMail,
  idle,
  db
}) => {
  const { shopUsers, pdf } = await company()
  // No storage of a test is so slow: the time for the files is over before they are read.
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const over = AbortSignal.abort(new DOMException('The time is over.', 'TimeoutError'))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 20_000 ? over : timeout(ms)))
  onTestFinished(() => void vi.restoreAllMocks())
  const arriving = arrivingMail()
  await send(shopUsers.admin, pdf.documentId, [shopUsers.shopfull])
  expect((await arriving).mail.attachments).toEqual([])
  await idle()
  const tries = db.selectFrom('jobs').select(['failures', 'attempts']).where('kind', '=', 'invoice-mail')
  expect(await tries.orderBy('queued_at', 'desc').executeTakeFirst()).toEqual({ failures: 0, attempts: 1 })
})
