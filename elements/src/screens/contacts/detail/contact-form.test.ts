import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Right } from '@customer-center/contract/rights'
import { axeViolations, expectAccessible } from '../../../../testing/axe.ts'
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
  stored,
  newContact,
  fillNewContact,
  writable,
  labels,
  optionsOf,
  optionsOfField,
  values
} from '../../../../testing/contact-form.ts'
import { contactFieldDescriptors, contact, list } from '../../../../testing/contacts.ts'
import { fieldDescriptor } from '../../../../testing/field-descriptor.ts'
import { failure, foreign, mount, refusal, success } from '../../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test('all fields are there for an admin; axe finds nothing, wide and at 390 px', async () => {
  const { element } = await openContactForm()
  await expect.poll(() => focused() === heading('Kontaktdaten').element()).toBe(true)
  expect(groups(element)).toEqual({
    Person: ['Anrede *', 'Vorname', 'Nachname *', 'Titel', 'Titel hinten', 'Berufsbezeichnung'],
    Adresse: ['Straße', 'PLZ', 'Ort'],
    Erreichbarkeit: ['E-Mail *', 'Telefon', 'Fax', 'Newsletter'],
    'Weitere Angaben': ['Abteilung', 'Verpflegung'],
    Zugang: ['Berechtigung', 'Passwort', 'Passwort wiederholen', 'Aktiv']
  })
  await expectAccessible(element)
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
  ['Bitte füllen Sie „Nachname“ aus.', 'Nachname'],
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

test('the whole contact is sent with the changes, its keys and version; the list reads only that contact again and is shown', async () => {
  const { backend } = await openContactForm()
  const before = (await backend.requests(list)).length
  await backend.respond({ [list]: success([{ ...stored, ASP_NACHNAME: 'Moser' }]) })
  await page.getByLabelText('Nachname').fill(' Moser ')
  await page.getByLabelText('Newsletter').click()
  await page.getByLabelText('Aktiv').selectOptions('Nein')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  expect(await backend.sentData(put)).toEqual([
    { ...writable, ASP_NACHNAME: 'Moser', ASP_NEWSLETTER: false, ASP_AKTIV: false }
  ])
  await expect
    .poll(() => focused() === page.getByRole('button', { name: 'Bearbeiten: Eva Moser' }).element())
    .toBe(true)
  const reads = (await backend.requests(list)).slice(before)
  expect(reads).toHaveLength(1)
  expect(reads[0]?.query).toMatchObject({ company: '1', id: '1001', pvaid: '7' })
})

test.each([
  ['the list is empty then', []],
  ['others are left', [contact(9, 'Ida', 'Berger')]]
])('a saved contact that search and filter hide leaves the focus on the heading: %s', async (_, others) => {
  const { backend } = await openContactForm({ answers: { [list]: success([stored, ...others]) } })
  await page.getByLabelText('Aktiv').selectOptions('Nein')
  await backend.respond({ [list]: success([{ ...stored, ASP_AKTIV: false }]) })
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  await expect.poll(() => focused()).toBe(heading('Kontakte').element())
})

const nameless = { ...stored, ASP_PVAID: undefined }

const ida = contact(9, 'Ida', 'Berger')

test('with a backend that ignores the filter, only the contact that was opened is shown, saved and read again', async () => {
  const { backend } = await openContactForm({ answers: { [list]: success([ida, stored]) } })
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  await backend.respond({ [list]: success([ida, { ...stored, ASP_NACHNAME: 'Moser' }]) })
  await page.getByLabelText('Nachname').fill('Moser')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  expect(await backend.sentData(put)).toMatchObject([{ ASP_PVAID: 7 }])
  await expect.element(page.getByRole('status').first()).toMatchTextContent('2 Kontakte')
  await expect.element(page.getByRole('button', { name: 'Bearbeiten: Eva Moser' })).toBeVisible()
})

test('with a backend that identifies contacts only by contact id, the contact that was opened is shown and saved', async () => {
  const others = { ...ida, ASP_PVAID: undefined }
  const answers = { [list]: success([others, nameless]), [put]: success({}) }
  const { backend } = await openContactForm({ config: foreign, answers })
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  await page.getByLabelText('Nachname').fill('Moser')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const named = { ...writable, ASP_PVAID: undefined, ASP_NACHNAME: 'Moser' }
  expect(await backend.sentData(put)).toEqual([named])
})

test.each([
  ['answers with somebody else', ida],
  ['names nobody by a number', { ...nameless, ASP_KONTAKTID: null }]
])('a backend that %s: the form stays closed', async (_, row) => {
  const { backend } = await openContactList(row === ida ? {} : { row })
  await backend.respond({ [list]: success([row]) })
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await expect.element(page.getByText('Die Kontaktdaten konnten nicht geladen werden.')).toBeVisible()
})

test('after a new contact without a number from the backend the focus returns to the button', async () => {
  await openNewContactForm({ answers: { [post]: success({}) } })
  await fillNewContact('Neu', 'neu@example.at')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  await expect.poll(() => focused()?.textContent).toBe('Kontakt hinzufügen')
})

