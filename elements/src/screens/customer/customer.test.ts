import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations, expectAccessible } from '../../../testing/axe.ts'
import { fieldDescriptor } from '../../../testing/field-descriptor.ts'
import { holdResponses } from '../../../testing/hold-responses.ts'
import {
  failure,
  foreign,
  mockBackend,
  type MockResponse,
  type MockResponses,
  mount,
  mountLoggedIn,
  recordSaves,
  refusal,
  success,
  user
} from '../../../testing/mock-backend.ts'

const read = 'GET /api/customer'
const write = 'PUT /api/customer'
const list = 'GET /api/webshop/customerfields'
const values = 'GET /api/webshop/getPossibleValues'

const stored = {
  KND_FIRMA: 1,
  KND_ID: 20417,
  KND_NACHNAME: 'Donauraum GmbH',
  KND_STRASSE: 'Ring 1',
  KND_PLZ: '1010',
  KND_EMAIL: 'office@donauraum.at',
  KND_VERGLEICHSFELD1: 'B',
  VERSION: 7
}
const row = (more: object = {}) => success({ ...stored, KND_NUMMER: '20417', ...more })
const fields = [
  fieldDescriptor('KND_EMAIL', 'E-Mail-Adresse'),
  fieldDescriptor('KND_NACHNAME', 'Firmenname', { requiredField: true }),
  fieldDescriptor('KND_NUMMER', 'Kundennummer', { readOnly: true }),
  fieldDescriptor('KND_STRASSE', 'Straße'),
  fieldDescriptor('KND_PLZ', 'PLZ'),
  fieldDescriptor('KND_ORT', null),
  fieldDescriptor('KND_GIBTESNICHT', 'Unbekannt'),
  fieldDescriptor('KND_VERGLEICHSFELD1', 'Branche')
]
const branches = {
  KND_VERGLEICHSFELD1: Object.entries({ A: 'Anlagenbau', B: 'Bildung' }).map(([key, value]) => ({ key, value }))
}
const saved = success({ KND_FIRMA: 1, KND_ID: 20417, VERSION: 8 })
const defaultResponses: Record<string, MockResponse> = {
  [read]: row(),
  [list]: success(fields),
  [values]: success(branches),
  [write]: saved
}

const name = page.getByRole('textbox', { name: 'Firmenname' })
const mail = page.getByRole('textbox', { name: 'E-Mail-Adresse' })
const plz = page.getByRole('textbox', { name: 'PLZ' })
const branch = page.getByRole('combobox', { name: 'Branche' })
const save = page.getByRole('button', { name: 'Speichern' })
const dialog = page.getByRole('alertdialog')

beforeEach(() => history.replaceState(null, '', '#/mydata/companydata'))

async function open(answers: MockResponses = {}, config = {}) {
  const { backend, element } = await mountLoggedIn('admin', config, { ...defaultResponses, ...answers })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Unternehmen' })).toBeVisible()
  return { backend, element }
}

test('the shop’s list says which fields there are, in which order within a group, and how they are called', async () => {
  const { element } = await open()
  await expect.element(name).toHaveValue('Donauraum GmbH')
  const labels = [...(element.shadowRoot?.querySelectorAll('label') ?? [])].map((label) => label.textContent)
  expect(labels).toEqual(['Firmenname *', 'Kundennummer', 'Straße', 'PLZ', 'Bezeichnung', 'E-Mail-Adresse', 'Branche'])
  await expect.element(page.getByRole('textbox', { name: 'Kundennummer' })).toHaveAttribute('readonly')
  await expect.element(plz).toHaveAttribute('inputmode', 'numeric')
})

test.each([0, 1, 7, null, 'x'])('a field is shown whatever its displayMode, as %j, says', async (displayMode) => {
  await open({ [list]: success([fieldDescriptor('KND_TELEFAX', 'Fax', { displayMode })]) })
  await expect.element(page.getByRole('textbox', { name: 'Fax' })).toBeVisible()
})

test('the street is called Strasse for the Swiss language setting', async () => {
  const backend = await mockBackend()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user('admin'), ...defaultResponses })
  mount({ ...backend.attributes, 'session-token': 'host-token', language: 'de-ch' })
  await expect.element(page.getByRole('textbox', { name: 'Strasse' })).toHaveValue('Ring 1')
})

