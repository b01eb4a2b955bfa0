import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { list } from '../../../testing/contacts.ts'
import { failure, mountLoggedIn, refusal, success, user } from '../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/overview'))

const users = 'GET /api/webshopuser'
const write = 'PUT /api/webshopuser/setcurrentwebshopuser'
const profile = 'GET /api/webshopuser/getcurrentwebshopuser'
const person = page.getByLabelText('Person (Entwicklung)')
const password = page.getByLabelText('Passwort', { exact: true })
const change = page.getByRole('button', { name: 'Wechseln' })
const two = success(['anna@example.at', 'eva@example.at'].map((WSU_EMAIL) => ({ WSU_EMAIL, WSU_RECHTE: 1 })))

test('a developer goes on as another person, of whom alone all is shown from then on', async () => {
  const { backend, element } = await mountLoggedIn(
    'admin',
    { development: true },
    {
      [users]: two,
      [write]: [refusal(110, ['Falsches Passwort.']), success({ WSU_EMAIL: 'eva@example.at' })],
      [list]: success([])
    }
  )
  const events: string[] = []
  for (const type of ['session-start', 'session-end']) element.addEventListener(type, () => events.push(type))
  await expect.element(change).toBeDisabled()
  await person.selectOptions('eva@example.at')
  await password.fill('geheim-1')
  await change.click()
  await expect.element(page.getByText('Falsches Passwort.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  location.hash = '#/mydata/contacts'
  await expect.poll(() => backend.requests(list)).toHaveLength(1)
  await backend.respond({ [profile]: user('admin', 'eva@example.at') })
  await change.click()
  await expect.element(page.getByText('Angemeldet als eva@example.at')).toBeVisible()
  expect(await backend.sentData(write)).toEqual([
    { WSU_EMAIL: 'eva@example.at', WSU_PASSWORT: 'geheim-1' },
    { WSU_EMAIL: 'eva@example.at', WSU_PASSWORT: 'geheim-1' }
  ])
  // What was read for the former person is read again.
  await expect.poll(() => backend.requests(list)).toHaveLength(2)
  await expect.poll(() => events.at(-1)).toBe('session-start')
})

test.each([
  ['the persons cannot be read', failure(500)],
  ['there are none', success([])]
])('nobody can be chosen where %s', async (_, answer) => {
  await mountLoggedIn('admin', { development: true }, { [users]: answer })
  await expect.element(person).toBeVisible()
  await expect.element(change).toBeDisabled()
})

test('outside of development there is no switch, and nobody asks for the persons', async () => {
  const { backend } = await mountLoggedIn('admin', {}, { [users]: two })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Abmelden' })).toBeVisible()
  await expect.element(person).not.toBeInTheDocument()
  expect(await backend.requests(users)).toEqual([])
})
