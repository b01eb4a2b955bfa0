import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findings } from '../../testing/axe.ts'
import { contact, descriptors, list } from '../../testing/contacts.ts'
import { bad, good, loggedIn, type Received, user } from '../../testing/scene.ts'
import type { RightName } from '@customer-center/contract/rights'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const fields = 'GET /api/webshop/contactfields'
const values = 'GET /api/webshop/getPossibleValues'
const put = 'PUT /api/contact'
const post = 'POST /api/contact'

const stored = contact(7, 'Eva', 'Maier', {
  ASP_ANREDE: 1,
  ASP_EMAIL: 'eva@example.at',
  ASP_SHOPEMAIL: 'eva@example.at',
  ASP_STRASSE: 'Ring 1',
  ASP_NEWSLETTER: true,
  ASP_FREIFELD16: 'b',
  VERSION: 4
})
const keys = { ASP_FIRMA: 1, ASP_ID: 1001, ASP_PVAID: 7 }

interface Case {
  row?: object
  right?: RightName
  config?: object
  fieldList?: object[]
  answers?: Record<string, ReturnType<typeof good>>
}

async function inList({
  row = stored,
  right = 'admin',
  config = {},
  fieldList = descriptors(),
  answers = {}
}: Case = {}) {
  const { backend, element } = await loggedIn(right, { ...config })
  await backend.say({
    [list]: good([row]),
    [fields]: good(fieldList),
    [values]: good({
      ASP_FREIFELD16: [
        { key: 'a', value: 'Technik' },
        { key: 'b', value: 'Vertrieb' }
      ]
    }),
    [put]: good({ ...keys, ASP_KONTAKTID: 50_007, VERSION: 5, ASP_SHOPEMAIL: 'eva@example.at' }),
    [post]: good({ ...keys, ASP_PVAID: 8, ASP_KONTAKTID: 50_008, VERSION: 1 }),
    ...answers
  })
  await expect.element(page.getByRole('button', { name: /^Bearbeiten: Eva/ })).toBeVisible()
  return { backend, element }
}

async function inForm(given: Case = {}) {
  const { backend, element } = await inList(given)
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  return { backend, element }
}

