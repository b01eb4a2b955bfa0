import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import {
  fillNewContact,
  keys,
  openContactForm,
  openContactList,
  focused,
  openNewContactForm,
  post,
  put,
  rights,
  save,
  stored
} from '../../testing/contact-form.ts'
import { list } from '../../testing/contacts.ts'
import { type FakeTimers, installFakeTimers } from '../../testing/fake-timers.ts'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { failure, mockBackend, mountLoggedIn, noteLogin, success, user } from '../../testing/mock-backend.ts'
import { watchDownloads } from '../../testing/tabs.ts'
import '../tags/customer-contact.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const csv = 'GET /api/csv/contacts'
const message = (sentence: string) => page.getByRole('status').filter({ hasText: sentence })
const saved = message('Gespeichert')
const close = page.getByRole('button', { name: 'Schließen' })
const box = (element: Element) => element.shadowRoot!.querySelector('.kc-save-message')!
const marked = (element: Element) => element.shadowRoot?.querySelector('tr.kc-saved')?.textContent ?? null

async function savedContact() {
  const clock = installFakeTimers()
  const { backend, element } = await openContactForm()
  await page.getByLabelText('Straße').fill('Ring 2')
  await save.click()
  await expect.element(saved).toBeVisible()
  return { backend, clock, element }
}

/** A contact whose access the person may take. */
const colleague = { ...stored, ASP_ANZEIGEEMAIL: 'eva@example.at', ASP_SHOPRECHTE: 2 }

