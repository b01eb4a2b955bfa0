import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import {
  focused,
  groups,
  heading,
  keys,
  openContactForm,
  openContactList,
  openNewContactForm,
  post,
  put,
  rights,
  save,
  stored
} from '../../../testing/contact-form.ts'
import { contactFieldDescriptors } from '../../../testing/contacts.ts'
import { refusal, success } from '../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test('all fields of section 2 are there for an admin; axe finds nothing, wide and at 390 px', async () => {
  const { element } = await openContactForm()
  await expect.poll(() => focused() === heading('Kontaktdaten').element()).toBe(true)
  expect(groups(element)).toEqual({
    Person: ['Anrede *', 'Vorname', 'Nachname *', 'Titel', 'Titel hinten', 'Berufsbezeichnung'],
    Adresse: ['Straße', 'PLZ', 'Ort'],
    Erreichbarkeit: ['E-Mail *', 'Telefon', 'Fax', 'Newsletter'],
    'Weitere Angaben': ['Abteilung', 'Verpflegung'],
    Zugang: ['Berechtigung', 'Passwort', 'Passwort wiederholen', 'Aktiv']
  })
  expect(await axeViolations(element)).toEqual([])
  element.style.inlineSize = '390px'
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  expect(await axeViolations(element)).toEqual([])
})

test('a group without fields is not shown, nor one whose fields this person does not see', async () => {
  const shown = ['ASP_NACHNAME', 'ASP_PASSWORT']
  const fieldList = contactFieldDescriptors().filter(({ constName }) => shown.includes(constName))
  const { element } = await openContactForm({ fieldList, right: 'shopfull' })
  expect(groups(element)).toEqual({ Person: ['Nachname *'] })
})

test('whose data these are stands below the heading', async () => {
  const { element } = await openContactForm({ row: { ...stored, ASP_TITELHINTEN: 'MBA' } })
  expect(element.shadowRoot?.querySelector('h1 + p')?.textContent).toBe('Eva Maier MBA')
})

test('a note says what the asterisk means, only while a field has one', async () => {
  const fieldList = contactFieldDescriptors().filter(({ constName }) =>
    ['ASP_EMAIL', 'ASP_SHOPRECHTE'].includes(constName)
  )
  await openContactList({ fieldList, config: { extendedWebshopRights: true } })
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  const note = page.getByText('* Pflichtfeld')
  await expect.element(page.getByLabelText('E-Mail')).toBeVisible()
  await expect.element(note).not.toBeVisible()
  await rights.selectOptions('Teilnehmer')
  await expect.element(note).toBeVisible()
})

test('a refused save lists what is wrong; each entry leads to its field, and goes when that is right', async () => {
  const { element, backend } = await openNewContactForm()
  await rights.selectOptions('Teilnehmer')
  await page.getByLabelText('Passwort', { exact: true }).fill('kurz')
  await page.getByLabelText('Passwort wiederholen').fill('kurz')
  const summary = page.getByRole('region', { name: 'Bitte prüfen Sie diese Angaben:' })
  await expect.element(summary).not.toBeInTheDocument()
  await save.click()
  const entries = () => [...summary.element().querySelectorAll('li')].map((one) => one.textContent)
  await expect
    .poll(entries)
    .toEqual([
      'Anrede: Bitte wählen Sie eine Anrede.',
      'Nachname: Bitte füllen Sie dieses Feld aus.',
      'E-Mail: Bitte füllen Sie dieses Feld aus.',
      'Passwort: Passwort muss mindestens 6 Zeichen lang sein'
    ])
  expect(await axeViolations(element)).toEqual([])
  await summary.getByRole('button', { name: /^Passwort:/ }).click()
  await expect.poll(() => focused() === page.getByLabelText('Passwort', { exact: true }).element()).toBe(true)
  await page.getByLabelText('Passwort', { exact: true }).fill('geheim1')
  await page.getByLabelText('Passwort wiederholen').fill('geheim1')
  await expect.poll(entries).toHaveLength(3)
  expect(await backend.requests(post)).toEqual([])
})

