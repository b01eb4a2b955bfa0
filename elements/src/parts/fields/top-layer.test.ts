import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConfirmations, participant } from '../../../testing/confirmations.ts'
import { list, manyContacts } from '../../../testing/contacts.ts'
import { success } from '../../../testing/mock-backend.ts'

type Element_ = HTMLElement

const option = page.getByRole('listbox').getByRole('option')

/** Places in a page that cut or move what is in them. */
const places: Record<string, (element: Element_) => void> = {
  'a plain page': () => undefined,
  'a box that cuts': (element) => wrap(element, 'div', 'overflow: hidden; block-size: 420px'),
  'a box that is moved': (element) => wrap(element, 'div', 'transform: translate(3px, 5px); filter: opacity(0.99)'),
  'a modal dialog': (element) => wrap(element, 'dialog', 'inline-size: 90%; block-size: 90%').showModal(),
  'a scrolled page': (element) => {
    wrap(element, 'div', 'margin-block: 400px 2000px')
    scrollTo(0, 420)
  }
}

function wrap<Name extends 'div' | 'dialog'>(
  element: Element_,
  name: Name,
  style: string
): HTMLElementTagNameMap[Name] {
  const box = document.createElement(name)
  box.style.cssText = style
  element.replaceWith(box)
  box.append(element)
  onTestFinished(() => box.remove())
  return box
}

const rootOf = (element: Element_) => element.shadowRoot!

/** The element that a click in the middle of this one meets. */
function hit(element: Element): Element | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  return (element.getRootNode() as ShadowRoot).elementFromPoint(left + width / 2, top + height / 2)
}

/** The texts of the first, middle and last option in sight, and of what lies there instead. */
function covered(element: Element_): string[] {
  const listbox = rootOf(element).querySelector('[role=listbox]')!.getBoundingClientRect()
  const shown = [...rootOf(element).querySelectorAll('[role=option]')].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= listbox.top - 1 && bottom <= listbox.bottom + 1
  })
  expect(shown.length).toBeGreaterThan(1)
  return [shown[0]!, shown[shown.length >> 1]!, shown.at(-1)!]
    .filter((one) => hit(one) !== one)
    .map((one) => `${one.textContent}: ${hit(one)?.outerHTML.slice(0, 80)}`)
}

type Route = 'participation' | 'education' | 'evaluation'
const config = { routeRights: { 'confirmations/evaluation': ['admin'] } }

async function open(route: Route, place: string, width: number, count = 3) {
  await page.viewport(width, 800)
  const { element } = await openConfirmations(route, { [list]: success(manyContacts(count)) }, { config })
  await expect.element(participant).toBeEnabled()
  places[place]!(element)
  return element
}

async function openList(...given: Parameters<typeof open>) {
  const element = await open(...given)
  await participant.click()
  await expect.element(option.first()).toBeVisible()
  return element
}

const routes = ['participation', 'education', 'evaluation'] as const
const widths = [1280, 820, 390]
const everywhere = Object.keys(places)
const inPlaces = <Value>(values: readonly Value[]) =>
  everywhere.flatMap((place) => values.map((one) => [place, one] as const))

test.each(routes.flatMap((route) => widths.map((width) => [route, width] as const)))(
  'each participant can be chosen by the mouse, above what lies below the list: %s, %i px',
  async (route, width) => {
    const element = await openList(route, 'a plain page', width)
    await expect.poll(() => covered(element)).toEqual([])
    const last = option.elements().at(-1)!
    const name = last.textContent
    await userEvent.click(last)
    await expect.element(participant).toHaveValue(name)
  }
)

test.each(inPlaces([3, 10_000]))('no part of the list is cut or covered in %s: %i people', async (place, count) => {
  const element = await openList('participation', place, 390, count)
  await expect.poll(() => covered(element)).toEqual([])
  rootOf(element).querySelector('[role=listbox]')!.scrollTo(0, 1e6)
  await expect.poll(() => covered(element)).toEqual([])
})

test.each(inPlaces([1280, 390]))('each day can be chosen by the mouse in %s, %i px', async (place, width) => {
  const element = await open('education', place, width)
  await page.getByRole('button', { name: 'Kalender: Bis' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Kalender: Bis' })).toBeVisible()
  const days = () => [...rootOf(element).querySelectorAll('td > [role=button]:not([data-outside-month])')]
  expect(days().length).toBeGreaterThan(27)
  await expect.poll(() => days().filter((day) => hit(day) !== day)).toEqual([])
  await userEvent.keyboard('{Escape}')
})

test('the list closes where the page scrolls under it', async () => {
  await openList('participation', 'a scrolled page', 1280)
  scrollBy(0, -40)
  await expect.element(option.first()).not.toBeInTheDocument()
})

test('Escape closes the list, and not the modal dialog of the page around it', async () => {
  const element = await openList('participation', 'a modal dialog', 1280)
  await userEvent.keyboard('{Escape}')
  await expect.element(option.first()).not.toBeInTheDocument()
  expect(element.closest('dialog')!.open).toBe(true)
})
