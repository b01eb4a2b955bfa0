import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { failureEnvelope, loginTooOld } from '@customer-center/contract/envelope'
import { axeViolations } from '../../../../testing/axe.ts'
import { announced, create, created, open, openBulk, paste, results, two } from '../../../../testing/bulk-contacts.ts'
import { newContact, focused, heading, keys, openContactList, post, stored } from '../../../../testing/contact-form.ts'
import { contactFieldDescriptors, list } from '../../../../testing/contacts.ts'
import { holdResponses } from '../../../../testing/hold-responses.ts'
import { failure, recordSaves, refusal, success } from '../../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test.each([
  ['a backend that does not announce it', 'admin', {}],
  ['one that takes no keys', 'admin', { features: ['bulk-contacts'] }],
  ['somebody who is no admin', 'shopfull', announced]
] as const)('several contacts are not offered with %s', async (_, right, config) => {
  await openContactList({ right, config })
  await expect.element(open).not.toBeInTheDocument()
})

test('pasted rows are created one by one, each under a key of its own, with what the shop’s lists know of them', async () => {
  const other = success({ ...keys, ASP_PVAID: 9, ASP_KONTAKTID: 50_009, VERSION: 1 })
  const answers = { [post]: [created, other], 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001 }) }
  const { backend, element } = await openBulk(answers)
  const saves = recordSaves(element)
  await paste(
    'ANREDE;Nachname;E-Mail;Berechtigung;Abteilung;Newsletter;Schuhgröße\nFrau;Berger;ida@example.at;Teilnehmer;Vertrieb;ja;38\nHerr;Moser;jan@example.at;;;;'
  )
  await expect.element(page.getByText('Diese Spalten werden nicht übernommen: Schuhgröße.')).toBeVisible()
  await expect.element(page.getByText('2 Kontakte bereit. 1 E-Mail mit Zugangsdaten wird gesendet.')).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  await backend.respond({
    [list]: success([
      stored,
      { ...stored, ASP_PVAID: 8, ASP_NACHNAME: 'Berger' },
      { ...stored, ASP_PVAID: 9, ASP_NACHNAME: 'Moser' }
    ])
  })
  await create.click()
  const told = '2 Kontakte angelegt. 1 E-Mail mit Zugangsdaten wird gesendet.'
  await expect.element(page.getByText(told)).toBeVisible()
  await page.getByRole('button', { name: 'Fertig' }).click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const calls = await backend.requests(post)
  expect(await backend.sentData(post)).toEqual([
    {
      ...newContact,
      ASP_ANREDE: 1,
      ASP_NACHNAME: 'Berger',
      ASP_EMAIL: 'ida@example.at',
      ASP_SHOPRECHTE: 3,
      ASP_FREIFELD16: 'b',
      ASP_NEWSLETTER: true
    },
    { ...newContact, ASP_ANREDE: 0, ASP_NACHNAME: 'Moser', ASP_EMAIL: 'jan@example.at' }
  ])
  expect(await backend.requests('GET /api/customer')).toHaveLength(1)
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  expect(saves).toEqual([{ resource: 'contact' }])
  await expect.element(page.getByRole('status').filter({ hasText: told })).toBeVisible()
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Bearbeiten: Eva Berger')
  const marked = [...element.shadowRoot!.querySelectorAll('.kc-saved')]
  expect(marked.map((row) => row.textContent?.match(/Berger|Moser|Maier/)?.[0])).toEqual(['Berger', 'Moser'])
})

test('a row that breaks a rule of the form says why, can be corrected, and then counts as ready', async () => {
  await openBulk({ [post]: created })
  await paste('Anrede;Nachname;E-Mail;Berechtigung\nDr.;;ida@example;Chef')
  for (const sentence of [
    '„Dr.“ steht hier nicht zur Auswahl.',
    'Bitte füllen Sie dieses Feld aus.',
    'ungültige E-Mail Adresse',
    '„Chef“ steht hier nicht zur Auswahl.'
  ])
    await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(create).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabelText('Anrede').selectOptions('Frau')
  await page.getByLabelText('Nachname').fill('Berger')
  await page.getByLabelText('E-Mail').fill('ida@example.at')
  await page.getByLabelText('Berechtigung').selectOptions('Teilnehmer')
  await expect.element(page.getByText(/^1 Kontakt bereit\./)).toBeVisible()
  await create.click()
  await expect.element(page.getByText(/^1 Kontakt angelegt/)).toBeVisible()
})

