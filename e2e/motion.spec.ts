import type { Page } from '@playwright/test'
import type { Center } from './support/center.ts'
import { hold } from './support/hold.ts'
import { expect, test } from './support/test.ts'

/** Holds back the answers to calls of a path. */
const holdCalls = (page: Page, path: string) => hold(page, `**/api/${path}*`)

/** Lists everything in the element that moves or fades for longer than an eye could see. */
function moving({ page }: Center): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('customer-center')?.shadowRoot
    return (root?.getAnimations() ?? []).flatMap((animation) => {
      const duration = Number(animation.effect?.getComputedTiming().activeDuration ?? 0)
      const name = animation instanceof CSSAnimation ? animation.animationName : 'transition'
      return duration > 1 ? [name] : []
    })
  })
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  const what = reducedMotion === 'reduce' ? 'with reduced motion nothing moves' : 'without a wish for less, things move'
  test(`${what}: skeleton, groups, running button, alert`, async ({ center, account }) => {
    const { page } = center
    const seen = new Set<string>()
    const look = async () => (await moving(center)).forEach((name) => seen.add(name))
    await page.emulateMedia({ reducedMotion })
    const showList = await holdCalls(page, 'eventmanager/documentsbysubscriber')
    // The skeleton appears within 400 ms: it stays on its way until somebody has looked.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await center.enter(account('admin'), 'scripts')
    await expect(page.getByText('Wird geladen …')).toBeAttached()
    await look()
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
    showList()

    const group = page.locator('[part=group-button]').nth(1)
    // The click runs within one task, so that no transition can end before it is seen.
    const started = await group.evaluate(async (button: HTMLElement) => {
      button.click()
      await new Promise(requestAnimationFrame)
      const all = (button.getRootNode() as ShadowRoot).getAnimations()
      return all.filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1).length
    })
    if (started > 0) seen.add('group')

    const answer = await holdCalls(page, 'dms/getdoc')
    await page
      .getByRole('button', { name: /^Download/ })
      .first()
      .click()
    await expect(page.locator('[aria-busy=true]')).toBeVisible()
    await look()
    answer()
    if (reducedMotion === 'reduce') expect([...seen]).toEqual([])
    else expect([...seen]).toEqual(expect.arrayContaining(['kc-appear', 'group', 'kc-turn']))
  })
}

for (const { name, path, width } of [
  { name: 'Skripte', path: 'documentsbysubscriber', width: 1280 },
  { name: 'Skripte', path: 'documentsbysubscriber', width: 390 },
  { name: 'Rechnungen', path: 'invoicebysubscriber', width: 1280 },
  { name: 'Rechnungen', path: 'invoicebysubscriber', width: 390 }
]) {
  test(`${name}, ${width} px: a skeleton keeps its room, and nothing jumps`, async ({ center, account }) => {
    const { page } = center
    await page.setViewportSize({ width, height: 900 })
    await center.enter(account('admin'))
    const showList = await holdCalls(page, `eventmanager/${path}`)
    // The animations are paused, and their time is set by the test.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.getByRole('link', { name }).last().click()
    const skeleton = page.getByRole('status', { name: 'Wird geladen …' })
    await expect(skeleton).toBeAttached()
    await expect(center.heading(name)).toBeFocused()
    const shown = await skeleton.evaluate((element) => {
      const [appearing] = element.getAnimations()
      return [0, 199, 300].map((time) => {
        if (appearing) appearing.currentTime = time
        return [Number(getComputedStyle(element).opacity) > 0, element.getBoundingClientRect().height > 200]
      })
    })
    expect(shown.map(([visible, room]) => `${visible} ${room}`)).toEqual(['false true', 'false true', 'true true'])

    await page.evaluate(() => {
      const shifts: unknown[] = []
      const describe = (entry: PerformanceEntry) => {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { currentRect: DOMRect }[] }
        return { value, places: sources.map(({ currentRect }) => currentRect.toJSON() as unknown) }
      }
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(describe))).observe({
        type: 'layout-shift'
      })
      Object.assign(window, { shifts })
    })
    showList()
    await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible()
    // Layout shifts are reported with the frame that they happened in.
    await page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle))))
    expect(await page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)).toEqual([])
  })
}
