import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openContactForm } from '../../../../testing/contact-form.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

/** The table of rights as a person reads it: each row with its label, and ✓ or – in the order of the columns. */
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

test.each(tables)('beside the rights the %s table says what each may', async (_, extendedWebshopRights, expected) => {
  await openContactForm({ config: { extendedWebshopRights } })
  await page.getByRole('button', { name: /^Info/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Berechtigungen' })
  await expect.element(dialog).toBeVisible()
  const rows = [...dialog.element().querySelectorAll('tbody tr')].map(({ children }) => {
    const [label, ...cells] = [...children].map((cell) => cell.textContent)
    return [label, ...cells.map((cell) => cell.replace(/Ja$|Nein$/, ''))].join(' ')
  })
  expect(rows).toEqual(expected)
})

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

/** Lists what the dialog breaks or lets out: words on two lines, and boxes wider than it. */
function faults(dialog: Element): string[] {
  const found = dialog.scrollWidth > dialog.clientWidth ? [`${dialog.scrollWidth} > ${dialog.clientWidth}`] : []
  const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      // Above cards the header is for screen readers alone, as is a word beside a sign.
      const hidden = node.parentElement?.closest('.kc-hidden, thead')
      if (hidden && hidden.getBoundingClientRect().width <= 1) continue
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
      const { right } = dialog.getBoundingClientRect()
      if (new Set(boxes.map(({ top }) => top)).size > 1) found.push(`${word} is broken`)
      if (boxes.some((box) => box.right > right)) found.push(`${word} is outside`)
    }
  return found
}

test.each([320, 360, 390, 600, 820, 1280])('the table breaks no word and overflows nothing at %i px', async (width) => {
  await page.viewport(width, 800)
  for (const extendedWebshopRights of [true, false])
    for (const text of ['', '200%']) {
      const { element } = await openContactForm({ config: { extendedWebshopRights } })
      if (text) element.style.setProperty('--kc-font-size', '32px')
      await page.getByRole('button', { name: /^Info/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Berechtigungen' })
      await expect.element(dialog).toBeVisible()
      expect.soft(faults(dialog.element()), `${width} ${extendedWebshopRights} ${text}`).toEqual([])
      element.remove()
      history.replaceState(null, '', '#/mydata/contacts')
    }
})
