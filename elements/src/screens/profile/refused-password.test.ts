import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountLoggedIn, refusal, success } from '../../testing/mock-backend.ts'

beforeEach(() => {
  location.hash = '#/mydata/userprofile'
  onTestFinished(() => void (location.hash = ''))
})

test('why the backend does not take a password is said in an alert and stays at its field', async () => {
  const sentence = 'Dieses Passwort ist zu leicht zu erraten.'
  await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/webshopuser/getcurrentwebshopuser': success({
        WSU_EMAIL: 'anna@example.at',
        WSU_RECHTE: 1,
        VERSION: 3
      }),
      'PUT /api/webshopuser': refusal(106, [sentence])
    }
  )
  const password = page.getByRole('textbox', { name: 'Neues Passwort' })
  await password.fill('Sommer2026')
  await page.getByRole('textbox', { name: 'Passwort wiederholen' }).fill('Sommer2026')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(password).toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(password).toBeInvalid()
  await password.fill('x7Kp2q-Ufer')
  await expect.element(password).toBeValid()
})