test('a backend with other field codes is matched by them, in reading, listing, offering and saving', async () => {
  const fieldCodes = { 'customer.lastName': 'X_NAME', 'customer.compareField1': 'X_VF1' }
  const { backend } = await open(
    {
      [read]: success({ X_NAME: 'Anders AG', X_VF1: 'A' }),
      [list]: success([fieldDescriptor('X_NAME', 'Firmenname'), fieldDescriptor('X_VF1', 'Branche')]),
      [values]: success({ X_VF1: branches.KND_VERGLEICHSFELD1 })
    },
    { fieldCodes }
  )
  await expect.element(name).toHaveValue('Anders AG')
  await expect.element(branch).toHaveDisplayValue('Anlagenbau')
  await name.fill('Neu AG')
  await save.click()
  await expect.element(page.getByText('Gespeichert: Unternehmen · Firmenname', { exact: true })).toBeVisible()
  expect(await backend.sentData(write)).toEqual([{ X_NAME: 'Neu AG', X_VF1: 'A' }])
})

test('a compare field offers the shop’s values and Bitte auswählen; a stored value that is no longer offered stays', async () => {
  const { backend } = await open({ [read]: row({ KND_VERGLEICHSFELD1: 'ALT' }) })
  await expect.element(branch).toHaveDisplayValue('ALT')
  const offered = (branch.element() as HTMLSelectElement).options
  expect([...offered].map(({ text }) => text)).toEqual(['Bitte auswählen', 'Anlagenbau', 'Bildung', 'ALT'])
  await name.fill('Neu GmbH')
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect(await backend.sentData(write)).toEqual([{ ...stored, KND_VERGLEICHSFELD1: 'ALT', KND_NACHNAME: 'Neu GmbH' }])
})

test('all fourteen compare fields are drop-downs with the shop’s values', async () => {
  const names = Array.from({ length: 14 }, (_, index) => `KND_VERGLEICHSFELD${index + 1}`)
  const { backend, element } = await open({
    [list]: success(names.map((one) => fieldDescriptor(one, one))),
    [values]: success(Object.fromEntries(names.map((one) => [one, [{ key: 'K', value: `Wert ${one}` }]])))
  })
  const offered = () =>
    [...element.shadowRoot!.querySelectorAll('select')].map((one) => [...one.options].map(({ text }) => text)[1])
  await expect.poll(offered).toEqual(names.map((one) => `Wert ${one}`))
  const [asked] = await backend.requests(values)
  expect(asked?.query['RES_FIELDS']?.split(',')).toEqual([...names, 'ASP_FREIFELD16', 'ASP_FREIFELD17'])
})

test('a changed compare field is sent as chosen, an emptied one as null', async () => {
  const { backend } = await open()
  await branch.selectOptions('Anlagenbau')
  await page.getByRole('textbox', { name: 'Straße' }).fill('')
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect(await backend.sentData(write)).toEqual([{ ...stored, KND_VERGLEICHSFELD1: 'A', KND_STRASSE: null }])
})

test('Speichern is enabled only while something is changed', async () => {
  await open()
  await expect.element(save).toBeDisabled()
  await name.fill('Neu GmbH')
  await expect.element(save).toBeEnabled()
  await name.fill('Donauraum GmbH')
  await expect.element(save).toBeDisabled()
})

test('a save leads to mydata without a question, dispatches data-saved and reads the customer again', async () => {
  const { backend, element } = await open({ [read]: [row(), row({ KND_NACHNAME: 'Vom Server', VERSION: 8 })] })
  const saves = recordSaves(element)
  await name.fill('Neu GmbH')
  await save.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  expect(saves).toEqual([{ resource: 'customer' }])
  await expect.poll(async () => (await backend.requests(read)).length).toBe(2)
  await expect.element(dialog).not.toBeInTheDocument()
})

test('an invalid save sends nothing, names what is wrong and moves the focus to the first of it', async () => {
  const { backend, element } = await open()
  await name.fill('')
  await mail.fill('office@donauraum')
  await plz.fill('A-1010')
  await save.click()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(name.element())
  await expect.element(name).toHaveAccessibleDescription('Bitte füllen Sie dieses Feld aus.')
  await expect.element(plz).toHaveAccessibleDescription('Bitte geben Sie nur Ziffern ein.')
  await expect.element(mail).toHaveAccessibleDescription('ungültige E-Mail Adresse')
  expect(await backend.sentData(write)).toEqual([])
  expect(await axeViolations(element)).toEqual([])
})

test('leaving an invalid field shows no error, so that the button stays under the pointer that goes down on it', async () => {
  const { element } = await open()
  await mail.fill('office@donauraum')
  const top = save.element().getBoundingClientRect().top
  await plz.click()
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  expect(element.shadowRoot?.querySelector('[aria-invalid]')).toBeNull()
  expect(save.element().getBoundingClientRect().top).toBe(top)
})

