import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, mockBackend, mountLoggedIn } from '../../testing/mock-backend.ts'

/** Simulates a browser whose style sheets lack the features of the conditions. */
function withoutStyles(...missing: string[]): void {
  const supports = CSS.supports.bind(CSS)
  vi.spyOn(CSS, 'supports').mockImplementation(
    (condition: string) => !missing.some((one) => condition.includes(one)) && supports(condition)
  )
}

/** Removes a static method for one test. */
function without(owner: object, name: string): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)!
  Reflect.deleteProperty(owner, name)
  onTestFinished(() => void Object.defineProperty(owner, name, before))
}

// First in its file: the style sheet is made when an element is shown for the first time.
test('an element works where AbortSignal.any, URL.canParse and light-dark() are missing, in light colours', async () => {
  withoutStyles('light-dark')
  without(AbortSignal, 'any')
  without(URL, 'canParse')
  const { element } = await mountLoggedIn()
  await expect.element(page.getByRole('heading', { name: 'Übersicht', level: 1 })).toBeVisible()
  element.style.colorScheme = 'dark'
  const root = element.shadowRoot?.querySelector('.kc-root')
  expect(root && getComputedStyle(root)).toMatchObject({ color: 'rgb(20, 37, 43)', colorScheme: 'light' })
})

test('below the lowest versions a German sentence with a link comes below what the page has put into the element', async () => {
  withoutStyles('selector(&:has(a))')
  const backend = await mockBackend()
  const errors: unknown[] = []
  const listen = (event: Event) => errors.push((event as CustomEvent<unknown>).detail)
  document.addEventListener('load-error', listen)
  onTestFinished(() => document.removeEventListener('load-error', listen))
  const element = mount(backend.attributes)
  element.append('Rufen Sie uns an.')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Ihr Browser ist zu alt für diese Seite\. /)
  await expect.element(page.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^https:/))
  await expect.element(page.getByText('Rufen Sie uns an.')).toBeVisible()
  expect(errors).toEqual([expect.objectContaining({ stage: 'code', reference: 'CC-BROWSER' })])
  expect(await backend.requests()).toEqual([])
})
