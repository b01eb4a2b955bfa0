import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { type Measurement, median, ms, times } from '../trial/measurement.ts'
import { benchActs, goToFloor } from './acts.ts'
import { openAllFolds } from './everyday-acts.ts'
import { readNodes, readSheets } from './floor/drawn-nodes.ts'
import { startLargeCompany } from './large-company.ts'

const longTask = 50
/** Limit of the longest task, in times of the floor's, where the floor has long ones too. */
const limit = 1.5

/** Measures the scroll through a long list, and everyday acts, each beside React alone. */
export async function benchScroll(rounds?: number): Promise<Measurement[]> {
  const stage = await startLargeCompany()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const results: Measurement[] = []
    if (!process.env['ACT']) for (const cpu of [1, 4]) results.push(await compareScroll(browser, stage.largeUrl, cpu))
    results.push(...(await benchActs(browser, stage, rounds)))
    return [...results, stage.answers.measured()]
  } finally {
    await browser.close()
    await stage.close()
  }
}

/** Scrolls from top to bottom through 100 open events with 10 documents each, 300 px a frame. */
async function compareScroll(browser: Browser, url: string, cpu: number): Promise<Measurement> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${url}#/scripts`)
  await openAllFolds(page)
  const ours = await scroll(page, cpu)
  const scene = { sheets: await page.evaluate(readSheets), steps: [await page.evaluate(readNodes)] }
  await goToFloor(page, url, scene)
  const floor = await scroll(page, cpu)
  await page.close()
  const counts = `${ours.count} over ${longTask} ms, floor ${floor.count}`
  return {
    name: `scroll 100 × 10 documents, CPU ${cpu}x: longest task; ${counts}; median frame ${ms(ours.frame)}, floor ${ms(floor.frame)}`,
    ours: ms(ours.longest),
    floor: ms(floor.longest),
    ratio: times(ours.longest / floor.longest),
    limit: `no task over ${ms(longTask)}, or ≤ ${times(limit)}`,
    kept: ours.count === 0 || ours.longest <= limit * floor.longest
  }
}

async function scroll(page: Page, cpu: number) {
  await page.waitForTimeout(1500)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  const { frames, tasks } = await page.evaluate(scrollDown)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { count: tasks.length, longest: Math.max(longTask, ...tasks), frame: median(frames) }
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
