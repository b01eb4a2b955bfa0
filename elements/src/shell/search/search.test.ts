import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { RightName } from '@customer-center/contract/rights'
import { axeViolations } from '../../../testing/axe.ts'
import { focused } from '../../../testing/contact-form.ts'
import { contactFieldDescriptors, contact, list as contactCall, manyContacts } from '../../../testing/contacts.ts'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import {
  failure,
  foreign,
  mount,
  type MockResponse,
  type MockResponses,
  mountLoggedIn,
  success,
  user
} from '../../../testing/mock-backend.ts'

const eventCall = 'GET /api/overview/events'
const orderCall = 'GET /api/eventmanager/ordersbysubscriber'
const documentCall = 'GET /api/eventmanager/documentsbysubscriber'
const invoiceCall = 'GET /api/eventmanager/invoicebysubscriber'

const days = (day: string) => ({ from: day, to: day })
const event = (eventId: number, caption: string, day: string, location = 'Wien, Kai 1') => ({
  eventId,
  no: 1,
  caption,
  location,
  state: null,
  persons: 1,
  waiting: 0,
  webinars: 0,
  documents: 0,
  confirmations: 0,
  invoices: 0,
  ...days(day)
})
const excel = event(7, 'Excel kompakt', '2026-05-04')
const payroll = event(8, 'Lohnverrechnung', '2026-01-12', 'Graz')
const script = { caption: 'Handout Pivot', documentHash: 'h1', dpoId: 1, dpdId: 1, fileName: 'pivot.pdf' }
const invoice = (no: string, date = '2026-05-09') => ({
  companyNo: 1,
  controlNo: Number(no.replace(/\D/g, '')),
  no,
  date,
  documentHash: `h${no}`,
  amount: '99.00',
  currency: 'EUR',
  isPaid: true
})
const order = {
  no: 700139,
  date: '2026-02-01',
  orderedFrom: 'Stefan Oberhofer',
  events: [{ ...excel, participants: [{ caption: 'Jürgen Müller', participantId: 71 }] }]
}
const answers: MockResponses = {
  [eventCall]: success([excel, payroll]),
  [orderCall]: success([order]),
  [documentCall]: success([{ ...excel, productType: 1, scripts: [script] }]),
  [invoiceCall]: success([invoice('R-4711'), invoice('R-4712')]),
  [contactCall]: success([contact(7, 'Jürgen', 'Müller'), contact(8, 'Eva', 'Maier', { ASP_AKTIV: false })]),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001, KND_PVAID: 1 }),
  'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
  'GET /api/webshop/getPossibleValues': success({})
}
const config = { features: ['overview-events'] }