async function inNew(given: Case = {}) {
  const { backend, element } = await inList(given)
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  return { backend, element }
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const rights = page.getByLabelText('Berechtigung', { exact: true })
const focused = () => document.querySelector('customer-center')?.shadowRoot?.activeElement
const save = page.getByRole('button', { name: 'Speichern' })
const body = (call: Received | undefined) => JSON.parse(call?.body ?? '{}') as { data: Record<string, unknown> }
const labels = (element: Element) =>
  [...(element.shadowRoot?.querySelectorAll('form label') ?? [])].map((one) => one.textContent)
const optionsOf = (select: ReturnType<typeof page.getByLabelText>) =>
  [...select.element().querySelectorAll('option')].map((one) => one.textContent)
const options = (label: RegExp) => optionsOf(page.getByLabelText(label))

test('the form has the fields of the field list in its order, with asterisk and the label Bezeichnung', async () => {
  const [first, ...rest] = descriptors()
  const { element } = await inForm({
    fieldList: [{ ...first, fieldDescription: null, requiredField: true }, ...rest.slice(0, 2)]
  })
  expect(labels(element)).toEqual(['Bezeichnung *', 'Vorname', 'Nachname *'])
})

test('all fields of section 2 are there for an admin; axe finds nothing, wide and at 390 px', async () => {
  const { element } = await inForm()
  await expect.poll(() => focused() === heading('Kontaktdaten').element()).toBe(true)
  expect(labels(element)).toEqual(
    descriptors().flatMap(({ fieldDescription, requiredField }) => {
      const required = requiredField || ['Nachname', 'Anrede'].includes(fieldDescription)
      const label = required ? `${fieldDescription} *` : fieldDescription
      return fieldDescription === 'Passwort' ? [label, 'Passwort wiederholen'] : [label]
    })
  )
  expect(await findings(element)).toEqual([])
  element.style.inlineSize = '390px'
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  expect(await findings(element)).toEqual([])
})

test('only what was changed is sent, with keys and version; the list reads just that contact anew and is shown', async () => {
  const { backend } = await inForm()
  const before = (await backend.heard(list)).length
  await backend.say({ [list]: good([{ ...stored, ASP_NACHNAME: 'Moser' }]) })
  await page.getByLabelText('Nachname').fill(' Moser ')
  await page.getByLabelText('Newsletter').click()
  await page.getByLabelText('Aktiv').selectOptions('Nein')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const calls = await backend.heard(put)
  expect(calls.map((call) => body(call).data)).toEqual([
    { ...keys, ASP_NACHNAME: 'Moser', ASP_NEWSLETTER: false, ASP_AKTIV: false, VERSION: 4 }
  ])
  const reads = (await backend.heard(list)).slice(before)
  expect(reads).toHaveLength(1)
  expect(reads[0]?.query).toMatchObject({ company: '1', id: '1001', pvaid: '7' })
  await expect
    .poll(() => focused() === page.getByRole('button', { name: 'Bearbeiten: Eva Moser' }).element())
    .toBe(true)
})

test('a new contact is created by one POST with its own key, and is active without a choice', async () => {
  const { backend } = await inNew()
  await expect.element(page.getByLabelText('Aktiv')).toBeDisabled()
  await expect.element(page.getByLabelText('Aktiv')).toHaveValue('true')
  await page.getByLabelText('Anrede').selectOptions('Frau')
  await page.getByLabelText('Nachname').fill('Neu')
  await page.getByLabelText('E-Mail').fill('neu@example.at')
  await backend.say({ [post]: [bad(503, 'Bitte später.'), good({ ...keys, ASP_PVAID: 8, ASP_KONTAKTID: 50_008 })] })
  await save.click()
  await page.getByRole('button', { name: 'OK' }).click()
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const calls = await backend.heard(post)
  expect(calls.map((call) => body(call).data)).toEqual([
    { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_EMAIL: 'neu@example.at' },
    { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_EMAIL: 'neu@example.at' }
  ])
  expect(calls[0]?.headers['idempotency-key']).toMatch(/^\w{20,}$/)
  expect(calls[1]?.headers['idempotency-key']).toBe(calls[0]?.headers['idempotency-key'])
})

test('the salutation must be chosen, and on an invalid submit the first invalid field has the focus', async () => {
  const { backend } = await inNew()
  await save.click()
  await expect.element(page.getByText('Bitte wählen Sie eine Anrede.')).toBeVisible()
  await expect.poll(() => focused() === page.getByLabelText('Anrede').element()).toBe(true)
  expect(await backend.heard(post)).toHaveLength(0)
})

test('Keine Angabe is a salutation only with the setting', async () => {
  await inNew()
  expect(options(/^Anrede/)).toEqual(['Bitte auswählen', 'Herr', 'Frau', 'Divers'])
})

test('with notSpecifiedSalutation the salutations end with Keine Angabe', async () => {
  await inNew({ config: { notSpecifiedSalutation: true } })
  expect(options(/^Anrede/)).toEqual(['Bitte auswählen', 'Herr', 'Frau', 'Divers', 'Keine Angabe'])
})

test('custom fields are drop-downs that begin with Bitte auswählen', async () => {
  await inForm()
  expect(options(/^Abteilung/)).toEqual(['Bitte auswählen', 'Technik', 'Vertrieb'])
  await expect.element(page.getByLabelText('Abteilung')).toHaveValue('b')
})

test('an e-mail address that is none is told, a missing one when it is required', async () => {
  const { backend } = await inForm()
  const email = page.getByLabelText('E-Mail')
  await email.fill('eva@example')
  await save.click()
  await expect.element(page.getByText('ungültige E-Mail Adresse')).toBeVisible()
  await expect.poll(() => focused() === email.element()).toBe(true)
  await email.fill('')
  await expect.element(page.getByText('Bitte füllen Sie dieses Feld aus.')).toBeVisible()
  expect(await backend.heard(put)).toHaveLength(0)
})

test('with extended rights an e-mail address is required as soon as a right is chosen', async () => {
  const { element } = await inNew({ config: { extendedWebshopRights: true } })
  expect(labels(element)).toContain('E-Mail')
  await rights.selectOptions('Teilnehmer')
  await expect.poll(() => labels(element)).toContain('E-Mail *')
})

test('the own contact: e-mail address and right are locked, the password is not', async () => {
  const own = { ...stored, ASP_SHOPEMAIL: 'Anna@example.at', ASP_EMAIL: 'anna@example.at', ASP_SHOPRECHTE: 1 }
  await inForm({ row: own })
  await expect.element(page.getByLabelText('E-Mail')).toHaveAttribute('readonly')
  await expect.element(page.getByLabelText('E-Mail')).toHaveAccessibleDescription(/Benutzerprofil/)
  await expect.element(rights).toBeDisabled()
  await expect.element(page.getByLabelText('Passwort', { exact: true })).toBeVisible()
})

test.each(['shopfull', 'shoplight'] as const)(
  '%s sees no password and keeps the right of a colleague',
  async (right) => {
    const { backend } = await inForm({ right })
    await expect.element(rights).toBeDisabled()
    await expect.element(page.getByLabelText('Passwort', { exact: true })).not.toBeInTheDocument()
    await page.getByLabelText('Straße').fill('Ring 2')
    await save.click()
    await expect.element(heading('Kontakte')).toBeVisible()
    const [call] = await backend.heard(put)
    expect(body(call).data).toEqual({ ...keys, ASP_STRASSE: 'Ring 2', VERSION: 4 })
  }
)

test('password fields come and go with the right; six characters, twice the same', async () => {
  const { backend } = await inForm()
  const password = page.getByLabelText('Passwort', { exact: true })
  const repeat = page.getByLabelText('Passwort wiederholen')
  await password.fill('12345')
  await save.click()
  await expect.element(page.getByText('Passwort muss mindestens 6 Zeichen lang sein')).toBeVisible()
  await expect.element(page.getByText('Passwort ist unterschiedlich')).toBeVisible()
  await password.fill('geheim1')
  await repeat.fill('geheim1')
  await expect.element(page.getByText('Passwort ist unterschiedlich')).not.toBeInTheDocument()
  await rights.selectOptions('Keine Zugangsberechtigung')
  await expect.element(password).not.toBeInTheDocument()
  await rights.selectOptions('Shopzugang')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const [call] = await backend.heard(put)
  expect(body(call).data).toEqual({ ...keys, ASP_SHOPRECHTE: 2, ASP_PASSWORT: 'geheim1', VERSION: 4 })
})

test.each([
  [false, ['Keine Zugangsberechtigung', 'Teilnehmer', 'Shopzugang', 'Administrator']],
  [
    true,
    [
      'Keine Zugangsberechtigung',
      'Teilnehmer',
      'Shopzugang ohne Ansicht Rechnungen',
      'Shopzugang mit Ansicht Rechnungen',
      'Administrator'
    ]
  ]
])('the rights and their info table: extended %s', async (extendedWebshopRights, offered) => {
  const { element } = await inForm({ config: { extendedWebshopRights } })
  expect(optionsOf(rights)).toEqual(offered)
  const button = page.getByRole('button', { name: /^Info/ })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Berechtigungen' })
  await expect.element(dialog).toBeVisible()
  const headers = [...dialog.element().querySelectorAll('th')].map((one) => one.textContent)
  expect(headers).toEqual(['Funktion', ...offered.slice(1)])
  expect(dialog.element().querySelectorAll('tbody tr')).toHaveLength(9)
  const row = dialog.getByRole('row', { name: /Rechnungsadresse/ })
  const cells = [...row.element().querySelectorAll('td')].slice(1).map((one) => one.textContent)
  expect(cells).toEqual(extendedWebshopRights ? ['–Nein', '–Nein', '✓Ja', '✓Ja'] : ['–Nein', '✓Ja', '✓Ja'])
  expect(await findings(element)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => focused() === button.element()).toBe(true)
})

test('Abbrechen leads back to the list; with unsaved input only after the question', async () => {
  const { backend } = await inForm()
  const cancel = page.getByRole('button', { name: 'Abbrechen' })
  await page.getByLabelText('Vorname').fill('Evi')
  await cancel.click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveTextContent('Seite verlassen? Änderungen wurden noch nicht gespeichert!')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(page.getByLabelText('Vorname')).toHaveValue('Evi')
  await cancel.click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Kontakte')).toBeVisible()
  expect(await backend.heard(put)).toHaveLength(0)
})

test("the browser's way back leads to the list, with its search, and asks about unsaved input", async () => {
  const { backend } = await inList()
  await page.getByLabelText('Teilnehmersuche').fill('maier')
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await page.getByLabelText('Vorname').fill('Evi')
  history.back()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveTextContent('Seite verlassen?')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByLabelText('Teilnehmersuche')).toHaveValue('maier')
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Bearbeiten: Eva Maier')
  expect(await backend.heard(put)).toHaveLength(0)
})

