import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failureEnvelope, loginTooOld } from '@customer-center/contract/envelope'
import { axeViolations } from '../../../../testing/axe.ts'
import { focused, keys, openContactList, put, stored } from '../../../../testing/contact-form.ts'
import { contact, list } from '../../../../testing/contacts.ts'
import { installFakeTimers } from '../../../../testing/fake-timers.ts'
import { holdFirstResponse } from '../../../../testing/hold-responses.ts'
import { recordSaves, refusal, success } from '../../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const eva = { ...stored, ASP_ANZEIGEEMAIL: 'eva@example.at', ASP_SHOPRECHTE: 2 }
const gone = { ...eva, ASP_AKTIV: false, ASP_SHOPRECHTE: 0, VERSION: 5 }
const jan = contact(8, 'Jan', 'Moser', { ASP_ANZEIGEEMAIL: 'jan@example.at' })
const more = (name: string) => page.getByRole('button', { name: `Zugang entfernen: ${name}` })
const dialog = page.getByRole('alertdialog')
const remove = dialog.getByRole('button', { name: 'Zugang entfernen', exact: true })
const undo = page.getByRole('button', { name: 'Rückgängig' })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const saved = (version: number) => success({ ...keys, ASP_KONTAKTID: 50_007, VERSION: version })

/** The list, the row for the removal, and the list's row after each write. */
const rowsOf = (...after: object[]) => [success([eva, jan]), success([eva]), ...after.map((one) => success([one]))]

async function removed(answers = {}) {
  const opened = await openContactList({
    answers: { [list]: rowsOf(gone, eva), [put]: [saved(5), saved(6)], ...answers }
  })
  await more('Eva Maier').click()
  await remove.click()
  return opened
}

test('an admin takes the access of a colleague by one write of right and state, after a question that names what stays', async () => {
  const { backend, element } = await openContactList({ answers: { [list]: rowsOf(gone), [put]: saved(5) } })
  const saves = recordSaves(element)
  expect(await axeViolations(element)).toEqual([])
  await more('Eva Maier').click()
  await expect.element(dialog).toHaveAccessibleName('Möchten Sie den Zugang von Eva Maier entfernen?')
  await expect.element(dialog).toHaveAccessibleDescription(/Bestätigungen und Buchungen bleiben\./)
  expect(await axeViolations(element)).toEqual([])
  expect(focused()?.textContent).toBe('Abbrechen')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.poll(focused).toBe(more('Eva Maier').element())
  expect(await backend.requests(put)).toEqual([])
  await more('Eva Maier').click()
  await remove.click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Zugang entfernt: Eva Maier' })).toBeVisible()
  await expect.element(row('Eva Maier')).not.toBeInTheDocument()
  const { ASP_ANZEIGEEMAIL: _, ...sent } = { ...gone, VERSION: 4 }
  expect(await backend.sentData(put)).toEqual([sent])
  expect(saves).toEqual([{ resource: 'contact' }])
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Bearbeiten: Jan Moser')
})

test('Rückgängig is offered for ten seconds and gives right and state back by a write of the row that the removal left', async () => {
  const clock = installFakeTimers()
  const { backend } = await removed()
  await expect.poll(clock.pending).toContain(10_000)
  clock.advance(9999)
  await undo.click()
  await expect.element(row('Eva Maier')).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
  const [, back] = await backend.sentData(put)
  expect(back).toMatchObject({ ASP_AKTIV: true, ASP_SHOPRECHTE: 2, VERSION: 5 })
})

test('Rückgängig that is pressed while the removed contact is still read takes the removal back after that', async () => {
  const opened = await openContactList({ answers: { [list]: rowsOf(gone, eva), [put]: [saved(5), saved(6)] } })
  // The row for the removal and its write come before.
  const release = holdFirstResponse('/contact', 2)
  await more('Eva Maier').click()
  await remove.click()
  await undo.click()
  await expect.element(undo).not.toBeInTheDocument()
  release()
  await expect.element(page.getByRole('status').filter({ hasText: 'Zugang wiederhergestellt' })).toBeVisible()
  await expect.poll(() => opened.backend.requests(put)).toHaveLength(2)
  await expect.element(row('Eva Maier')).toBeVisible()
})

