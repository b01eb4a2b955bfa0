import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openBulk, paste, rows, two } from '../../../../testing/bulk-contacts.ts'
import { focused } from '../../../../testing/contact-form.ts'
import { setPhoneViewport } from '../../../../testing/phone-viewport.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

/** Pastes a text where the focus is. Returns whether the browser does not insert it. */
function isTaken(text: string, target = focused() ?? document.activeElement!) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true })
  return !target.dispatchEvent(event)
}

test('a list is shown as soon as it is pasted; one row may be the first of several, another text waits to be completed', async () => {
  await openBulk()
  await rows.click()
  expect(['ida@example.at', 'Ida Berger\nJan Moser', two].map((text) => isTaken(text))).toEqual([false, false, true])
  await expect.element(page.getByText('2 Kontakte bereit.')).toBeVisible()
})

test('the field needs no click: it has the focus', async () => {
  await openBulk()
  await expect.poll(() => focused() === rows.element()).toBe(true)
})

test('the bar of a phone names how many can be created, and offers nothing while it is nobody', async () => {
  await setPhoneViewport('light')
  const { element } = await openBulk()
  await paste(
    `Nachname;E-Mail\n${Array.from({ length: 12 }, (_, index) => `Nr${index};n${index}@example.at`).join('\n')}`
  )
  const offered = () => element.shadowRoot!.querySelector('.kc-menu-bar button[aria-hidden]')?.textContent
  const salutation = page.getByRole('group', { name: 'Für alle' }).getByLabelText('Anrede')
  await expect.element(page.getByText('Bei 12 fehlen Angaben.', { exact: true })).toBeVisible()
  expect(offered()).toBeUndefined()
  await salutation.selectOptions('Divers')
  await expect.poll(offered).toBe('Anlegen (12)')
})

test('for another table the field has the focus, since the button that had it is gone', async () => {
  await openBulk()
  await paste(two)
  await page.getByRole('button', { name: 'Zurück zur Eingabe' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => focused() === rows.element()).toBe(true)
  await expect.element(rows).toHaveValue('')
})

test('a CSV file in Windows-1252 is read like pasted rows', async () => {
  const { element } = await openBulk()
  const windows1252 = (sign: string) => (sign === '€' ? 0x80 : sign.codePointAt(0)!)
  const bytes = Uint8Array.from('Anrede;Nachname;Straße\r\nHerr;Müller € Söhne;Ring'.split('').map(windows1252))
  const input = element.shadowRoot!.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([bytes], 'kontakte.csv'))
  await expect.element(page.getByRole('cell', { name: 'Müller € Söhne' })).toBeVisible()
})

test.each([
  ['Berger;"Ida\nMoser;ida@example.at\nHuber', /Spalten wurden nicht erkannt/],
  ['Nachname;E-Mail\n"Berger;ida@example.at', /Ein Anführungszeichen ist nicht richtig geschlossen/],
  ['Nachname;E-Mail', /steht kein Kontakt/],
  [`Nachname\n${'Berger\n'.repeat(501)}`, /höchstens 500 Kontakte/]
])('a table that cannot be used is refused with the reason, and stays: %#', async (text, reason) => {
  await openBulk()
  await paste(text)
  await expect.element(rows).toHaveAccessibleDescription(reason)
  await expect.element(rows).toHaveValue(text)
})
