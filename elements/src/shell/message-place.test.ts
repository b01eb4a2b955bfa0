import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openContactForm, save, stored } from '../../testing/contact-form.ts'
import { installFakeTimers } from '../../testing/fake-timers.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const saved = page.getByRole('status').filter({ hasText: 'Gespeichert' })

/** The words of the buttons and fields in sight whose middle something else covers. */
function covered(element: HTMLElement): string[] {
  const root = element.shadowRoot!
  const message = root.querySelector('.kc-save-message')!
  return [...root.querySelectorAll('a, button, input, select')]
    .filter((one) => !message.contains(one))
    .filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      const hit = root.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && message.contains(hit)
    })
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
}

const widths = [1280, 820, 390]
const texts = [100, 200]

async function saveIn(width: number, text: number, name: string) {
  await page.viewport(width, 800)
  installFakeTimers()
  const { element } = await openContactForm({ row: { ...stored, ASP_NACHNAME: name } })
  element.style.setProperty('--kc-font-size', `${(16 * text) / 100}px`)
  await page.getByLabelText('Straße').fill('Ring 2')
  await save.click()
  await expect.element(saved).toBeVisible()
  return element
}

test.each(widths.flatMap((width) => texts.map((text) => [width, text] as const)))(
  'a message covers no button of the list: %i px, text at %i %%',
  async (width, text) => {
    const element = await saveIn(width, text, 'Maier')
    await expect.poll(() => covered(element)).toEqual([])
    // A message that covers the window covers buttons.
    const message = element.shadowRoot!.querySelector<HTMLElement>('.kc-save-message')!
    message.style.cssText = 'position: fixed; inset: 0; max-inline-size: none; translate: none'
    expect(covered(element).length).toBeGreaterThan(0)
  }
)
