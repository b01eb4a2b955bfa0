import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, type MockResponses, mountLoggedIn, success } from '../../../testing/mock-backend.ts'

const renew = 'POST /api/calendar/feed/renew'
const show = 'POST /api/calendar/feed/show'
const remove = 'POST /api/calendar/feed/delete'
const address = page.getByLabelText('Adresse des Kalenders')

beforeEach(() => history.replaceState(null, '', '#/mydata/userprofile'))

async function open(exists: boolean, answers: MockResponses = {}, canBeShown?: boolean) {
  const mounted = await mountLoggedIn(
    'contact',
    { features: ['calendar'] },
    {
      'GET /api/calendar/feed': success({ exists, canBeShown }),
      [renew]: success({ url: '../kalender/geheim.ics' }),
      ...answers
    }
  )
  await expect.element(page.getByRole('heading', { name: 'Kalender' })).toBeVisible()
  return mounted
}

test('an address is made, counts from the backend, can be copied and subscribed to', async () => {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  const { backend, element } = await open(false)
  await page.getByRole('button', { name: 'Kalenderadresse anlegen', exact: true }).click()
  const expected = new URL('../kalender/geheim.ics', `${backend.api}/`).href
  await expect.element(address).toHaveValue(expected)
  await page.getByRole('button', { name: 'Adresse kopieren' }).click()
  await expect.element(page.getByText('Die Adresse ist kopiert.')).toBeVisible()
  expect(written).toEqual([expected])
  const link = page.getByRole('link', { name: 'Kalender abonnieren' })
  await expect.element(link).toHaveAttribute('href', expected.replace('http:', 'webcal:'))
  expect(await axeViolations(element)).toEqual([])
})

test('where the backend shows an address once, who has one is told what a new one does', async () => {
  await open(true)
  await expect.element(page.getByText('Mit einer neuen gilt die bisherige nicht mehr.')).toBeVisible()
  await expect.element(address).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Adresse anzeigen' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Neue Adresse anlegen' }).click()
  await expect.element(address).toBeVisible()
  await expect.element(page.getByText('Sie wird nur jetzt angezeigt.')).toBeVisible()
})

test('an address is shown again where the backend says that it can, and not announced as shown once', async () => {
  const { backend, element } = await open(true, { [show]: success({ url: '../kalender/alt.ics' }) }, true)
  await expect.element(page.getByText('Mit einer neuen gilt die bisherige nicht mehr.')).toBeVisible()
  await page.getByRole('button', { name: 'Adresse anzeigen' }).click()
  await expect.element(address).toHaveValue(new URL('../kalender/alt.ics', `${backend.api}/`).href)
  await expect.element(page.getByText('Sie wird nur jetzt angezeigt.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Adresse anzeigen' })).not.toBeInTheDocument()
  expect(await backend.requests(renew)).toHaveLength(0)
  expect(await axeViolations(element)).toEqual([])
})

test('an address that cannot be shown after all leaves the way of a new one', async () => {
  await open(true, { [show]: success({ url: null }) }, true)
  await page.getByRole('button', { name: 'Adresse anzeigen' }).click()
  await expect.element(page.getByText('Lesbar gespeichert ist sie nicht', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Adresse anzeigen' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Neue Adresse anlegen' })).toBeVisible()
})

test('an address that could not be shown is told', async () => {
  await open(true, { [show]: failure(503) }, true)
  await page.getByRole('button', { name: 'Adresse anzeigen' }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Die Adresse konnte nicht angezeigt werden.')
})

test('an address that could not be made is told', async () => {
  await open(false, { [renew]: failure(503) })
  await page.getByRole('button', { name: 'Kalenderadresse anlegen', exact: true }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Die Adresse konnte nicht angelegt werden.')
})

test('who has an address can delete it, after a question, and then makes a first one', async () => {
  const { backend } = await open(true, { [remove]: success(null) })
  await page.getByRole('button', { name: 'Adresse löschen' }).click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  expect(await backend.requests(remove)).toHaveLength(0)
  await page.getByRole('button', { name: 'Adresse löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adresse löschen' }).click()
  await expect.element(page.getByRole('button', { name: 'Kalenderadresse anlegen', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Adresse löschen' })).not.toBeInTheDocument()
  expect(await backend.requests(remove)).toHaveLength(1)
})

test('an address that could not be deleted stays, and that is told', async () => {
  await open(true, { [remove]: failure(503) })
  await page.getByRole('button', { name: 'Adresse löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adresse löschen' }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Die Adresse konnte nicht gelöscht werden.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('button', { name: 'Adresse löschen' })).toBeVisible()
})
