import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'

/** A page as a telephone shows it, in a light or a dark scheme. */
export async function onTelephone(scheme: string): Promise<void> {
  await page.viewport(390, 844)
  document.documentElement.style.colorScheme = scheme
  onTestFinished(async () => {
    document.documentElement.style.colorScheme = ''
    await page.viewport(1280, 800)
  })
}