test.each([
  [1280, 1],
  [390, 1],
  [320, 1],
  [320, 2]
])('the postcode stands beside its place where both have room: %i px, text times %i', async (width, scale) => {
  const { element } = await openContactForm()
  element.style.inlineSize = `${width}px`
  element.style.setProperty('--kc-font-size', `${16 * scale}px`)
  const [plz, place] = ['PLZ', 'Ort'].map((label) => page.getByLabelText(label, { exact: true }).element())
  const top = (one: Element | undefined) => one?.getBoundingClientRect().top ?? 0
  await expect.poll(() => top(place) > top(plz)).toBe(scale === 2)
  expect(plz!.getBoundingClientRect().width).toBeLessThan(place!.getBoundingClientRect().width + scale)
  expect(element.scrollWidth).toBeLessThanOrEqual(width)
})

test('what a save mails is said beside the right, before the password', async () => {
  const { element } = await openNewContactForm({ config: { features: ['access'] } })
  const note = page.getByRole('status').filter({ hasText: 'gesendet' })
  await expect.element(note).toMatchTextContent('Ohne Zugangsberechtigung werden keine Zugangsdaten gesendet.')
  await rights.selectOptions('Teilnehmer')
  const orPassword = 'Geben Sie selbst ein Passwort ein, wird nichts gesendet.'
  await expect
    .element(note)
    .toMatchTextContent(`Beim Speichern werden Zugangsdaten an die E-Mail-Adresse des Kontakts gesendet. ${orPassword}`)
  await page.getByLabelText('E-Mail').fill('evi@example.at')
  await expect
    .element(note)
    .toMatchTextContent(`Beim Speichern werden Zugangsdaten an evi@example.at gesendet. ${orPassword}`)
  await page.getByLabelText('Passwort', { exact: true }).fill('geheim1')
  await expect
    .element(note)
    .toMatchTextContent('Es wird nichts gesendet. Teilen Sie der Person das Passwort selbst mit.')
  expect(await axeViolations(element)).toEqual([])
})

test('of a contact that may have had a right before, nobody promises that something is mailed', async () => {
  await openContactForm({ config: { features: ['access'] }, row: { ...stored, ASP_SHOPRECHTE: 0 } })
  await rights.selectOptions('Teilnehmer')
  await expect.element(page.getByText(/^Gibt es noch kein Passwort, werden beim Speichern/)).toBeVisible()
})

test.each([
  ['shopfull', {}, 'Die Berechtigung kann nur ein Administrator ändern.'],
  [
    'admin',
    { ASP_SHOPEMAIL: 'anna@example.at', ASP_SHOPRECHTE: 1 },
    'Ihre eigene Berechtigung kann nur ein anderer Administrator ändern.'
  ]
] as const)('a right that %s cannot change says why', async (right, more, reason) => {
  await openContactForm({ right, row: { ...stored, ...more } })
  await expect.element(rights).toBeDisabled()
  await expect.element(rights).toHaveAccessibleDescription(reason)
})

test.each([
  ['Bitte füllen Sie das Feld Nachname aus.', 'Nachname'],
  ['Bitte füllen Sie das Feld E-Mail aus.', 'E-Mail'],
  ['Der Wert im Feld „Titel hinten“ steht nicht zur Auswahl.', 'Titel hinten'],
  ['Das Feld Titel ist zu lang.', 'Titel'],
  ['Diese E-Mail-Adresse wird schon verwendet.', null],
  ['Der Vorname und der Nachname passen nicht.', 'Nachname'],
  ['Bezeichnung fehlt.', null]
])('a refusal is shown, and focused, at the field that it names: %s', async (sentence, label) => {
  const { element } = await openContactForm({ answers: { [put]: [refusal(103, [sentence]), success(keys)] } })
  await page.getByLabelText('Straße').fill('Ring 2')
  await save.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  const invalid = () => element.shadowRoot?.querySelectorAll('[aria-invalid=true]') ?? []
  if (label === null) expect(invalid()).toHaveLength(0)
  else {
    const field = page.getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) })
    await expect.element(field).toHaveAccessibleDescription(sentence)
    expect(invalid()).toHaveLength(1)
    await expect.poll(() => focused() === field.element()).toBe(true)
  }
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
})

test('an address that nobody can change here is shown only with an at sign and a dot, as in the list', async () => {
  await openContactForm({
    row: { ...stored, ASP_EMAIL: 'keine' },
    fieldList: contactFieldDescriptors().map((one) => ({ ...one, readOnly: one.constName === 'ASP_EMAIL' }))
  })
  await expect.element(page.getByRole('textbox', { name: /^E-Mail/ })).toHaveValue('-')
})