test('when the only contact leaves the list the focus goes to Rückgängig, and from there to the contact who is back', async () => {
  const { element } = await openContactList({
    answers: { [list]: [success([eva]), success([eva]), success([gone]), success([eva])], [put]: [saved(5), saved(6)] }
  })
  await more('Eva Maier').click()
  await remove.click()
  await expect.element(page.getByText('Keine Kontakte vorhanden.').first()).toBeVisible()
  await expect.poll(focused).toBe(undo.element())
  expect(await axeViolations(element)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Bearbeiten: Eva Maier')
})

test('the button that takes an access has the colour of errors, and is readable in the light and in the dark', async () => {
  const { element } = await openContactList({ answers: { [list]: success([eva]) } })
  for (const scheme of ['light', 'dark']) {
    element.style.colorScheme = scheme
    await more('Eva Maier').click()
    await expect.element(remove).toBeVisible()
    const { backgroundColor } = getComputedStyle(remove.element())
    expect(backgroundColor).toBe(scheme === 'light' ? 'rgb(165, 38, 27)' : 'rgb(255, 163, 150)')
    expect(await axeViolations(element)).toEqual([])
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  }
})

test('in a session of the page’s, a backend that wants a fresh login for it gets none, and the row stays', async () => {
  const { backend } = await removed({
    [put]: { status: 401, body: JSON.stringify(failureEnvelope(401, loginTooOld, ['Neu.'])) }
  })
  await expect.element(dialog).toMatchTextContent('Bitte öffnen Sie diese Seite noch einmal aus dem Shop.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(row('Eva Maier')).toBeVisible()
  expect(await backend.requests(put)).toHaveLength(1)
})

test('a refusal is shown in the words of the server, and the row stays', async () => {
  await removed({ [put]: refusal(103, ['Ihr Unternehmen braucht einen Administrator.']) })
  await expect.element(dialog).toMatchTextContent('Ihr Unternehmen braucht einen Administrator.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(row('Eva Maier')).toBeVisible()
})

test.each([
  ['oneself', 'admin', { ASP_ANZEIGEEMAIL: 'Anna@example.at' }],
  ['a contact without access', 'admin', { ASP_SHOPRECHTE: 0 }],
  ['somebody who is no admin', 'shopfull', {}]
] as const)('no access is taken of or by %s', async (_, right, part) => {
  await openContactList({ right, row: { ...eva, ...part } })
  await expect.element(more('Eva Maier')).not.toBeInTheDocument()
})

test('by keyboard alone: Enter on the button asks, Escape leads back to it', async () => {
  await openContactList({ answers: { [list]: success([eva, jan]) } })
  const button = more('Eva Maier').element() as HTMLElement
  button.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => focused()?.textContent).toBe('Abbrechen')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(focused).toBe(button)
})

test('Bearbeiten ends at the same edge in a row with a menu and in one without', async () => {
  const { element } = await openContactList({ answers: { [list]: success([eva, { ...jan, ASP_SHOPRECHTE: 0 }]) } })
  await expect.element(more('Eva Maier')).toBeVisible()
  await expect.element(more('Jan Moser')).not.toBeInTheDocument()
  for (const width of [390, 632, 820, 1280]) {
    element.style.inlineSize = `${width}px`
    const ends = ['Eva Maier', 'Jan Moser'].map(
      (name) =>
        page
          .getByRole('button', { name: `Bearbeiten: ${name}` })
          .element()
          .getBoundingClientRect().right
    )
    const edge = element.shadowRoot!.querySelector('.kc-contact-table')!.getBoundingClientRect().right
    expect({ width, ends }).toEqual({ width, ends: [edge, edge] })
  }
})
