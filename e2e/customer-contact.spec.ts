import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

test('alone on a page of another origin: the login, a new contact, and the host is told', async ({
  page,
  product,
  foreignPage,
  account
}) => {
  foreignPage.show(
    `<!doctype html><html lang="de"><title>Shop</title><customer-contact texts-url="${product.url}/elements/assets/"></customer-contact>
    <script type="module" src="${product.url}/elements/customer-center.js"></script></html>`,
    { apiUrl: `${product.url}/api` }
  )
  await page.goto(foreignPage.origin)
  const told = page.evaluate(
    () => new Promise((settle) => addEventListener('contact-saved', (event) => settle((event as CustomEvent).detail)))
  )
  const create = page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })
  await create.click()
  await new Center(page, foreignPage.origin).logIn(account('admin'))
  await page.getByLabel('Anrede').selectOption('Herr')
  await page.getByLabel('Vorname').fill('Xaver')
  await page.getByLabel('Nachname').fill('Fernhof')
  await page.getByLabel(/^E-Mail/).fill('xaver.fernhof@example.at')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(create).toBeFocused()
  expect(await told).toEqual({ pvaid: expect.any(Number), contactId: expect.any(Number) })
})

test('beside a customer center: one login for both, and what was created is in the list', async ({
  center,
  account
}) => {
  const { page } = center
  await center.enter(account('admin'), 'mydata/contacts')
  await page.evaluate(() => {
    const [first] = document.querySelectorAll('customer-center')
    const element = document.createElement('customer-contact')
    for (const { name, value } of first?.attributes ?? []) element.setAttribute(name, value)
    first?.before(element)
  })
  const element = page.locator('customer-contact')
  await element.getByRole('button', { name: 'Neuen Teilnehmer erstellen' }).click()
  await element.getByLabel('Anrede').selectOption('Frau')
  await element.getByLabel('Vorname').fill('Yvonne')
  await element.getByLabel('Nachname').fill('Nebenan')
  await element.getByLabel(/^E-Mail/).fill('yvonne.nebenan@example.at')
  await element.getByRole('button', { name: 'Speichern' }).click()
  await expect(element.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })).toBeFocused()
  await page.reload()
  await page.getByLabel('Teilnehmersuche').fill('nebenan yv')
  await expect(page.getByRole('row', { name: /Yvonne Nebenan/ })).toBeVisible()
})

test('offline: the list stays, a save says that it failed and keeps its input, and goes through when the network is back', async ({
  center,
  account,
  context
}) => {
  const { page } = center
  await center.enter(account('admin'), 'mydata/contacts')
  await page
    .getByRole('button', { name: /^Bearbeiten: / })
    .nth(2)
    .click()
  const fax = page.getByLabel('Fax')
  await fax.fill('+43 1 99')
  // The notice pushes the page down, and a click that it meets would go beside the button.
  const notice = page.getByText('Keine Internetverbindung.')
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  const save = page.getByRole('button', { name: 'Speichern' })
  await save.click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription('Speichern fehlgeschlagen')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(fax).toHaveValue('+43 1 99')
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await save.click()
  await expect(center.heading('Kontakte')).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Teilnehmersuche').fill('zzzz')
  await expect(page.getByText('Kein Kontakt gefunden.').first()).toBeVisible()
  await page.getByLabel('Teilnehmersuche').fill('')
  await expect(page.getByRole('button', { name: /^Bearbeiten: / }).first()).toBeVisible()
})
