import { type Browser, chromium } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { root } from '../../scripts/lib/run.ts'
import { adminsOf, startProduct, tokenOf } from '../../testing/product.ts'
import { compareWithFloor, compareWithLimit, type Measurement, kB, median, ms } from '../trial/measurement.ts'
import { buildFloorPages } from './floor/build-pages.ts'
import { countAnswers } from './load/answers.ts'
import { oursPage, startSharedOrigin } from './shared-origin.ts'

interface Load {
  /** Time from navigation to the frame after the content stood in the page. */
  readonly paintedMs: number
  /** Time until buttons answer: when ours tells its page of the session; the floor does when it is painted. */
  readonly atWorkMs: number
  readonly scriptBytes: number
  readonly allBytes: number
}

interface Conditions {
  readonly name: string
  /** Limit of the time until the tiles are painted, in times of the floor's. */
  readonly times: number
  readonly rounds: number
  readonly cpu: number
  readonly network?: { latency: number; downloadThroughput: number; uploadThroughput: number }
}

const slow = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 }
const conditions: Conditions[] = [
  { name: 'without limits', times: 1.15, rounds: 15, cpu: 1 },
  { name: 'CPU 4x, 1.6 Mbit/s, 150 ms', times: 1, rounds: 15, cpu: 4, network: slow }
]
/** Limits of bytes; `scripts` are the 15,000 of `check-chunks.ts` with the headers of two answers. */
const limits = { scripts: 15_600, all: 21_000 }

/** Limit of the time until a linked list is painted, in times of the floor's. */
const listLimit = 1.2

/** A page, and what stands in one of its shadow roots when its content is drawn. */
interface View {
  readonly url: string
  readonly content: string
}

/**
 * Measures time and bytes until the overview's tiles are painted, and the time until it is at work, interleaved with a
 * page where React alone paints six tiles; then the time until a linked list is painted, interleaved with a page where
 * React alone paints rows from the same calls.
 */
export async function benchEmbed(): Promise<Measurement[]> {
  const floor = await buildFloorPages()
  const product = await startProduct()
  const token = await tokenOf(adminsOf(product)[0], product)
  const page = oursPage(token)
  const answers = countAnswers()
  const front = await startSharedOrigin({ floor, elements: `${root}/elements/dist` }, product.url, page, answers)
  const browser = await chromium.launch(chromiumOptions)
  try {
    const results: Measurement[] = []
    for (const condition of conditions) results.push(...(await compareTiles(browser, front.url, condition)))
    for (const condition of conditions) results.push(await compareList(browser, front.url, token, condition))
    return [...results, answers.measured()]
  } finally {
    await browser.close()
    front.server.close()
    await product.stop()
  }
}

/** Loads both pages in turn. The first round warms the server and the disk and does not count. */
async function loadBoth(browser: Browser, views: { ours: View; floor: View }, condition: Conditions) {
  const ours: Load[] = []
  const floor: Load[] = []
  for (let round = 0; round <= condition.rounds; round += 1) {
    const loads = [await load(browser, views.floor, condition), await load(browser, views.ours, condition)] as const
    if (round > 0) {
      floor.push(loads[0])
      ours.push(loads[1])
    }
  }
  return (kind: keyof Load) => ({
    ours: median(ours.map((one) => one[kind])),
    floor: median(floor.map((one) => one[kind]))
  })
}

async function compareTiles(browser: Browser, url: string, condition: Conditions): Promise<Measurement[]> {
  const content = '[data-tile], [part~="tile"]'
  const views = { ours: { url: `${url}/ours.html`, content }, floor: { url: `${url}/floor/tiles.html`, content } }
  const medians = await loadBoth(browser, views, condition)
  const name = (what: string) => `embed, ${what}, ${condition.name}`
  const atWork = compareWithFloor(name('at work'), ms, medians('atWorkMs'), { most: Infinity })
  return [
    compareWithFloor(name('tiles painted'), ms, medians('paintedMs'), { most: condition.times }),
    { ...atWork, limit: 'none' },
    compareWithLimit(name('scripts and styles'), kB, medians('scriptBytes'), { most: limits.scripts }),
    compareWithLimit(name('all answers until painted'), kB, medians('allBytes'), { most: limits.all })
  ]
}

async function compareList(browser: Browser, url: string, token: string, condition: Conditions): Promise<Measurement> {
  const ours = { url: `${url}/ours.html#/invoices`, content: '.kc-invoice-no' }
  const calls = await callsOf(browser, ours)
  const hash = encodeURIComponent(JSON.stringify({ token, calls }))
  const floor = { url: `${url}/floor/list.html#${hash}`, content: '[data-row]' }
  const time = (await loadBoth(browser, { ours, floor }, condition))('paintedMs')
  return compareWithFloor(`embed, linked list painted, ${condition.name}`, ms, time, { most: listLimit })
}

/** Returns the URLs of the API that a view has called until its content was drawn. */
async function callsOf(browser: Browser, { url, content }: View): Promise<string[]> {
  const page = await browser.newPage()
  const calls: string[] = []
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && calls.push(request.url()))
  await page.goto(url)
  await page.locator(content).first().waitFor()
  await page.close()
  return calls
}

/** Makes a cold visit: a new context has an empty cache. */
async function load(browser: Browser, { url, content }: View, { cpu, network }: Conditions): Promise<Load> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (network) await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  const types = new Map<string, string>()
  const bytes = { Script: 0, all: 0 }
  let painted = false
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (painted) return
    const type = types.get(requestId)
    if (type === 'Document') return
    bytes.all += encodedDataLength
    if (type === 'Script') bytes.Script += encodedDataLength
  })
  await page.addInitScript(watchContent, content)
  await page.goto(url, { waitUntil: 'commit' })
  const paintedMs = await page.evaluate(() => (window as unknown as Watched).contentPainted)
  painted = true
  const atWorkMs = url.includes('/floor/')
    ? paintedMs
    : await page.evaluate(() => (window as unknown as Watched).atWork)
  await context.close()
  return { paintedMs, atWorkMs, scriptBytes: bytes.Script, allBytes: bytes.all }
}

interface Watched {
  /** Resolves with the time of the frame after the one in which the content stood there. */
  readonly contentPainted: Promise<number>
  readonly atWork: Promise<number>
}

/** Runs in the page before all else. */
function watchContent(content: string): void {
  const atWork = new Promise((settle) => addEventListener('session-start', () => settle(performance.now())))
  const found = () => [...document.querySelectorAll('*')].some((element) => element.shadowRoot?.querySelector(content))
  const look = (settle: (time: number) => void): void => {
    if (found()) requestAnimationFrame(() => settle(performance.now()))
    else requestAnimationFrame(() => look(settle))
  }
  Object.assign(window, { contentPainted: new Promise(look), atWork })
}