test('a row that names a stored contact or a row above is refused, one with only the same name is not', async () => {
  await openBulk({ [list]: success([{ ...stored, ASP_ANZEIGEEMAIL: 'eva@example.at' }]) })
  await paste(
    [
      'Anrede;Vorname;Nachname;E-Mail',
      'Frau;E.;Maier-Huber;EVA@example.at',
      'Frau;Eva;Maier;',
      'Frau;Eva;Maier;other@example.at',
      'Herr;Jan;Moser;jan@example.at',
      'Herr;Jan;Moser;JAN@example.at'
    ].join('\n')
  )
  await expect.element(page.getByText('2 Kontakte bereit, 3 brauchen eine Korrektur.')).toBeVisible()
  expect(results().map(([line, result]) => [line, result?.match(/^.*?\./)?.[0]])).toEqual([
    ['2', 'Diesen Kontakt gibt es schon.'],
    ['3', 'Diesen Kontakt gibt es schon.'],
    ['6', 'Dieser Kontakt steht schon in Zeile 5.'],
    ['4', 'Wird angelegt.'],
    ['5', 'Wird angelegt.']
  ])
  expect(page.getByRole('textbox').elements()).toEqual([])
  await page.getByRole('button', { name: 'Zeile 3 ändern' }).click()
  expect(focused()).toBe(page.getByLabelText('Vorname').element())
  await page.getByLabelText('E-Mail').fill('eva.maier@example.at')
  await expect.element(page.getByText('3 Kontakte bereit, 2 brauchen eine Korrektur.')).toBeVisible()
})

test('a refusal of the server stays with its row, which can be corrected and sent again; the others are created', async () => {
  const { backend } = await openBulk({
    [post]: [refusal(102, ['Diese E-Mail-Adresse ist schon vergeben.']), created, created]
  })
  await paste(two)
  await create.click()
  await expect.element(page.getByText('1 Kontakt angelegt, 1 braucht eine Korrektur.')).toBeVisible()
  expect(results().map(([line]) => line)).toEqual(['3'])
  await page.getByRole('button', { name: '1 korrigieren' }).click()
  await expect.element(page.getByText('Diese E-Mail-Adresse ist schon vergeben.')).toBeVisible()
  expect(results().map(([line]) => line)).toEqual(['2'])
  await page.getByLabelText('E-Mail').fill('ida.berger@example.at')
  await create.click()
  await expect.element(page.getByText(/^2 Kontakte angelegt\./)).toBeVisible()
  const calls = await backend.requests(post)
  const addresses = ['ida@example.at', 'jan@example.at', 'ida.berger@example.at']
  expect(await backend.sentData(post)).toMatchObject(addresses.map((address) => ({ ASP_EMAIL: address })))
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
})