test('after Abbrechen of a new contact the focus returns to the button', async () => {
  await openNewContactForm()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.poll(() => focused()?.textContent).toBe('Kontakt hinzufügen')
})

test('a new contact is created by one POST with its own key, and is active without a choice', async () => {
  const answers = { 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001 }) }
  const { backend } = await openNewContactForm({ config: { idempotencyKeys: true }, answers })
  await expect.element(page.getByLabelText('Aktiv')).toBeDisabled()
  await expect.element(page.getByLabelText('Aktiv')).toHaveValue('true')
  await fillNewContact('Neu', 'neu@example.at')
  await backend.respond({
    [post]: [failure(503, 'Bitte später.'), success({ ...keys, ASP_PVAID: 8, ASP_KONTAKTID: 50_008 })]
  })
  await save.click()
  await page.getByRole('button', { name: 'OK' }).click()
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const calls = await backend.requests(post)
  const whole = { ...newContact, ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_EMAIL: 'neu@example.at' }
  expect(await backend.sentData(post)).toEqual([whole, whole])
  expect(calls[0]?.headers['idempotency-key']).toMatch(/^\w{20,}$/)
  expect(calls[1]?.headers['idempotency-key']).toBe(calls[0]?.headers['idempotency-key'])
})

/** The overview, the list and its form, and whatever draws the form anew; then the steps back from it. */
test.each([
  [
    'a reload in the form',
    async ({ backend, element }: Awaited<ReturnType<typeof openContactForm>>) => {
      element.remove()
      mount({ ...backend.attributes, 'session-token': 'host-token' })
    }
  ],
  [
    'a way back into the form from another screen',
    async () => {
      location.hash = '#/scripts'
      await expect.element(heading('Skripte')).toBeVisible()
      history.back()
    }
  ]
])('after %s the form has fresh data, one step back leads to its list', async (_how, leave) => {
  history.replaceState(null, '', '#/overview')
  history.pushState(null, '', '#/mydata/contacts')
  const opened = await openContactForm()
  await opened.backend.respond({ [list]: success([{ ...stored, ASP_NACHNAME: 'Huber' }]) })
  await leave(opened)
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Huber')
  expect(location.hash).toBe('#/mydata/contacts?form=7')
  history.back()
  await expect.element(heading('Kontakte')).toBeVisible()
  history.back()
  await expect.element(heading('Übersicht')).toBeVisible()
  history.go(2)
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Huber')
})

test('stale data: my changes are kept over what somebody else has changed', async () => {
  const { backend } = await openContactForm()
  await page.getByLabelText('Vorname').fill('Evi')
  await backend.respond({
    [put]: [
      {
        body: '{"responseResult":{"HTTPReturnCode":200,"RESTReturnCode":409,"Errors":["Die Daten wurden inzwischen geändert."]}}'
      },
      success({})
    ],
    [list]: success([{ ...stored, ASP_ORT: 'Linz', VERSION: 9 }])
  })
  await save.click()
  await page.getByRole('button', { name: 'Meine Änderungen behalten' }).click()
  await expect.element(page.getByText(/hat inzwischen geändert: Ort/)).toBeVisible()
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const [, kept] = await backend.sentData(put)
  expect(kept).toEqual({ ...writable, ASP_VORNAME: 'Evi', ASP_ORT: 'Linz', VERSION: 9 })
})

test('changing one’s own user name logs out after the save, which has ended the session on the server', async () => {
  const own = { ...stored, ASP_SHOPEMAIL: 'anna@example.at', ASP_SHOPRECHTE: 1 }
  const { backend } = await openContactForm({ row: own })
  await backend.respond({
    [put]: success({ ...keys, ASP_SHOPEMAIL: 'other@example.at' }),
    [list]: failure(401, 'Nicht angemeldet.')
  })
  await page.getByLabelText('Vorname').fill('Anna')
  await save.click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveAccessibleDescription('Ihre E-Mail-Adresse wurde geändert. Bitte melden Sie sich mit der neuen Adresse an.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.element(page.getByText('Ihre Sitzung ist abgelaufen.')).not.toBeInTheDocument()
})

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
  expect(await backend.sentData(post)).toMatchObject([{ ASP_NACHNAME: null, ASP_EMAIL: null, ASP_SHOPRECHTE: 3 }])
})

test('the salutation must be chosen, and on an invalid submit the first invalid field has the focus', async () => {
  const { backend } = await openNewContactForm()
  await save.click()
  await expect.element(page.getByText('Bitte wählen Sie eine Anrede.', { exact: true })).toBeVisible()
  await expect.poll(() => focused() === page.getByLabelText('Anrede').element()).toBe(true)
  expect(await backend.requests(post)).toHaveLength(0)
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
  expect(await backend.sentData(put)).toEqual([{ ...writable, ...more, ASP_VORNAME: 'Evi' }])
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
  expect(await backend.sentData(put)).toEqual([{ ...writable, ASP_STRASSE: 'Ring 2' }])
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
  expect(await backend.sentData(put)).toEqual([{ ...writable, ASP_SHOPRECHTE: 2, ASP_PASSWORT: 'geheim1' }])
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
