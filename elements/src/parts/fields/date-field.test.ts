import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConfirmations } from '../../../testing/confirmations.ts'

const dialog = page.getByRole('dialog')

async function openCalendar(width: number, height: number) {
  await page.viewport(width, height)
  const { element } = await openConfirmations('education')
  await page.getByRole('button', { name: 'Kalender: Bis' }).click()
  await expect.element(dialog).toBeInTheDocument()
  return element
}

test.each([
  [320, 256],
  [568, 320]
])('the calendar takes the height of a low window of %i by %i px', async (width, height) => {
  await openCalendar(width, height)
  const high = () => dialog.element().parentElement?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => high().height).toBeGreaterThan(height - 4)
  await expect.poll(() => high().top).toBeGreaterThanOrEqual(0)
  await expect.poll(() => high().bottom).toBeLessThanOrEqual(height)
})

test('the days of the calendar stand apart when text is twice as large', async () => {
  const element = await openCalendar(390, 844)
  element.style.setProperty('--kc-font-size', '32px')
  const spare = () =>
    [...dialog.element().querySelectorAll('td > [role=button]')].map((day) => {
      const text = document.createRange()
      text.selectNodeContents(day)
      return day.getBoundingClientRect().width - text.getBoundingClientRect().width
    })
  await expect.poll(() => Math.min(...spare())).toBeGreaterThan(3)
})

test('an empty date is one for the style sheet of paper, which leaves it out with its label', async () => {
  await openConfirmations('education')
  const input = page.getByRole('textbox', { name: 'Bis' })
  await input.fill('1.12.2026')
  const isEmptyOnPaper = () => input.element().matches('.kc-form .kc-field:has(:placeholder-shown) *')
  expect(isEmptyOnPaper()).toBe(false)
  await input.fill('')
  expect(isEmptyOnPaper()).toBe(true)
})