test('leaving by the menu asks too', async () => {
  await inForm()
  await page.getByLabelText('Vorname').fill('Evi')
  location.hash = '#/invoices'
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Seite verlassen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Rechnungen')).toBeVisible()
})

test('a refused save shows the first sentence, else Speichern fehlgeschlagen, and can be tried again', async () => {
  const { backend } = await inForm()
  await page.getByLabelText('Vorname').fill('Evi')
  await backend.say({
    [put]: [
      bad(500),
      {
        body: '{"responseResult":{"HTTPReturnCode":200,"RESTReturnCode":102,"Errors":["Diese E-Mail ist vergeben.","x"]}}'
      },
      good({})
    ]
  })
  const dialog = page.getByRole('alertdialog')
  await save.click()
  await expect.element(dialog).toHaveTextContent('Speichern fehlgeschlagen')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await save.click()
  await expect.element(dialog).toHaveTextContent('Diese E-Mail ist vergeben.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
})

test('stale data: my changes are kept over what somebody else has changed', async () => {
  const { backend } = await inForm()
  await page.getByLabelText('Vorname').fill('Evi')
  await backend.say({
    [put]: [
      {
        body: '{"responseResult":{"HTTPReturnCode":200,"RESTReturnCode":409,"Errors":["Die Daten wurden inzwischen geändert."]}}'
      },
      good({})
    ],
    [list]: good([{ ...stored, ASP_ORT: 'Linz', VERSION: 9 }])
  })
  await save.click()
  await page.getByRole('button', { name: 'meine Änderungen behalten' }).click()
  await expect.element(page.getByText(/hat inzwischen geändert: Ort/)).toBeVisible()
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const calls = await backend.heard(put)
  expect(body(calls[1]).data).toEqual({ ...keys, ASP_VORNAME: 'Evi', VERSION: 9 })
})

test('whoever changed the own login is logged out after the save', async () => {
  const own = { ...stored, ASP_SHOPEMAIL: 'anna@example.at', ASP_SHOPRECHTE: 1 }
  const { backend } = await inForm({ row: own })
  await backend.say({
    [put]: good({ ...keys, ASP_SHOPEMAIL: 'other@example.at' }),
    ['GET /api/webshopuser/getcurrentwebshopuser']: user()
  })
  await page.getByLabelText('Vorname').fill('Anna')
  await save.click()
  await expect.element(heading('Anmeldung')).toBeVisible()
})

test('a contact that cannot be loaded says so, and Abbrechen leads back', async () => {
  const { backend } = await inList()
  await backend.say({ [list]: good([]) })
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await expect.element(page.getByText('Die Kontaktdaten konnten nicht geladen werden.')).toBeVisible()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(heading('Kontakte')).toBeVisible()
})

test.each(['light', 'dark'])('axe finds nothing on the errors of a form: %s', async (scheme) => {
  document.body.style.colorScheme = scheme
  onTestFinished(() => void (document.body.style.colorScheme = ''))
  const { element } = await inNew()
  await save.click()
  await expect.element(page.getByText('Bitte wählen Sie eine Anrede.')).toBeVisible()
  expect(await findings(element)).toEqual([])
})
