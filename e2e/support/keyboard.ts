import type { Page } from '@playwright/test'

/**
 * Waits as a person does until an element has the name, and presses Tab until it has the focus; a trap or an
 * unreachable control runs out of tries.
 */
export async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  await page.waitForFunction(isShown, name)
  const seen: string[] = []
  for (let tries = 0; tries < 80; tries += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement
          ? (element.labels?.[0]?.textContent ?? element.ariaLabel)
          : (element?.getAttribute('aria-label') ?? element?.textContent)
      return label?.trim() ?? ''
    })
    if (focused.startsWith(name)) return
    seen.push(focused)
  }
  throw new Error(`Tab never reached ${name}; it went through ${seen.join(' | ')}`)
}

/** Runs in the page: tells whether a text or a name that begins so can be seen, in whatever shadow tree. */
function isShown(name: string): boolean {
  const holds = (root: Document | ShadowRoot): boolean =>
    [...root.querySelectorAll('*')].some((element) => {
      const named = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().startsWith(name)
      return (named && element.checkVisibility()) || (element.shadowRoot !== null && holds(element.shadowRoot))
    })
  return holds(document)
}
