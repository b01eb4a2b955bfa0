import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { failure, mountLoggedIn, success } from '../../testing/mock-backend.ts'

/** Each list, with its sentence for no row. */
const lists = [
  ['scripts', '/eventmanager/documentsbysubscriber', 'Die Skripte', 'Keine Skripte verfügbar.'],
  ['webinars', '/eventmanager/webinarlink', 'Die Webinare', 'Keine Webinare verfügbar.'],
  ['orders', '/eventmanager/ordersbysubscriber', 'Die Bestellungen', 'Es liegen keine Bestellungen vor.'],
  ['invoices', '/eventmanager/invoicebysubscriber', 'Die Rechnungen', 'Keine Rechnungen vorhanden.'],
  ['mydata/invoiceaddress', '/address', 'Die Rechnungsadressen', 'Keine Rechnungsadressen vorhanden.'],
  ['mydata/contacts', '/contact', 'Die Kontakte', 'Keine Kontakte vorhanden.']
] as const

test.each(lists)('the list of %s waits, fails, is loaded again, and may be empty', async (route, path, what, none) => {
  location.hash = `#/${route}`
  const call = `GET /api${path}`
  const arrive = holdFirstResponse(path)
  const { backend } = await mountLoggedIn('admin', {}, { [call]: failure(503, 'Der Dienst ist überlastet.') })
  await expect.element(page.getByLabelText('Wird geladen …').first()).toBeInTheDocument()
  arrive()
  await expect.element(page.getByText(`${what} konnten nicht geladen werden.`)).toBeVisible()
  await expect.element(page.getByText('Der Dienst ist überlastet.')).toBeVisible()
  await backend.respond({ [call]: success([]) })
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByText(none).first()).toBeVisible()
})
