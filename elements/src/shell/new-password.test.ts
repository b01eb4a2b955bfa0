import { fail } from '@customer-center/contract/envelope'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findings } from '../testing/axe.ts'
import { type Answer, good, loggedIn, place, scene, user } from '../testing/scene.ts'

const profile = 'GET /api/webshopuser/getcurrentwebshopuser'
const write = 'PUT /api/webshopuser'
const sentence = 'Bitte ändern Sie zuerst Ihr Passwort.'
const mustChange: Answer = { status: 403, body: JSON.stringify(fail(403, 111, [sentence])) }

const heading = page.getByRole('heading', { level: 1, name: 'Neues Passwort' })
const password = page.getByRole('textbox', { name: 'Neues Passwort' })
const repeat = page.getByRole('textbox', { name: 'Passwort wiederholen' })
const save = page.getByRole('button', { name: 'Speichern' })

async function open(answers: Record<string, Answer | Answer[]> = {}) {
  const { backend, element } = await loggedIn('contact')
  await backend.say({ [profile]: mustChange, [write]: good({ VERSION: 2 }), ...answers })
  await expect.element(heading).toBeVisible()
  return { backend, element }
}

test('whoever logs in with a generated password is asked for an own one, and then gets the overview', async () => {
  const { backend, element } = await open()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  expect(await findings(element)).toEqual([])
  await password.fill('Sommer-26')
  await repeat.fill('Sommer-26')
  await backend.say({ [profile]: user('contact') })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  const [call] = await backend.heard(write)
  expect(JSON.parse(call?.body ?? '')).toEqual({ data: { WSU_PASSWORT: 'Sommer-26' } })
})

test('an empty, a short and a differing password are not sent; the first wrong field gets the focus', async () => {
  const { backend, element } = await open()
  await save.click()
  await expect.element(page.getByText('Bitte füllen Sie dieses Feld aus.').first()).toBeVisible()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(password.element())
  await password.fill('kurz')
  await repeat.fill('anders')
  await save.click()
  await expect.element(page.getByText('Passwort muss mindestens 6 Zeichen lang sein')).toBeVisible()
  await expect.element(page.getByText('Passwort ist unterschiedlich')).toBeVisible()
  expect(await backend.heard(write)).toEqual([])
})

test('a password that the server refuses is said in its words', async () => {
  const same = { body: JSON.stringify(fail(200, 106, ['Das neue Passwort muss sich vom alten unterscheiden.'])) }
  await open({ [write]: same })
  await password.fill('Sommer-26')
  await repeat.fill('Sommer-26')
  await save.click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveAccessibleDescription('Das neue Passwort muss sich vom alten unterscheiden.')
})

test('Abmelden leads back to the login', async () => {
  await open()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
})

test('after a reload, with the cookie alone, the form is there again', async () => {
  const backend = await scene()
  await backend.say({ [profile]: mustChange })
  place(backend.attributes)
  await expect.element(heading).toBeVisible()
})
