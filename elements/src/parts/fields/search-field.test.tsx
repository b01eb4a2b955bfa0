import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { render } from '../../../testing/render.tsx'
import { matcherOf } from '../../lib/name-search.ts'
import { SearchField } from './search-field.tsx'

const box = page.getByRole('combobox', { name: 'Teilnehmer' })
const options = page.getByRole('option')

/** Draws the field over so many people; returns the choice. */
function show(count: number, value = '') {
  const chosen: string[] = []
  const people = Array.from({ length: count }, (_, index) => {
    const label = `Vorname${index} Nachname${index}`
    return { value: `${index}@example.at`, label, search: label.toLowerCase() }
  })
  const rendered = render(
    <SearchField
      label="Teilnehmer"
      options={people}
      value={value}
      onChange={(next) => chosen.push(next)}
      matcherOf={matcherOf}
      none="Kein Teilnehmer gefunden."
      more={(left) => `${left} weitere`}
      placeholder="Bitte auswählen"
    />
  )
  return { ...rendered, chosen }
}

test('of ten thousand only those in sight are in the document, and typing finds the last one by the keyboard alone', async () => {
  const { chosen, host } = show(10_000)
  await expect.element(box).toBeEnabled()
  box.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.first()).toBeVisible()
  await expect.element(page.getByText('9500 weitere')).toBeVisible()
  expect(options.elements().length).toBeLessThan(40)
  await userEvent.keyboard('nachname9999')
  await expect.element(page.getByRole('option', { name: 'Vorname9999 Nachname9999' })).toBeVisible()
  await expect.poll(() => axeViolations(host)).toEqual([])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toEqual(['9999@example.at'])
})

test('the chosen one is shown although it is not among the first, and Escape brings it back', async () => {
  const { chosen } = show(2000, '1999@example.at')
  await expect.element(box).toBeEnabled()
  await expect.element(box).toHaveValue('Vorname1999 Nachname1999')
  await box.fill('vorname17')
  await expect.element(options.first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.tab()
  await expect.element(box).toHaveValue('Vorname1999 Nachname1999')
  expect(chosen.filter((one) => one !== '1999@example.at')).toEqual([])
})

test('a click opens the list of all, and what is typed then replaces the name', async () => {
  const { chosen } = show(200, '7@example.at')
  await expect.element(box).toHaveValue('Vorname7 Nachname7')
  await box.click()
  await expect.element(options.first()).toMatchTextContent('Vorname0 Nachname0')
  await userEvent.keyboard('nachname150')
  await expect.element(box).toHaveValue('nachname150')
  await page.getByRole('option', { name: 'Vorname150 Nachname150' }).click()
  expect(chosen.at(-1)).toBe('150@example.at')
})

test('what fits nobody says so', async () => {
  show(10)
  await expect.element(box).toBeEnabled()
  await box.fill('xyz')
  await expect.element(page.getByText('Kein Teilnehmer gefunden.')).toBeVisible()
})

test('the list is read in the element and leaves nothing of ours in the head of the page', async () => {
  const { root } = show(10)
  await expect.element(box).toBeEnabled()
  const before = document.head.querySelectorAll('style').length
  await box.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.first()).toBeVisible()
  expect(root.querySelector('[role=listbox]')).not.toBeNull()
  expect(document.head.querySelectorAll('style')).toHaveLength(before)
})

test('the page around stays readable while the list is open: its heading, its buttons, and what comes meanwhile', async () => {
  const { host, root } = show(10)
  const main = document.createElement('main')
  main.innerHTML =
    '<h1>Seite</h1><button style="padding: 12px">Außen</button><button aria-hidden="true" tabindex="-1">Schmuck</button>'
  document.body.prepend(main)
  onTestFinished(() => main.remove())
  const inside = document.createElement('div')
  inside.innerHTML = '<button style="padding: 12px">Innen</button>'
  root.append(inside)
  await expect.element(box).toBeEnabled()
  await box.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Seite' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Außen' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Innen' })).toBeVisible()
  const late = document.createElement('button')
  late.textContent = 'Später'
  late.style.padding = '12px'
  root.append(late)
  await expect.element(page.getByRole('button', { name: 'Später' })).toBeVisible()
  // Parts that the page itself hides stay hidden.
  await expect.element(page.getByRole('button', { name: 'Schmuck' })).not.toBeInTheDocument()
  expect([...(await axeViolations(host)), ...(await axeViolations(main))]).toEqual([])
  await page.getByRole('button', { name: 'Außen' }).click()
  await expect.element(options.first()).not.toBeInTheDocument()
  expect(document.activeElement).toMatchTextContent('Außen')
})
