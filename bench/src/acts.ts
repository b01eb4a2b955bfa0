import type { Browser, Locator, Page } from '@playwright/test'
import { type ActAnswer, answerTime } from './answer-time.ts'
import type { Stage } from './large-company.ts'
import { compareWithLimit, type Measurement, median, ms, quantile } from './measurement.ts'

/** Time in which a person's act is answered, so that it feels immediate. */
const limit = 100
const rounds = 9
const cpu = 4
/** Time for what comes after a screen is shown, such as the code of others, in ms. */
const calm = 400
const word = 'nachname0012'

interface Act {
  readonly name: string
  /** Whose page; the large company's unless it says otherwise. */
  readonly of?: 'small'
  /** Where the act is done: a route, and the width of the window. */
  readonly route: string
  readonly width?: number
  /** Leads to what the act begins with. */
  readonly prepare?: (page: Page) => Promise<unknown>
  readonly act: (page: Page) => Promise<unknown>
  readonly answer: ActAnswer
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

const acts: readonly Act[] = [
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
    answer: { selector: 'h2[part=heading] ~ ul ~ h2[part=heading]', gone: true }
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
    answer: { selector: rowOf(3) }
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
    answer: { selector: 'th:nth-child(2)[aria-sort=ascending]' }
  },
  {
    name: "type into the company's form",
    route: 'mydata/companydata',
    prepare: (page) => page.locator('.kc-main form input[name=additionalName]').click(),
    act: (page) => page.keyboard.press('x'),
    answer: { selector: '.kc-sticky-actions' },
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
    after: async (page) => {
      await page.locator(menuOf('overview')).click()
      await leave(page)
    }
  }
]

/** Measures the search of 10,000 contacts, and everyday acts, on a slow phone's processor. */
export async function benchActs(browser: Browser, stage: Stage): Promise<Measurement[]> {
  const results = [await benchTyping(browser, stage)]
  for (const one of acts) results.push(await benchAct(browser, stage, one))
  return results
}

async function benchAct(browser: Browser, stage: Stage, one: Act): Promise<Measurement> {
  const { page, goTo, slowDown } = await openPage(browser, stage, one)
  const times: number[] = []
  // The first round loads the code of the act and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    await slowDown(1)
    await goTo('overview')
    await goTo(one.route)
    await one.prepare?.(page)
    await slowDown(cpu)
    await page.waitForTimeout(calm)
    const time = await answerTime(page, one.answer, () => one.act(page))
    if (round > 0) times.push(time)
    await one.after?.(page)
  }
  await page.close()
  return measured(one.name, times)
}

/** Types a word and deletes it, letter by letter. The figure of a round is its slowest key's. */
async function benchTyping(browser: Browser, stage: Stage): Promise<Measurement> {
  const { page, goTo, slowDown } = await openPage(browser, stage, {})
  await goTo(contacts)
  await page.locator(rowOf(0)).waitFor()
  await slowDown(cpu)
  await page.waitForTimeout(calm)
  await page.locator('input[type=search]').click()
  const slowest: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const times: number[] = []
    for (let length = 1; length <= word.length; length += 1) {
      times.push(await answerTime(page, marked(word.slice(0, length)), () => page.keyboard.press(word[length - 1]!)))
    }
    for (let length = word.length - 1; length >= 0; length -= 1) {
      times.push(await answerTime(page, marked(word.slice(0, length)), () => page.keyboard.press('Backspace')))
    }
    if (round > 0) slowest.push(Math.max(...times))
  }
  await page.close()
  return measured(`type and delete '${word}' in the search of 10,000 contacts, slowest key`, slowest)
}

/** What the first row shows of a search. */
const marked = (search: string): ActAnswer => ({
  selector: `${rowOf(0)} mark`,
  ...(search === '' ? { gone: true } : { text: search })
})

/** Opens a company's page, with what goes to a screen in it and what slows its processor down. */
async function openPage(browser: Browser, { largeUrl, smallUrl }: Stage, one: Pick<Act, 'of' | 'width'>) {
  const page = await browser.newPage({ viewport: { width: one.width ?? 1280, height: 900 } })
  const devtools = await page.context().newCDPSession(page)
  return {
    page,
    goTo: async (route: string) => {
      await page.goto(`${one.of === 'small' ? smallUrl : largeUrl}#/${route}`)
      await page.locator('.kc-main h1').waitFor()
    },
    slowDown: (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })
  }
}

function measured(name: string, times: readonly number[]): Measurement {
  const shown = `${name}, CPU ${cpu}x: p75 of ${times.length} rounds; median ${ms(median(times))}`
  return compareWithLimit(shown, ms, { ours: quantile(times, 0.75) }, { most: limit })
}