const opener = page.getByRole('button', { name: 'Suchen', exact: true })
const dialog = page.getByRole('dialog', { name: 'Suchen' })
const field = page.getByRole('combobox', { name: 'Suchen' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** Waits until an element in the shadow tree has the focus. */
const hasFocus = (one: Locator) => expect.poll(() => focused() === one.query()).toBe(true)
const groups = () =>
  dialog
    .getByRole('group')
    .elements()
    .map((one) => [...one.querySelectorAll('div, a')].map(({ textContent }) => textContent.replaceAll('\u00A0', ' ')))

async function open(responses: MockResponses = {}, right: RightName = 'admin', more: object = {}) {
  const mounted = await mountLoggedIn(right, { ...config, ...more }, { ...answers, ...responses })
  await opener.click()
  await hasFocus(field)
  return mounted
}

const focusIn = (element: HTMLElement) => element.shadowRoot!.querySelector<HTMLElement>('.kc-main')!.focus()

beforeEach(() => history.replaceState(null, '', '#/overview'))

test('every list is searched by all words in any order, and what is found stands in groups', async () => {
  await open()
  await field.fill('excel')
  await expect.poll(groups).toEqual([
    ['Events', 'Excel kompaktMo, 04.05.2026 · Wien'],
    ['Unterlagen', 'Handout PivotExcel kompakt · 04.05.2026'],
    ['Bestellungen', 'Bestellung 70013901.02.2026 · Stefan Oberhofer · Excel kompakt']
  ])
  for (const [typed, found] of [
    ['wien kompakt', ['Excel kompakt', 'Bestellung 700139']],
    ['mai 2026', ['Excel kompakt']],
    ['Jänner graz', ['Lohnverrechnung']],
    ['8-1', ['Lohnverrechnung']],
    ['januar', ['Lohnverrechnung']],
    ['pivot excel', ['Handout Pivot']],
    ['4712', ['Rechnung R-4712']],
    ['rechnung 4711', ['Rechnung R-4711']],
    ['700139', ['Bestellung 700139']],
    ['mueller jur', ['Jürgen Müller', 'Bestellung 700139']],
    ['maier', ['Eva Maier']],
    ['anna@example', ['Eva Maier', 'Jürgen Müller']],
    ['passw', ['Passwort ändern']],
    ['kontakt hinz', ['Kontakt hinzufügen']],
    ['orders', []]
  ] as const) {
    await field.fill(typed)
    await expect
      .poll(
        () =>
          dialog
            .getByRole('option')
            .elements()
            .map((one) => one.firstElementChild!.textContent),
        { message: typed }
      )
      .toEqual(found)
  }
  await expect.element(dialog).toMatchTextContent('Nichts gefunden')
})

test.each<[string, string, RegExp | string, string]>([
  ['kompakt wien', 'Excel kompakt', /^Excel/, '#/overview?event=7-1'],
  ['müller 700', 'Bestellungen', /^Bestellung/, '#/orders?search=700139'],
  ['pivot', 'Skripte', /^Handout/, '#/scripts?search=Excel%20kompakt%20Handout%20Pivot'],
  ['4712', 'Rechnungen', /^Rechnung/, '#/invoices?search=R-4712'],
  ['müller jürgen', 'Kontaktdaten', /^Jürgen/, '#/mydata/contacts?form=7'],
  ['kontakt hinzu', 'Kontaktdaten', 'Kontakt hinzufügen', '#/mydata/contacts?form=new'],
  ['passwort', 'Benutzerprofil', 'Passwort ändern', '#/mydata/userprofile']
])('"%s" leads to "%s"', async (typed, screen, name, hash) => {
  await open()
  await field.fill(typed)
  await option(name).click()
  await expect.element(heading(screen)).toBeVisible()
  expect(location.hash).toBe(hash)
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a list with more rows than are shown says how many there are', async () => {
  await open({ [invoiceCall]: success(Array.from({ length: 12 }, (_, place) => invoice(`R-${100 + place}`))) })
  await field.fill('rechnung r-1')
  await expect.element(page.getByText('Rechnungen · 12')).toBeVisible()
  expect(dialog.getByRole('option').elements()).toHaveLength(8)
})

test('arrows move the mark through all groups and around, Enter follows it, Escape closes', async () => {
  await open()
  const marked = () =>
    dialog
      .getByRole('option', { selected: true })
      .elements()
      .map(({ textContent }) => textContent)
  await field.fill('excel')
  await expect.poll(() => dialog.getByRole('option').elements()).toHaveLength(3)
  // The mark may be on the row of a list that came before the first one, until somebody types.
  await field.fill('')
  await field.fill('excel')
  await expect.poll(marked).toEqual([expect.stringMatching(/^Excel/)])
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(marked).toEqual([expect.stringMatching(/^Handout/)])
  const active = field.element().getAttribute('aria-activedescendant')
  expect(dialog.getByRole('option', { selected: true }).element().id).toBe(active)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(marked).toEqual([expect.stringMatching(/^Bestellung/)])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await hasFocus(opener)
  await opener.click()
  await field.fill('excel')
  await expect.poll(() => dialog.getByRole('option').elements()).toHaveLength(3)
  await userEvent.keyboard('{Enter}')
  await hasFocus(heading('Excel kompakt'))
})

test('a list that comes late puts its rows above the mark, which stays on its row', async () => {
  const release = holdFirstResponse(eventCall.replace('GET /api', ''))
  await open()
  await field.fill('excel')
  const marked = dialog.getByRole('option', { selected: true })
  await expect.element(marked).toMatchTextContent(/^Handout/)
  release()
  await expect.element(option(/^Excel/)).toBeVisible()
  await expect.element(marked).toMatchTextContent(/^Handout/)
  expect(field.element().getAttribute('aria-activedescendant')).toBe(marked.element().id)
  await userEvent.keyboard('{Enter}')
  await hasFocus(heading('Skripte'))
})

test('the mark stays on its row when a list is read again and has a new row above', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T10:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const rows = [invoice('R-1'), invoice('R-2'), invoice('R-2')]
  const release = holdFirstResponse(invoiceCall.replace('GET /api', ''), 1)
  await open({ [invoiceCall]: [success(rows), success([invoice('R-0'), ...rows])] })
  await field.fill('r-')
  await expect.element(option(/R-1/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  vi.setSystemTime(new Date('2026-06-01T10:05:00Z'))
  await opener.click()
  await field.fill('r-')
  const marked = () =>
    dialog
      .getByRole('option')
      .elements()
      .map((one) => one.ariaSelected === 'true')
  // Rows that look alike are passed one by one.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.poll(marked).toEqual([false, true, false])
  release()
  await expect.element(option(/R-0/)).toBeVisible()
  expect(marked()).toEqual([false, false, true, false])
})

test('a row of the screen that is shown gives its heading the focus, and the list follows', async () => {
  location.hash = '#/invoices'
  await mountLoggedIn('admin', config, answers)
  await expect.element(heading('Rechnungen')).toBeVisible()
  for (const _ of ['another address', 'the same address']) {
    await opener.click()
    await field.fill('4712')
    await expect.element(option(/R-4712/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await hasFocus(heading('Rechnungen'))
    await expect.element(page.getByRole('searchbox')).toHaveValue('R-4712')
    await expect.element(page.getByRole('cell', { name: /4711/ })).not.toBeInTheDocument()
  }
})

test('Enter that ends a composed word, or is held since it has opened the search, chooses nothing', async () => {
  await open()
  await field.fill('excel')
  await expect.element(option(/^Excel/)).toBeVisible()
  for (const key of [{ isComposing: true }, { keyCode: 229 }, { repeat: true }]) {
    const enter = { key: 'Enter', keyCode: 13, bubbles: true, composed: true, cancelable: true, ...key }
    field.element().dispatchEvent(new KeyboardEvent('keydown', enter))
  }
  await expect.element(dialog).toBeVisible()
  expect(location.hash).toBe('#/overview')
})

test('separators alone are as good as nothing typed', async () => {
  await open()
  await expect.element(option('Kontakt hinzufügen')).toBeVisible()
  const before = groups()
  await field.fill(' , ,')
  await expect.element(field).toHaveValue(' , ,')
  expect(groups()).toEqual(before)
})

test.each<[RightName, string[]]>([
  ['contact', [orderCall, invoiceCall, contactCall]],
  ['shoplight', [orderCall, invoiceCall]]
])('what the right %s does not show is neither asked for nor found', async (right, calls) => {
  const { backend } = await open({}, right)
  await field.fill('excel')
  await expect.element(option(/^Handout/)).toBeVisible()
  for (const typed of [
    '4711',
    '700139',
    ...(right === 'contact' ? ['müller', 'kontakt'] : []),
    'rechnungen',
    'bestellungen'
  ]) {
    await field.fill(typed)
    await expect.element(dialog).toMatchTextContent('Nichts gefunden')
  }
  for (const call of calls) expect(await backend.requests(call)).toEqual([])
})

test('what was read with a higher right is not found with a lower one', async () => {
  const { backend } = await open()
  await field.fill('4711')
  await expect.element(option(/R-4711/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user('contact'),
    'GET /api/eventmanager/webinarlink': failure(403, 'Das dürfen Sie nicht.'),
    [eventCall]: success([])
  })
  location.hash = '#/webinars'
  await expect.element(page.getByRole('link', { name: 'Rechnungen', exact: true })).not.toBeInTheDocument()
  await opener.click()
  for (const typed of ['4711', '700139', 'müller', 'wien', 'kontakt hinz']) {
    await field.fill(typed)
    await expect.element(field).toHaveValue(typed)
    await expect
      .poll(() =>
        dialog
          .getByRole('option')
          .elements()
          .map(({ textContent }) => textContent)
      )
      .toEqual([])
  }
})

test('the lists are read when the search is opened, and never twice', async () => {
  // The overview reads events by itself.
  location.hash = '#/mydata'
  const { backend } = await mountLoggedIn('admin', config, answers)
  await opener.hover()
  await expect.element(heading('Meine Daten')).toBeVisible()
  const reads = async () => {
    const calls = [contactCall, eventCall, orderCall, documentCall, invoiceCall]
    return Promise.all(calls.map(async (call) => (await backend.requests(call)).length))
  }
  expect(await reads()).toEqual([0, 0, 0, 0, 0])
  location.hash = '#/invoices'
  await expect.element(heading('Rechnungen')).toBeVisible()
  await expect.poll(reads).toEqual([0, 0, 0, 0, 1])
  // A read that is still on its way ends with its screen.
  await expect.element(page.getByRole('row', { name: /R-4711/ })).toBeVisible()
  location.hash = '#/mydata'
  for (const _ of [1, 2]) {
    await opener.click()
    await field.fill('maier')
    await expect.element(option(/^Eva Maier.*inaktiv/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
  }
  expect(await reads()).toEqual([1, 1, 1, 1, 1])
})

test('in front of another backend the events are those of its lists', async () => {
  await open({}, 'admin', { features: [], ...foreign })
  await field.fill('kompakt')
  await expect.element(option(/^Excel kompakt/)).toBeVisible()
})

test('a list that fails says so alone and is read again; a list on its way shows that', async () => {
  const { backend } = await open({
    [invoiceCall]: [failure(500, 'Kaputt.'), answers[invoiceCall] as MockResponse],
    [orderCall]: { hang: true }
  })
  await field.fill('4711')
  await expect.element(dialog.getByText('Die Daten konnten nicht geladen werden.')).toBeVisible()
  await expect.element(dialog.getByRole('region', { name: 'Bestellungen' })).toMatchTextContent('Wird geladen …')
  expect(dialog.element().textContent).not.toContain('Nichts gefunden')
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(option(/^Rechnung R-4711/)).toBeVisible()
  await hasFocus(field)
  expect(await backend.requests(invoiceCall)).toHaveLength(2)
})

test('the number of results is announced once for all lists', async () => {
  await open()
  const told: (string | null)[] = []
  await field.fill('e')
  const output = dialog.element().querySelector('output')!
  const observer = new MutationObserver(() => told.push(output.textContent))
  observer.observe(output, { childList: true, characterData: true, subtree: true })
  await field.fill('excel')
  await expect.poll(() => told.at(-1)).toBe('3 Ergebnisse')
  await field.fill('xyz')
  await expect.poll(() => told.at(-1)).toBe('Nichts gefunden')
  expect(told.length).toBeLessThanOrEqual(3)
})

test.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
  '%s opens the search from the element, and gives the focus back',
  async (keys) => {
    const { element } = await mountLoggedIn('admin', config, answers)
    await expect.element(opener).toBeVisible()
    focusIn(element)
    await userEvent.keyboard(keys)
    await hasFocus(field)
    await expect.element(field).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => element.shadowRoot!.activeElement?.className).toBe('kc-main')
  }
)

test('the keys are left to fields, to the page, and to a page that has prevented them', async () => {
  location.hash = '#/invoices'
  const { element } = await mountLoggedIn('admin', config, answers)
  const search = page.getByRole('searchbox')
  await search.click()
  await userEvent.keyboard('a/')
  await expect.element(search).toHaveValue('a/')
  await userEvent.keyboard('{Control>}k{/Control}')
  ;(element.shadowRoot!.activeElement as HTMLElement).blur()
  await userEvent.keyboard('/')
  const prevent = (key: KeyboardEvent) => key.preventDefault()
  document.addEventListener('keydown', prevent)
  onTestFinished(() => document.removeEventListener('keydown', prevent))
  focusIn(element)
  await userEvent.keyboard('/')
  document.removeEventListener('keydown', prevent)
  expect(element.shadowRoot!.querySelector('dialog')).toBeNull()
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.keyboard('/')
  await expect.element(dialog).toBeVisible()
})

test('of two elements the one with the focus answers', async () => {
  const { backend, element } = await mountLoggedIn('admin', config, answers)
  const other = mount({ ...backend.attributes, 'session-token': 'host-token', 'route-prefix': 'other' })
  await expect.poll(() => other.shadowRoot?.querySelector('.kc-search-access')).toBeTruthy()
  focusIn(other)
  await userEvent.keyboard('/')
  await expect.poll(() => other.shadowRoot!.querySelector('dialog')).toBeTruthy()
  expect(element.shadowRoot!.querySelector('dialog')).toBeNull()
})

test('with hide-search there is no search, neither by button nor by key', async () => {
  const { element } = await mountLoggedIn('admin', config, answers)
  await expect.element(opener).toBeVisible()
  element.hideSearch = true
  await expect.element(opener).not.toBeInTheDocument()
  focusIn(element)
  await userEvent.keyboard('/')
  element.hideSearch = false
  await expect.element(opener).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('unsaved input is asked for before a result leads away, and stays with Abbrechen', async () => {
  location.hash = '#/mydata/contacts?form=7'
  const { element } = await mountLoggedIn('admin', config, answers)
  const name = page.getByLabelText('Nachname')
  await name.fill('Mayer')
  focusIn(element)
  await userEvent.keyboard('/')
  await field.fill('4711')
  await option(/^Rechnung/).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(name).toHaveValue('Mayer')
  focusIn(element)
  await userEvent.keyboard('/')
  await field.fill('4711')
  await option(/^Rechnung/).click()
  await question.getByRole('button').last().click()
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test('a search that the page has left out while it was open does not come back by itself', async () => {
  const { element } = await open()
  element.hideSearch = true
  await expect.element(dialog).not.toBeInTheDocument()
  element.hideSearch = false
  await expect.element(opener).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the way back closes the search', async () => {
  location.hash = '#/invoices'
  await mountLoggedIn('admin', config, answers)
  await expect.element(heading('Rechnungen')).toBeVisible()
  location.hash = '#/overview'
  await expect.element(heading('Übersicht')).toBeVisible()
  await opener.click()
  await expect.element(dialog).toBeVisible()
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test('a click beside the search closes it', async () => {
  await open()
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('among 10,000 contacts all are found that have every word', async () => {
  const rows = manyContacts(10_000)
  await open({ [contactCall]: success(rows) })
  for (const typed of ['nachname0012', '99 vorname9', 'name 5 7 1', 'nachname9999 vorname9999', 'nachname12345']) {
    await field.fill(typed)
    const words = typed.split(' ')
    const found = rows.filter((one) =>
      words.every((word) =>
        `${one.ASP_VORNAME} ${one.ASP_NACHNAME} ${one.ASP_ANZEIGEEMAIL}`.toLowerCase().includes(word)
      )
    )
    const names = found.slice(0, 8).map((one) => `${one.ASP_VORNAME} ${one.ASP_NACHNAME}`)
    const shown = () =>
      dialog
        .getByRole('option')
        .elements()
        .map((one) => one.firstElementChild!.textContent)
    await expect.poll(shown, { message: typed }).toEqual(names)
    if (found.length > 8)
      await expect.element(page.getByText(`Kontakte · ${found.length.toLocaleString('de')}`)).toBeVisible()
  }
})

test.each(['light', 'dark'])('axe finds nothing in the search: %s', async (scheme) => {
  document.documentElement.style.colorScheme = scheme
  const { element } = await open({ [invoiceCall]: failure(500, 'Kaputt.'), [orderCall]: { hang: true } })
  for (const typed of ['', 'e', 'xyz']) {
    await field.fill(typed)
    expect(await axeViolations(element)).toEqual([])
  }
})

test('on a phone the bar has the button on every screen, and the search fills the window', async () => {
  await page.viewport(390, 844)
  location.hash = '#/invoices'
  await mountLoggedIn('admin', config, answers)
  await opener.click()
  await hasFocus(field)
  await field.fill('e')
  const { width, height } = dialog.element().getBoundingClientRect()
  expect([width, height]).toEqual([390, 844])
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(390)
})

test('on a wide screen the button stands beside the heading of every screen, and covers no act', async () => {
  await page.viewport(1280, 844)
  location.hash = '#/mydata/contacts'
  const { element } = await mountLoggedIn('admin', config, answers)
  await expect.element(page.getByRole('button', { name: 'Kontakt hinzufügen' }).first()).toBeVisible()
  for (const width of [700, 820, 1280]) {
    element.style.inlineSize = `${width}px`
    await expect.element(opener).toBeVisible()
    const { left } = opener.element().getBoundingClientRect()
    const acts = [...element.shadowRoot!.querySelectorAll('.kc-screen-header button')]
    expect(acts.length).toBeGreaterThan(0)
    for (const act of acts) expect([width, act.getBoundingClientRect().right <= left]).toEqual([width, true])
  }
})