test('a stored invalid e-mail address does not prevent saving another field; a new invalid one does', async () => {
  const { backend } = await open({ [read]: row({ KND_EMAIL: 'Büro Wien' }) })
  await name.fill('Neu GmbH')
  await mail.fill('Büro')
  await save.click()
  await expect.element(page.getByText('ungültige E-Mail Adresse', { exact: true })).toBeVisible()
  await mail.fill('Büro Wien')
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect(await backend.sentData(write)).toEqual([{ ...stored, KND_EMAIL: 'Büro Wien', KND_NACHNAME: 'Neu GmbH' }])
})

test('a stored postcode that is not a number does not prevent saving another field', async () => {
  const { backend } = await open({ [read]: row({ KND_PLZ: 'D-80331' }) })
  await name.fill('Neu GmbH')
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect(await backend.sentData(write)).toEqual([{ ...stored, KND_PLZ: 'D-80331', KND_NACHNAME: 'Neu GmbH' }])
})

test.each([
  [
    'a broken rule',
    refusal(101, ['Die E-Mail-Adresse ist ungültig.', 'Zweiter Satz']),
    'Die E-Mail-Adresse ist ungültig.'
  ],
  ['a broken rule without a sentence', refusal(1, []), 'Speichern fehlgeschlagen'],
  ['an HTTP error with a sentence', failure(503, 'Der Server ist überlastet.'), 'Der Server ist überlastet.'],
  ['an HTTP error without a sentence', failure(500), 'Speichern fehlgeschlagen']
])('%s: a sentence, the input stays, Speichern is enabled again', async (_, answer, sentence) => {
  const { backend } = await open({ [write]: [answer, saved] })
  await name.fill('Neu GmbH')
  await save.click()
  await expect.element(dialog).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(name).toHaveValue('Neu GmbH')
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect(await backend.sentData(write)).toHaveLength(2)
})

test('without a connection: Speichern fehlgeschlagen, the input stays', async () => {
  await open()
  const real = window.fetch
  await name.fill('Neu GmbH')
  window.fetch = (input, init) =>
    init?.method === 'PUT' ? Promise.reject(new TypeError('Failed to fetch')) : real(input, init)
  onTestFinished(() => void (window.fetch = real))
  await save.click()
  await expect.element(dialog).toHaveAccessibleDescription('Speichern fehlgeschlagen')
  window.fetch = real
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(name).toHaveValue('Neu GmbH')
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
})

test('a double click saves once, and meanwhile Speichern is busy and keeps the focus', async () => {
  const { backend, element } = await open()
  const arrive = holdResponses('PUT')
  await name.fill('Neu GmbH')
  ;(save.element() as HTMLElement).focus()
  await save.dblClick()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  expect(element.shadowRoot?.activeElement).toBe(save.element())
  arrive()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect(await backend.sentData(write)).toHaveLength(1)
})

test.each(['Straße', 'Bezeichnung'])('by keyboard alone: Enter in a field saves (%s)', async (label) => {
  const { backend } = await open()
  await page.getByRole('textbox', { name: label }).fill('Gasse 2')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect(await backend.sentData(write)).toHaveLength(1)
})

test('missing keys and the text null are empty fields', async () => {
  await open({ [read]: success({ KND_NACHNAME: 'null' }) }, foreign)
  await expect.element(name).toHaveValue('')
  await expect.element(branch).toHaveDisplayValue('Bitte auswählen')
})

test('without any field there is a sentence instead of an empty form', async () => {
  await open({ [list]: success([]) })
  await expect.element(page.getByText('Für dieses Formular sind keine Felder eingerichtet.')).toBeVisible()
})

test.each([read, list, values])('a failed %s is reported, and Erneut versuchen loads it again', async (call) => {
  const { backend } = await open({ [call]: failure(503) })
  await expect.element(page.getByText('Die Unternehmensdaten konnten nicht geladen werden.')).toBeVisible()
  await backend.respond({ [call]: defaultResponses[call] ?? failure(404) })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(name).toHaveValue('Donauraum GmbH')
})

test.each(['light', 'dark'])('axe finds nothing, wide and at 390 px: %s', async (scheme) => {
  const { element } = await open({ [read]: row({ KND_NACHNAME: 'Donaudampfschifffahrtsgesellschaft'.repeat(4) }) })
  element.style.colorScheme = scheme
  await expect.element(branch).toBeVisible()
  await expectAccessible(element)
})
