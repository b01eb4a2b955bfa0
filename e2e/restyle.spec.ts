import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

interface TraceEvent {
  readonly name: string
  readonly args: { readonly data?: { readonly nodeName: string; readonly reason: string } }
}

/** Returns the elements of which an act makes Chromium compute the style of everything inside anew. */
async function restyledWhole(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.invalidationTracking']
    }
  })
  await act()
  const complete = new Promise((settle) => devtools.once('Tracing.tracingComplete', settle))
  await devtools.send('Tracing.end')
  await complete
  await devtools.detach()
  const found = events.filter(
    ({ name, args }) =>
      name === 'StyleInvalidatorInvalidationTracking' && args.data?.reason === 'Invalidation set invalidates subtree'
  )
  expect(events.some(({ name }) => name === 'StyleRecalcInvalidationTracking')).toBe(true)
  return found.map(({ args }) => args.data?.nodeName ?? '')
}

test('a choice, a key or a row that opens restyles what it concerns, never a whole screen, list or form', async ({
  center,
  account
}) => {
  const { page } = center
  // The rules of a screen whose code is loaded in advance would come amid an act.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await center.enter(account('admin'))
  // Each screen brings its rules, which hold for all others from then on.
  for (const route of ['mydata/invoiceaddress', 'mydata/contacts', 'webinars', 'orders', 'scripts', 'invoices']) {
    await center.open(route)
    await expect(page.locator('.kc-long-list, .kc-contacts-box').first()).toBeVisible()
  }
  // What is left of the way to a screen would count as part of the act.
  await expect(page.getByLabel(/^Offen \(/)).toBeVisible()
  const ofList = await restyledWhole(page, async () => {
    await page.getByLabel(/^Offen \(/).check()
    await page.getByLabel('Alle', { exact: true }).check()
    await page.getByRole('button', { name: 'Betrag' }).click()
    await page.getByRole('searchbox').fill('2')
  })
  await center.open('mydata/companydata')
  await expect(page.getByLabel('Straße')).toBeVisible()
  const ofForm = await restyledWhole(page, () => page.getByLabel('Straße').fill('Am Hof 2'))
  expect([...ofList, ...ofForm].filter((name) => /kc-(shell|content|main|long-list|rows|form\b)/.test(name))).toEqual(
    []
  )
})
