import { expect, type Page } from '@playwright/test'
import { tabTo } from './support/keyboard.ts'
import { test } from './support/test.ts'

/** Types into the fields in the order in which Tab comes to them. */
async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, label)
    await page.keyboard.type(value)
  }
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

test(
  'a contact and an invoice address are made by keyboard alone',
  { tag: '@other-backend' },
  async ({ center, account }) => {
    const { page } = center
    await center.enter(account('admin'))
    await press(page, 'Meine Daten')
    await expect(center.heading('Meine Daten')).toBeFocused()
    await press(page, 'Kontakte')
    await expect(center.heading('Kontakte')).toBeFocused()
    await press(page, 'Kontakt hinzufügen')
    await expect(center.heading('Kontaktdaten')).toBeFocused()
    await fill(page, {
      Anrede: 'Frau',
      Vorname: 'Petra',
      Nachname: 'Tastenreich',
      'E-Mail': 'petra.tastenreich@brenner-kollegen.example'
    })
    await press(page, 'Speichern')
    await expect(center.heading('Kontakte')).toBeVisible()
    await fill(page, { Teilnehmersuche: 'tastenreich' })
    await expect(page.getByRole('cell', { name: 'Petra Tastenreich', exact: true })).toBeVisible()

    await tabTo(page, 'Rechnungsadressen', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(center.heading('Rechnungsadressen')).toBeFocused()
    await press(page, 'Neue Rechnungsadresse')
    await fill(page, {
      Anrede: 'Firma',
      Nachname: 'Rechnungsstelle West',
      Straße: 'Weg 1',
      PLZ: '6020',
      Ort: 'Innsbruck'
    })
    await press(page, 'Speichern')
    await expect(page.getByRole('button', { name: 'Bearbeiten: Rechnungsstelle West' })).toBeFocused()
  }
)

test(
  'a new password is set in the profile by keyboard alone, and is the one that counts',
  { tag: '@other-backend' },
  async ({ center, product }) => {
    const { page } = center
    // The account is none that another test logs in with: those take the first account of a right.
    const person = product.accounts.findLast(({ right }) => right === 'shopfull')
    if (!person) throw new Error('The demo has nobody with that right.')
    await center.enter(person)
    await press(page, 'Meine Daten')
    await press(page, 'Benutzerprofil')
    await expect(center.heading('Benutzerprofil')).toBeFocused()
    await fill(page, { 'Neues Passwort': 'Winterreise-28', 'Passwort wiederholen': 'Winterreise-28' })
    await press(page, 'Speichern')
    await expect(center.heading('Meine Daten')).toBeVisible()
    // The tile of what was saved has the focus.
    await expect(page.locator('.kc-tiles a:focus')).toHaveText(/^Benutzerprofil/)
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await center.logIn(person)
    await expect(page.getByText('Login fehlgeschlagen:')).toBeVisible()
    await center.logIn({ ...person, password: 'Winterreise-28' })
    await expect(center.heading('Übersicht')).toBeVisible()
  }
)

test(
  'a confirmation and an hour record are made and saved by keyboard alone, and kept by a reload',
  { tag: '@other-backend' },
  async ({ center, account }) => {
    const { page } = center
    await center.enter(account('admin'))
    await press(page, 'Bestätigungen')
    await press(page, 'Teilnahmebestätigung')
    await expect(center.heading('Teilnahmebestätigung')).toBeFocused()
    // Its code comes after the screen; until then Tab passes the field, and comes to the participants of an event.
    await expect(page.getByRole('combobox', { name: 'Teilnehmer' })).toBeEnabled()
    await tabTo(page, 'Teilnehmer')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    // The field can be reached with its events.
    await expect(page.getByRole('combobox', { name: 'Event' })).toBeEnabled()
    await tabTo(page, 'Event')
    await page.keyboard.press('ArrowDown')
    // The newest is the first; other tests of this product may have made more.
    const open = page.getByRole('button', { name: /^Öffnen/ }).first()
    await Promise.all([page.waitForResponse(/function\/start$/), press(page, 'Erstellen')])
    await expect(open).toBeEnabled()
    await tabTo(page, 'Download')
    const [confirmation] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(confirmation.suggestedFilename()).toMatch(/^\d\d\.\d\d\.\d{4}.* \(.+\)\.pdf$/)
    await page.reload()
    await expect(open).toBeEnabled()

    await page.keyboard.press('Home')
    await tabTo(page, 'Stundennachweis', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(center.heading('Stundennachweis')).toBeFocused()
    await tabTo(page, 'Von')
    await page.keyboard.type('01.01.2020')
    await center.seeEventsOfPeriod()
    const box = page.getByRole('checkbox').nth(2)
    await expect(box).toBeChecked()
    await tabTo(page, await box.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? ''))
    await page.keyboard.press('Space')
    await expect(box).not.toBeChecked()
    await press(page, 'Erstellen')
    await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible()
    await tabTo(page, 'Öffnen')
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
    await tab.waitForURL(/^blob:/)
    expect(await tab.evaluate(() => document.contentType)).toBe('application/pdf')
  }
)