test.each([
  [503, 'Der Server ist überlastet.'],
  [429, 'Sie haben heute schon sehr viele E-Mails ausgelöst.']
])('after a failure that befalls all, %i, the rest waits, and the next try sends the same key', async (status, why) => {
  const { backend } = await openBulk({ [post]: [failure(status, why), created] })
  await paste(two)
  await create.click()
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription(why)
  expect(await backend.requests(post)).toHaveLength(1)
  await page.getByRole('button', { name: 'OK' }).click()
  // The lost answer may have been that of a contact that was created.
  await expect.poll(async () => (await backend.requests(list)).length).toBe(2)
  await create.click()
  await expect.element(page.getByText(/^2 Kontakte angelegt\./)).toBeVisible()
  const [first, again, other] = (await backend.requests(post)).map(({ headers }) => headers['idempotency-key'])
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('rows with a right, which may need a fresh login, go first: the page is asked for its token before anybody is created', async () => {
  const tooOld = {
    status: 401,
    body: JSON.stringify(failureEnvelope(401, loginTooOld, ['Bitte melden Sie sich noch einmal an.']))
  }
  const { backend, element } = await openBulk({ [post]: [tooOld, created] })
  let asked = 0
  Object.assign(element, { fetchToken: () => Promise.resolve(`fresh-${(asked += 1)}`) })
  // The first question is that of the page's function for this person, which changes nothing.
  await expect.poll(() => asked).toBe(1)
  await paste('ANREDE;Nachname;E-Mail;Berechtigung\nHerr;Moser;jan@example.at;\nFrau;Berger;ida@example.at;Teilnehmer')
  await create.click()
  await expect.element(page.getByText(/^2 Kontakte angelegt\./)).toBeVisible()
  const calls = await backend.requests(post)
  expect((await backend.sentData(post)).map((one) => one['ASP_NACHNAME'])).toEqual(['Berger', 'Berger', 'Moser'])
  expect(calls.slice(1).map(({ headers }) => headers['authorization'])).toEqual(['fresh-2', 'fresh-2'])
})

test('a double click creates nobody twice', async () => {
  const { backend } = await openBulk({ [post]: { ...created, chunkDelayMs: 20 } })
  await paste(two)
  for (const button of [create.element(), create.element()]) (button as HTMLElement).click()
  await expect.element(page.getByText(/^2 Kontakte angelegt\./)).toBeVisible()
  expect(await backend.requests(post)).toHaveLength(2)
})

test('whoever leaves while a row is on its way hears nothing of its failure on the next screen, and no other row is sent', async () => {
  const { backend } = await openBulk({ [post]: failure(503, 'Überlastet.') })
  await paste(two)
  const arrive = holdResponses('POST')
  await create.click()
  await expect.poll(() => backend.requests(post)).toHaveLength(1)
  history.back()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Kontakte')).toBeVisible()
  arrive()
  await expect.poll(async () => (await backend.requests(list)).length).toBe(2)
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(await backend.requests(post)).toHaveLength(1)
})

test('a row that is left out leaves the focus on the same button of the next row, or on the list', async () => {
  await openBulk()
  await paste('a@example.at; b@example.at; c@example.at')
  const remove = (line: number) => page.getByRole('button', { name: `Zeile ${line} weglassen` })
  await remove(2).click()
  expect(focused()).toBe(remove(3).element())
  await remove(3).click()
  expect(focused()).toBe(remove(1).element())
  await remove(1).click()
  expect(focused()).toBe(page.getByRole('heading', { name: 'Bitte prüfen' }).element())
})

test('of hundreds of rows only the one that is being corrected is drawn again', async () => {
  await openBulk()
  await paste('a@example.at; b@example.at; c@example.at')
  const field = (line: number) => page.getByRole('row', { name: new RegExp(`^${line} `) }).getByLabelText('Nachname')
  // React gives a node other properties whenever it draws it.
  const drawn = (line: number) =>
    Object.entries(field(line).element()).find(([name]) => name.startsWith('__reactProps'))
  const before = [1, 2, 3].map(drawn)
  await field(2).fill('Ida')
  await expect.element(page.getByRole('cell', { name: 'Ida', exact: true })).toBeVisible()
  expect([1, 2, 3].map((line, index) => drawn(line)?.[1] === before[index]?.[1])).toEqual([true, false, true])
})

test('what was created is never asked about: Fertig, and the menu once nothing is left', async () => {
  await openBulk({ [post]: [created, refusal(102, ['Diese E-Mail-Adresse ist schon vergeben.']), created] })
  await paste(two)
  await create.click()
  await expect.element(page.getByRole('button', { name: '1 korrigieren' })).toBeVisible()
  await page.getByRole('button', { name: 'Fertig' }).click()
  await expect.element(heading('Kontakte')).toBeVisible()
  await open.click()
  await paste('Anrede;Nachname;E-Mail\nFrau;Lang;lang@example.at')
  await create.click()
  await expect.element(page.getByRole('button', { name: 'Fertig' })).toBeVisible()
  history.back()
  await expect.element(heading('Kontakte')).toBeVisible()
  expect(page.getByRole('alertdialog').query()).toBeNull()
})

test('leaving with rows that are not created asks first; Weglassen takes one away', async () => {
  await openBulk()
  await paste('Nachname;E-Mail\nBerger;ida@example.at')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toHaveAccessibleName(/^Seite verlassen\?/)
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Zeile 2 weglassen' }).click()
  await expect.element(page.getByText('0 Kontakte bereit.')).toBeVisible()
})

test('addresses alone are proposed as people with the right Teilnehmer; salutation and what the list requires, text or choice, are asked once for all', async () => {
  const required = ({ constName }: { constName: string }) => ['ASP_ORT', 'ASP_FREIFELD16'].includes(constName)
  const fields = contactFieldDescriptors().map((one) => (required(one) ? { ...one, requiredField: true } : one))
  const { backend, element } = await openBulk({ [post]: created, 'GET /api/webshop/contactfields': success(fields) })
  await paste('anna.huber@example.at\nEva-Maria Moser <e.m@example.at>; j_berger2@example.at')
  const common = page.getByRole('group', { name: 'Für alle' })
  await expect.element(page.getByText('Bei 3 fehlen Angaben.', { exact: true })).toBeVisible()
  await expect.element(common.getByLabelText('Berechtigung')).toHaveDisplayValue('Teilnehmer')
  await common.getByLabelText('Anrede').selectOptions('Frau')
  await common.getByLabelText('Ort').fill('Wien')
  await common.getByLabelText('Abteilung').selectOptions('Vertrieb')
  await expect.element(page.getByText('3 Kontakte bereit. 3 E-Mails mit Zugangsdaten werden gesendet.')).toBeVisible()
  const inRow = (name: RegExp) => page.getByRole('row', { name })
  await page.getByRole('button', { name: 'Zeile 3 ändern' }).click()
  await inRow(/berger2@/)
    .getByLabelText('Anrede')
    .selectOptions('Herr')
  await inRow(/berger2@/)
    .getByLabelText('Vorname')
    .fill('Jan')
  expect(await axeViolations(element)).toEqual([])
  await create.click()
  await expect.element(page.getByText(/^3 Kontakte angelegt\./)).toBeVisible()
  const person = (salutation: number, firstName: string, lastName: string, email: string) => ({
    ASP_ANREDE: salutation,
    ASP_VORNAME: firstName,
    ASP_NACHNAME: lastName,
    ASP_EMAIL: email,
    ASP_ORT: 'Wien',
    ASP_FREIFELD16: 'b',
    ASP_SHOPRECHTE: 3
  })
  expect(await backend.sentData(post)).toMatchObject([
    person(1, 'Anna', 'Huber', 'anna.huber@example.at'),
    person(1, 'Eva-Maria', 'Moser', 'e.m@example.at'),
    person(0, 'Jan', 'Berger', 'j_berger2@example.at')
  ])
})

test('a salutation that a table does not have is asked once for all its rows; rows with a fault come first', async () => {
  const { backend } = await openBulk({ [post]: created })
  await paste('Nachname;E-Mail\nBerger;ida@example.at\n;jan@example.at')
  await expect.element(page.getByText('Bei 1 fehlen Angaben, 1 braucht eine Korrektur.', { exact: true })).toBeVisible()
  expect(results().map(([line]) => line)).toEqual(['3', '2'])
  await page.getByRole('group', { name: 'Für alle' }).getByLabelText('Anrede').selectOptions('Divers')
  await expect.element(page.getByText('1 Kontakt bereit, 1 braucht eine Korrektur.')).toBeVisible()
  await create.click()
  await expect.element(page.getByText('1 Kontakt angelegt, 1 braucht eine Korrektur.')).toBeVisible()
  expect(await backend.sentData(post)).toMatchObject([{ ASP_ANREDE: 2 }])
})

test('at 390 px nothing is wider than the element, and axe finds nothing', async () => {
  const { element } = await openBulk()
  element.style.inlineSize = '390px'
  await paste('Anrede;Vorname;Nachname;E-Mail\nDr.;Ida;Berger;ida@example\nHerr;Jan;Moser;jan@example.at')
  await expect.element(page.getByText('ungültige E-Mail Adresse')).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  const rightOf = (one: Element) => one.getBoundingClientRect().right
  const wider = [...element.shadowRoot!.querySelectorAll('main *')].filter((one) => rightOf(one) > rightOf(element))
  expect(wider.map((one) => one.outerHTML.slice(0, 80))).toEqual([])
})

test('a row that is answered while the element is out of the page does not end the creation', async () => {
  const { backend, element } = await openBulk({ [post]: created })
  await paste(two)
  const arrive = holdResponses('POST')
  const saved = new Promise((resolve) => element.addEventListener('data-saved', resolve))
  await create.click()
  await expect.poll(() => backend.requests(post)).toHaveLength(1)
  element.remove()
  await new Promise((resolve) => setTimeout(resolve))
  arrive()
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  document.body.append(element)
  await saved
  expect(await backend.requests(post)).toHaveLength(2)
})
