import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../../testing/axe.ts'
import { contact, contactFieldDescriptors, list, manyContacts } from '../../../../testing/contacts.ts'
import { mountLoggedIn, success } from '../../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../../testing/phone-viewport.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

async function open(rows: readonly object[]) {
  const { element } = await mountLoggedIn(
    'admin',
    {},
    {
      [list]: success(rows),
      'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
      'GET /api/webshop/getPossibleValues': success({})
    }
  )
  await expect.element(page.getByRole('table', { name: 'Kontakte' })).toBeVisible()
  return element
}

const names = () =>
  page
    .getByRole('row')
    .elements()
    .flatMap((row) => row.querySelector('td[data-label=Name]')?.textContent ?? [])
const people = [
  contact(1, 'Anna', 'Huber', { ASP_ANZEIGEEMAIL: 'z@example.at', ASP_SHOPRECHTE: 3 }),
  contact(2, 'Jürgen', 'Müller', { ASP_ANZEIGEEMAIL: 'a@example.at', ASP_SHOPRECHTE: 1 })
]

test('a click anywhere on a row opens the contact, selecting its text does not', async () => {
  await open(people)
  const cell = page.getByRole('cell', { name: 'Jürgen Müller', exact: true })
  const at = (clientX: number) => ({ bubbles: true, composed: true, clientX, clientY: 10 })
  cell.element().dispatchEvent(new PointerEvent('pointerdown', at(10)))
  cell.element().dispatchEvent(new MouseEvent('click', at(90)))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontakte' })).toBeVisible()
  cell.element().dispatchEvent(new PointerEvent('pointerdown', at(10)))
  cell.element().dispatchEvent(new MouseEvent('click', at(12)))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontaktdaten' })).toBeVisible()
})

test('the headers sort, and say by what', async () => {
  await open(people)
  const header = (name: string) => page.getByRole('columnheader', { name })
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending')
  await header('Name').getByRole('button').click()
  await expect.poll(names).toEqual(['Jürgen Müller', 'Anna Huber'])
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'descending')
  await header('E-Mail').getByRole('button').click()
  await expect.element(header('E-Mail')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['Jürgen Müller', 'Anna Huber'])
  await header('Berechtigung').getByRole('button').click()
  await header('Berechtigung').getByRole('button').click()
  await expect.poll(names).toEqual(['Anna Huber', 'Jürgen Müller'])
})

test('in a narrow column one choice among the tools sorts, and the head has only the names', async () => {
  const element = await open(people)
  const order = page.getByRole('combobox', { name: 'Sortieren' })
  await expect.element(order).not.toBeInTheDocument()
  element.style.inlineSize = '390px'
  await order.selectOptions('Name absteigend')
  await expect.poll(names).toEqual(['Jürgen Müller', 'Anna Huber'])
  element.style.inlineSize = '632px'
  await expect.element(page.getByText('Sortieren:Name')).toBeVisible()
  const header = page.getByRole('columnheader', { name: 'Name' })
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  expect(header.getByRole('button').elements()).toHaveLength(0)
})

test('what the search finds is highlighted; one that finds nothing leads back to all contacts', async () => {
  const element = await open(people)
  const marked = () => [...element.shadowRoot!.querySelectorAll('mark')].map((one) => one.textContent)
  await page.getByLabelText('Teilnehmersuche').fill('mueller jue')
  await expect.poll(marked).toEqual(['Jü', 'Müller'])
  await page.getByLabelText('Teilnehmersuche').fill('niemand')
  await page.getByRole('button', { name: 'Suche zurücksetzen' }).click()
  await expect.poll(names).toHaveLength(2)
  await expect.poll(() => element.shadowRoot!.activeElement).toBe(page.getByLabelText('Teilnehmersuche').element())
})

test('on a phone ordinary rows are two lines, at most 64 px high', async () => {
  await setPhoneViewport('light')
  const element = await open(manyContacts(10_000).map((one, index) => ({ ...one, ASP_SHOPRECHTE: index % 4 })))
  const rows = [...element.shadowRoot!.querySelectorAll('tr[data-index]')]
  expect(rows.length).toBeGreaterThan(5)
  expect(Math.max(...rows.map((row) => row.getBoundingClientRect().height))).toBeLessThanOrEqual(64)
  expect(await axeViolations(element)).toEqual([])
})
