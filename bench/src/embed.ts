import { type Browser, chromium } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { root } from '../../scripts/lib/run.ts'
import { adminsOf, startProduct, tokenOf } from '../../testing/product.ts'
import { oursPage, startSharedOrigin } from './shared-origin.ts'
import { buildFloorPages } from './floor/build-pages.ts'
import { type Measurement, kB, median, ms, times } from './measurement.ts'

interface Load {
  /** Time from navigation to the frame after the tiles stood in the page. */
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

/**
 * Measures time and bytes until the overview's tiles are painted, and the time until it is at work, interleaved with a
 * page where React alone paints six tiles.
 */
export async function benchEmbed(): Promise<Measurement[]> {
  const floor = await buildFloorPages()
  const product = await startProduct()
  const page = oursPage(await tokenOf(adminsOf(product)[0], product))
  const front = await startSharedOrigin({ floor, elements: `${root}/elements/dist` }, product.url, page)
  const browser = await chromium.launch(chromiumOptions)
  try {
    const results: Measurement[] = []
    for (const condition of conditions) results.push(...(await compare(browser, front.url, condition)))
    return results
  } finally {
    await browser.close()
    front.server.close()
    await product.stop()
  }
}

async function compare(browser: Browser, url: string, condition: Conditions): Promise<Measurement[]> {
  const ours: Load[] = []
  const floor: Load[] = []
  // The first round warms the server and the disk and does not count.
  for (let round = 0; round <= condition.rounds; round += 1) {
    const loads = [
      await load(browser, `${url}/floor/tiles.html`, condition),
      await load(browser, `${url}/ours.html`, condition)
    ] as const
    if (round > 0) {
      floor.push(loads[0])
      ours.push(loads[1])
    }
  }
  const medians = (kind: keyof Load) => ({
    ours: median(ours.map((one) => one[kind])),
    floor: median(floor.map((one) => one[kind]))
  })
  const time = medians('paintedMs')
  const work = medians('atWorkMs')
  const script = medians('scriptBytes')
  const everything = medians('allBytes')
  return [
    {
      name: `embed, tiles painted, ${condition.name}`,
      ours: ms(time.ours),
      floor: ms(time.floor),
      ratio: times(time.ours / time.floor),
      limit: `≤ ${times(condition.times)}`,
      kept: time.ours <= condition.times * time.floor
    },
    {
      name: `embed, at work, ${condition.name}`,
      ours: ms(work.ours),
      floor: ms(work.floor),
      ratio: times(work.ours / work.floor),
      limit: 'none',
      kept: true
    },
    {
      name: `embed, scripts and styles, ${condition.name}`,
      ours: kB(script.ours),
      floor: kB(script.floor),
      ratio: times(script.ours / script.floor),
      limit: `≤ ${kB(limits.scripts)}`,
      kept: script.ours <= limits.scripts
    },
    {
      name: `embed, all answers until painted, ${condition.name}`,
      ours: kB(everything.ours),
      floor: kB(everything.floor),
      ratio: times(everything.ours / everything.floor),
      limit: `≤ ${kB(limits.all)}`,
      kept: everything.ours <= limits.all
    }
  ]
}

/** Makes a cold visit: a new context has an empty cache. */
async function load(browser: Browser, url: string, { cpu, network }: Conditions): Promise<Load> {
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
  await page.addInitScript(watchTiles)
  await page.goto(url, { waitUntil: 'commit' })
  const paintedMs = await page.evaluate(() => (window as unknown as Watched).tilesPainted)
  painted = true
  const atWorkMs = url.includes('/floor/')
    ? paintedMs
    : await page.evaluate(() => (window as unknown as Watched).atWork)
  await context.close()
  return { paintedMs, atWorkMs, scriptBytes: bytes.Script, allBytes: bytes.all }
}

interface Watched {
  /** Resolves with the time of the frame after the one in which tiles stood there. */
  readonly tilesPainted: Promise<number>
  readonly atWork: Promise<number>
}

/** Runs in the page before all else. */
function watchTiles(): void {
  const atWork = new Promise((settle) => addEventListener('session-start', () => settle(performance.now())))
  const found = () =>
    [...document.querySelectorAll('*')].some((element) =>
      element.shadowRoot?.querySelector('[data-tile], [part~="tile"]')
    )
  const look = (settle: (time: number) => void): void => {
    if (found()) requestAnimationFrame(() => settle(performance.now()))
    else requestAnimationFrame(() => look(settle))
  }
  Object.assign(window, { tilesPainted: new Promise(look), atWork })
}
