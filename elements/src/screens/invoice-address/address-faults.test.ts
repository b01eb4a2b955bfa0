import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountLoggedIn, success } from '../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../testing/phone-viewport.ts'

const address = {
  ADR_FIRMA: 1,
  ADR_ID: 20417,
  ADR_ART: 3,
  ADR_ANREDE: 1,
  ADR_NAME: 'Huber',
  ADR_STRASSE: 'Ring 1',
  ADR_PLZ: '1010',
  ADR_ORT: 'Wien',
  VERSION: 5
}
const read = 'GET /api/address'
const edit = page.getByRole('button', { name: /^Bearbeiten/ })
const save = page.getByRole('button', { name: 'Speichern' })
const field = (name: string) => page.getByRole('textbox', { name: `${name} *`, exact: true })

beforeEach(() => history.replaceState(null, '', '#/mydata/invoiceaddress'))

async function open(row: object = { ...address, ADR_LFDNR: 2 }) {
  const { element } = await mountLoggedIn('shopfull', {}, { [read]: success([row]) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rechnungsadressen' })).toBeVisible()
  return { element, focused: () => element.shadowRoot?.activeElement }
}

/** As long as people press a button. */
const press = { delay: 200 }

test('beside the disabled Speichern stands what is missing first, and leads to its field', async () => {
  const { focused } = await open()
  await edit.click()
  await field('Ort').fill('')
  await page.getByRole('button', { name: 'Bitte füllen Sie „Ort“ aus.' }).click(press)
  expect(focused()).toBe(field('Ort').element())
  await field('Ort').fill('Wien')
  await field('PLZ').fill('10l0')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'PLZ: Bitte geben Sie nur Ziffern ein.' })).toBeVisible()
  await field('PLZ').fill('1010')
  await expect.element(page.getByRole('button', { name: /Bitte/ })).not.toBeInTheDocument()
  await expect.element(save).toBeEnabled()
})

test('Abbrechen is pressed at once from a field that is being left with a fault', async () => {
  await open()
  await edit.click()
  await field('Ort').fill('')
  await page.getByRole('button', { name: 'Abbrechen' }).click(press)
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleName(/^Seite verlassen/)
})

test('a message is announced with the name of its field, which the focus has left, and describes the field without it', async () => {
  await open()
  await edit.click()
  await field('Ort').fill('')
  await userEvent.keyboard('{Tab}')
  const message = 'Bitte füllen Sie dieses Feld aus.'
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Ort: ${message}`)
  await expect.element(field('Ort')).toHaveAccessibleDescription(message)
})

test('the message of a field is not behind the buttons, which stay in sight', async () => {
  await setPhoneViewport('light')
  const { element } = await open()
  await edit.click()
  await field('Straße').fill('')
  field('Straße').element().scrollIntoView({ block: 'end' })
  await userEvent.keyboard('{Tab}')
  const message = page.getByText('Bitte füllen Sie dieses Feld aus.')
  await expect.element(message).toBeVisible()
  const bar = element.shadowRoot!.querySelector('.kc-sticky-actions')!
  await expect
    .poll(() => message.element().getBoundingClientRect().bottom <= bar.getBoundingClientRect().top)
    .toBe(true)
})

test('the buttons, which come with the first change, do not cover the field that somebody types in', async () => {
  await setPhoneViewport('light')
  await page.viewport(390, 500)
  const { element } = await open()
  await edit.click()
  await expect.element(field('Straße')).toBeVisible()
  const street = field('Straße').element() as HTMLInputElement
  street.focus({ preventScroll: true })
  scrollBy(0, street.getBoundingClientRect().bottom - innerHeight + 4)
  const top = () => element.shadowRoot!.querySelector('.kc-form-actions')!.getBoundingClientRect().top
  expect(top()).toBeGreaterThan(innerHeight)
  await userEvent.keyboard('9')
  await expect.poll(top).toBeLessThan(innerHeight)
  await expect.poll(() => street.getBoundingClientRect().bottom <= top()).toBe(true)
})

test('while somebody types, the form does not move to a field with a fault that is out of sight', async () => {
  await setPhoneViewport('light')
  await page.viewport(390, 500)
  const { element } = await open()
  await edit.click()
  await field('Ort').fill('')
  await userEvent.keyboard('{Tab}')
  const first = field('Nachname').element()
  first.scrollIntoView({ block: 'center' })
  const { top } = first.getBoundingClientRect()
  const far = field('Ort').element().getBoundingClientRect().top
  expect(far).toBeGreaterThan(element.shadowRoot!.querySelector('.kc-sticky-actions')!.getBoundingClientRect().bottom)
  for (const [name, fault] of [
    ['', 'Nachname'],
    ['Maier', 'Ort']
  ] as const) {
    await field('Nachname').fill(name)
    await expect.element(page.getByRole('button', { name: `Bitte füllen Sie „${fault}“ aus.` })).toBeVisible()
    expect(first.getBoundingClientRect().top).toBe(top)
  }
})

test('an address without a number, whose save might create it once more, is read only', async () => {
  await open(address)
  await expect.element(page.getByRole('cell', { name: 'Huber' })).toBeVisible()
  await expect.element(edit).not.toBeInTheDocument()
})
