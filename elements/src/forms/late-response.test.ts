import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openContactForm, put, stored } from '../../testing/contact-form.ts'
import { contact, list } from '../../testing/contacts.ts'
import { holdFirstResponse, holdResponses } from '../../testing/hold-responses.ts'
import { submitLogin } from '../../testing/login-form.ts'
import {
  failure,
  mockBackend,
  type MockResponse,
  type MockResponses,
  mount,
  mountLoggedIn,
  recordSaves,
  staleData,
  success,
  token,
  user
} from '../../testing/mock-backend.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const box = (name: string) => page.getByRole('textbox', { name })
const save = page.getByRole('button', { name: 'Speichern' })
const cancel = page.getByRole('button', { name: 'Abbrechen' })
const dialog = page.getByRole('alertdialog')
const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const answer = (name: string) => dialog.getByRole('button', { name })

beforeEach(() => history.replaceState(null, '', '#/mydata/companydata'))

/** Saves the company's new name; the server's answer does not arrive before it is let go. */
async function savingCustomer(written: MockResponse = success({ VERSION: 8 })) {
  const { backend, element } = await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/customer': success({ KND_NACHNAME: 'Alt GmbH', KND_ORT: 'Wien', KND_VERGLEICHSFELD1: 'A', VERSION: 7 }),
      'GET /api/webshop/customerfields': success([
        { displayMode: 1, constName: 'KND_NACHNAME', fieldDescription: 'Firmenname' },
        { displayMode: 1, constName: 'KND_ORT', fieldDescription: 'Ort' },
        { displayMode: 1, constName: 'KND_VERGLEICHSFELD1', fieldDescription: 'Branche' }
      ]),
      'GET /api/webshop/getPossibleValues': success({ KND_VERGLEICHSFELD1: [{ key: 'A', value: 'Anlagenbau' }] }),
      'PUT /api/customer': written,
      'PUT /api/webshopuser': success({ VERSION: 4 })
    }
  )
  const arrive = holdResponses('PUT')
  await box('Firmenname').fill('Neu GmbH')
  await userEvent.keyboard('{Enter}')
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  return { backend, element, arrive, saves: recordSaves(element), focused: () => element.shadowRoot?.activeElement }
}

async function leaveFor(hash: string) {
  location.hash = hash
  await expect.element(dialog).toMatchTextContent('Seite verlassen?')
}

test('a save that completes on another screen leaves that screen and its input alone', async () => {
  const { backend, arrive, saves } = await savingCustomer()
  await leaveFor('#/mydata/userprofile')
  await answer('OK').click()
  await box('Neues Passwort').fill('Sommer-26')
  arrive()
  await expect.poll(() => saves).toEqual([{ resource: 'customer' }])
  await box('Passwort wiederholen').fill('Sommer-26')
  await save.click()
  await expect.poll(() => backend.sentData('PUT /api/webshopuser')).toMatchObject([{ WSU_PASSWORT: 'Sommer-26' }])
  await expect.element(heading('Meine Daten')).toBeVisible()
})

test.each<[string, MockResponse, string]>([
  ['a failure', failure(503, 'Überlastet.'), 'Überlastet.'],
  ['stale data', staleData, 'Die Daten wurden inzwischen geändert.']
])('%s that arrives on another screen is reported there, with nothing to decide', async (_, written, sentence) => {
  const { arrive, saves } = await savingCustomer(written)
  await leaveFor('#/mydata/userprofile')
  await answer('OK').click()
  await box('Neues Passwort').fill('Sommer-26')
  arrive()
  await expect.element(dialog).toHaveAccessibleDescription(sentence)
  expect(dialog.getByRole('button').elements()).toHaveLength(1)
  await answer('OK').click()
  await expect.element(box('Neues Passwort')).toHaveValue('Sommer-26')
  expect(saves).toEqual([])
})

