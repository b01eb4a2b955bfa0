import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Right } from '@customer-center/contract/rights'
import { axeViolations } from '../../../testing/axe.ts'
import {
  body,
  focused,
  heading,
  labels,
  openContactForm,
  openContactList,
  openNewContactForm,
  optionsOf,
  optionsOfField,
  post,
  put,
  rights,
  save,
  stored,
  values,
  writable
} from '../../../testing/contact-form.ts'
import { contactFieldDescriptors, list } from '../../../testing/contacts.ts'
import { fieldDescriptor } from '../../../testing/field-descriptor.ts'
import { success } from '../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test('the form has the fields of the field list, in its order within a group, with asterisks and the label Bezeichnung', async () => {
  const [first, ...rest] = contactFieldDescriptors()
  const { element } = await openContactForm({
    fieldList: [{ ...first, fieldDescription: null, requiredField: true }, ...rest.slice(0, 2)]
  })
  expect(labels(element)).toEqual(['Bezeichnung *', 'Vorname', 'Nachname *'])
})

test('what is required is what the list says, for the last name and an address too; the salutation always', async () => {
  const fieldList = contactFieldDescriptors().map((one) => ({ ...one, requiredField: false }))
  const { element, backend } = await openNewContactForm({ fieldList })
  await rights.selectOptions('Teilnehmer')
  await expect.poll(() => labels(element).filter((label) => label.endsWith('*'))).toEqual(['Anrede *'])
  await page.getByLabelText('Anrede').selectOptions('Frau')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const [call] = await backend.requests(post)
  expect(body(call).data).toMatchObject({ ASP_NACHNAME: null, ASP_EMAIL: null, ASP_SHOPRECHTE: 3 })
})

test('the salutation must be chosen, and on an invalid submit the first invalid field has the focus', async () => {
  const { backend } = await openNewContactForm()
  await save.click()
  await expect.element(page.getByText('Bitte wählen Sie eine Anrede.', { exact: true })).toBeVisible()
  await expect.poll(() => focused() === page.getByLabelText('Anrede').element()).toBe(true)
  expect(await backend.requests(post)).toHaveLength(0)
})

test('Keine Angabe is a salutation only with the setting', async () => {
  await openNewContactForm()
  expect(optionsOfField(/^Anrede/)).toEqual(['Bitte auswählen', 'Herr', 'Frau', 'Divers'])
})

test('with notSpecifiedSalutation the salutations end with Keine Angabe', async () => {
  await openNewContactForm({ config: { notSpecifiedSalutation: true } })
  expect(optionsOfField(/^Anrede/)).toEqual(['Bitte auswählen', 'Herr', 'Frau', 'Divers', 'Keine Angabe'])
})

test('custom fields are drop-downs that begin with Bitte auswählen', async () => {
  const offered = ['Technik', 'Vertrieb'].map((value, index) => ({ key: 'ab'[index], value }))
  const meals = [{ key: 'v', value: 'Vegetarisch' }]
  await openContactForm({ answers: { [values]: success({ ASP_FREIFELD16: offered, ASP_FREIFELD17: meals }) } })
  expect(optionsOfField(/^Abteilung/)).toEqual(['Bitte auswählen', 'Technik', 'Vertrieb'])
  await expect.element(page.getByLabelText('Abteilung')).toHaveValue('b')
  expect(optionsOfField(/^Verpflegung/)).toEqual(['Bitte auswählen', 'Vegetarisch'])
})

