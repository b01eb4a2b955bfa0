import { page } from 'vitest/browser'

/** Gives the page the size of a phone and a colour scheme, `light` or `dark`, for one test. */
export async function setPhoneViewport(scheme: string): Promise<void> {
  await page.viewport(390, 844)
  document.documentElement.style.colorScheme = scheme
}
