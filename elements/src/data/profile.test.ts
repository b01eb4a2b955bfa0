import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { submitLogin } from '../../testing/login-form.ts'
import { failure, mockBackend, mount, token, user } from '../../testing/mock-backend.ts'

test('an element that comes after a request for the profile has failed asks anew', async () => {
  const backend = await mockBackend()
  mount(backend.attributes)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  const read = 'GET /api/webshopuser/getcurrentwebshopuser'
  await backend.respond({ 'POST /api/getToken': token('first'), [read]: failure(500, 'Gestört.') })
  await submitLogin()
  await expect.element(page.getByText('Gestört.')).toBeVisible()
  await backend.respond({ [read]: user() })
  const later = mount({ ...backend.attributes })
  await expect.element(page.elementLocator(later).getByText('Angemeldet als anna@example.at')).toBeVisible()
})
