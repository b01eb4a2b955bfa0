import type { Locator, Page } from '@playwright/test'
import { type RightName, rightNames } from '@customer-center/contract/rights'
import { isRoute, mayOpen, routes } from '@customer-center/contract/routes'
import { screens } from './support/screens.ts'
import { expect, test } from './support/test.ts'

for (const right of rightNames.filter((name) => name !== 'none')) {
  test(`${right}: the menu offers just the routes of section 5`, async ({ center, account }) => {
    await center.enter(account(right))
    const allowed = Object.keys(screens).filter((route) => isRoute(route) && mayOpen(route, right))
    const sections = allowed.flatMap((route) => (route.includes('/') ? [route.split('/')[0] ?? ''] : []))
    await expect.poll(() => offeredBy(center.menu)).toEqual([...new Set([...allowed, ...sections])].toSorted())
  })

  test(`${right}: every typed route opens its screen, or overview with the warning`, async ({ center, account }) => {
    await center.enter(account(right))
    for (const route of routes) {
      await center.page.evaluate((hash) => (location.hash = hash), `#/${route}`)
      await expectRoute(center.page, route, right)
    }
  })
}

/** Lists the routes behind the menu's links. */
async function offeredBy(menu: Locator): Promise<string[]> {
  const links = await menu
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).hash.replace('#/', '')))
  return links.filter(isRoute).toSorted()
}

async function expectRoute(page: Page, route: (typeof routes)[number], right: RightName): Promise<void> {
  if (mayOpen(route, right)) {
    await expect(page).toHaveURL(new RegExp(`#/${route}$`))
    if (screens[route])
      await expect(page.getByRole('heading', { level: 1, name: screens[route], exact: true })).toBeVisible()
    await expect(page.getByText('keine Berechtigung')).not.toBeVisible()
  } else {
    await expect(page).toHaveURL(/#\/overview$/)
    await expect(page.getByText('keine Berechtigung')).toBeVisible()
  }
}
