import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountLoggedIn } from '../../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../../testing/unsaved-form.tsx'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const form = '#/mydata/userprofile'

beforeEach(() => history.replaceState(null, '', location.pathname + location.search))

async function hostLink(href: string): Promise<void> {
  const link = document.createElement('a')
  link.href = href
  document.body.append(link)
  link.click()
  link.remove()
}

/** The browser scrolls to where an entry was left some time after the event, at the latest with the next frames. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
}

/** The overview, then the scripts, then the form with unsaved input. */
async function dirtyForm(before: () => void = () => undefined) {
  stubUnsavedForm()
  const { element } = await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  before()
  location.hash = '#/scripts'
  await expect.element(heading('Skripte')).toBeVisible()
  before()
  location.hash = form
  await page.getByLabelText('Eingabe').fill('ungespeichert')
  return element
}

const ways: [string, () => unknown, string, string][] = [
  ['the menu', () => page.getByRole('link', { name: 'Rechnungen' }).click(), 'Rechnungen', '#/invoices'],
  ["a host's link", () => hostLink('#/invoices'), 'Rechnungen', '#/invoices'],
  ['a typed URL', () => (location.hash = '#/invoices'), 'Rechnungen', '#/invoices'],
  ['back', () => history.back(), 'Skripte', '#/scripts'],
  ['go(-2)', () => history.go(-2), 'Übersicht', '#/overview']
]

test.each(ways)('unsaved input is asked for on the way by %s', async (_way, leave, title, hash) => {
  await dirtyForm()
  const before = history.length
  for (const answer of ['Abbrechen', 'OK']) {
    await leave()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog).toMatchTextContent('Seite verlassen? Änderungen wurden noch nicht gespeichert!')
    expect(location.hash).toBe(form)
    await dialog.getByRole('button', { name: answer }).click()
    if (answer === 'Abbrechen') await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
  }
  await expect.element(heading(title)).toBeVisible()
  expect(location.hash).toBe(hash)
  expect(history.length - before).toBeLessThanOrEqual(1)
})

const unasked = ways.filter(([way]) => way !== 'the menu')

test.each([
  ...unasked.map((way) => ['after the question', ...way] as const),
  ...unasked.map((way) => ['without a question', ...way] as const)
])('%s the new screen is in sight on the way by %s', async (how, _way, leave, title) => {
  // The host's page goes on below, and its person is at its end, on every screen.
  document.body.style.paddingBlockEnd = '3000px'
  await dirtyForm(() => scrollTo(0, 2500))
  if (how === 'without a question') await page.getByLabelText('Eingabe').clear()
  scrollTo(0, 2500)
  await leave()
  if (how === 'after the question') await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(heading(title)).toBeVisible()
  await settled()
  expect(heading(title).element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
})

test('unsaved input is asked for on the way forward', async () => {
  stubUnsavedForm()
  await mountLoggedIn()
  location.hash = form
  await expect.element(heading('Formular')).toBeVisible()
  location.hash = '#/scripts'
  await expect.element(heading('Skripte')).toBeVisible()
  history.back()
  await page.getByLabelText('Eingabe').fill('x')
  history.forward()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Skripte')).toBeVisible()
})

test('navigating while the question is open comes back to it', async () => {
  await dirtyForm()
  history.back()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  const moved = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.back()
  await moved
  await expect.poll(() => location.hash).toBe(form)
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Skripte')).toBeVisible()
})

test('a reload with unsaved input is asked for by the browser, without it is not', async () => {
  const element = await dirtyForm()
  const reload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(reload()).toBe(true)
  element.remove()
  await expect.poll(reload).toBe(false)
})

test("a host's own anchor is not ours: the screen and the anchor stay", async () => {
  await dirtyForm()
  await hostLink('#kontakt')
  await expect.element(page.getByLabelText('Eingabe')).toHaveValue('ungespeichert')
  expect(location.hash).toBe('#kontakt')
  expect(document.querySelector('customer-center')?.shadowRoot?.querySelector('[role=alertdialog]')).toBeNull()
})

test.each(['', '#/', '#/gibt-es-nicht', '#/mydata/unknown', '#/constructor'])(
  'the path %j leads to the overview without a new entry in the history',
  async (hash) => {
    history.replaceState(null, '', hash || location.pathname + location.search)
    const before = history.length
    await mountLoggedIn()
    await expect.element(heading('Übersicht')).toBeVisible()
    await expect.poll(() => location.hash).toBe('#/overview')
    expect(history.length).toBe(before)
  }
)

test('a second unknown path is written over like the first', async () => {
  await mountLoggedIn()
  for (const hash of ['#/eins', '#/zwei']) {
    location.hash = hash
    await expect.poll(() => location.hash).toBe('#/overview')
  }
})

test('with languageInPath the language comes before the route', async () => {
  history.replaceState(null, '', '#/scripts')
  const { element } = await mountLoggedIn('admin', { languageInPath: true, defaultLanguage: 'de-de' })
  await expect.element(heading('Skripte')).toBeVisible()
  expect(location.hash).toBe('#/de/scripts')
  await page.getByRole('link', { name: 'Rechnungen' }).click()
  await expect.poll(() => location.hash).toBe('#/de/invoices')
  element.language = 'de-ch'
  await expect.poll(() => location.hash).toBe('#/ch/invoices')
})

test('the focus moves to the new heading, but not when the page is loaded; the title stays', async () => {
  const title = document.title
  const { element } = await mountLoggedIn()
  await expect.element(heading('Übersicht')).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  await page.getByRole('link', { name: 'Skripte' }).first().click()
  await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('Skripte')
  expect(document.title).toBe(title)
})
