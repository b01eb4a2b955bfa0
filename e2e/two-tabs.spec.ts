import { adminsOf } from '../testing/product.ts'
import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

test('a tab that lives by the cookie does nothing in the name of somebody else', async ({ center, product }) => {
  const { page } = center
  const [admin, other] = adminsOf(product)
  await center.enter(admin, 'mydata/companydata')
  const field = page.getByLabel('Homepage')
  await field.fill('https://erste.example')

  const elsewhere = new Center(await page.context().newPage(), center.address)
  await elsewhere.open()
  await elsewhere.page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await elsewhere.logIn(other)
  await expect(elsewhere.menu).toBeAttached()

  const homepage = async () => {
    const answer = await page.request.get(`${product.url}/api/customer?RES_FIELDS=KND_HOMEPAGE`)
    return ((await answer.json()) as { responseData: { KND_HOMEPAGE: string | null } }).responseData.KND_HOMEPAGE
  }
  const before = await homepage()
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Speichern' }).click()
  expect((await refused).status()).toBe(401)
  await expect(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible()
  expect(await homepage()).toBe(before)

  const login = page.locator('[part=login]')
  await login.getByLabel('Kundennummer').fill(admin.customerNumber)
  await login.getByLabel('Passwort', { exact: true }).fill(admin.password)
  await login.getByRole('button', { name: 'Anmelden' }).click()
  await expect(center.heading('Meine Daten')).toBeVisible()
  expect(await homepage()).toBe('https://erste.example')
})
