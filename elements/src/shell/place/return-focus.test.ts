import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { submitLogin } from '../../../testing/login-form.ts'
import { failure, mockBackend, mount, success, token, user } from '../../../testing/mock-backend.ts'
import { stubUnsavedForm } from '../../../testing/unsaved-form.tsx'

const field = page.getByLabelText('Eingabe')

beforeEach(() => history.replaceState(null, '', '#/mydata/userprofile'))

/** A form over which the login opens, because something in the background finds the session ended; and the person back in. */
async function backAfterLogin(before: () => void) {
  stubUnsavedForm()
  const backend = await mockBackend()
  const element = mount(backend.attributes)
  await expect.element(page.getByLabelText('Kundennummer')).toBeVisible()
  await backend.respond({ 'POST /api/getToken': token('first'), 'GET /api/webshopuser/getcurrentwebshopuser': user() })
  await submitLogin()
  await field.fill('halb ausgefüllt')
  await backend.respond({
    'POST /api/getToken': [failure(401, 'Abgelaufen.'), token('second')],
    'PUT /api/webshopuser': [failure(401, 'Abgelaufen.'), success({})]
  })
  before()
  // The click is by script, which leaves the focus where it is.
  ;(page.getByRole('button', { name: 'Speichern' }).element() as HTMLElement).click()
  const focused = () => element.shadowRoot?.activeElement
  await expect.poll(() => focused()?.getAttribute('name')).toBe('password')
  await submitLogin()
  await expect.element(page.getByText('Gespeichert')).toBeVisible()
  return focused
}

test('after the login over a screen the focus is where it was: in the field that was being filled', async () => {
  const focused = await backAfterLogin(() => undefined)
  await expect.poll(focused).toBe(field.element())
})

test('after the login over a screen on which nothing had the focus, its heading has it', async () => {
  const focused = await backAfterLogin(() => (field.element() as HTMLElement).blur())
  await expect.poll(() => focused()?.textContent).toBe('Formular')
})
