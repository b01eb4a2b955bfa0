import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { anna, create, openConfirmations, participant, state, visited } from '../../testing/confirmations.ts'
import { contact, list, manyContacts } from '../../testing/contacts.ts'
import { failure, success } from '../../testing/mock-backend.ts'
import { watchDownloads } from '../../testing/tabs.ts'
import { requestTimeouts } from '../client/request.ts'

const titled = contact(1, 'Anna', 'Huber', {
  ASP_TITEL: 'Mag.',
  ASP_TITELHINTEN: 'MBA',
  ASP_SHOPEMAIL: 'anna@example.at'
})
const answers = { [list]: success([titled]) }
const config = { contactNameFormat: true, routeRights: { 'confirmations/evaluation': ['admin'] } }

const routes = ['participation', 'education', 'evaluation'] as const
const failed = page.getByText('Die Teilnehmer konnten nicht geladen werden.')
const again = page.getByRole('button', { name: 'Erneut versuchen' })

test.each(routes)('participants that cannot be loaded: what failed, and another try: %s', async (route) => {
  await openConfirmations(route, { [list]: [failure(503, 'Bitte etwas später.'), success([anna])] }, { config })
  await expect.element(failed).toBeVisible()
  await expect.element(page.getByText('Bitte etwas später.')).toBeVisible()
  await expect.element(participant).not.toBeInTheDocument()
  await again.click()
  await expect.element(participant).toHaveValue('Huber, Anna')
  await expect.element(failed).not.toBeInTheDocument()
})

test.each(routes)('a timeout of the participants is reported, too: %s', async (route) => {
  const usual = requestTimeouts.request
  onTestFinished(() => void (requestTimeouts.request = usual))
  // The other calls answer within it on a busy machine, too.
  requestTimeouts.request = 4000
  await openConfirmations(route, { [list]: [{ hang: true }, success([anna])] }, { config })
  await expect.element(failed).toBeVisible()
  requestTimeouts.request = usual
  await again.click()
  await expect.element(participant).toHaveValue('Huber, Anna')
})

test.each(routes)(
  'with contactNameFormat a participant is shown and found by last name, comma, first name and titles: %s',
  async (route) => {
    await openConfirmations(route, answers, { config })
    await expect.element(participant).toHaveValue('Huber, Anna Mag. MBA')
    await participant.fill('huber, anna mag')
    await expect.element(page.getByRole('option', { name: 'Huber, Anna Mag. MBA', exact: true })).toBeVisible()
  }
)

test('how many more participants there are is a German number', async () => {
  await openConfirmations('participation', { [list]: success([titled, ...manyContacts(1600).slice(1)]) })
  await participant.click()
  await expect.element(page.getByText('1.100 weitere finden Sie, indem Sie einen Namen eingeben.')).toBeVisible()
})

test('without pvaid and address each participant has their own events, and whoever has no number cannot be chosen', async () => {
  const nameless = { ASP_PVAID: null, ASP_SHOPEMAIL: null, ASP_EMAIL: null }
  const eva = contact(2, 'Eva', 'Maier', nameless)
  const ida = contact(3, 'Ida', 'Maier', nameless)
  const jan = contact(4, 'Jan', 'Maier', { ...nameless, ASP_KONTAKTID: null, ASP_SHOPEMAIL: 'jan@example.at' })
  const { backend } = await openConfirmations('participation', { [list]: success([anna, eva, ida, jan]) })
  await participant.fill('maier')
  await expect.element(page.getByRole('option', { name: 'Eva Maier' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Jan Maier' })).not.toBeInTheDocument()
  await page.getByRole('option', { name: 'Ida Maier' }).click()
  await expect.element(participant).toHaveValue('Ida Maier')
  const asked = async () => (await backend.requests(visited)).map(({ query }) => query['contactId'])
  await expect.poll(asked).toContain('50003')
  expect(await asked()).not.toContain('50002')
})

test('a job and its file have the same name in brackets', async () => {
  const saved = watchDownloads()
  await openConfirmations('education', answers, { config })
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  await page.getByRole('button', { name: /^Download/ }).click()
  expect(saved.at(-1)?.name).toBe('02.03.2026 Arbeitsrecht, ... (Huber, Anna Mag. MBA).pdf')
})

test('whoever may not choose is shown by the same name', async () => {
  await openConfirmations('education', answers, { config, changing: false })
  await expect.element(participant).toMatchTextContent('Huber, Anna Mag. MBA')
})
