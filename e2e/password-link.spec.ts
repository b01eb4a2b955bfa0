import type { Page } from '@playwright/test'
import { freePort } from '../testing/free-port.ts'
import { accountOf, type Product, startProduct } from '../testing/product.ts'
import { expectAccessiblePage } from './support/axe.ts'
import { Center } from './support/center.ts'
import { openMail } from './support/demo-mails.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

let linking: Product

test.beforeAll(async () => {
  const port = await freePort()
  linking = await startProduct({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, PASSWORD_MAIL: 'link' })
})
test.afterAll(() => linking.stop())

/** Has an admin add a contact, and opens the link of the mail that it gets. */
async function openLink(page: Page, lastName: string): Promise<{ center: Center; address: string }> {
  const center = new Center(page, `${linking.url}/`)
  const address = `${lastName.toLowerCase()}@example.at`
  await center.enter(accountOf(linking, 'admin'))
  await center.addContact(lastName, address)
  const text = await (await openMail(page, address)).locator('pre').textContent()
  const link = /^http:\S+\/passwort\/\S+$/m.exec(text ?? '')?.[0] ?? ''
  await page.getByRole('button', { name: 'Abmelden', exact: true }).last().click()
  await page.goto(link)
  return { center, address }
}

test('a mailed link lets its owner choose a password by keyboard alone, and then log in, once', async ({ page }) => {
  const { center, address } = await openLink(page, 'Linkmann')
  const link = page.url()
  const password = page.getByLabel('Neues Passwort')
  await expect(page.getByText(address)).toBeVisible()
  await expect(password).toBeFocused()
  /** The eye is between the two fields. */
  const next = async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('kurz')
  await next()
  await page.keyboard.type('kurz')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Fehler: Passwort wählen')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/Passwort muss mindestens \d+ Zeichen lang sein/)
  await page.keyboard.type('Eigenes-Wort-9')
  await next()
  await page.keyboard.type('Eigenes-Wort-8')
  await page.keyboard.press('Enter')
  const repeat = page.getByLabel('Passwort wiederholen')
  await expect(repeat).toHaveAccessibleDescription('Passwort ist unterschiedlich')
  await expect(repeat).toBeFocused()
  await password.fill('Eigenes-Wort-9')
  await repeat.fill('Eigenes-Wort-9')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Ihr Passwort ist gespeichert. Melden Sie sich jetzt damit an.')
  const [admin] = linking.accounts
  await expect(page.getByLabel('Kundennummer')).toHaveValue(admin?.customerNumber ?? '')
  await expect(page.getByLabel('Benutzername')).toHaveValue(address)
  await expect(page.getByLabel('Passwort', { exact: true })).toBeFocused()
  expect(page.url()).not.toContain('login')
  await page.keyboard.type('Eigenes-Wort-9')
  await page.keyboard.press('Enter')
  await expect(center.menu).toBeAttached()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht' })).toBeVisible()
  await expect(page.getByLabel('E-Mail')).toBeFocused()
})

test('the page is accessible and fits, with and without a mistake', async ({ page }) => {
  await openLink(page, 'Blick')
  const link = page.url()
  await expectAccessiblePage(page)
  await page.getByLabel('Neues Passwort').fill('kurz')
  await page.getByLabel('Passwort wiederholen').fill('kurz')
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page).toHaveTitle('Fehler: Passwort wählen')
  await expectAccessiblePage(page)
  await page.goto(`${link}x`)
  await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht' })).toBeVisible()
  await expectAccessiblePage(page)
  await page.goto(`${linking.url}/passwort/gespeichert`)
  await expect(page.getByRole('link', { name: 'Zum Kundencenter' })).toBeVisible()
  await expectAccessiblePage(page)
})

test('the eye shows both passwords, and a mistake is named where it is made', async ({ page }) => {
  await openLink(page, 'Augentrost')
  const [password, repeat] = [page.getByLabel('Neues Passwort'), page.getByLabel('Passwort wiederholen')]
  const button = page.getByRole('button', { name: 'Passwort speichern' })
  await expect(password).toHaveAccessibleDescription(/^Mindestens \d+ Zeichen, .* und nicht leicht zu erraten$/)
  await password.fill('kurz')
  await repeat.fill('kurt')
  await button.focus()
  await expect(password).toHaveAccessibleDescription(/ Passwort muss mindestens \d+ Zeichen lang sein$/)
  await expect(repeat).toHaveAccessibleDescription('Passwort ist unterschiedlich')
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  for (const field of [password, repeat]) await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Beide Passwörter verbergen' }).click()
  for (const field of [password, repeat]) await expect(field).toHaveAttribute('type', 'password')
  await button.click()
  await expect(password).toBeFocused()
  await expect(repeat).toHaveValue('kurt')
  // What only the server knows comes as its answer.
  for (const field of [password, repeat]) await field.fill('passwort1')
  await button.click()
  await expect(password).toHaveAccessibleDescription(/ Dieses Passwort ist zu leicht zu erraten/)
  await expect(page.getByRole('button', { name: 'Passwort anzeigen' })).toBeVisible()
  // Two lines of a mistake above the button go with the press that leaves the field, and the press still counts.
  await password.fill('Eigenes-Wort-9 ')
  await button.click()
  await expect(repeat).toHaveAccessibleDescription('Passwort ist unterschiedlich')
  await repeat.fill('Eigenes-Wort-9 ')
  await button.click()
  await expect(password).toHaveAccessibleDescription(/nicht mit einem Leerzeichen beginnen oder enden/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a link that opens nothing says so, with its style', async ({ page }) => {
    const failures: string[] = []
    page.on('requestfailed', (request) => failures.push(request.url()))
    await page.goto(`${linking.url}/passwort/${'A'.repeat(43)}`)
    await expect(page.getByText('Der Link wurde schon verwendet, ist abgelaufen oder unvollständig.')).toBeVisible()
    await expect(page.getByRole('main')).toHaveCSS('max-width', '384px')
    expect(failures).toEqual([])
  })
})
