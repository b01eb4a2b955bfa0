import type { Page } from '@playwright/test'
import { views } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const looks = [
  { name: 'light, wide', colorScheme: 'light', width: 1280 },
  { name: 'dark, wide', colorScheme: 'dark', width: 1280 },
  { name: 'light, 390 px', colorScheme: 'light', width: 390 },
  { name: 'dark, 390 px', colorScheme: 'dark', width: 390 }
] as const

for (const { name, colorScheme, width } of looks) {
  test(`axe finds nothing on any screen: ${name}`, async ({ center, account }) => {
    // A second or two of axe for each of a dozen screens.
    test.slow()
    const { page } = center
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await center.open()
    await expect(page.getByLabel('Kundennummer')).toBeVisible()
    expect(await center.findings()).toEqual([])
    await center.logIn(account('admin'))
    for (const [route, heading] of Object.entries(views)) {
      await page.evaluate((hash) => (location.hash = hash), `#/${route}`)
      await expect(center.heading(heading)).toBeAttached()
      await expect(page.getByText('Wird geladen …')).not.toBeAttached()
      expect(await center.findings(), route).toEqual([])
    }
  })
}

for (const width of [320, 390, 768, 1280]) {
  test(`no screen is wider than a window of ${width} px`, async ({ center, account }) => {
    const { page } = center
    await page.setViewportSize({ width, height: 800 })
    await center.enter(account('admin'))
    for (const [route, heading] of Object.entries(views)) {
      await page.evaluate((hash) => (location.hash = hash), `#/${route}`)
      await expect(center.heading(heading)).toBeAttached()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(width)
    }
  })
}

test('everything works by keyboard alone: log in, go to the scripts, open a group, download, log out', async ({
  center,
  account
}) => {
  const { page } = center
  const { customerNumber, userName, password } = account('admin')
  await center.open()
  await expect(page.getByLabel('Kundennummer')).toBeVisible()
  await tabTo(page, 'Kundennummer')
  await page.keyboard.type(customerNumber)
  await page.keyboard.press('Tab')
  await page.keyboard.type(userName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(center.menu).toBeAttached()

  await tabTo(page, 'Skripte')
  await page.keyboard.press('Enter')
  await expect(center.heading('Skripte')).toBeFocused()
  await tabTo(page, 'Download')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)

  await page.keyboard.press('Home')
  await tabTo(page, 'Abmelden', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Kundennummer')).toBeVisible()
})

/** Presses Tab until what has the focus is named so; a trap or an unreachable control runs out of tries. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const seen: string[] = []
  for (let tries = 0; tries < 80; tries += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      const label =
        element instanceof HTMLInputElement
          ? element.labels?.[0]?.textContent
          : (element?.getAttribute('aria-label') ?? element?.textContent)
      return label?.trim() ?? ''
    })
    if (focused.startsWith(name)) return
    seen.push(focused)
  }
  throw new Error(`Tab never reached ${name}; it went through ${seen.join(' | ')}`)
}