test('read-only fields of the shop’s list are shown and locked, and sent as they are stored', async () => {
  const more = { ASP_ORT: 'Wien', ASP_TELEFON: '+43 1 1', ASP_PLZ: '1010' }
  const { backend, element } = await openContactForm({
    row: { ...stored, ...more },
    fieldList: contactFieldDescriptors().map((one) => ({ ...one, readOnly: one.constName !== 'ASP_VORNAME' }))
  })
  const open = () =>
    [...element.shadowRoot!.querySelectorAll<HTMLInputElement>('form :is(input, select)')]
      .filter((one) => !one.disabled && !one.readOnly)
      .map((one) => one.labels?.[0]?.textContent)
  await expect.poll(open).toEqual(['Vorname'])
  const shown = { Anrede: 'Frau', Ort: 'Wien', PLZ: '1010', Abteilung: 'Vertrieb', Berechtigung: 'Teilnehmer' }
  for (const [label, value] of Object.entries(shown))
    await expect.element(page.getByLabelText(new RegExp(`^${label}( \\*)?$`))).toHaveDisplayValue(value)
  await expect.element(page.getByLabelText('Newsletter')).toBeChecked()
  await page.getByLabelText('Vorname').fill('Evi')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const [call] = await backend.requests(put)
  expect(body(call).data).toEqual({ ...writable, ...more, ASP_VORNAME: 'Evi' })
})

test('an invalid e-mail address is reported, and a missing one if it is required', async () => {
  const { backend } = await openContactForm()
  const email = page.getByLabelText('E-Mail')
  await email.fill('eva@example')
  await save.click()
  await expect.element(page.getByText('ungültige E-Mail Adresse', { exact: true })).toBeVisible()
  await expect.poll(() => focused() === email.element()).toBe(true)
  await email.fill('')
  await expect.element(page.getByText('Bitte füllen Sie dieses Feld aus.', { exact: true })).toBeVisible()
  expect(await backend.requests(put)).toHaveLength(0)
})

test('with extended rights an e-mail address is required as soon as a right is chosen', async () => {
  const { element } = await openNewContactForm({ config: { extendedWebshopRights: true } })
  expect(labels(element)).toContain('E-Mail')
  await rights.selectOptions('Teilnehmer')
  await expect.poll(() => labels(element)).toContain('E-Mail *')
})

test('one’s own contact has a locked e-mail address and right, but not a locked password', async () => {
  const own = { ...stored, ASP_SHOPEMAIL: 'Anna@example.at', ASP_EMAIL: 'anna@example.at', ASP_SHOPRECHTE: 1 }
  await openContactForm({ row: own })
  await expect.element(page.getByLabelText('E-Mail')).toHaveAttribute('readonly')
  await expect.element(page.getByLabelText('E-Mail')).toHaveAccessibleDescription(/Benutzerprofil/)
  await expect.element(rights).toBeDisabled()
  await expect.element(page.getByLabelText('Passwort', { exact: true })).toBeVisible()
})

test('the address of a colleague and the flag are read-only where the list says so, for every right', async () => {
  for (const readOnly of [false, true]) {
    const fieldList = contactFieldDescriptors().map((one) => ({ ...one, readOnly }))
    const { element } = await openContactForm({ right: 'shopfull', row: { ...stored, ASP_SHOPRECHTE: 1 }, fieldList })
    expect((page.getByLabelText('E-Mail').element() as HTMLInputElement).readOnly).toBe(readOnly)
    expect((page.getByLabelText('Aktiv').element() as HTMLSelectElement).disabled).toBe(readOnly)
    element.remove()
    history.replaceState(null, '', '#/mydata/contacts')
  }
})

test.each(['shopfull', 'shoplight'] as const)('%s sees no password and keeps a colleague’s right', async (right) => {
  const { backend } = await openContactForm({ right })
  await expect.element(rights).toBeDisabled()
  await expect.element(page.getByLabelText('Passwort', { exact: true })).not.toBeInTheDocument()
  await page.getByLabelText('Straße').fill('Ring 2')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const [call] = await backend.requests(put)
  expect(body(call).data).toEqual({ ...writable, ASP_STRASSE: 'Ring 2' })
})

