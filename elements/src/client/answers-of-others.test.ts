import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { alert, create, jobFinished, openConfirmations, result, start, state } from '../../testing/confirmations.ts'
import {
  fillNewContact,
  heading,
  openContactForm,
  openNewContactForm,
  post,
  put,
  save,
  stored
} from '../../testing/contact-form.ts'
import { contact, list } from '../../testing/contacts.ts'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { foreign, type MockResponse, mountLoggedIn, success } from '../../testing/mock-backend.ts'

const json = (body: unknown, status = 200): MockResponse => ({ status, body: JSON.stringify(body) })
const ok = { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] }

/** Answers of success that bring nothing. */
const nothing: [string, MockResponse][] = [
  ['responseData null', json({ responseData: null, responseResult: ok })],
  ['no responseData', json({ responseResult: { ...ok, HTTPReturnCode: '204', RESTReturnCode: '0' } })],
  ['a row without members', json({ responseData: {}, responseResult: { HTTPReturnCode: 201 } }, 201)],
  ['responseData null alone', json({ responseData: null })],
  ['{}', json({})],
  ['members of its own', json({ ok: true })],
  ['null', json(null)],
  ['no body', { body: '' }],
  ['a line break', { body: '\n' }],
  ['204', { status: 204 }]
]

/** Those that differ most. */
const few = nothing.filter(([what]) => ['responseData null', '{}', 'no body', '204'].includes(what))

test.each(nothing)(
  'a contact whose creation is answered with %s is created: once, and the list is read anew',
  async (_, answer) => {
    location.hash = '#/mydata/contacts'
    const { backend } = await openNewContactForm({ config: foreign, answers: { [post]: answer } })
    await fillNewContact('Berger', 'ida@example.at')
    await backend.respond({ [list]: success([stored, contact(9, 'Ida', 'Berger')]) })
    await save.click()
    await expect.element(page.getByRole('button', { name: 'Bearbeiten: Ida Berger' })).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
    expect(await backend.requests(post)).toHaveLength(1)
  }
)

test.each(few)(
  'a contact whose change is answered with %s is changed, and read again under the keys that were sent',
  async (_, answer) => {
    location.hash = '#/mydata/contacts'
    const { backend } = await openContactForm({ config: foreign, answers: { [put]: answer } })
    await backend.respond({ [list]: success([{ ...stored, ASP_NACHNAME: 'Moser' }]) })
    await page.getByLabelText('Nachname').fill('Moser')
    await save.click()
    await expect.element(page.getByRole('button', { name: 'Bearbeiten: Eva Moser' })).toBeVisible()
    expect((await backend.requests(list)).at(-1)?.query).toMatchObject({ company: '1', id: '1001', pvaid: '7' })
  }
)

const forms: [route: string, call: string, read: Record<string, MockResponse>, field: string, after: string][] = [
  [
    'mydata/companydata',
    'PUT /api/customer',
    {
      'GET /api/customer': success({ KND_ORT: 'Wien', VERSION: 3 }),
      'GET /api/webshop/customerfields': success([fieldDescriptor('KND_ORT', 'Ort')]),
      'GET /api/webshop/getPossibleValues': success({})
    },
    'Ort',
    'Meine Daten'
  ],
  [
    'mydata/userprofile',
    'PUT /api/webshopuser',
    { 'GET /api/webshopuser/getcurrentwebshopuser': success({ WSU_EMAIL: 'anna@example.at', WSU_RECHTE: 1 }) },
    'Neues Passwort',
    'Meine Daten'
  ],
  [
    'mydata/invoiceaddress',
    'PUT /api/address',
    {
      'GET /api/address': success([
        { ADR_LFDNR: 'a1', ADR_NAME: 'Alt GmbH', ADR_STRASSE: 'Ring 1', ADR_PLZ: '1010', ADR_ORT: 'Wien' }
      ])
    },
    'Ort *',
    'Rechnungsadressen'
  ]
]

async function saveForm([route, call, read, field]: (typeof forms)[number], answer: MockResponse) {
  location.hash = `#/${route}`
  const { backend } = await mountLoggedIn('admin', foreign, { ...read, [call]: answer })
  if (route.includes('invoiceaddress')) await page.getByRole('button', { name: 'Bearbeiten: Alt GmbH' }).click()
  await page.getByRole('textbox', { name: field, exact: true }).fill('Linz-42-Hafen')
  const repeat = page.getByRole('textbox', { name: /wiederholen/ })
  if (field === 'Neues Passwort') await repeat.fill('Linz-42-Hafen')
  await save.click()
  return backend
}

const saves = forms.flatMap((form) => few.map(([what, answer]) => [form[1], what, form, answer] as const))

test.each(saves)('%s that is answered with %s is saved', async (call, _, form, answer) => {
  const backend = await saveForm(form, answer)
  await expect.element(heading(form[4])).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  expect(await backend.requests(call)).toHaveLength(1)
})