test('saved while the question is open: OK leads where the person wanted to go', async () => {
  const { arrive, saves } = await savingCustomer()
  await leaveFor('#/scripts')
  arrive()
  await expect.poll(() => saves).toEqual([{ resource: 'customer' }])
  await answer('OK').click()
  await expect.element(heading('Skripte')).toBeVisible()
  expect(location.hash).toBe('#/scripts')
  history.back()
  await expect.element(box('Firmenname')).toBeVisible()
})

test('saved while the question is open: after Abbrechen the save leads on and moves the focus', async () => {
  const { arrive, saves, focused } = await savingCustomer()
  await leaveFor('#/scripts')
  arrive()
  await expect.poll(() => saves).toEqual([{ resource: 'customer' }])
  await answer('Abbrechen').click()
  await expect.element(heading('Meine Daten')).toBeVisible()
  await expect.poll(() => focused()?.textContent).toBe('Unternehmen')
  expect(location.hash).toBe('#/mydata')
})

test('while a save runs its fields take no input, and after a failure the focus is where it was', async () => {
  const { arrive, focused } = await savingCustomer(failure(503, 'Überlastet.'))
  await expect.poll(() => focused()).toBe(save.element())
  for (const field of [box('Ort'), page.getByRole('combobox', { name: 'Branche' })]) {
    ;(field.element() as HTMLElement).focus()
    expect(focused()).toBe(save.element())
  }
  await userEvent.keyboard('x')
  arrive()
  await expect.element(dialog).toHaveAccessibleDescription('Überlastet.')
  await answer('OK').click()
  await expect.poll(() => focused()).toBe(box('Firmenname').element())
  await expect.element(box('Firmenname')).toHaveValue('Neu GmbH')
  await expect.element(box('Ort')).toHaveValue('Wien')
  await box('Ort').fill('Linz')
  await expect.element(box('Ort')).toHaveValue('Linz')
})

test('the form of another contact keeps its input when the save of the one before completes', async () => {
  history.replaceState(null, '', '#/mydata/contacts')
  const ida = contact(9, 'Ida', 'Berger', { ASP_ANREDE: 1, ASP_EMAIL: 'ida@example.at', VERSION: 2 })
  const { backend, element } = await openContactForm({ answers: { [list]: success([stored, ida]) } })
  await backend.respond({ [list]: success([ida]) })
  const saves = recordSaves(element)
  const arrive = holdResponses('PUT')
  await page.getByLabelText('Vorname').fill('Evi')
  await save.click()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  await cancel.click()
  await answer('OK').click()
  await page.getByRole('button', { name: /^Bearbeiten: Ida/ }).click()
  await page.getByLabelText('Ort', { exact: true }).fill('Krems')
  arrive()
  await expect.poll(() => saves).toEqual([{ resource: 'contact' }])
  await page.getByLabelText('Straße').fill('Gasse 2')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const [, second] = await backend.sentData(put)
  expect(second).toMatchObject({ ASP_PVAID: 9, ASP_ORT: 'Krems', ASP_STRASSE: 'Gasse 2' })
})

test('saved while the question of Abbrechen is open: OK leads to the list with the saved values', async () => {
  history.replaceState(null, '', '#/mydata/contacts')
  const { backend, element } = await openContactForm()
  await backend.respond({ [list]: success([{ ...stored, ASP_VORNAME: 'Evi' }]) })
  const saves = recordSaves(element)
  const arrive = holdResponses('PUT')
  await page.getByLabelText('Vorname').fill('Evi')
  await save.click()
  await cancel.click()
  await expect.element(dialog).toMatchTextContent('Seite verlassen?')
  arrive()
  await expect.poll(() => saves).toEqual([{ resource: 'contact' }])
  await expect.element(dialog).toBeVisible()
  await answer('OK').click()
  await expect.element(page.getByRole('button', { name: 'Bearbeiten: Evi Maier' })).toBeVisible()
  expect(location.hash).toBe('#/mydata/contacts')
})

