import { views } from './support/screens.ts'
import { expect, test } from './support/test.ts'

/** Finds words on two lines, where neither a hyphen nor a sign of an e-mail address ends the first part. */
function brokenWords(): string[] {
  const root = document.querySelector('customer-center')?.shadowRoot
  if (!root) return ['no element']
  const broken = new Set<string>()
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s@._/-]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) broken.add(word)
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
      expect(await page.evaluate(brokenWords), route).toEqual([])
    }
  })
