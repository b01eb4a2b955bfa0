import { expect, test } from './support/test.ts'

test('an admin pastes a table: what is right is created, what is not is corrected, and both are in the list', async ({
  center,
  account,
  page
}) => {
  await center.enter(account('admin'), 'mydata/contacts')
  await page.getByRole('button', { name: 'Mehrere Kontakte hinzufügen' }).click()
  await expect(center.heading('Mehrere Kontakte hinzufügen')).toBeFocused()
  await page
    .getByLabel('Zeilen aus einer Tabelle')
    .fill(
      [
        'Anrede\tVorname\tNachname\tE-Mail\tBerechtigung',
        'Frau\tAnna\tTabellenzeile\tanna.tabellenzeile@firma.example\tTeilnehmer',
        'Herr\tBert\tTabellenzeile\tbert.tabellenzeile@firma\t'
      ].join('\n')
    )
  await page.getByRole('button', { name: 'Prüfen' }).click()
  await expect(page.getByText('ungültige E-Mail Adresse')).toBeVisible()
  expect(await center.axeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Anlegen (1)' }).click()
  await expect(
    page.getByText('Kontakt angelegt. Zugangsdaten wurden an anna.tabellenzeile@firma.example gesendet.')
  ).toBeVisible()
  await page.getByLabel('E-Mail').fill('bert.tabellenzeile@firma.example')
  await page.getByRole('button', { name: 'Anlegen (1)' }).click()
  await page.getByRole('button', { name: 'Zu den Kontakten' }).click()
  await page.getByLabel('Teilnehmersuche').fill('Tabellenzeile')
  await expect(page.getByRole('button', { name: /^Bearbeiten: (Anna|Bert) Tabellenzeile/ })).toHaveCount(2)
})
