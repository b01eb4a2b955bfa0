import { Center } from './support/center.ts'
import { lineOf, openMail } from './support/demo-mails.ts'
import { expect, test } from './support/test.ts'

const address = 'petra.wegscheider@example.at'

test('a person who is given a right logs in by mail with a new password', async ({ page, product, account }) => {
  const center = new Center(page, `${product.url}/`)
  const admin = account('admin')
  await center.enter(admin)
  await center.addContact('Wegscheider', address)
  const mail = await openMail(page, address)
  const password = await lineOf(mail, 'Passwort')
  expect(password).toMatch(/^\S{8}$/)
  const newcomer = { customerNumber: await lineOf(mail, 'Kundennummer'), userName: await lineOf(mail, 'Benutzername') }
  // From another computer the page would be the same under another name.
  await expect(mail.locator('pre').getByRole('link')).toHaveText(product.url.replace('127.0.0.1', 'localhost') + '/')
  expect(newcomer).toEqual({ customerNumber: admin.customerNumber, userName: address })
  await page.getByRole('button', { name: 'Abmelden', exact: true }).last().click()

  await center.logIn({ ...newcomer, password })
  await expect(center.heading('Neues Passwort')).toBeVisible()
  expect(await center.axeViolations()).toEqual([])
  // A person who walks around the form is led back to it.
  await center.open('scripts')
  await expect(center.heading('Neues Passwort')).toBeVisible()
  await page.getByLabel('Neues Passwort').fill('Eigenes-Wort-9')
  await page.getByLabel('Passwort wiederholen').fill('Eigenes-Wort-9')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(center.menu).toBeAttached()
  await page.getByRole('button', { name: 'Abmelden', exact: true }).last().click()

  await center.logIn({ ...newcomer, password })
  await expect(page.getByText('Login fehlgeschlagen:')).toBeVisible()
  await center.logIn({ ...newcomer, password: 'Eigenes-Wort-9' })
  await expect(center.menu).toBeAttached()
})
