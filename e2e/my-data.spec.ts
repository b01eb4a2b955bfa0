import { expect, test } from './support/test.ts'

test(
  'of two people who change the company at once neither loses',
  { tag: '@other-backend' },
  async ({ center, account, page, context }) => {
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
  }
)
