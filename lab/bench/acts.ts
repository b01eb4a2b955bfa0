import type { Browser, Page, Request } from '@playwright/test'
import { compareWithFloor, type Measurement, median, ms, quantile } from '../trial/measurement.ts'
import { type AnsweredAct, answerTime } from './answer-time.ts'
import { type Act, acts } from './everyday-acts.ts'
import type { Scene } from './floor/act.tsx'
import { readNodes, readSheets } from './floor/drawn-nodes.ts'
import type { Stage } from './large-company.ts'

/** Limit of an act's time, in times of the floor's; the aim is 1.2. */
const limit = 1.5
/** Limit of an act's time where the machine is so fast that the floor takes less than `floor`. */
const fastMachine = { floor: 60, ours: 200 }
/** Share of the elements by which the floor may differ. */
const sameSize = 0.1
const cpu = 4
/** Time for what comes after a screen is shown, such as the code of others, in ms. */
const calm = 400

/**
 * Measures the search of 10,000 contacts, and everyday acts, on a slow phone's processor, in turn with a page where
 * React alone draws the same nodes. `ACT` in the environment is a part of the names of the acts that are measured.
 */
export async function benchActs(browser: Browser, stage: Stage, rounds = 7): Promise<Measurement[]> {
  const asked = acts.filter(({ name }) => name.includes(process.env['ACT'] ?? ''))
  const results: Measurement[] = []
  for (const one of asked) results.push(await benchAct(browser, stage, one, rounds))
  return results
}

async function benchAct(browser: Browser, stage: Stage, one: Act, rounds: number): Promise<Measurement> {
  const url = one.of === 'small' ? stage.smallUrl : stage.largeUrl
  const ours = await openOurs(browser, url, one)
  // The first round loads the code of the act, the second one tells the floor what it draws. Neither counts.
  await ours.measure()
  const floor = await openFloor(browser, url, await ours.record(), one)
  await floor.measure()
  const answered: Record<'ours' | 'floor', AnsweredAct[]> = { ours: [], floor: [] }
  for (let round = 0; round < rounds; round += 1) {
    answered.ours.push(await ours.measure())
    answered.floor.push(await floor.measure())
  }
  await Promise.all([ours.page.close(), floor.page.close()])
  return measured(one.name, answered)
}

/** Does the steps of an act, and returns each with its time. */
async function doSteps(page: Page, one: Act): Promise<AnsweredAct[]> {
  const answered: AnsweredAct[] = []
  for (const { act, answer } of [one, ...(one.more ?? [])])
    answered.push(await answerTime(page, answer, () => act(page)))
  return answered
}

/** The time of the slowest step; the elements of the last one. */
const slowest = (steps: readonly AnsweredAct[]): AnsweredAct => ({
  time: Math.max(...steps.map(({ time }) => time)),
  elements: steps.at(-1)?.elements ?? 0
})

async function openPage(browser: Browser, width = 1280) {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const devtools = await page.context().newCDPSession(page)
  return { page, slowDown: (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate }) }
}

/** Opens a company's page, where an act is measured, or recorded for the floor. */
async function openOurs(browser: Browser, url: string, one: Act) {
  const { page, slowDown } = await openPage(browser, one.width)
  const calls: Request[] = []
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && calls.push(request))
  const goTo = async (route: string) => {
    await page.goto(`${url}#/${route}`)
    await page.locator('.kc-main h1').waitFor()
  }
  const prepare = async () => {
    await slowDown(1)
    await goTo('overview')
    await goTo(one.route)
    await one.prepare?.(page)
    await slowDown(cpu)
    await page.waitForTimeout(calm)
  }
  return {
    page,
    async measure() {
      await prepare()
      const steps = await doSteps(page, one)
      await one.after?.(page)
      return slowest(steps)
    },
    async record(): Promise<Scene> {
      await prepare()
      const before = await page.evaluate(readNodes)
      await page.evaluate(`window.readNodes = ${String(readNodes)}`)
      const earlier = calls.length
      const steps = await doSteps(page, one)
      const callsOfAct = calls
        .slice(earlier)
        .map((call) => ({ url: call.url(), token: call.headers()['authorization'] }))
      await page.evaluate('delete window.readNodes')
      await one.after?.(page)
      return {
        sheets: await page.evaluate(readSheets),
        steps: [before, ...steps.map(({ nodes = [] }) => nodes)],
        event: one.event ?? 'click',
        calls: callsOfAct,
        waits: one.waits ?? false,
        ...(one.work && { work: one.work, addresses: await readAddresses(page, calls) })
      }
    }
  }
}

/** Asks for the list of contacts once more. */
async function readAddresses(page: Page, calls: readonly Request[]): Promise<string[]> {
  const list = calls.find((call) => new URL(call.url()).pathname === '/api/contact')
  if (!list) throw new Error('The page has not asked for the contacts.')
  const { responseData } = await (await page.request.fetch(list)).json()
  return responseData.map((row: Readonly<Record<string, unknown>>) => String(row['ASP_ANZEIGEEMAIL']))
}

/** Opens the page where React alone draws what ours has shown. */
async function openFloor(browser: Browser, url: string, scene: Scene, one: Act) {
  const { page, slowDown } = await openPage(browser, one.width)
  await goToFloor(page, url, scene)
  return {
    page,
    async measure() {
      await slowDown(1)
      await page.evaluate('play(scene)')
      await slowDown(cpu)
      await page.waitForTimeout(calm / 2)
      return slowest(await doSteps(page, one))
    }
  }
}

export async function goToFloor(page: Page, url: string, scene: Scene): Promise<void> {
  await page.goto(new URL('/floor/act.html', url).href)
  await page.evaluate((given) => Object.assign(window, { scene: given }), scene)
  await page.evaluate('play(scene)')
}

function measured(name: string, answered: Record<'ours' | 'floor', readonly AnsweredAct[]>): Measurement {
  const times = answered.ours.map(({ time }) => time)
  const ours = median(times)
  const floor = median(answered.floor.map(({ time }) => time))
  const [elements, floorElements] = [answered.ours[0]!.elements, answered.floor[0]!.elements]
  const shown = `${name}, CPU ${cpu}x: median of ${times.length} rounds, p75 ${ms(quantile(times, 0.75))}; ${elements} elements, floor ${floorElements}`
  const compared = compareWithFloor(shown, ms, { ours, floor }, { most: limit })
  const isFast = floor >= fastMachine.floor || ours <= fastMachine.ours
  const isSame = Math.abs(floorElements / elements - 1) <= sameSize
  return { ...compared, limit: `${compared.limit}, ≤ ${ms(fastMachine.ours)}`, kept: compared.kept && isFast && isSame }
}
