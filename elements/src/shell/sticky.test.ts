import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { event, inPeriod, openConfirmations } from '../../testing/confirmations.ts'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { mountLoggedIn, success } from '../../testing/mock-backend.ts'

beforeEach(() => page.viewport(1280, 600))

const invoices = Array.from({ length: 15 }, (_, index) => ({
  companyNo: 1,
  controlNo: index,
  no: `4711-${index}`,
  date: '2026-10-14',
  documentHash: `key-${index}`
}))

test.each([
  ['', 0],
  ['90px', 90]
])('beside a long screen the menu stays in sight, below --kc-sticky-top: %s', async (top, expected) => {
  history.replaceState(null, '', '#/invoices')
  const { element } = await mountLoggedIn(
    'admin',
    {},
    { 'GET /api/eventmanager/invoicebysubscriber': success(invoices) }
  )
  element.style.setProperty('--kc-sticky-top', top)
  await expect.element(page.getByRole('row', { name: /4711-14/ })).toBeInTheDocument()
  const first = page.getByRole('link', { name: 'Übersicht' })
  expect(first.element().getBoundingClientRect().top).toBeGreaterThan(expected)
  scrollTo(0, 210)
  await expect.poll(() => scrollY).toBeGreaterThan(200)
  // The menu's padding is for the outline of the focus.
  await expect.poll(() => Math.round(first.element().getBoundingClientRect().top)).toBe(expected + 8)
})

test('a line shows where rows scroll below the tools of their list, and nowhere else', async () => {
  history.replaceState(null, '', '#/invoices')
  const { element } = await mountLoggedIn(
    'admin',
    {},
    { 'GET /api/eventmanager/invoicebysubscriber': success(invoices) }
  )
  await expect.element(page.getByRole('row', { name: /4711-14/ })).toBeInTheDocument()
  const tools = () => [...element.shadowRoot!.querySelectorAll('.kc-list-bar, .kc-list-tools')]
  const lines = () => tools().filter((one) => getComputedStyle(one, '::after').borderBlockEndWidth === '1px').length
  expect(tools()).not.toHaveLength(0)
  expect(lines()).toBe(0)
  scrollTo(0, 400)
  await expect.poll(lines).toBe(1)
  scrollTo(0, 0)
  await expect.poll(lines).toBe(0)
})

test('a menu that is longer than the window scrolls by itself', async () => {
  await page.viewport(1280, 260)
  history.replaceState(null, '', '#/mydata')
  const { element } = await mountLoggedIn('admin')
  await expect.element(page.getByRole('link', { name: 'Kontakte' }).first()).toBeInTheDocument()
  const menu = element.shadowRoot!.querySelector('.kc-menu')!
  await expect.poll(() => menu.scrollHeight).toBeGreaterThan(menu.clientHeight)
  expect(menu.clientHeight).toBeLessThanOrEqual(260)
})

test('while somebody chooses among many events Erstellen stays in sight, and covers nothing that has the focus', async () => {
  const events = Array.from({ length: 40 }, (_, index) => event(index + 1, `Event ${index + 1}`))
  await openConfirmations('education', { [inPeriod]: success(events) })
  const boxes = page.getByRole('checkbox')
  await expect.poll(() => boxes.elements().length).toBeGreaterThanOrEqual(40)
  const button = page.getByRole('button', { name: 'Erstellen', exact: true }).element()
  scrollTo(0, 0)
  expect(document.documentElement.scrollHeight).toBeGreaterThan(1200)
  const bottom = () => button.getBoundingClientRect().bottom
  expect(bottom()).toBeLessThanOrEqual(innerHeight)
  for (const box of boxes.elements().slice(10, 30)) {
    ;(box as HTMLElement).focus()
    expect(box.getBoundingClientRect().bottom).toBeLessThanOrEqual(button.getBoundingClientRect().top)
    expect(bottom()).toBeLessThanOrEqual(innerHeight)
  }
})

test('from the first change in a long form on Speichern stays in sight, wherever the page is scrolled to', async () => {
  await page.viewport(390, 500)
  const names = ['NACHNAME', 'NACHNAME2', 'STRASSE', 'PLZ', 'ORT', 'TELEFON', 'TELEFAX', 'EMAIL', 'HOMEPAGE', 'UIDNR']
  history.replaceState(null, '', '#/mydata/companydata')
  await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 20417, VERSION: 7 }),
      'GET /api/webshop/customerfields': success(names.map((one) => fieldDescriptor(`KND_${one}`, one))),
      'GET /api/webshop/getPossibleValues': success({})
    }
  )
  const button = page.getByRole('button', { name: 'Speichern' })
  await expect.element(button).toBeInTheDocument()
  const place = () => button.element().getBoundingClientRect()
  scrollTo(0, 0)
  await expect.poll(() => place().bottom).toBeGreaterThan(innerHeight)
  const fax = page.getByRole('textbox', { name: 'TELEFAX' })
  scrollTo(0, fax.element().getBoundingClientRect().bottom - innerHeight)
  expect(scrollY).toBeGreaterThan(0)
  await fax.fill('01 2345')
  await expect.element(button).toBeEnabled()
  // The bar came over the window's edge, where the field was.
  await expect.poll(() => fax.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(place().top)
  const last = document.documentElement.scrollHeight - innerHeight
  expect(last).toBeGreaterThan(300)
  for (let top = 0; top <= last; top += 50) {
    scrollTo(0, top)
    expect(place().top).toBeGreaterThanOrEqual(0)
    expect(place().bottom).toBeLessThanOrEqual(innerHeight)
  }
})
