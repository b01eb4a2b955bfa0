import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { render } from '../../../testing/render.tsx'
import { watchTabs } from '../../../testing/tabs.ts'
import { DocumentButtons } from './document-buttons.tsx'
import type { LoadedFile } from './document-tab.ts'

const pdf: LoadedFile = { name: 'Skript.pdf', blob: new Blob(['%PDF-1.7'], { type: 'application/pdf' }) }
const button = (name: string) => page.getByRole('button', { name: `${name}: Skript` })

/** Draws the buttons; `finish` ends the fetch that runs. */
function show() {
  const state = { fetches: 0, finish: (_file: LoadedFile) => {}, fail: (_error: Error) => {} }
  const load = () =>
    new Promise<LoadedFile>((resolve, reject) => {
      state.fetches += 1
      Object.assign(state, { finish: resolve, fail: reject })
    })
  const rendered = render(<DocumentButtons caption="Skript" load={load} />)
  return { ...rendered, state }
}

function pretend(device: Partial<Navigator>): void {
  for (const [name, value] of Object.entries(device))
    Object.defineProperty(navigator, name, { value, configurable: true })
  onTestFinished(() => Object.keys(device).forEach((name) => Reflect.deleteProperty(navigator, name)))
}

test('Öffnen creates its tab in the click and fills it with the file later', async () => {
  const tabs = watchTabs()
  const { state } = show()
  await button('Öffnen').click()
  expect(tabs).toHaveLength(1)
  await expect.poll(() => tabs[0]?.document.body.textContent).toBe('Das Dokument wird geladen …')
  state.finish(pdf)
  await expect.poll(() => tabs[0]?.location.href).toMatch(/^blob:/)
})

test('a file of Word is offered for saving, by name and with a sentence, and leaves no tab', async () => {
  const tabs = watchTabs()
  const { state, host } = show()
  await button('Öffnen').click()
  state.finish({ name: 'Skript.docx', blob: new Blob(['PK'], { type: 'application/msword' }) })
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      'Dieses Dokument lässt sich nicht im Browser anzeigen. Bitte speichern Sie es, um es zu öffnen.'
    )
  expect(tabs.map((tab) => tab.closed)).toEqual([true])
  await expect.element(dialog.getByRole('link', { name: 'Skript.docx' })).toHaveAttribute('download', 'Skript.docx')
  expect(await axeViolations(host)).toEqual([])
})

test('the tab cannot reach back into the page', async () => {
  const tabs = watchTabs()
  show()
  await button('Öffnen').click()
  expect(tabs[0]?.opener).toBeNull()
})

test('two clicks make one fetch, and Download shares it', async () => {
  watchTabs()
  const { state } = show()
  await userEvent.dblClick(button('Öffnen'))
  await button('Download').click()
  await expect.element(button('Öffnen')).toHaveAttribute('aria-busy', 'true')
  expect(state.fetches).toBe(1)
})

test('a failed fetch closes the tab and says why', async () => {
  const tabs = watchTabs()
  const { state } = show()
  await button('Öffnen').click()
  state.fail(new Error('gone'))
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription('Aufruf fehlgeschlagen')
  expect(tabs[0]?.closed).toBe(true)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(button('Öffnen')).not.toHaveAttribute('aria-busy')
})

test('a blocked tab is said in a sentence, with a link to open the document by hand', async () => {
  watchTabs({ blocked: true })
  const { state, host } = show()
  await button('Öffnen').click()
  state.finish(pdf)
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      'Das Dokument konnte nicht geöffnet werden. Bitte überprüfen Sie ob die Browsereinstellung Pop-Ups blockieren aktiv ist.'
    )
  const link = dialog.getByRole('link', { name: 'Skript.pdf' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^blob:/))
  expect(await axeViolations(host)).toEqual([])
})

test('on Apple iOS a document is requested first and opened then', async () => {
  pretend({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)' })
  const tabs = watchTabs()
  const { state, root } = show()
  await expect.element(button('Öffnen')).toBeDisabled()
  await button('Anfordern').click()
  expect(tabs).toHaveLength(0)
  state.finish(pdf)
  await expect.element(button('Anfordern')).toBeDisabled()
  await expect.poll(() => root.activeElement?.textContent).toBe('Öffnen')
  await button('Öffnen').click()
  expect(tabs).toHaveLength(1)
  expect(state.fetches).toBe(1)
})
