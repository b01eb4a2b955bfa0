import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountLoggedIn, refusal, success } from '../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../testing/phone-viewport.ts'

const read = 'GET /api/address'
const write = 'PUT /api/address'
const address = (no: string, more: object = {}) => ({
  ADR_FIRMA: 'F1',
  ADR_ID: 'K-7',
  ADR_LFDNR: no,
  ADR_ANREDE: 'Familie',
  ADR_NAME: `Huber ${no}`,
  ADR_STRASSE: 'Ring 1',
  ADR_PLZ: '1010',
  ADR_ORT: 'Wien',
  VERSION: 'v-5',
  ...more
})

const edit = page.getByRole('button', { name: 'Bearbeiten: Huber A2' })
const save = page.getByRole('button', { name: 'Speichern' })
const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })

beforeEach(() => history.replaceState(null, '', '#/mydata/invoiceaddress'))

async function open(config: object = {}, more: object = {}) {
  const { backend } = await mountLoggedIn(
    'admin',
    { ...config },
    {
      [read]: success([address('A1'), address('A2', more)]),
      [write]: [refusal(409, ['Satz geändert.']), success({ ADR_LFDNR: 'A2', VERSION: 'v-8' })],
      'GET /api/customer': success({ KND_FIRMA: 'F1', KND_ID: 'K-7', KND_PVAID: 'P-9' })
    }
  )
  await edit.click()
  return backend
}

test('of a stale address the row with the same number is read again, and what was typed is kept', async () => {
  const backend = await open()
  await box('Ort *').fill('Linz')
  // A backend that ignores the number sends the others as well.
  await backend.respond({
    [read]: success([address('A1'), address('A2', { ADR_STRASSE: 'Gasse 9', VERSION: 'v-7' })])
  })
  await save.click()
  await page.getByRole('button', { name: 'Meine Änderungen behalten' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/inzwischen geändert: Straße\./)
  await save.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rechnungsadressen' })).toBeVisible()
  const [first, second] = await backend.sentData(write)
  expect(first).toMatchObject({ ADR_ORT: 'Linz', ADR_LFDNR: 'A2', VERSION: 'v-5' })
  expect(second).toMatchObject({ ADR_ORT: 'Linz', ADR_LFDNR: 'A2', ADR_STRASSE: 'Gasse 9', VERSION: 'v-7' })
  const keys = { company: 'F1', id: 'K-7', pvaid: 'P-9', no: 'A2' }
  // The list may have been asked for once or twice: what was read ahead is read again where it came before the screen.
  const single = (await backend.requests(read)).filter(({ query }) => 'no' in query)
  expect(single.map(({ query }) => query)).toEqual([expect.objectContaining(keys)])
})

test('a stored salutation that is none of ours is shown and kept', async () => {
  const backend = await open()
  await expect.element(combobox('Anrede')).toHaveDisplayValue('Familie')
  await box('Ort *').fill('Linz')
  await save.click()
  await expect.poll(() => backend.sentData(write)).toEqual([expect.objectContaining({ ADR_ANREDE: 'Familie' })])
})

test('a country is asked for, shown and sent only where fieldCodes names it', async () => {
  const backend = await open()
  await expect.element(combobox('Land')).not.toBeInTheDocument()
  expect((await backend.requests(read))[0]?.query['RES_FIELDS']?.split(',')).not.toContain('ADR_LAND')
})

test('the postcode of Austria, Germany and Switzerland is a number, that of another country takes letters', async () => {
  const config = { fieldCodes: { 'invoice-address.country': 'ADR_LAND' } }
  const backend = await open(config, { ADR_LAND: 'DE' })
  expect((await backend.requests(read))[0]?.query['RES_FIELDS']?.split(',')).toContain('ADR_LAND')
  await expect.element(combobox('Land')).toHaveDisplayValue('Deutschland')
  await expect.element(box('PLZ *')).toHaveAttribute('inputmode', 'numeric')
  await box('PLZ *').fill('SW1A 1AA')
  await expect.element(save).toBeDisabled()
  await combobox('Land').selectOptions('Vereinigtes Königreich')
  await expect.element(box('PLZ *')).toHaveAttribute('inputmode', 'text')
  await box('Ort *').fill('London')
  await save.click()
  await expect
    .poll(() => backend.sentData(write))
    .toEqual([expect.objectContaining({ ADR_LAND: 'GB', ADR_PLZ: 'SW1A 1AA' })])
})

test('on a phone an address has three lines, of which street and place share the last one', async () => {
  await setPhoneViewport('light')
  await mountLoggedIn('admin', {}, { [read]: success([address('A1', { ADR_NAME2: 'Buchhaltung' })]) })
  await expect.element(page.getByText('1010 Wien')).toBeVisible()
  const row = page.getByRole('row', { name: /Huber A1/ }).element()
  const topOf = (cell: number) => row.children[cell]!.getBoundingClientRect().top
  expect(new Set([0, 1, 2, 3].map(topOf)).size).toBe(3)
  expect(topOf(2)).toBe(topOf(3))
  expect(row.getBoundingClientRect().height).toBeLessThanOrEqual(100)
})
