import type { Locator, Page } from '@playwright/test'
import type { ActAnswer } from './answer-time.ts'
import type { Scene } from './floor/act.tsx'

const word = 'nachname0012'

/** What a person does, and what answers it. */
interface Step {
  readonly act: (page: Page) => Promise<unknown>
  readonly answer: ActAnswer
}

export interface Act extends Step {
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
  /** What the floor does with the addresses of 10,000 contacts before. */
  readonly work?: Scene['work']
  /** Whether the answer needs the calls that the act makes. */
  readonly waits?: true
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
/** The same key in the search of everything. */
const found = ({ act, answer }: Step): Step => ({
  act,
  answer: { ...answer, selector: '.kc-search-dialog mark' }
})
const letters = Array.from(word, (letter, index) => typed(letter, word.slice(0, index + 1)))
const deletions = Array.from(word, (_, index) => typed('Backspace', word.slice(0, -1 - index)))

export const acts: readonly Act[] = [
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
    name: `type and delete '${word}' in the search of everything, among 10,000 contacts, slowest key`,
    route: 'overview',
    prepare: async (page) => {
      await page.locator('.kc-main .kc-search-access button').click()
      await page.locator('.kc-search-dialog [role=option]').first().waitFor()
    },
    ...found(letters[0]!),
    more: [...letters.slice(1), ...deletions].map(found),
    event: 'input',
    work: 'find',
    after: (page) => page.keyboard.press('Escape')
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
    name: "open a contact's form, its fields",
    route: contacts,
    act: (page) => click(page.locator(rowOf(3)).locator('button').first()),
    answer: { selector: '.kc-main form input[name=firstName]' },
    waits: true
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
