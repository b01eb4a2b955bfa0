import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RightName } from '@customer-center/contract/rights'
import { axeViolations } from '../../../testing/axe.ts'
import {
  failure,
  foreign,
  type MockResponses,
  mountLoggedIn,
  recordSaves,
  success
} from '../../../testing/mock-backend.ts'

const read = 'GET /api/address'
const write = 'PUT /api/address'
const address = (no: number, more: object = {}) => ({
  ADR_FIRMA: 1,
  ADR_ID: 20417,
  ADR_LFDNR: no,
  ADR_ART: 3,
  ADR_ANREDE: 1,
  ADR_TITEL: 'Mag.',
  ADR_NAME: `Huber ${no}`,
  ADR_NAME1: 'Anna',
  ADR_TITELHINTEN: 'MBA',
  ADR_NAME2: 'Buchhaltung',
  ADR_STRASSE: 'Ring 1',
  ADR_PLZ: '1010',
  ADR_ORT: 'Wien',
  VERSION: 5,
  ...more
})
const empty = { ADR_ANREDE: null, ADR_TITEL: null, ADR_TITELHINTEN: null, ADR_NAME1: null, ADR_NAME2: null }
const own = { 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 20417, KND_PVAID: 'P-9' }) }
const two = success([address(1), address(2)])

const list = page.getByRole('heading', { level: 1, name: 'Rechnungsadressen' })
const form = page.getByRole('heading', { level: 1, name: 'Rechnungsadresse', exact: true })
const edit = page.getByRole('button', { name: 'Bearbeiten: Mag. Huber 2 Anna MBA' })
const add = page.getByRole('button', { name: 'Neue Rechnungsadresse' })
const save = page.getByRole('button', { name: 'Speichern' })
const field = (name: string) =>
  page.getByRole('textbox', {
    name: ['Nachname', 'Straße', 'PLZ', 'Ort'].includes(name) ? `${name} *` : name,
    exact: true
  })

beforeEach(() => history.replaceState(null, '', '#/mydata/invoiceaddress'))

async function open(answers: MockResponses = {}, right: RightName = 'shopfull', config = {}) {
  const responses = { [read]: two, [write]: success({ ADR_LFDNR: 2, VERSION: 6 }), ...answers }
  const { backend, element } = await mountLoggedIn(right, config, responses)
  await expect.element(list).toBeVisible()
  return { backend, element, focused: () => element.shadowRoot?.activeElement }
}

test('a row shows title, name, name1, post-nominal title, name2, street, plz and place; the list is of kind 3', async () => {
  const rows = [address(1), address(2, { ADR_NAME2: null, ADR_TITEL: 'null' })]
  const { backend } = await open({ [read]: success(rows) }, 'shopfull', foreign)
  const heads = page.getByRole('columnheader')
  await expect.element(heads.first()).toBeVisible()
  expect(heads.elements().map((head) => head.textContent)).toEqual([
    'Name',
    'Zusatzname',
    'Straße',
    'Ort',
    'Bearbeiten'
  ])
  const row = page.getByRole('row', { name: /Huber 1/ })
  expect(
    row
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent)
  ).toEqual(['Mag. Huber 1 Anna MBA', 'Buchhaltung', 'Ring 1', '1010 Wien', 'Bearbeiten'])
  await expect.element(page.getByRole('row', { name: /^Huber 2 Anna MBA\s*Ring 1/ })).toBeVisible()
  const [call] = await backend.requests(read)
  expect(call?.query).toMatchObject({ addressKind: '3', RES_FIELDS: expect.stringContaining('ADR_LFDNR') as string })
})

test('the list has its count beside the title and a search from the first row on, which marks what it finds', async () => {
  const { element } = await open()
  await expect.element(page.getByText('2 Adressen', { exact: true }).first()).toBeVisible()
  await page.getByLabelText('Rechnungsadressen durchsuchen').fill('huber 2')
  await expect.element(page.getByRole('row', { name: /Huber 1/ })).not.toBeInTheDocument()
  await expect.element(edit).toBeVisible()
  expect(element.shadowRoot?.querySelector('mark')?.textContent).toBe('Huber')
})

test('shoplight sees the list and no button to change it', async () => {
  await open({}, 'shoplight', { extendedWebshopRights: true })
  await expect.element(page.getByRole('cell', { name: 'Mag. Huber 1 Anna MBA' })).toBeVisible()
  await expect.element(add).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: /Bearbeiten/ }).elements()).toEqual([])
})

