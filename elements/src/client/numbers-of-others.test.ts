import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { failureEnvelope } from '@customer-center/contract/envelope'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { type MockResponse, mountLoggedIn, refusal, success } from '../../testing/mock-backend.ts'

const dialog = page.getByRole('alertdialog')
const newPassword = page.getByRole('heading', { level: 1, name: 'Neues Passwort' })

beforeEach(() => history.replaceState(null, '', '#/mydata/companydata'))

async function saveCompany(answer: MockResponse, version: object) {
  await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/customer': success({ KND_ORT: 'Wien', ...version }),
      'GET /api/webshop/customerfields': success([fieldDescriptor('KND_ORT', 'Ort')]),
      'GET /api/webshop/getPossibleValues': success({}),
      'PUT /api/customer': answer
    }
  )
  await page.getByRole('textbox', { name: 'Ort' }).fill('Linz')
  await page.getByRole('button', { name: 'Speichern' }).click()
}

const sentence = 'Der Kunde ist für Änderungen gesperrt.'

test('409 in the answer to a write without a VERSION is the number of another backend, and its sentence is shown', async () => {
  await saveCompany(refusal(409, [sentence]), {})
  await expect.element(dialog).toHaveAccessibleDescription(sentence)
  await expect.element(dialog.getByRole('button', { name: 'Neu laden' })).not.toBeInTheDocument()
})

test("the question about stale data has the backend's own sentence above it", async () => {
  await saveCompany(refusal(409, [sentence]), { VERSION: 'v-7' })
  await expect.element(dialog).toHaveAccessibleName('Der Kunde ist für Änderungen gesperrt.')
  await expect.element(dialog).toHaveAccessibleDescription(/^Möchten Sie/)
  await expect.element(dialog.getByRole('button', { name: 'Neu laden' })).toBeVisible()
})

const others: [string, MockResponse][] = [
  ['HTTP 200', refusal(111, [sentence])],
  ['HTTP 400', { status: 400, body: JSON.stringify(failureEnvelope(400, 111, [sentence])) }]
]

test.each(others)('111 with %s demands no new password', async (_status, answer) => {
  await saveCompany(answer, {})
  await expect.element(dialog).toHaveAccessibleDescription(sentence)
  await expect.element(newPassword).not.toBeInTheDocument()
})

test('106 in the answer to a write without a password marks no password', async () => {
  location.hash = '#/mydata/userprofile'
  await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/webshopuser/getcurrentwebshopuser': success({ WSU_EMAIL: 'anna@example.at', WSU_RECHTE: 1 }),
      'PUT /api/webshopuser': refusal(106, [sentence])
    }
  )
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('anna.neu@example.at')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  const password = page.getByRole('textbox', { name: 'Neues Passwort' })
  await expect.element(password).toBeValid()
  await expect.element(password).not.toHaveAccessibleDescription(expect.stringContaining(sentence))
})
