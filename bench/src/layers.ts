import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { root } from '../../scripts/lib/run.ts'
import { startSharedOrigin } from './shared-origin.ts'
import { type Measurement, median, ms, times } from './measurement.ts'

const shapes = 5000
const rounds = 9
const mostMs = 200

const css = '.seat { fill: #dbe7f3; stroke: #1f4e79 } .taken { fill: light-dark(#c33, #f88) }'

const seat = (no: number) =>
  `<rect class="seat${no % 3 === 0 ? ' taken' : ''}" x="${(no % 100) * 12}" y="${Math.floor(no / 100) * 12}" width="10" height="10" rx="2"/>`

/** Plans: the same one without names, and with each seat in a named group: fifteen thousand nodes. */
const plans: Record<string, string> = {
  shapes: Array.from({ length: shapes }, (_, no) => seat(no)).join(''),
  'shapes in named groups': Array.from(
    { length: shapes },
    (_, no) => `<g id="seat-${no}"><title>Platz ${no}</title>${seat(no)}</g>`
  ).join('')
}

/**
 * Measures from the answer's arrival to the frame after the drawing stood there: parsing, cleaning, drawing;
 * interleaved with the same svg as innerHTML.
 */
export async function benchLayers(): Promise<Measurement[]> {
  const backend = await startBackend()
  const page = `<!doctype html><html lang="de"><meta charset="utf-8"><title>Ours</title><div id="floor"></div><event-layers session-token="bench" config-url="/elements/assets/config.prod.json"></event-layers><script type="module" src="/elements/customer-center.js"></script></html>`
  const front = await startSharedOrigin({ elements: `${root}/elements/dist` }, backend.url, page)
  const browser = await chromium.launch(chromiumOptions)
  try {
    const results: Measurement[] = []
    for (const [name, inside] of Object.entries(plans))
      results.push(await measure(browser, front.url, name, svgOf(inside)))
    return results
  } finally {
    await browser.close()
    front.server.close()
    backend.close()
  }

  function svgOf(inside: string): string {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600">${inside}</svg>`
    backend.answer(JSON.stringify({ responseData: { MOD_CSS: css, MOD_SVG: svg } }))
    return svg
  }
}

async function measure(browser: Browser, url: string, name: string, svg: string): Promise<Measurement> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${url}/ours.html`)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const ours: number[] = []
  const floor: number[] = []
  const busy: number[] = []
  // The first round fetches the code and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const bare = await page.evaluate(drawBare, svg)
    const before = await threadMs(devtools)
    const drawn = await page.evaluate(drawOurs, `plan-${round}`)
    const after = await threadMs(devtools)
    if (round === 0) continue
    floor.push(bare)
    ours.push(drawn)
    busy.push(after - before)
  }
  await page.close()
  const time = { ours: median(ours), floor: median(floor) }
  return {
    name: `layers, plan of ${shapes} ${name}, from the answer until painted; main thread at work ${ms(median(busy))}`,
    ours: ms(time.ours),
    floor: ms(time.floor),
    ratio: times(time.ours / time.floor),
    limit: `≤ ${ms(mostMs)}`,
    kept: time.ours <= mostMs
  }
}

/** Returns the work of the page's main thread so far: unlike the clock it does not count the time of other programs. */
async function threadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000
}

/** Runs in the page: measures the browser's work for the svg alone. */
async function drawBare(svg: string): Promise<number> {
  const box = document.querySelector('#floor') as HTMLElement
  const start = performance.now()
  box.innerHTML = svg
  await new Promise((settle) => requestAnimationFrame(() => setTimeout(settle)))
  const time = performance.now() - start
  box.replaceChildren()
  return time
}

/** Runs in the page: the time counts from the arrival of the model's answer. */
async function drawOurs(modelId: string): Promise<number> {
  const element = document.querySelector('event-layers') as HTMLElement
  performance.clearResourceTimings()
  const loaded = new Promise((settle) => element.addEventListener('model-load', settle, { once: true }))
  element.setAttribute('model-id', modelId)
  await loaded
  await new Promise((settle) => requestAnimationFrame(() => setTimeout(settle)))
  const end = performance.now()
  const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('/eventmodel'))
  element.removeAttribute('model-id')
  return end - ((answer as PerformanceResourceTiming | undefined)?.responseEnd ?? Number.NaN)
}

/** Starts a backend with one model, which is another one for each part of the bench. */
async function startBackend(): Promise<{ url: string; answer: (body: string) => void; close: () => void }> {
  let model = ''
  const server = createServer(({ url = '' }, response) => {
    const body = url.includes('/eventmodel') ? model : '{"apiUrl":"/api"}'
    response.writeHead(200, { 'content-type': 'application/json', 'timing-allow-origin': '*' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (body) => void (model = body),
    close: () => server.close()
  }
}
