import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openBulk, paste, two } from '../../../testing/bulk-contacts.ts'
import { heading, keys, openContactList, post, put, save, stored } from '../../../testing/contact-form.ts'
import { contact, list } from '../../../testing/contacts.ts'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { type MockBackend, success } from '../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const eva = { ...stored, ASP_ANZEIGEEMAIL: 'eva@example.at', ASP_SHOPRECHTE: 2 }
const jan = contact(8, 'Jan', 'Moser', { ASP_ANZEIGEEMAIL: 'jan@example.at' })
const ida = contact(9, 'Ida', 'Berger')
const gone = (one: object) => success([{ ...one, ASP_AKTIV: false, ASP_SHOPRECHTE: 0 }])
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const saved = (pvaid: number) => success({ ...keys, ASP_PVAID: pvaid, VERSION: 5 })
const reads = async (backend: MockBackend) => (await backend.requests(list)).length

async function removeAccess(name: string) {
  await page.getByRole('button', { name: `Zugang entfernen: ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zugang entfernen', exact: true }).click()
}

test('of two contacts saved at once, neither save undoes the other in the list, whichever is read first', async () => {
  const answers = [success([eva, jan, ida]), success([eva]), gone(eva), success([jan]), gone(jan)]
  const { backend } = await openContactList({ answers: { [list]: answers, [put]: [saved(7), saved(8)] } })
  // Row and save of Eva come first.
  const release = holdFirstResponse('/contact', 2)
  await removeAccess('Eva Maier')
  await expect.poll(() => reads(backend)).toBe(3)
  await removeAccess('Jan Moser')
  await expect.element(row('Jan Moser')).not.toBeInTheDocument()
  release()
  await expect.element(row('Eva Maier')).not.toBeInTheDocument()
  await expect.element(row('Ida Berger')).toBeVisible()
  expect(row('Jan Moser').query()).toBeNull()
})

test('a list that was asked for before a save does not overwrite it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const before = success([eva, jan, ida])
  const after = success([{ ...eva, ASP_AKTIV: false }, jan, ida])
  const answers = [success([eva, jan]), before, success([eva]), gone(eva), after]
  const { backend } = await openContactList({ answers: { [list]: answers, [put]: saved(7) } })
  location.hash = '#/overview'
  await expect.element(row('Eva Maier')).not.toBeInTheDocument()
  vi.setSystemTime(Date.now() + 61_000)
  const release = holdFirstResponse('/contact')
  location.hash = '#/mydata/contacts'
  await expect.poll(() => reads(backend)).toBe(2)
  await removeAccess('Eva Maier')
  await expect.element(row('Eva Maier')).not.toBeInTheDocument()
  release()
  await expect.element(row('Ida Berger')).toBeVisible()
  await expect.poll(() => reads(backend)).toBe(5)
  expect(row('Eva Maier').query()).toBeNull()
})

const participant = page.getByRole('combobox', { name: 'Teilnehmer' })
const events = { 'GET /api/eventmanager/eventsbysubscriber': success([]) }

/** Looks for a person in the form of the confirmations. */
async function findParticipant(typed: string, name: string) {
  location.hash = '#/confirmations/participation'
  await participant.fill(typed)
  await expect.element(page.getByRole('option', { name })).toBeVisible()
}

test('a saved contact has its new name among the participants that were read before', async () => {
  const { backend } = await openContactList({ answers: events })
  await findParticipant('eva', 'Eva Maier')
  location.hash = '#/mydata/contacts'
  await page.getByRole('button', { name: 'Bearbeiten: Eva Maier' }).click()
  await page.getByLabelText('Nachname').fill('Huber')
  await backend.respond({ [list]: success([{ ...stored, ASP_NACHNAME: 'Huber' }]) })
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  await findParticipant('eva', 'Eva Huber')
})

test('pasted contacts are among the participants that were read before', async () => {
  const created = success({ ...keys, ASP_PVAID: 9, VERSION: 1 })
  const { backend } = await openBulk({ ...events, [post]: created, 'GET /api/customer': success(keys) })
  await findParticipant('eva', 'Eva Maier')
  location.hash = '#/mydata/contacts'
  await page.getByRole('button', { name: 'Mehrere Kontakte hinzufügen' }).click()
  await paste(two)
  await backend.respond({ [list]: success([stored, ida]) })
  await page.getByRole('button', { name: /^Anlegen/ }).click()
  await expect.element(page.getByText(/^2 Kontakte angelegt\./)).toBeVisible()
  await findParticipant('ida', 'Ida Berger')
})
