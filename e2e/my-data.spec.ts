import { expect, test } from './support/test.ts'

test('an admin changes the company, and the change is there after a reload', async ({ center, account, page }) => {
  await center.enter(account('admin'), 'mydata/companydata')
  const street = page.getByLabel('Straße')
  await street.fill('Neue Gasse 5/12')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  await center.open('mydata/companydata')
  await page.reload()
  await expect(street).toHaveValue('Neue Gasse 5/12')
})

test('of two people who change the company at once neither loses', async ({ center, account, page, context }) => {
  await center.enter(account('admin'), 'mydata/companydata')
  await page.getByLabel('Telefon').fill('+43 1 000 11-0')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Zusatzname').fill('Haus der Steuern')
  await other.getByRole('button', { name: 'Speichern' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()

  const save = page.getByRole('button', { name: 'Speichern' })
  await save.click()
  await page.getByRole('button', { name: 'Meine Änderungen behalten' }).click()
  await expect(page.getByText(/inzwischen geändert: Zusatzname\./)).toBeVisible()
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  await center.open('mydata/companydata')
  await expect(page.getByLabel('Telefon')).toHaveValue('+43 1 000 11-0')
  await expect(page.getByLabel('Zusatzname')).toHaveValue('Haus der Steuern')
})

test('a new password in the profile is the one that counts', async ({ center, product, page }) => {
  // The account is none that another test logs in with: those take the first account of a right.
  const person = product.accounts.findLast(({ right }) => right === 'contact')
  if (!person) throw new Error('The demo has no second contact.')
  await center.enter(person, 'mydata/userprofile')
  await expect(page.getByLabel('Berechtigung')).toBeDisabled()
  await page.getByLabel('Neues Passwort').fill('Winterreise-28')
  await page.getByLabel('Passwort wiederholen').fill('Winterreise-28')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await center.logIn(person)
  await expect(page.getByText('Login fehlgeschlagen:')).toBeVisible()
  await center.logIn({ ...person, password: 'Winterreise-28' })
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
})
