import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { announced } from '../../testing/bulk-contacts.ts'
import { contact, contactFieldDescriptors, list } from '../../testing/contacts.ts'
import { failure, type MockResponses, mountLoggedIn, success } from '../../testing/mock-backend.ts'

const addressRow = (no: number | string, name: string) => ({
  ADR_FIRMA: 1,
  ADR_ID: 1001,
  ADR_LFDNR: no,
  ADR_NAME: name,
  ADR_STRASSE: 'Ring 1',
  ADR_PLZ: '1010',
  ADR_ORT: 'Wien',
  VERSION: 1
})

const answers = {
  [list]: success([
    contact(7, 'Eva', 'Maier', { ASP_ANREDE: 1 }),
    contact(8, 'Jan', 'Moser', { ASP_ANREDE: 2, ASP_EMAIL: 'jan@example.at' })
  ]),
  'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
  'GET /api/webshop/getPossibleValues': success({}),
  'PUT /api/contact': success({ ASP_FIRMA: 1, ASP_ID: 1001, ASP_PVAID: 8, VERSION: 2 }),
  'GET /api/address': success([addressRow(7, 'Maier'), addressRow(8, 'Moser')]),
  'PUT /api/address': success({ ADR_LFDNR: 8, VERSION: 2 })
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const town = page.getByLabelText('Ort', { exact: false }).first()
const cancel = page.getByRole('button', { name: 'Abbrechen' })
const dialog = page.getByRole('alertdialog')

async function follow(address: string, more: MockResponses = {}, right: 'admin' | 'shopfull' = 'admin') {
  history.replaceState(null, '', address)
  return mountLoggedIn(right, announced, { ...answers, ...more })
}

const screens = [
  ['#/mydata/contacts', 'Kontakte', 'Kontaktdaten', 'Kein Kontakt gefunden.', 'Jan Moser'],
  ['#/mydata/invoiceaddress', 'Rechnungsadressen', 'Rechnungsadresse', 'Keine Rechnungsadresse gefunden.', 'Moser']
] as const

test.each(screens)('a link to a form in %s opens it without the focus', async (address, name, form, _none, row) => {
  await follow(`${address}?form=8`)
  await expect.element(heading(form)).toBeVisible()
  await expect.element(page.getByText(row, { exact: true })).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  await town.fill('Linz')
  await cancel.click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(heading(name)).toBeVisible()
  expect(location.hash).toBe(address)
})

test.each(screens)('a save of a form in %s that a link has opened leads to the list', async (address, name) => {
  await follow(`${address}?form=8`)
  await town.fill('Linz')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(heading(name)).toBeVisible()
  await expect.poll(() => location.hash).toBe(address)
  expect(dialog.query()).toBeNull()
})

test.each(screens)('a form in %s keeps the list in its address, a new one too', async (address, name, form) => {
  await follow(`${address}?search=mos`)
  await page.getByRole('button', { name: /^Bearbeiten: .*Moser/ }).click()
  await expect.element(heading(form)).toBeVisible()
  expect(location.hash).toBe(`${address}?search=mos&form=8`)
  location.hash = `${address}?form=new`
  await expect.element(town).toHaveValue('')
  history.go(-2)
  await expect.element(heading(name)).toBeVisible()
  expect(location.hash).toBe(`${address}?search=mos`)
})

test.each(screens)('all ways from a form in %s to its list ask about unsaved input', async (address, name, form) => {
  const { backend, element } = await follow(`${address}?search=mos`)
  const host = Object.assign(document.createElement('a'), { href: address })
  document.body.append(host)
  onTestFinished(() => host.remove())
  const edit = page.getByRole('button', { name: /^Bearbeiten: .*Moser/ })
  const toTheRow: (() => unknown)[] = [() => cancel.click(), () => history.back()]
  for (const leave of [...toTheRow, () => page.getByRole('link', { name, exact: true }).click(), () => host.click()]) {
    await edit.click()
    await town.fill('Linz')
    await leave()
    await expect.element(dialog).toMatchTextContent('Seite verlassen? Änderungen wurden noch nicht gespeichert!')
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    await expect.element(town).toHaveValue('Linz')
    await leave()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect.element(heading(name)).toBeVisible()
    if (!toTheRow.includes(leave)) continue
    expect(location.hash).toBe(`${address}?search=mos`)
    await expect.poll(() => element.shadowRoot?.activeElement).toBe(edit.element())
  }
  await edit.click()
  await expect.element(heading(form)).toBeVisible()
  history.back()
  await expect.element(heading(name)).toBeVisible()
  history.forward()
  await expect.element(heading(form)).toBeVisible()
  for (const call of ['PUT /api/contact', 'PUT /api/address']) expect(await backend.requests(call)).toEqual([])
})

test.each(screens)('a number that the list of %s lacks leads to the list', async (address, name, _form, none) => {
  await follow(`${address}?form=4711`)
  await expect.element(heading(name)).toBeVisible()
  await expect.element(dialog).toMatchTextContent(none)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => location.hash).toBe(address)
})

test.each(screens)('the address of a forgotten password leads to the list of %s', async (address, name) => {
  await follow(`${address}?form=password`)
  await expect.element(heading(name)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Bearbeiten: .*Moser/ })).toBeVisible()
  await expect.poll(() => location.hash).toBe(address)
  expect(dialog.query()).toBeNull()
})

test.each(screens)('a link to a form in %s without its list can be tried again', async (address, _name, form) => {
  const { backend } = await follow(`${address}?form=8`, { [list]: failure(500), 'GET /api/address': failure(500) })
  await expect.element(page.getByText(/konnten nicht geladen werden/)).toBeVisible()
  await backend.respond(answers)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(heading(form)).toBeVisible()
})

test.each(screens)('a backend with texts as ids links to forms in %s', async (place, _name, _form, _none, row) => {
  const more = {
    [list]: success([contact(8, 'Jan', 'Moser', { ASP_PVAID: 'new', ASP_ANREDE: 2 })]),
    'GET /api/address': success([addressRow('new', 'Moser')])
  }
  const first = await follow(place, more)
  await page.getByRole('button', { name: /^Bearbeiten: .*Moser/ }).click()
  await expect.element(page.getByText(row, { exact: true })).toBeVisible()
  const link = location.hash
  first.element.remove()
  const second = await follow(link, more)
  await expect.element(page.getByText(row, { exact: true })).toBeVisible()
  second.element.remove()
  await follow(`${place}?form=new`, more)
  await expect.element(town).toHaveValue('')
})

test('unsaved input of one form is asked for on the way by a link to another one', async () => {
  await follow('#/mydata/contacts?form=8')
  await town.fill('Linz')
  location.hash = '#/mydata/contacts?form=7'
  await expect.element(dialog).toMatchTextContent('Seite verlassen?')
  expect(location.hash).toBe('#/mydata/contacts?form=8')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByText('Eva Maier', { exact: true })).toBeVisible()
})

test('the form for several contacts has a link for admins; others see the list', async () => {
  const { element } = await follow('#/mydata/contacts?form=paste')
  await expect.element(heading('Mehrere Kontakte')).toBeVisible()
  element.remove()
  await follow('#/mydata/contacts?form=paste', {}, 'shopfull')
  await expect.element(heading('Kontakte')).toBeVisible()
})
