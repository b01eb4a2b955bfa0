import { views } from './support/screens.ts'
import { expect, test } from './support/test.ts'

/**
 * Finds words on two lines of what is seen in `part`, where neither a hyphen nor a sign of an e-mail address ends the
 * first part of the word.
 */
function brokenWords(part: string): string[] {
  const root = document.querySelector('customer-center')?.shadowRoot
  if (!root) return ['no element']
  const broken = new Set<string>()
  // What is only read aloud is a pixel wide.
  const isSeen = (box: Element | null): boolean =>
    !box || (getComputedStyle(box).clipPath === 'none' && isSeen(box.parentElement))
  for (const box of root.querySelectorAll(part)) {
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s@._/-]+/g)) {
        const range = document.createRange()
        const topOf = (offset: number) => {
          range.setStart(node, index + offset)
          range.setEnd(node, index + offset + 1)
          // The first box of a letter after a soft hyphen is that hyphen.
          return [...range.getClientRects()].at(-1)?.top
        }
        if (topOf(0) !== topOf(word.length - 1) && isSeen(node.parentElement)) broken.add(word)
      }
  }
  return [...broken]
}

for (const width of [1280, 768])
  test(`no screen breaks a word or an address in its middle: ${width} px`, async ({ center, account }) => {
    const { page } = center
    await page.setViewportSize({ width, height: 900 })
    await center.enter(account('admin'))
    for (const [route, heading] of Object.entries(views)) {
      await page.evaluate((to) => (location.hash = `#/${to}`), route)
      await expect(center.heading(heading)).toBeVisible()
      await expect(page.locator('.kc-skeleton')).toHaveCount(0)
      expect(await page.evaluate(brokenWords, '.kc-root'), route).toEqual([])
    }
  })

test('no phone breaks a title without a hyphen, also with text of twice the size', async ({ center, account }) => {
  const { page } = center
  await page.setViewportSize({ width: 390, height: 800 })
  await center.enter(account('admin'))
  for (const [route, heading] of Object.entries(views)) {
    await page.evaluate((to) => (location.hash = `#/${to}`), route)
    await expect(center.heading(heading)).toBeAttached()
    await expect(page.locator('.kc-skeleton')).toHaveCount(0)
    for (const size of [16, 32]) {
      await page.evaluate((px) => document.documentElement.style.setProperty('--kc-font-size', `${px}px`), size)
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(brokenWords, 'h1, .kc-menu-bar > span'), `${route}: ${width}, ${size}`).toEqual([])
      }
    }
  }
})
