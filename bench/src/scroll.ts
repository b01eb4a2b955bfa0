import { chromium } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { root, run } from '../../scripts/lib/run.ts'
import { scratchFolder, startProduct, tokenOf } from '../../testing/product.ts'
import { type Measurement, median, ms } from './measurement.ts'
import { oursPage, startSharedOrigin } from './shared-origin.ts'

const longTask = 50

/** Starts the demo with a company of 10,000 contacts that took part in 100 events with 10 documents each. */
async function startLargeCompany() {
  const DATA_FOLDER = await scratchFolder('bench')
  const size = ['--contacts', '10000', '--events', '100', '--documents', '10']
  const { code, output } = await run(process.execPath, [`${root}/server/dist/programs/demo.js`, ...size], {
    quiet: true,
    env: { DATA_FOLDER, DATABASE_URL: '' }
  })
  const [, customerNumber = '', userName = '', password = ''] =
    /A large company was added:\n {2}(\d+) {2}(\S+) {2}(\S+) /.exec(output) ?? []
  if (code !== 0 || !customerNumber) throw new Error(`The large company could not be written: ${output}`)
  const product = await startProduct({ DATA_FOLDER })
  const token = await tokenOf({ customerNumber, userName, password }, product)
  const front = await startSharedOrigin({ elements: `${root}/elements/dist` }, product.url, oursPage(token))
  return {
    url: front.url,
    async close() {
      front.server.close()
      await product.stop()
    }
  }
}

/** Scrolls from top to bottom through 100 open events with 10 documents each, 300 px a frame. */
export async function benchScroll(): Promise<Measurement[]> {
  const stage = await startLargeCompany()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const results: Measurement[] = []
    for (const cpu of [1, 4]) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(`${stage.url}/ours.html#/scripts`)
      await page.locator('[part=event]').first().waitFor()
      await page.evaluate(() => {
        const shown = document.querySelector('customer-center')?.shadowRoot
        for (const group of shown?.querySelectorAll<HTMLElement>('[aria-expanded=false]') ?? []) group.click()
      })
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
    return results
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
