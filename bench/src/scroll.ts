import { chromium } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { benchActs, openAllFolds } from './acts.ts'
import { startLargeCompany } from './large-company.ts'
import { type Measurement, median, ms } from './measurement.ts'

const longTask = 50

/** Scrolls from top to bottom through 100 open events with 10 documents each, 300 px a frame. */
export async function benchScroll(rounds?: number): Promise<Measurement[]> {
  const stage = await startLargeCompany()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const results: Measurement[] = []
    for (const cpu of [1, 4]) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(`${stage.largeUrl}#/scripts`)
      await openAllFolds(page)
      await page.waitForTimeout(1500)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
      const { frames, tasks } = await page.evaluate(scrollDown)
      const longest = Math.max(0, ...tasks)
      results.push({
        name: `scroll 100 × 10 documents, CPU ${cpu}x: longest task; ${tasks.length} over ${longTask} ms in ${frames.length} frames, median frame ${ms(median(frames))}`,
        ours: longest === 0 ? `< ${ms(longTask)}` : ms(longest),
        floor: '–',
        ratio: '–',
        limit: `no task over ${ms(longTask)}`,
        kept: longest === 0
      })
      await page.close()
    }
    return [...results, ...(await benchActs(browser, stage, rounds))]
  } finally {
    await browser.close()
    await stage.close()
  }
}

/** Runs in the page. Chromium tells of tasks from 50 ms on. */
async function scrollDown(): Promise<{ frames: number[]; tasks: number[] }> {
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  const frames: number[] = []
  let last = performance.now()
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
    scrollBy(0, 300)
    const now = await new Promise<number>((settle) => requestAnimationFrame(settle))
    frames.push(now - last)
    last = now
  }
  await new Promise((settle) => setTimeout(settle, 200))
  observer.disconnect()
  return { frames, tasks }
}
