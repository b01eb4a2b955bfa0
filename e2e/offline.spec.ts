import { expect, test } from './support/test.ts'

const offline = 'Keine Internetverbindung. Sobald sie wieder da ist, geht es hier weiter.'

test('a screen without its code has its heading offline, and comes with the network', async ({ center, account }) => {
  const { page } = center
  // The code that is loaded in advance would be there.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await center.enter(account('admin'))
  await expect(center.heading('Übersicht')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await center.menu.getByRole('link', { name: 'Bestellungen' }).click()
  await expect(page.getByText(offline)).toBeVisible()
  await expect(center.heading('Bestellungen')).toBeFocused()
  await expect(page.getByText('Diese Seite konnte nicht geladen werden.')).toBeVisible()
  expect(await center.axeViolations()).toEqual([])
  await page.context().setOffline(false)
  await expect(page.getByRole('columnheader', { name: 'Bestellnummer' })).toBeVisible()
  await expect(page.getByText(offline)).toHaveCount(0)
})

test('a form and a login without their code come with the network as well', async ({ center, account }) => {
  const { page } = center
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await center.enter(account('admin'), 'mydata/contacts')
  const edit = page.getByRole('button', { name: /^Bearbeiten: / }).first()
  await expect(edit).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await edit.click()
  await expect(page.getByText('Diese Seite konnte nicht geladen werden.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByLabel('Nachname')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page.getByText('Diese Seite konnte nicht geladen werden.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByLabel('Kundennummer')).toBeVisible()
})
