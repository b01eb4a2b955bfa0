import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountOf, startProduct } from '../testing/product.ts'
import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

/**
 * Returns Node options with which a process believes that it is eleven minutes later once a file exists; its database
 * asks it for the time.
 */
function laterOnce(file: string): string {
  const code = `import { existsSync } from 'node:fs'
    const now = Date.now
    Date.now = () => now() + (existsSync(${JSON.stringify(file)}) ? 660000 : 0)`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

test('a password changed long after the login opens the login over the form', async ({ page }) => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-clock-'))
  const later = join(folder, 'later')
  const product = await startProduct({ NODE_OPTIONS: laterOnce(later) })
  try {
    const center = new Center(page, `${product.url}/plain.html`)
    const person = accountOf(product, 'contact')
    await center.enter(person, 'mydata/userprofile')
    await page.getByLabel('Neues Passwort').fill('Winterreise-28')
    await page.getByLabel('Passwort wiederholen').fill('Winterreise-28')
    await writeFile(later, '')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Bitte melden Sie sich für diese Änderung noch einmal an. Ihre Eingaben bleiben erhalten.'
    )
    const dialog = page.getByRole('dialog', { name: 'Anmeldung' })
    await expect(dialog.getByText(`Angemeldet als ${person.userName}`)).toBeVisible()
    await expect(page.getByLabel('Neues Passwort')).toHaveValue('Winterreise-28')
    expect(await center.axeViolations()).toEqual([])
    await center.logIn(person)
    await expect(center.heading('Meine Daten')).toBeVisible()
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await center.logIn({ ...person, password: 'Winterreise-28' })
    await expect(center.heading('Übersicht')).toBeVisible()
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
