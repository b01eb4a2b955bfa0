import type { Page } from '@playwright/test'
import type { Center } from './support/center.ts'
import { tabTo } from './support/keyboard.ts'
import { views } from './support/screens.ts'
import { expect, test } from './support/test.ts'

/** Opens each screen in turn, with its data. */
async function walk(center: Center, look: (route: string) => Promise<void>): Promise<void> {
  const { page } = center
  for (const [route, name] of Object.entries(views)) {
    await page.evaluate((hash) => (location.hash = hash), `#/${route}`)
    await expect(center.heading(name)).toBeAttached()
    await expect(page.getByText('Wird geladen …')).toHaveCount(0)
    await look(route)
  }
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Finds elements that overflow their width: the page itself, or content that can be scrolled within it. */
function wider(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelector('customer-center')?.shadowRoot?.querySelectorAll(':not(input)') ?? []
    return [document.documentElement, ...all].flatMap((one) => {
      const scrolls = one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX)
      return scrolls && one.scrollWidth > one.clientWidth
        ? [`${one.localName} ${one.className}: ${one.scrollWidth}`]
        : []
    })
  })
}

/**
 * Finds controls that are smaller than 44 px, or under a mouse than 40 px and in a table's rows than 24; a box to tick
 * counts with its label.
 */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document
      .querySelector('customer-center')
      ?.shadowRoot?.querySelectorAll<HTMLElement>('a, button, input, select, [role=button]:not(:disabled)')
    return Array.from(all ?? []).flatMap((one) => {
      const label = one instanceof HTMLInputElement && one.type === 'checkbox' ? one.labels?.[0] : null
      const { width, height } = (label ?? one).getBoundingClientRect()
      const isFine = matchMedia('(pointer: fine)').matches
      const ofMouse = one.closest('table') ? 23.9 : one.part.contains('menu-item') ? 31.9 : 39.9
      const least = isFine ? ofMouse : 43.9
      // The whole row is the target of its main link.
      const isHidden = one.closest('[aria-hidden=true], .kc-hidden, .kc-own-events [data-main]')
      const shown = one.checkVisibility({ visibilityProperty: true }) && !isHidden
      return shown && Math.min(width, height) < least ? [`${one.outerHTML.slice(0, 90)} ${width} × ${height}`] : []
    })
  })
}

for (const width of [1280, 390]) {
  test(`axe finds nothing on any screen, light or dark, at ${width} px`, async ({ center, account }) => {
    // The test takes a second or two of axe for each of a dozen screens.
    test.slow()
    const { page } = center
    const look = async (route: string) => {
      expect(await widthOf(page), route).toBeLessThanOrEqual(width)
      expect(await small(page), route).toEqual([])
      expect(await center.axeInBothSchemes(), route).toEqual([])
    }
    await page.setViewportSize({ width, height: 900 })
    await center.open()
    await expect(page.getByLabel('Kundennummer')).toBeVisible()
    await look('login')
    await center.logIn(account('admin'))
    await walk(center, look)
  })
}

test('axe finds a text that is too faint, light or dark', async ({ center, account }) => {
  await center.page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.setProperty('--kc-surface', 'light-dark(#fff, #222)')
      document.documentElement.style.setProperty('--kc-text-soft', 'light-dark(#ccc, #333)')
    })
  )
  await center.enter(account('admin'), 'mydata/companydata')
  await expect(center.page.getByLabel(/^Ort( \*)?$/)).toBeVisible()
  const found = await center.axeInBothSchemes()
  expect(found).toContainEqual(expect.stringMatching(/^color-contrast: <p class="kc-required-note">[^]*#cccccc/))
  expect(found).toContainEqual(expect.stringMatching(/^dark: color-contrast: <p class="kc-required-note">[^]*#333333/))
})

test(
  'no screen is wider than its window or has targets that are too small',
  { tag: '@other-backend' },
  async ({ center, account }) => {
    // The test opens five windows for each of a dozen screens.
    test.slow()
    const { page } = center
    const look = async (route: string) => {
      for (const [width, size] of [
        [768, 'medium'],
        [768, '32px'],
        [390, '32px'],
        [320, '32px'],
        [320, 'medium']
      ] as const) {
        await page.evaluate((to) => document.documentElement.style.setProperty('--kc-font-size', to), size)
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => wider(page), { message: `${route}, ${width} px, ${size}` }).toEqual([])
        expect(await small(page), `${route}, ${width} px, ${size}`).toEqual([])
      }
    }
    await center.open()
    await expect(page.getByLabel('Kundennummer')).toBeVisible()
    await look('login')
    await center.logIn(account('admin'))
    await walk(center, async (route) => {
      await look(route)
      const edit = page.getByRole('button', { name: /^Bearbeiten: / }).first()
      if ((await edit.count()) === 0) return
      await edit.click()
      await expect(page.getByRole('button', { name: 'Speichern' })).toBeVisible()
      await look(`${route}, form`)
    })
    await page.getByRole('button', { name: 'Menü' }).click()
    await look('menu')
  }
)

test('everything works by keyboard alone, from the login to the log out', async ({ center, account }) => {
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
