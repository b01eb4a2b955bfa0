import { Center } from './support/center.ts'
import { elementScript, elementTag, shopDocument } from './support/foreign-page.ts'
import { expect, test } from './support/test.ts'

test('alone on a page of another origin it creates a contact', async ({ page, product, foreignPage, account }) => {
  foreignPage.show(shopDocument(elementTag(product, '', 'customer-contact') + elementScript(product)), {})
  await page.goto(foreignPage.origin)
  const saved = page.evaluate(
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
  expect(await saved).toEqual({ pvaid: expect.any(Number), contactId: expect.any(Number) })
})

test('beside a customer center there is one login, and one list', async ({ center, account }) => {
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

test('without the code of our dialogs the browser’s own ones take their place', async ({ center, account }) => {
  const { page } = center
  await page.route(/alert-message/, (route) => route.abort())
  await center.enter(account('admin'), 'mydata/contacts')
  await page
    .getByRole('button', { name: /^Bearbeiten: / })
    .first()
    .click()
  const fax = page.getByLabel('Fax')
  await fax.fill('+43 1 88')
  await page.route('**/api/contact', (route) => route.abort())
  const said: string[] = []
  const answers = [true, false, true]
  page.on('dialog', (dialog) => {
    said.push(`${dialog.type()}: ${dialog.message()}`)
    void (answers[said.length - 1] ? dialog.accept() : dialog.dismiss())
  })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => said).toEqual(['alert: Speichern fehlgeschlagen'])
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.poll(() => said.length).toBe(2)
  await expect(fax).toHaveValue('+43 1 88')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(center.heading('Kontakte')).toBeVisible()
  expect(said.slice(1)).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^confirm: /)))
})