async function removeAccess() {
  await page.getByRole('button', { name: 'Zugang entfernen: Eva Maier' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zugang entfernen' }).click()
}

const shownFor = (clock: FakeTimers, ms: number) => expect.poll(clock.pending).toContain(ms)

test('a save is confirmed on the screen that follows for six seconds, and its row is marked as long', async () => {
  const { clock, element } = await savedContact()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontakte' })).toBeVisible()
  await expect.element(saved).toBeVisible()
  await expect.poll(() => marked(element)).toContain('Eva Maier')
  expect(await axeViolations(element)).toEqual([])
  await shownFor(clock, 6000)
  clock.advance(5999)
  await expect.element(saved).toBeVisible()
  clock.advance(1)
  await expect.element(saved).not.toBeInTheDocument()
  await expect.poll(() => marked(element)).toBeNull()
})

test('the message moves nothing and does not cover what has the focus', async () => {
  installFakeTimers()
  const { element } = await openContactForm()
  await page.getByLabelText('Straße').fill('Ring 2')
  await save.click()
  const edit = page.getByRole('button', { name: /^Bearbeiten: Eva/ })
  await expect.element(edit).toBeVisible()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(edit.element())
  await expect.element(saved).toBeVisible()
  const { height } = element.getBoundingClientRect()
  const over = box(element).getBoundingClientRect()
  const focus = edit.element().getBoundingClientRect()
  expect(focus.bottom <= over.top || focus.top >= over.bottom).toBe(true)
  await close.click()
  await expect.element(saved).not.toBeInTheDocument()
  // The click has brought its button into view: the height says what has moved.
  expect(element.getBoundingClientRect().height).toBe(height)
})

test('the time does not run while the pointer or the focus is on the message, and Schließen returns the focus', async () => {
  const { clock, element } = await savedContact()
  await shownFor(clock, 6000)
  await saved.hover()
  await expect.poll(clock.pending).not.toContain(6000)
  await page.getByRole('heading', { level: 1 }).hover()
  await shownFor(clock, 6000)
  const before = element.shadowRoot?.activeElement
  ;(close.element() as HTMLElement).focus()
  await expect.poll(clock.pending).not.toContain(6000)
  await userEvent.keyboard('{Enter}')
  await expect.element(saved).not.toBeInTheDocument()
  expect(element.shadowRoot?.activeElement).toBe(before)
})

test('a message gives way when the person goes on: to a form, to another screen, by a link or the way back', async () => {
  await savedContact()
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await expect.element(page.getByLabelText('Straße')).toBeVisible()
  await expect.element(saved).not.toBeInTheDocument()
  await page.getByLabelText('Straße').fill('Ring 3')
  await save.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontakte' })).toBeVisible()
  await expect.element(saved).toBeVisible()
  await page.getByRole('link', { name: 'Rechnungsadressen' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rechnungsadressen' })).toBeVisible()
  await expect.element(saved).not.toBeInTheDocument()
})

test('a message stays while the person searches or filters the list that it is about', async () => {
  await savedContact()
  await page.getByLabelText('Teilnehmersuche').fill('Maier')
  await expect.poll(() => location.hash).toContain('search=Maier')
  await expect.element(saved).toBeVisible()
})

test('a save that fails takes away what was said of the one before', async () => {
  installFakeTimers()
  const rows = success([colleague])
  const { backend } = await openContactList({ answers: { [list]: [rows, rows, rows] } })
  await removeAccess()
  const removed = message('Zugang entfernt: Eva Maier')
  await expect.element(removed).toBeVisible()
  await backend.respond({ [put]: failure(500, 'Nein.') })
  await removeAccess()
  await expect.element(page.getByText('Nein.')).toBeVisible()
  await expect.element(removed).not.toBeInTheDocument()
})

test('a message that takes its save back stays for its ten seconds wherever the person goes, and does so from there', async () => {
  installFakeTimers()
  const { backend } = await openContactList({ row: colleague })
  await removeAccess()
  await expect.element(message('Zugang entfernt: Eva Maier')).toBeVisible()
  await page.getByRole('link', { name: 'Übersicht' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.element(message('Zugang wiederhergestellt: Eva Maier')).toBeVisible()
  expect(await backend.requests(put)).toHaveLength(2)
  await page.getByRole('link', { name: 'Rechnungsadressen' }).click()
  await expect.element(message('Zugang wiederhergestellt')).not.toBeInTheDocument()
})

test.each([
  [
    'a right and no password',
    'Teilnehmer',
    '',
    'eva@example.at',
    ['access'],
    /^Gespeichert: Maier\. Zugangsdaten wurden an eva@example\.at gesendet\.$/
  ],
  ['a right of a backend that mails none', 'Teilnehmer', '', 'eva@example.at', [], /^Gespeichert: Maier$/],
  ['a right and a password', 'Teilnehmer', 'geheim1', 'eva@example.at', ['access'], /^Gespeichert: Maier$/],
  ['no right', 'Keine Zugangsberechtigung', '', 'eva@example.at', ['access'], /^Gespeichert: Maier$/],
  ['a right, but nowhere to send it', 'Teilnehmer', '', null, ['access'], /^Gespeichert: Maier$/]
])('of a new contact with %s only what was mailed is said', async (_, right, password, email, features, sentence) => {
  const answer = success({ ...keys, ASP_PVAID: 8, ASP_SHOPEMAIL: email, VERSION: 1 })
  await openNewContactForm({ config: { features }, answers: { [post]: answer } })
  await fillNewContact('Maier', 'eva@example.at')
  await rights.selectOptions(right)
  if (password) {
    await page.getByLabelText('Passwort', { exact: true }).fill(password)
    await page.getByLabelText('Passwort wiederholen').fill(password)
  }
  await save.click()
  const status = message('Gespeichert: ')
  await expect.element(status).toBeVisible()
  expect(status.element().textContent).toMatch(sentence)
})

test('what a download has saved is not said over a message that still takes its save back', async () => {
  const saves = watchDownloads()
  await openContactList({
    row: colleague,
    config: { features: ['csv'] },
    answers: { [csv]: success({ DOK_NAME: 'Kontakte.csv', DOK_DATEN: btoa('a;b') }) }
  })
  await removeAccess()
  const undo = page.getByRole('button', { name: 'Rückgängig' })
  await expect.element(undo).toBeVisible()
  const download = page.getByRole('button', { name: 'Als CSV-Datei herunterladen' })
  await download.click()
  await expect.poll(() => saves).toHaveLength(1)
  await expect.element(download).not.toHaveAttribute('aria-busy')
  await expect.element(message('Zugang entfernt: Eva Maier')).toBeVisible()
  await undo.click()
  await expect.element(message('Zugang wiederhergestellt: Eva Maier')).toBeVisible()
  await download.click()
  await expect.element(message('Kontakte.csv')).toBeVisible()
})

test('from one button of a message to the next Schließen keeps where the person came from', async () => {
  installFakeTimers()
  await openContactList({ row: colleague })
  await removeAccess()
  await expect.element(message('Zugang entfernt: Eva Maier')).toBeVisible()
  const from = page.getByLabelText('Teilnehmersuche').element() as HTMLElement
  from.focus()
  ;(page.getByRole('button', { name: 'Rückgängig' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.poll(focused).toBe(close.element())
  await userEvent.keyboard('{Enter}')
  await expect.element(close).not.toBeInTheDocument()
  expect(focused()).toBe(from)
})

async function openAddress() {
  history.replaceState(null, '', '#/mydata/invoiceaddress')
  const row = { ADR_FIRMA: 1, ADR_ID: 20417, ADR_LFDNR: 2, ADR_ART: 3, ADR_NAME: 'Huber', ADR_STRASSE: 'Ring 1' }
  const opened = await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/address': success([{ ...row, ADR_PLZ: '1010', ADR_ORT: 'Wien', VERSION: 5 }]),
      'PUT /api/address': success({ ADR_LFDNR: 2, VERSION: 6 })
    }
  )
  await page.getByRole('button', { name: 'Bearbeiten: Huber' }).click()
  return opened
}

test('a saved invoice address is marked in its list', async () => {
  const { element } = await openAddress()
  await page.getByLabelText('Vorname').fill('Eva')
  await save.click()
  await expect.element(saved).toBeVisible()
  await expect.poll(() => marked(element)).toContain('Huber')
})

/** The message about a save, without the buttons beside it. */
const said = () => expect.poll(() => saved.query()?.textContent)

test.each([
  [{ Zusatzname: 'Buchhaltung' }, 'Huber · Zusatzname'],
  [{ Straße: 'Ring 2' }, 'Huber · Ring 2, 1010 Wien'],
  [{ Straße: 'Ring 2', Zusatzname: 'Buchhaltung' }, 'Huber · Ring 2, 1010 Wien · Zusatzname'],
  [{ Zusatzname: 'Buchhaltung', 'Titel hinten': 'MBA', Vorname: 'Eva' }, 'Eva Huber']
])('the message names a changed address, and other fields unless they are many: %o', async (typed, name) => {
  await openAddress()
  for (const [label, value] of Object.entries(typed)) await page.getByRole('textbox', { name: label }).fill(value)
  await save.click()
  await said().toBe(`Gespeichert: ${name}`)
})

test('the message about a contact names what was changed', async () => {
  await openContactForm()
  await page.getByLabelText('Telefon').fill('+43 1 5')
  await save.click()
  await said().toBe('Gespeichert: Eva Maier · Telefon')
})

test('<customer-contact> says it below its button, which has the focus and no room beside it', async () => {
  installFakeTimers()
  const backend = await mockBackend()
  await backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user(),
    'GET /api/webshop/contactfields': success([fieldDescriptor('ASP_NACHNAME', 'Nachname')]),
    'GET /api/webshop/getPossibleValues': success({}),
    [post]: success({ ...keys, ASP_PVAID: 8, VERSION: 1 })
  })
  noteLogin(backend)
  const element = document.createElement('customer-contact')
  for (const [name, value] of Object.entries(backend.attributes)) element.setAttribute(name, value)
  element.style.inlineSize = '320px'
  document.body.append(element)
  onTestFinished(() => element.remove())
  const create = page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })
  await create.click()
  await page.getByLabelText('Nachname').fill('Maier')
  await save.click()
  await expect.element(message('Gespeichert: ')).toBeVisible()
  await expect.element(create).toBeVisible()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(create.element())
  const over = () => box(element).getBoundingClientRect()
  await expect.poll(() => over().top >= create.element().getBoundingClientRect().bottom).toBe(true)
  expect(await axeViolations(element)).toEqual([])
})
