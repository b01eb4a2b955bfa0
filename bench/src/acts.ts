import type { Browser, Locator, Page, Request } from '@playwright/test'
import { type ActAnswer, type AnsweredAct, answerTime } from './answer-time.ts'
import { readNodes, readSheets } from './drawn-nodes.ts'
import type { Scene } from './floor/act.tsx'
import type { Stage } from './large-company.ts'
import { compareWithFloor, type Measurement, median, ms, quantile } from './measurement.ts'

/** Limit of an act's time, in times of the floor's. */
const limit = 1.5
/** Limits on a machine that is fast enough: where the floor takes at most `floor`, an act takes at most `ours`. */
const fastMachine = { floor: 60, ours: 200 }
/** Share of its elements by which the floor may differ. */
const sameSize = 0.1
const cpu = 4
/** Time for what comes after a screen is shown, such as the code of others, in ms. */
const calm = 400
const word = 'nachname0012'

/** What a person does, and what answers it. */
interface Step {
  readonly act: (page: Page) => Promise<unknown>
  readonly answer: ActAnswer
}

interface Act extends Step {
  readonly name: string
  /** The steps after the first. The figure of a round is its slowest step's. */
  readonly more?: readonly Step[]
  /** Whose page; the large company's unless it says otherwise. */
  readonly of?: 'small'
  /** Where the act is done: a route, and the width of the window. */
  readonly route: string
  readonly width?: number
  /** Leads to what the act begins with. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** The event after which the floor draws the answer; a click unless it says otherwise. */
  readonly event?: Scene['event']
  /** What the floor does with the texts of 10,000 contacts before. */
  readonly work?: Scene['work']
  /** Takes back what would ask a question when the screen is left. */
  readonly after?: (page: Page) => Promise<unknown>
}

const contacts = 'mydata/contacts'

/** Clicks without Playwright's own checks, which would be part of the time. */
const click = (target: Locator) => target.click({ force: true })

const rowOf = (place: number) => `.kc-contact-table tr[data-index='${place}']`
const menuOf = (path: string) => `.kc-menu a[data-path='${path}']`

export async function openAllFolds(page: Page): Promise<void> {
  await page.locator('[part=event]').first().waitFor()
  await page.evaluate(() => {
    const shown = document.querySelector('customer-center')?.shadowRoot
    for (const fold of shown?.querySelectorAll<HTMLElement>('.kc-event [aria-expanded=false]') ?? []) fold.click()
  })
}

async function changeContact(page: Page): Promise<void> {
  await page.locator(rowOf(1)).locator('button').first().click()
  await page.locator('.kc-main form input[name=firstName]').fill('Anna')
}

const leave = (page: Page) => page.locator('[role=alertdialog] button').last().click()

/** What the first row shows of a search. */
const marked = (search: string): ActAnswer => ({
  selector: `${rowOf(0)} mark`,
  ...(search === '' ? { gone: true } : { text: search })
})

/** A key, and the search that it leaves. */
const typed = (key: string, search: string): Step => ({
  act: (page) => page.keyboard.press(key),
  answer: marked(search)
})
const letters = Array.from(word, (letter, index) => typed(letter, word.slice(0, index + 1)))
const deletions = Array.from(word, (_, index) => typed('Backspace', word.slice(0, -1 - index)))