const failures: [string, MockResponse, string][] = [
  ['HTML', { body: '<h1>OK</h1>' }, 'Speichern fehlgeschlagen'],
  ['a text', json('Fehler'), 'Speichern fehlgeschlagen'],
  ['a bare list', json([]), 'Speichern fehlgeschlagen'],
  ['a word', { body: 'gespeichert' }, 'Speichern fehlgeschlagen'],
  ['an HTTPReturnCode of failure', json({ responseResult: { HTTPReturnCode: '500' } }), 'Speichern fehlgeschlagen'],
  ['an HTTPReturnCode of no success', json({ responseResult: { HTTPReturnCode: 302 } }), 'Speichern fehlgeschlagen'],
  ['an HTTPReturnCode below success', json({ responseResult: { HTTPReturnCode: 100 } }), 'Speichern fehlgeschlagen'],
  [
    'a RESTReturnCode',
    json({ responseData: null, responseResult: { RESTReturnCode: '7' } }),
    'Speichern fehlgeschlagen'
  ],
  [
    'a RESTReturnCode and a sentence beside data',
    json({ responseData: {}, responseResult: { RESTReturnCode: 7, Errors: ['Gesperrt.'] } }),
    'Gesperrt.'
  ]
]

test.each(failures)('a save that is answered with %s has failed', async (_, answer, sentence) => {
  const [customer] = forms
  await saveForm(customer!, answer)
  await expect.element(alert).toHaveAccessibleDescription(sentence)
})

const invoices = 'GET /api/eventmanager/invoicebysubscriber'
const read = async (answer: MockResponse) => {
  location.hash = '#/invoices'
  await mountLoggedIn('admin', foreign, { [invoices]: answer })
}
const refused = { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: ['Rechnungen gesperrt.'] }

test.each(nothing)('a list that is answered with %s is empty', async (_, answer) => {
  await read(answer)
  await expect.element(page.getByText('Keine Rechnungen vorhanden.')).toBeVisible()
})

test.each([
  ['a number and a sentence', { ...refused, RESTReturnCode: 8 }],
  ['a sentence', refused],
  ['a number as text', { RESTReturnCode: '8', Errors: null }]
])('a remark beside data empties no screen: %s', async (_, responseResult) => {
  await read(json({ responseData: [{ no: '4711', documentHash: 'h' }], responseResult }))
  await expect.element(page.getByText('4711')).toBeVisible()
})

test.each([
  ['sentences and no data', json({ responseData: null, responseResult: refused })],
  ['sentences and no row', json({ responseData: [], responseResult: { ...refused, RESTReturnCode: 8 } })],
  [
    'an HTTPReturnCode',
    json({ responseData: [{ no: '4711' }], responseResult: { ...refused, HTTPReturnCode: '403' } })
  ],
  ['an HTTP status', json({ responseData: [{ no: '4711' }], responseResult: refused }, 500)]
])('a read that is answered with %s has failed, with the first sentence', async (_, answer) => {
  await read(answer)
  await expect.element(page.getByText('Rechnungen gesperrt.')).toBeVisible()
})

test('a history that brings nothing is empty', async () => {
  location.hash = '#/mydata/companydata'
  const [customer] = forms
  await mountLoggedIn(
    'admin',
    { ...foreign, features: ['history'] },
    { ...customer![2], 'GET /api/history': success(null) }
  )
  await page.getByRole('button', { name: 'Verlauf' }).click()
  await expect.element(page.getByText('Es wurde noch nichts geändert.')).toBeVisible()
})

type Refused = [what: string, answer: MockResponse, sentence: string]
const noFile = { DOK_INFO: 'gesperrt', DOK_DATEN: null, DOK_NAME: 'r.pdf' }

test.each<Refused>([
  ...few.map(([what, answer]): Refused => [what, answer, 'Aufruf fehlgeschlagen']),
  ['a sentence', json({ responseData: noFile, responseResult: { Errors: ['Beleg gesperrt.'] } }), 'Beleg gesperrt.'],
  ['HTML', { body: '<h1>OK</h1>' }, 'Aufruf fehlgeschlagen']
])('a document that is answered with %s is not available', async (_, answer, sentence) => {
  location.hash = '#/invoices'
  const responses = { [invoices]: success([{ no: '4711', documentHash: 'h' }]), 'GET /api/dms/getdoc': answer }
  await mountLoggedIn('admin', foreign, responses)
  await page.getByRole('button', { name: /^Download/ }).click()
  await expect.element(alert).toHaveAccessibleDescription(sentence)
})

const events = page.getByRole('combobox', { name: 'Event' })

test.each<Refused>([
  ...few.map(([what, answer]): Refused => [what, answer, 'Aufruf fehlgeschlagen']),
  ['a sentence', json({ responseData: {}, responseResult: { Errors: ['Warteschlange voll.'] } }), 'Warteschlange voll.']
])('a job whose start is answered with %s has failed', async (_, answer, sentence) => {
  await openConfirmations('participation', { [start]: answer }, { config: foreign })
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(alert).toHaveAccessibleDescription(sentence)
})

const job = (status: number, Errors: string[]) =>
  json({ responseData: { jobId: '7', status, fileData: null }, responseResult: { RESTReturnCode: 5, Errors } })

test('a remark beside the state of a job leaves it at work; one in place of its file is the reason of its failure', async () => {
  await openConfirmations(
    'participation',
    { [result]: [job(1, ['Noch in Arbeit.']), jobFinished] },
    { config: foreign }
  )
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
})

test('a finished job without its file has failed for the reason that the backend gives', async () => {
  await openConfirmations('participation', { [result]: job(2, ['Vorlage fehlt.']) }, { config: foreign })
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(alert).toHaveAccessibleDescription('Vorlage fehlt.')
})