test.each([1280, 768, 390])('choosing a right does not move it though fields appear: %i px', async (width) => {
  const { element } = await openNewContactForm()
  element.style.inlineSize = `${width}px`
  rights.element().scrollIntoView({ block: 'center' })
  const place = () => rights.element().getBoundingClientRect().top
  const before = place()
  await rights.selectOptions('Teilnehmer')
  await expect.element(page.getByLabelText('Passwort wiederholen')).toBeVisible()
  expect(place()).toBe(before)
  await rights.selectOptions('Keine Zugangsberechtigung')
  await expect.element(page.getByLabelText('Passwort wiederholen')).not.toBeInTheDocument()
  expect(place()).toBe(before)
})

test('the rule of a password is said before it is typed, and it can be shown', async () => {
  const { element } = await openNewContactForm({ config: { passwordMinLength: 10 } })
  await rights.selectOptions('Teilnehmer')
  const password = page.getByLabelText('Passwort', { exact: true })
  await expect
    .element(password)
    .toHaveAccessibleDescription(/^Mindestens 10 Zeichen, .* und nicht leicht zu erraten\.$/)
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(page.getByLabelText('Passwort wiederholen')).toHaveAttribute('type', 'text')
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('button', { name: 'Passwort verbergen' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('password fields come and go with the right; six characters, twice the same', async () => {
  const { backend } = await openContactForm()
  const password = page.getByLabelText('Passwort', { exact: true })
  const repeat = page.getByLabelText('Passwort wiederholen')
  await password.fill('12345')
  await save.click()
  await expect.element(page.getByText('Passwort muss mindestens 6 Zeichen lang sein', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Passwort ist unterschiedlich', { exact: true })).toBeVisible()
  await password.fill('geheim1')
  await repeat.fill('geheim1')
  await expect.element(page.getByText('Passwort ist unterschiedlich', { exact: true })).not.toBeInTheDocument()
  await rights.selectOptions('Keine Zugangsberechtigung')
  await expect.element(password).not.toBeInTheDocument()
  await rights.selectOptions('Shopzugang')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const [call] = await backend.requests(put)
  expect(body(call).data).toEqual({ ...writable, ASP_SHOPRECHTE: 2, ASP_PASSWORT: 'geheim1' })
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
  const { element } = await openContactForm({ config: { extendedWebshopRights } })
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
  expect(await axeViolations(element)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => focused() === button.element()).toBe(true)
})

test('a contact that cannot be loaded says so, and Abbrechen leads back', async () => {
  const { backend } = await openContactList()
  await backend.respond({ [list]: success([]) })
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await expect.element(page.getByText('Die Kontaktdaten konnten nicht geladen werden.')).toBeVisible()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(heading('Kontakte')).toBeVisible()
})

test.each(['light', 'dark'])('axe finds nothing on the errors of a form: %s', async (scheme) => {
  document.body.style.colorScheme = scheme
  onTestFinished(() => void (document.body.style.colorScheme = ''))
  const { element } = await openNewContactForm()
  await save.click()
  await expect.element(page.getByText('Bitte wählen Sie eine Anrede.', { exact: true })).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
})

test.each([
  { required: [], right: 'none', marked: [] },
  { required: ['ASP_SHOPEMAIL', 'ASP_EMAIL'], right: 'none', marked: [] },
  { required: [], right: 'contact', marked: [] },
  { required: ['ASP_EMAIL'], right: 'contact', marked: ['Privat'] }
] as const)(
  'of two addresses, required by the list $required, with the right $right, $marked have an asterisk',
  async ({ required, right, marked }) => {
    const names = {
      ASP_NACHNAME: 'Nachname',
      ASP_SHOPEMAIL: 'Anmeldung',
      ASP_EMAIL: 'Privat',
      ASP_SHOPRECHTE: 'Berechtigung'
    }
    const fieldList = Object.entries(names).map(([name, label]) =>
      fieldDescriptor(name, label, { requiredField: required.some((one) => one === name) })
    )
    const { element } = await openNewContactForm({ config: { extendedWebshopRights: true }, fieldList })
    await rights.selectOptions(String(Right[right]))
    await expect
      .poll(() => labels(element).filter((label) => ['Anmeldung *', 'Privat *'].includes(label)))
      .toEqual(marked.map((label) => `${label} *`))
  }
)
