import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Pastes by keyboard, where the focus is, once there is the field. */
async function paste(page: Page, text: string) {
  await expect(page.getByLabel('Zeilen aus einer Tabelle')).toBeFocused()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

test(
  'of a pasted table what is right is created, and what is not is corrected',
  { tag: '@other-backend' },
  async ({ center, account, page }) => {
    await center.enter(account('admin'), 'mydata/contacts')
    await page.getByRole('button', { name: 'Mehrere Kontakte hinzufügen' }).click()
    await paste(
      page,
      [
        'Anrede\tVorname\tNachname\tE-Mail\tBerechtigung',
        'Frau\tAnna\tTabellenzeile\tanna.tabellenzeile@firma.example\tTeilnehmer',
        'Herr\tBert\tTabellenzeile\tbert.tabellenzeile@firma\t'
      ].join('\n')
    )
    await expect(page.getByText('ungültige E-Mail Adresse')).toBeVisible()
    expect(await center.axeViolations()).toEqual([])
    await page.getByRole('button', { name: 'Anlegen (1)' }).click()
    await expect(
      page.getByText('Kontakt angelegt. Zugangsdaten wurden an anna.tabellenzeile@firma.example gesendet.')
    ).toBeVisible()
    await page.getByRole('button', { name: '1 korrigieren' }).click()
    await page.getByLabel('E-Mail').fill('bert.tabellenzeile@firma.example')
    await page.getByRole('button', { name: 'Anlegen (1)' }).click()
    await page.getByRole('button', { name: 'Fertig' }).click()
    await expect(center.heading('Kontakte')).toBeVisible()
    await page.getByLabel('Teilnehmersuche').fill('Tabellenzeile')
    await expect(page.getByRole('button', { name: /^Bearbeiten: (Anna|Bert) Tabellenzeile/ })).toHaveCount(2)
  }
)
