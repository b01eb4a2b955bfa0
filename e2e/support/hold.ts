import type { Page } from '@playwright/test'

/** Holds back all requests of an address; the returned function sends these, and lets later ones through. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo = () => undefined as void
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
