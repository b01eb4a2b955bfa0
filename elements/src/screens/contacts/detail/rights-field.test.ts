import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openContactForm } from '../../../testing/contact-form.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

/** The table of section 6 as a person reads it: each row with its label, and ✓ or – in the order of the columns. */
const tables = [
  [
    'extended',
    true,
    [
      'Unternehmensdaten bearbeiten – – – ✓',
      'Zugangsberechtigung vergeben – – – ✓',
      'Rechnungsadresse bearbeiten – – ✓ ✓',
      'Kontaktdaten bearbeiten – ✓ ✓ ✓',
      'Kaufberechtigung – ✓ ✓ ✓',
      'Eigene Bestätigungen herunterladen ✓ ✓ ✓ ✓',
      'Bestätigungen für andere herunterladen – – ✓ ✓',
      'Bestellungen und Rechnungen einsehen – – ✓ ✓',
      'Webinare ✓ ✓ ✓ ✓'
    ]
  ],
  [
    'simple',
    false,
    [
      'Unternehmensdaten bearbeiten – – ✓',
      'Zugangsberechtigung vergeben – – ✓',
      'Rechnungsadresse bearbeiten – ✓ ✓',
      'Kontaktdaten bearbeiten – ✓ ✓',
      'Kaufberechtigung – ✓ ✓',
      'Eigene Bestätigungen herunterladen ✓ ✓ ✓',
      'Bestätigungen für andere herunterladen – ✓ ✓',
      'Bestellungen und Rechnungen einsehen – ✓ ✓',
      'Skripte und Webinare ✓ ✓ ✓'
    ]
  ]
] as const

test.each(tables)(
  'beside the rights of a contact the %s table says cell by cell what each allows (section 6)',
  async (_, extendedWebshopRights, expected) => {
    await openContactForm({ config: { extendedWebshopRights } })
    await page.getByRole('button', { name: /^Info/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Berechtigungen' })
    await expect.element(dialog).toBeVisible()
    const rows = [...dialog.element().querySelectorAll('tbody tr')].map(({ children }) => {
      const [label, ...cells] = [...children].map((cell) => cell.textContent)
      return [label, ...cells.map((cell) => cell.replace(/Ja$|Nein$/, ''))].join(' ')
    })
    expect(rows).toEqual(expected)
  }
)

test('the table opens and closes where the browser has no popovers', async () => {
  const { element } = await openContactForm()
  const popover = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'popover')!
  Reflect.deleteProperty(HTMLElement.prototype, 'popover')
  onTestFinished(() => void Object.defineProperty(HTMLElement.prototype, 'popover', popover))
  for (const one of element.shadowRoot!.querySelectorAll('[popovertarget]')) one.removeAttribute('popovertarget')
  element.shadowRoot!.querySelector('[popover]')!.removeAttribute('popover')
  await page.getByRole('button', { name: /^Info/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Berechtigungen' })
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button').click()
  await expect.element(dialog).not.toBeInTheDocument()
})
