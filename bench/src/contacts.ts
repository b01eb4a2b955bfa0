import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { startLargeCompany, type Stage } from './large-company.ts'
import type { Measurement } from './measurement.ts'
import { listedContactFields } from './list-statements.ts'
import { median, ms, times } from './measurement.ts'

// Nine rounds are needed: the slowest of ten keys depends on when the screen draws next, and the medians of five such
// figures differed by a quarter from run to run.
const rounds = 9
const limit = 1.25
/** Each key changes the first row of the ten thousand, so that its result can be seen there. */
const keys = ['5', '7', '8', '1', 'Backspace', 'Backspace', 'Backspace', 'Backspace', '3', '6'] as const
interface Visit {
  /** Time from the click that opens the contacts, on a page that is complete, to the frame with the first rows. */
  readonly rowsMs: number
  /** Times from each key to the frame with its result. */
  readonly keysMs: readonly number[]
}

type Measuring = Window & { painted: (name: string, since?: number) => Promise<number>; keyed: number }

/**
 * Measures 10,000 contacts at CPU 4x, interleaved with a bare table on @tanstack/react-virtual that shows the same
 * rows.
 */
export async function benchContacts(): Promise<Measurement[]> {
  const stage = await startLargeCompany()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const ours: Visit[] = []
    const floor: Visit[] = []
    // The first round warms the server and the disk and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const visits = [await visitFloor(browser, stage), await visitOurs(browser, stage)] as const
      if (round === 0) continue
      floor.push(visits[0])
      ours.push(visits[1])
    }
    const row = (name: string, figure: (visit: Visit) => number): Measurement => {
      const [mine, bare] = [median(ours.map(figure)), median(floor.map(figure))]
      const kept = mine <= limit * bare
      return { name, ours: ms(mine), floor: ms(bare), ratio: times(mine / bare), limit: `≤ ${times(limit)}`, kept }
    }
    return [
      row('10,000 contacts, first rows painted', ({ rowsMs }) => rowsMs),
      row('10,000 contacts, key to result, median of 10', ({ keysMs }) => median(keysMs)),
      row('10,000 contacts, key to result, maximum of 10', ({ keysMs }) => Math.max(...keysMs))
    ]
  } finally {
    await browser.close()
    await stage.close()
  }
}

async function visitOurs(browser: Browser, { url }: Stage): Promise<Visit> {
  const page = await open(browser, `${url}/ours.html`)
  await page.locator('[part~="tile"]').first().waitFor()
  return measure(page, () => void (location.hash = '#/mydata/contacts'))
}

async function visitFloor(browser: Browser, { url, token }: Stage): Promise<Visit> {
  const query = new URLSearchParams({ token, fields: listedContactFields })
  const page = await open(browser, `${url}/floor/contacts.html?${query.toString()}`)
  await page.locator('[data-open]').waitFor()
  return measure(page, () =>
    document.querySelector('#place')?.shadowRoot?.querySelector<HTMLElement>('[data-open]')?.click()
  )
}

async function open(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchRows)
  await page.goto(url)
  return page
}

async function measure(page: Page, show: () => unknown): Promise<Visit> {
  // Work that a page does by itself once it is complete is no part of either figure.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1500)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const started = await page.evaluate(() => performance.now())
  await page.evaluate(show)
  const rowsMs = await page.evaluate((since) => (window as unknown as Measuring).painted('000001', since), started)
  await page.waitForTimeout(1500)
  await page.getByRole('searchbox').focus()
  const keysMs: number[] = []
  let typed = ''
  for (const key of keys) {
    typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key
    const expected = (typed || '1').padStart(6, '0')
    const painted = page.evaluate((name) => (window as unknown as Measuring).painted(name), expected)
    await page.keyboard.press(key)
    keysMs.push(await painted)
    await page.waitForTimeout(250)
  }
  await page.context().close()
  return { rowsMs, keysMs }
}

/**
 * Runs in the page before all else: tells when the first row of the table is the one that ends so, and is on the
 * screen.
 */
function watchRows(): void {
  const page = window as unknown as Measuring
  page.keyed = 0
  addEventListener('keydown', ({ timeStamp }) => (page.keyed = timeStamp), { capture: true })
  const firstRow = () => {
    for (const { shadowRoot } of document.querySelectorAll('customer-center, #place')) {
      const cell = shadowRoot?.querySelector('tr[data-index="0"] td')
      if (cell) return cell.textContent ?? ''
    }
    return ''
  }
  page.painted = (name, since) =>
    new Promise((settle) => {
      const look = () => {
        if (firstRow().includes(`Nachname${name}`)) {
          // A message comes after the frame that this callback belongs to.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => settle(performance.now() - (since ?? page.keyed)))
          port1.start()
          port2.postMessage(null)
        } else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
}