test('a new user name ends the login, though the profile has it before the form knows that the save is over', async () => {
  history.replaceState(null, '', '#/mydata/contacts')
  const { backend, element } = await openContactForm({ row: { ...stored, ASP_SHOPEMAIL: 'anna@example.at' } })
  await backend.respond({
    [whoAmI]: user('admin', 'neu@example.at'),
    [put]: [failure(403, 'Nicht jetzt.'), success({ ASP_SHOPEMAIL: 'neu@example.at' })]
  })
  const saves = recordSaves(element)
  const arriveProfile = holdFirstResponse('/getcurrentwebshopuser')
  await box('Vorname').fill('Anna')
  await save.click()
  await answer('OK').click()
  const arrive = holdResponses('PUT')
  await save.click()
  await expect.poll(() => backend.requests(put)).toHaveLength(2)
  await leaveFor('#/scripts')
  arrive()
  await expect.poll(() => saves).toEqual([{ resource: 'contact' }])
  arriveProfile()
  await expect.element(page.getByText('Angemeldet als neu@example.at')).toBeVisible()
  await answer('Abbrechen').click()
  await expect.element(dialog).toMatchTextContent('Ihre E-Mail-Adresse wurde geändert.')
})

/** Opens the profile of a person who has logged in by the form. */
async function changingAddress(responses: MockResponses = {}) {
  history.replaceState(null, '', '#/mydata/userprofile')
  const backend = await mockBackend()
  mount(backend.attributes)
  await expect.element(heading('Anmeldung')).toBeVisible()
  await backend.respond({
    [whoAmI]: user(),
    'POST /api/getToken': token('t1'),
    'PUT /api/webshopuser': success({ VERSION: 4 }),
    'GET /api/customer': success({ KND_ORT: 'Wien', VERSION: 7 }),
    'GET /api/webshop/customerfields': success([{ displayMode: 1, constName: 'KND_ORT', fieldDescription: 'Ort' }]),
    'GET /api/webshop/getPossibleValues': success({}),
    'PUT /api/customer': success({ VERSION: 8 }),
    ...responses
  })
  await submitLogin()
  await expect.element(box('E-Mail')).toBeVisible()
  return backend
}

test('a change of one’s own e-mail address is confirmed while another form has input: the login keeps that input', async () => {
  const backend = await changingAddress()
  const arrive = holdResponses('PUT')
  await box('E-Mail').fill('neu@example.at')
  await save.click()
  await leaveFor('#/mydata/companydata')
  await answer('OK').click()
  await box('Ort').fill('Linz')
  arrive()
  await expect.element(dialog).toMatchTextContent('Ihre E-Mail-Adresse wurde geändert.')
  await answer('OK').click()
  await backend.respond({ [whoAmI]: user('admin', 'neu@example.at') })
  await submitLogin()
  await expect.element(box('Ort')).toHaveValue('Linz')
  await save.click()
  await expect.element(heading('Meine Daten')).toBeVisible()
  expect((await backend.sentData('PUT /api/customer')).at(-1)).toMatchObject({ KND_ORT: 'Linz' })
})

test('a profile with the address of before that comes after its change leaves the input of another form', async () => {
  const backend = await changingAddress({ 'GET /api/eventmanager/documentsbysubscriber': failure(403) })
  const arrive = holdResponses('PUT')
  const arriveLate = holdFirstResponse('/getcurrentwebshopuser')
  const before = (await backend.requests(whoAmI)).length
  await box('E-Mail').fill('neu@example.at')
  await save.click()
  await leaveFor('#/scripts')
  await answer('OK').click()
  // A refusal asks for the person's present rights.
  await expect.poll(async () => (await backend.requests(whoAmI)).length).toBe(before + 1)
  location.hash = '#/mydata/companydata'
  await box('Ort').fill('Linz')
  arrive()
  await expect.element(dialog).toMatchTextContent('Ihre E-Mail-Adresse wurde geändert.')
  await answer('OK').click()
  await backend.respond({ [whoAmI]: user('admin', 'neu@example.at') })
  arriveLate()
  await submitLogin()
  await expect.element(box('Ort')).toHaveValue('Linz')
})
