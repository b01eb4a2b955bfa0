import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  newContact,
  body,
  fillNewContact,
  focused,
  heading,
  keys,
  openContactForm,
  openContactList,
  openNewContactForm,
  post,
  put,
  save,
  stored,
  writable
} from '../../../testing/contact-form.ts'
import { contact, list } from '../../../testing/contacts.ts'
import { failure, mount, success } from '../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test('the whole contact is sent with the changes, its keys and version; the list reads only that contact again and is shown', async () => {
  const { backend } = await openContactForm()
  const before = (await backend.requests(list)).length
  await backend.respond({ [list]: success([{ ...stored, ASP_NACHNAME: 'Moser' }]) })
  await page.getByLabelText('Nachname').fill(' Moser ')
  await page.getByLabelText('Newsletter').click()
  await page.getByLabelText('Aktiv').selectOptions('Nein')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const calls = await backend.requests(put)
  expect(calls.map((call) => body(call).data)).toEqual([
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
  expect((await backend.requests(put)).map((call) => body(call).data['ASP_PVAID'])).toEqual([7])
  await expect.element(page.getByRole('status').first()).toMatchTextContent('2 Kontakte')
  await expect.element(page.getByRole('button', { name: 'Bearbeiten: Eva Moser' })).toBeVisible()
})

test('with a backend that identifies contacts only by contact id, the contact that was opened is shown and saved', async () => {
  const others = { ...ida, ASP_PVAID: undefined }
  const { backend } = await openContactForm({ answers: { [list]: success([others, nameless]), [put]: success({}) } })
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  await page.getByLabelText('Nachname').fill('Moser')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  const named = { ...writable, ASP_PVAID: null, ASP_NACHNAME: 'Moser' }
  expect((await backend.requests(put)).map((call) => body(call).data)).toEqual([named])
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
  expect(calls.map((call) => body(call).data)).toEqual([whole, whole])
  expect(calls[0]?.headers['idempotency-key']).toMatch(/^\w{20,}$/)
  expect(calls[1]?.headers['idempotency-key']).toBe(calls[0]?.headers['idempotency-key'])
})

test('Abbrechen leads back to the list; with unsaved input only after the question', async () => {
  const { backend } = await openContactForm()
  const cancel = page.getByRole('button', { name: 'Abbrechen' })
  await page.getByLabelText('Vorname').fill('Evi')
  await cancel.click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toMatchTextContent('Seite verlassen? Änderungen wurden noch nicht gespeichert!')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(page.getByLabelText('Vorname')).toHaveValue('Evi')
  await cancel.click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Kontakte')).toBeVisible()
  expect(await backend.requests(put)).toHaveLength(0)
})

test("the browser's way back leads to the list, with its search, and asks about unsaved input", async () => {
  const { backend } = await openContactList()
  await page.getByLabelText('Teilnehmersuche').fill('maier')
  await page.getByRole('button', { name: /^Bearbeiten: Eva/ }).click()
  await page.getByLabelText('Vorname').fill('Evi')
  history.back()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toMatchTextContent('Seite verlassen?')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByLabelText('Teilnehmersuche')).toHaveValue('maier')
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Bearbeiten: Eva Maier')
  expect(await backend.requests(put)).toHaveLength(0)
})

test('leaving by the menu asks too', async () => {
  await openContactForm()
  await page.getByLabelText('Vorname').fill('Evi')
  location.hash = '#/invoices'
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Seite verlassen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect.element(heading('Rechnungen')).toBeVisible()
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

test('the item of the menu leads from the form to its list, after the question about unsaved input', async () => {
  const { backend } = await openContactForm()
  const item = page.getByRole('link', { name: 'Kontakte' })
  await page.getByLabelText('Vorname').fill('Evi')
  const dialog = page.getByRole('alertdialog')
  for (const answer of ['Abbrechen', 'OK']) {
    await item.click()
    await expect.element(dialog).toMatchTextContent('Seite verlassen?')
    await dialog.getByRole('button', { name: answer }).click()
    if (answer === 'Abbrechen') await expect.element(page.getByLabelText('Vorname')).toHaveValue('Evi')
  }
  await expect.element(heading('Kontakte')).toBeVisible()
  await item.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  expect(await backend.requests(put)).toHaveLength(0)
})

test('a refused save shows the first sentence, else Speichern fehlgeschlagen, and can be repeated', async () => {
  const { backend } = await openContactForm()
  await page.getByLabelText('Vorname').fill('Evi')
  await backend.respond({
    [put]: [
      failure(500),
      {
        body: '{"responseResult":{"HTTPReturnCode":200,"RESTReturnCode":102,"Errors":["Diese E-Mail ist vergeben.","x"]}}'
      },
      success({})
    ]
  })
  const dialog = page.getByRole('alertdialog')
  await save.click()
  await expect.element(dialog).toMatchTextContent('Speichern fehlgeschlagen')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await save.click()
  await expect.element(dialog).toMatchTextContent('Diese E-Mail ist vergeben.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
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
  const calls = await backend.requests(put)
  expect(body(calls[1]).data).toEqual({ ...writable, ASP_VORNAME: 'Evi', ASP_ORT: 'Linz', VERSION: 9 })
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

test('a stored invalid address does not prevent saving another field', async () => {
  const { backend } = await openContactForm({ row: { ...stored, ASP_EMAIL: 'siehe Zentrale' } })
  await page.getByLabelText('Ort', { exact: true }).fill('Krems')
  await save.click()
  await expect.element(heading('Kontakte')).toBeVisible()
  expect(body((await backend.requests(put))[0]).data).toEqual({
    ...writable,
    ASP_EMAIL: 'siehe Zentrale',
    ASP_ORT: 'Krems'
  })
})
