import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { atInvoices, openInvoices, rows } from '../../../testing/invoices.ts'
import { failure, type MockResponses, refusal, success } from '../../../testing/mock-backend.ts'

atInvoices()

const contacts = 'GET /api/contact'
const mail = 'POST /api/eventmanager/invoicemail'
const person = (pvaid: number, name: string, right: number, more: object = {}) => ({
  ASP_PVAID: pvaid,
  ASP_VORNAME: 'Eva',
  ASP_NACHNAME: name,
  ASP_SHOPRECHTE: right,
  ASP_AKTIV: true,
  ASP_SHOPEMAIL: `${name.toLowerCase()}@example.at`,
  ...more
})
const people = [
  person(1, 'Maier', 2),
  person(2, 'Huber', 1),
  person(3, 'Teilnehmer', 3),
  person(4, 'Inaktiv', 2, { ASP_AKTIV: false }),
  person(5, 'Ohne', 2, { ASP_SHOPEMAIL: null })
]
const recipients = {
  [contacts]: success(people),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 7, KND_EMAIL: 'buchhaltung@example.at' })
}

const send = (no: string) => page.getByRole('button', { name: `An Buchhaltung senden: Rechnung ${no}` })

async function openMail(responses: MockResponses = {}) {
  const mounted = await openInvoices(
    rows,
    { features: ['invoice-mail'], idempotencyKeys: true },
    { ...recipients, ...responses }
  )
  await send('4711').click()
  await expect.element(page.getByRole('checkbox', { name: /Huber/ })).toBeVisible()
  return mounted
}

test('an invoice is sent to the company and to chosen contacts who may see invoices, and says to whom', async () => {
  const { backend, element } = await openMail({ [mail]: success({ sent: 2 }) })
  const names = page
    .getByRole('checkbox')
    .elements()
    .map((one) => one.parentElement?.textContent)
  expect(names).toEqual([
    'Unternehmen buchhaltung@example.at',
    'Eva Huber huber@example.at',
    'Eva Maier maier@example.at'
  ])
  expect(page.getByRole('dialog').getByRole('textbox').elements()).toHaveLength(0)
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('checkbox', { name: /Maier/ }).click()
  await page.getByRole('button', { name: 'Hinweis senden', exact: true }).click()
  const told = 'Hinweis auf Rechnung 4711 gesendet: buchhaltung@example.at, maier@example.at'
  await expect.element(page.getByRole('status').filter({ hasText: told })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const [request] = await backend.requests(mail)
  expect(JSON.parse(request?.body ?? '')).toEqual({
    data: { companyNo: 1, controlNo: 4711, recipients: [1], toCompany: true }
  })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('the message counts three recipients and more, and those of whom the backend told fewer', async () => {
  const { backend } = await openMail({ [mail]: success({ sent: 3 }) })
  for (const sent of [3, 1]) {
    await backend.respond({ [mail]: success({ sent }) })
    if (sent === 1) await send('4711').click()
    await page.getByRole('checkbox', { name: /Maier/ }).click()
    if (sent === 3) await page.getByRole('checkbox', { name: /Huber/ }).click()
    await page.getByRole('button', { name: 'Hinweis senden', exact: true }).click()
    const told = `Hinweis auf Rechnung 4711 an ${sent} Empfänger gesendet.`
    await expect.element(page.getByRole('status').filter({ hasText: told })).toBeVisible()
  }
})

test.each([null, {}, { sent: 'ok' }])('of an answer %o, which is no number, the chosen are named', async (answer) => {
  await openMail({ [mail]: success(answer) })
  await page.getByRole('button', { name: 'Hinweis senden', exact: true }).click()
  const told = 'Hinweis auf Rechnung 4711 gesendet: buchhaltung@example.at'
  await expect.element(page.getByRole('status').filter({ hasText: told })).toBeVisible()
})

test('nobody is offered by an address from before: the recipients are read anew each time', async () => {
  const { backend } = await openMail()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await backend.respond({ 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 7, KND_EMAIL: 'neu@example.at' }) })
  const release = holdFirstResponse('/customer')
  await send('4711').click()
  await expect.element(page.getByRole('dialog').getByRole('status', { name: 'Wird geladen …' })).toBeVisible()
  release()
  await expect.element(page.getByRole('checkbox', { name: /neu@example\.at/ })).toBeChecked()
})

test('nobody chosen sends nothing, and Escape leads back to the button', async () => {
  const { backend, element } = await openMail()
  await page.getByRole('checkbox', { name: /Unternehmen/ }).click()
  await expect.element(page.getByRole('button', { name: 'Hinweis senden', exact: true })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(send('4711').element())
  expect(await backend.requests(mail)).toEqual([])
})

test('as many people as the call takes can be chosen', async () => {
  const many = Array.from({ length: 12 }, (_, index) => person(index + 1, `Name${index + 10}`, 2))
  await openMail({ [contacts]: success([...many, person(99, 'Huber', 1)]) })
  for (const one of many.slice(0, 10)) await page.getByRole('checkbox', { name: new RegExp(one.ASP_NACHNAME) }).click()
  await expect.element(page.getByRole('checkbox', { name: /Name21/ })).toBeDisabled()
  await expect.element(page.getByText('Es sind höchstens 10 Personen auf einmal möglich.')).toBeVisible()
})

test('a refusal is shown in the server’s words, and the choice stays', async () => {
  const sentence = 'Eine der E-Mail-Adressen wurde in den letzten 24 Stunden neu eingetragen oder geändert.'
  await openMail({ [mail]: refusal(110, [sentence]) })
  await page.getByRole('checkbox', { name: /Maier/ }).click()
  await page.getByRole('button', { name: 'Hinweis senden', exact: true }).click()
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('checkbox', { name: /Maier/ })).toBeChecked()
})

test('a backend that announces the mail and lacks it shows it no more', async () => {
  await openMail({ [mail]: failure(501, 'Das kann der Server nicht.') })
  await page.getByRole('button', { name: 'Hinweis senden', exact: true }).click()
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription('Das kann der Server nicht.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(send('4711')).not.toBeInTheDocument()
  await expect.element(send('4712')).not.toBeInTheDocument()
})

test('where the backend attaches the files, the dialog says which go and to whom; a larger file goes as a link', async () => {
  const files = [
    { caption: 'PDF', documentHash: 'a', fileName: 'R.pdf' },
    { caption: 'XML', documentHash: 'b', fileName: 'R.xml' }
  ]
  const large = { ...rows[0], no: '4720', controlNo: 4720, fileSize: 7_000_001 }
  const small = { ...rows[0], no: '4721', controlNo: 4721, fileSize: 7_000_000 }
  await openInvoices(
    [{ ...rows[0], documents: files }, large, small],
    { features: ['invoice-mail', 'invoice-attachments'], idempotencyKeys: true },
    { ...recipients, [mail]: success({ sent: 1 }) }
  )
  await send('4720').click()
  await expect.element(page.getByText(/Betrag und Datei enthält sie nicht/)).toBeVisible()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await send('4721').click()
  await expect.element(page.getByText(/enthält sie als PDF\./)).toBeVisible()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await send('4711').click()
  await expect
    .element(page.getByText(/enthält sie als PDF und XML, wenn der Anhang höchstens 7\u00a0MB hat\./))
    .toBeVisible()
  await page.getByRole('button', { name: 'Rechnung senden', exact: true }).click()
  await expect.element(page.getByText('Rechnung 4711 gesendet: buchhaltung@example.at')).toBeVisible()
})