const acts: readonly Act[] = [
  {
    name: `type and delete '${word}' in the search of 10,000 contacts, slowest key`,
    route: contacts,
    prepare: (page) => page.locator('input[type=search]').click(),
    ...letters[0]!,
    more: [...letters.slice(1), ...deletions],
    event: 'input',
    work: 'find'
  },
  {
    name: 'open a group of the menu',
    route: 'webinars',
    width: 820,
    act: (page) => click(page.locator(menuOf('mydata'))),
    answer: { selector: '.kc-menu ul.kc-open' }
  },
  {
    name: 'go to the list of contacts',
    route: contacts,
    prepare: (page) => page.locator(menuOf('overview')).click(),
    act: (page) => click(page.locator(menuOf(contacts))),
    answer: { selector: rowOf(0) }
  },
  {
    name: 'go from contacts to invoices',
    route: 'invoices',
    of: 'small',
    prepare: (page) => page.locator(menuOf(contacts)).click(),
    act: (page) => click(page.locator(menuOf('invoices'))),
    answer: { selector: '.kc-invoice-no' }
  },
  {
    name: 'show the open invoices',
    route: 'invoices',
    of: 'small',
    act: (page) => click(page.locator('.kc-segments label').nth(1)),
    answer: { selector: '.kc-segments label:nth-of-type(2) input:checked' }
  },
  {
    name: 'open a fold, 990 documents in others',
    route: 'scripts',
    prepare: async (page) => {
      await openAllFolds(page)
      await page.locator('[part=group-button]').nth(2).click()
    },
    act: (page) => click(page.locator('[part=group-button]').nth(2)),
    answer: { selector: '.kc-event:nth-child(3) [aria-expanded=true]' }
  },
  {
    name: 'choose a year among 1,000 documents',
    route: 'scripts',
    prepare: openAllFolds,
    act: (page) => page.locator('.kc-list-tools select').press('ArrowDown'),
    answer: { selector: 'h2[part=heading] ~ ul ~ h2[part=heading]', gone: true },
    event: 'change'
  },
  {
    name: "open a contact's form",
    route: contacts,
    act: (page) => click(page.locator(rowOf(3)).locator('button').first()),
    answer: { selector: 'h1', text: 'kontaktdaten' }
  },
  {
    name: 'go back from a form to the contacts',
    route: contacts,
    prepare: (page) => page.locator(rowOf(3)).locator('button').first().click(),
    act: (page) => page.evaluate(() => history.back()),
    answer: { selector: rowOf(3) },
    event: 'popstate'
  },
  {
    name: "ask before a contact's access is removed",
    route: contacts,
    of: 'small',
    act: (page) => click(page.locator('.kc-contact-menu button').first()),
    answer: { selector: '[role=alertdialog]' },
    after: (page) => page.keyboard.press('Escape')
  },
  {
    name: 'sort the contacts by address',
    route: contacts,
    act: (page) => click(page.locator('.kc-contact-table th .kc-sort').nth(1)),
    answer: { selector: 'th:nth-child(2)[aria-sort=ascending]' },
    work: 'sort'
  },
  {
    name: "type into the company's form",
    route: 'mydata/companydata',
    prepare: (page) => page.locator('.kc-main form input[name=additionalName]').click(),
    act: (page) => page.keyboard.press('x'),
    answer: { selector: '.kc-sticky-actions' },
    event: 'input',
    after: (page) => page.keyboard.press('Backspace')
  },
  {
    name: 'ask before a form is left',
    route: contacts,
    prepare: changeContact,
    act: (page) => click(page.locator(menuOf('overview'))),
    answer: { selector: '[role=alertdialog]' },
    after: leave
  },
  {
    name: 'close the question',
    route: contacts,
    prepare: async (page) => {
      await changeContact(page)
      await page.locator(menuOf('overview')).click()
      await page.locator('[role=alertdialog]').waitFor()
    },
    act: (page) => page.keyboard.press('Escape'),
    answer: { selector: '[role=alertdialog]', gone: true },
    event: 'keydown',
    after: async (page) => {
      await page.locator(menuOf('overview')).click()
      await leave(page)
    }
  }
]

/**
 * Measures the search of 10,000 contacts, and everyday acts, on a slow phone's processor: each in turn with a page where
 * React alone draws the same nodes. `ACT` in the environment is a part of the names of those that are measured.
 */
export async function benchActs(browser: Browser, stage: Stage, rounds = 9): Promise<Measurement[]> {
  const asked = acts.filter(({ name }) => name.includes(process.env['ACT'] ?? ''))
  const results: Measurement[] = []
  for (const one of asked) results.push(await benchAct(browser, stage, one, rounds))
  return results
}

