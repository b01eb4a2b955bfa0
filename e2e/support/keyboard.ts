import type { Page } from '@playwright/test'

/** Presses Tab until what has the focus is named so; a trap or an unreachable control runs out of tries. */
export async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const seen: string[] = []
  for (let tries = 0; tries < 80; tries += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? element.labels?.[0]?.textContent
          : (element?.getAttribute('aria-label') ?? element?.textContent)
      return label?.trim() ?? ''
    })
    if (focused.startsWith(name)) return
    seen.push(focused)
  }
  throw new Error(`Tab never reached ${name}; it went through ${seen.join(' | ')}`)
}