test('Bearbeiten opens the form in place of the list; the whole address is sent with the changes, its keys and version', async () => {
  const { backend, element, focused } = await open()
  const saves = recordSaves(element)
  await edit.click()
  await expect.element(form).toBeVisible()
  await expect.poll(focused).toBe(form.element())
  await expect.element(list).not.toBeInTheDocument()
  const labels = [...(element.shadowRoot?.querySelectorAll('label') ?? [])].map((label) => label.textContent)
  expect(labels).toEqual([
    'Anrede',
    'Titel',
    'Vorname',
    'Nachname *',
    'Zusatzname',
    'Titel hinten',
    'Straße *',
    'PLZ *',
    'Ort *'
  ])
  const salutation = page.getByRole('combobox', { name: 'Anrede' })
  await expect.element(salutation).toHaveDisplayValue('Frau')
  expect([...(salutation.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'Bitte auswählen',
    'Firma',
    'Herr',
    'Frau'
  ])
  await salutation.selectOptions('Firma')
  await field('Zusatzname').fill('')
  await backend.respond({ [read]: success([address(1), address(2, { ADR_NAME2: null, VERSION: 6 })]) })
  await save.click()
  await expect.element(list).toBeVisible()
  const { ADR_ART: _, ...writable } = address(2)
  expect(await backend.sentData(write)).toEqual([{ ...writable, ADR_ANREDE: 10, ADR_NAME2: null }])
  expect((await backend.requests(write))[0]?.headers['idempotency-key']).toBeUndefined()
  expect(saves).toEqual([{ resource: 'invoice-address' }])
  await expect.element(page.getByRole('row', { name: /Huber 2 Anna MBA\s*Ring 1/ })).toBeVisible()
  await expect.poll(() => focused()).toBe(edit.element())
})

test('a new address is sent whole, without a number; after a failure the same one goes under the same Idempotency-Key', async () => {
  const answers = { [write]: [failure(503, 'Überlastet.'), success({ ADR_LFDNR: 3, VERSION: 1 })], ...own }
  const { backend, focused } = await open(answers, 'shopfull', { idempotencyKeys: true })
  await add.click()
  await expect.element(save).toBeDisabled()
  await field('Nachname').fill('Neu GmbH')
  await field('Straße').fill('Gasse 2')
  await field('PLZ').fill('8010')
  await field('Ort').fill('Graz')
  await save.click()
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription('Überlastet.')
  await page.getByRole('button', { name: 'OK' }).click()
  await backend.respond({ [read]: success([address(1), address(2), address(3)]) })
  await save.click()
  await expect.element(list).toBeVisible()
  const filled = { ADR_NAME: 'Neu GmbH', ADR_STRASSE: 'Gasse 2', ADR_PLZ: '8010', ADR_ORT: 'Graz' }
  const data = { ADR_FIRMA: 1, ADR_ID: 20417, ...empty, ...filled }
  expect(await backend.sentData(write)).toEqual([data, data])
  const [first, second] = (await backend.requests(write)).map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  // The new row takes the focus.
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Bearbeiten: Mag. Huber 3 Anna MBA')
})

test('Speichern is disabled while a required field shows nothing or the postcode is no number', async () => {
  const { element } = await open()
  await edit.click()
  await expect.element(save).toBeEnabled()
  for (const name of ['Nachname', 'Straße', 'PLZ', 'Ort']) {
    const before = (field(name).element() as HTMLInputElement).value
    for (const blank of ['', '\u200B']) {
      await field(name).fill(blank)
      await expect.element(save).toBeDisabled()
    }
    await field(name).fill(before)
    await expect.element(save).toBeEnabled()
  }
  await expect.element(field('PLZ')).toHaveAttribute('inputmode', 'numeric')
  await field('PLZ').fill('10l0')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('Bitte geben Sie nur Ziffern ein.', { exact: true })).toBeVisible()
  await expect.element(save).toBeDisabled()
  expect(await axeViolations(element)).toEqual([])
})

test('a save without a change sends nothing, says so and leads to the list', async () => {
  const { backend } = await open()
  await edit.click()
  await save.click()
  await expect.element(list).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Es wurde nichts geändert.' })).toBeVisible()
  expect(await backend.sentData(write)).toEqual([])
})

test('five hundred addresses are all there, and the last one opens and gets the focus back', async () => {
  const { element, focused } = await open({
    [read]: success(Array.from({ length: 500 }, (_, index) => address(index + 1)))
  })
  const buttons = () => [...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('td button') ?? [])]
  await expect.poll(() => buttons().length).toBe(500)
  buttons()[499]?.click()
  await expect.element(form).toBeInViewport()
  history.back()
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Bearbeiten: Mag. Huber 500 Anna MBA')
  await expect.poll(() => focused()?.getBoundingClientRect().top).toBeLessThan(innerHeight)
})

test.each(['light', 'dark'])('axe finds nothing on list and form, wide and at 390 px: %s', async (scheme) => {
  const long = address(2, { ADR_NAME: 'Donaudampfschifffahrtsgesellschaft'.repeat(3) })
  const { element } = await open({ [read]: success([address(1), long, {}]) })
  element.style.colorScheme = scheme
  const first = page.getByRole('button', { name: 'Bearbeiten: Mag. Huber 1 Anna MBA' })
  await expect.element(first).toBeVisible()
  // The buttons' colours follow the scheme within a moment.
  await expect.poll(() => axeViolations(element)).toEqual([])
  element.style.inlineSize = '390px'
  expect(await axeViolations(element)).toEqual([])
  expect(element.scrollWidth).toBeLessThanOrEqual(390)
  await first.click()
  await expect.element(form).toBeVisible()
  await expect.poll(() => axeViolations(element)).toEqual([])
  element.style.inlineSize = ''
  expect(await axeViolations(element)).toEqual([])
})