async function benchAct(browser: Browser, stage: Stage, one: Act, rounds: number): Promise<Measurement> {
  const ours = await openOurs(browser, stage, one)
  // The first round loads the code of the act, the second one tells the floor what it draws. Neither counts.
  await ours.measure()
  const floor = await openFloor(browser, stage, one, await ours.record())
  await floor.measure()
  const times: { ours: AnsweredAct[]; floor: AnsweredAct[] } = { ours: [], floor: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await ours.measure())
    times.floor.push(await floor.measure())
  }
  await Promise.all([ours.close(), floor.close()])
  return measured(one.name, times)
}

/** Does the steps of an act, and returns each with its time. */
async function doSteps(page: Page, one: Act): Promise<AnsweredAct[]> {
  const answered: AnsweredAct[] = []
  for (const { act, answer } of [one, ...(one.more ?? [])])
    answered.push(await answerTime(page, answer, () => act(page)))
  return answered
}

const slowest = (steps: readonly AnsweredAct[]): AnsweredAct =>
  steps.reduce((all, step) => (step.time > all.time ? step : all))

async function openPage(browser: Browser, { width = 1280 }: Act) {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const devtools = await page.context().newCDPSession(page)
  return { page, slowDown: (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate }) }
}

/** Opens a company's page, where an act is measured, or recorded for the floor. */
async function openOurs(browser: Browser, { largeUrl, smallUrl }: Stage, one: Act) {
  const { page, slowDown } = await openPage(browser, one)
  let listCall: Request | undefined
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/contact') listCall = request
  })
  const goTo = async (route: string) => {
    await page.goto(`${one.of === 'small' ? smallUrl : largeUrl}#/${route}`)
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
      const steps = await doSteps(page, one)
      await page.evaluate('delete window.readNodes')
      await one.after?.(page)
      return {
        sheets: await page.evaluate(readSheets),
        steps: [before, ...steps.map(({ nodes = [] }) => nodes)],
        event: one.event ?? 'click',
        work: one.work ?? null,
        texts: one.work && listCall ? await textsOf(page, listCall, one.work) : []
      }
    },
    close: () => page.close()
  }
}

/** Asks for the contacts once more, and returns what they are sorted by, or found by. */
async function textsOf(page: Page, call: Request, work: 'find' | 'sort'): Promise<string[]> {
  const { responseData } = await (await page.request.fetch(call)).json()
  const code = work === 'sort' ? 'ASP_ANZEIGEEMAIL' : 'ASP_NACHNAME'
  return responseData.map((row: Readonly<Record<string, unknown>>) => String(row[code]).toLowerCase())
}

/** Opens the page where React alone draws what ours has shown. */
async function openFloor(browser: Browser, { largeUrl }: Stage, one: Act, scene: Scene) {
  const { page, slowDown } = await openPage(browser, one)
  await page.goto(new URL('/floor/act.html', largeUrl).href)
  await page.evaluate((given) => Object.assign(window, { scene: given }), scene)
  return {
    async measure() {
      await slowDown(1)
      await page.evaluate('play(scene)')
      await slowDown(cpu)
      await page.waitForTimeout(calm)
      return slowest(await doSteps(page, one))
    },
    close: () => page.close()
  }
}

function measured(name: string, acts: Record<'ours' | 'floor', readonly AnsweredAct[]>): Measurement {
  const times = acts.ours.map(({ time }) => time)
  const ours = median(times)
  const floor = median(acts.floor.map(({ time }) => time))
  const elements = acts.ours[0]!.elements
  const floorElements = acts.floor[0]!.elements
  const shown = `${name}, CPU ${cpu}x: median of ${times.length} rounds, p75 ${ms(quantile(times, 0.75))}; ${elements} elements, ${floorElements} in the floor`
  const compared = compareWithFloor(shown, ms, { ours, floor }, { most: limit })
  const isFast = floor > fastMachine.floor || ours <= fastMachine.ours
  const isSame = Math.abs(floorElements / elements - 1) <= sameSize
  return { ...compared, limit: `${compared.limit}, ≤ ${ms(fastMachine.ours)}`, kept: compared.kept && isFast && isSame }
}
