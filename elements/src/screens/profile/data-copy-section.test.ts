import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, mountLoggedIn, type MockResponses, success } from '../../../testing/mock-backend.ts'

const start = 'POST /api/function/start'
const result = 'GET /api/function/getasyncresult'
const made = success({ jobId: '7', status: 2, fileData: btoa('%PDF-1.7') })

const heading = page.getByRole('heading', { name: 'Kopie Ihrer Daten' })
const create = page.getByRole('button', { name: 'Kopie erstellen' })

const state = page.getByRole('region', { name: 'Kopie Ihrer Daten' }).getByRole('status')
const save = page.getByRole('button', { name: 'PDF-Datei herunterladen' })
const madeText = /^Erstellt am \d\d\.\d\d\.\d{4} um \d\d:\d\d Uhr$/

const listed = 'GET /api/function/list'
/** A copy as a backend lists it: its two jobs, the newest first. */
const listedCopy = (status: number, startedAt = '2026-11-20T22:30:00Z') =>
  success(
    ['json', 'pdf'].map((extension) => ({
      jobId: extension,
      functionName: 'DataCopy',
      caption: `Kopie Ihrer Daten.${extension}`,
      status,
      startedAt
    }))
  )

beforeEach(() => history.replaceState(null, '', '#/mydata/userprofile'))

async function open(responses: MockResponses = {}, features: string[] = ['data-copy', 'jobs']) {
  const mounted = await mountLoggedIn(
    'contact',
    { features },
    { [start]: success({ jobId: '7' }), [result]: made, [listed]: success([]), ...responses }
  )
  await expect.element(page.getByRole('textbox', { name: 'E-Mail' })).toBeVisible()
  return mounted
}

test('both files are made by one click, and can be saved', async () => {
  const { backend, element } = await open()
  await create.click()
  await expect.element(state).toMatchTextContent(madeText)
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await save.click()
  await page.getByRole('button', { name: 'JSON-Datei herunterladen' }).click()
  expect(saved).toEqual(['Kopie Ihrer Daten.pdf', 'Kopie Ihrer Daten.json'])
  const sent = await backend.sentData(start)
  // Two calls that are sent at once arrive in any order.
  expect(sent).toHaveLength(2)
  for (const [format, ending] of [
    ['PDF', 'pdf'],
    ['JSON', 'json']
  ])
    expect(sent).toContainEqual(
      expect.objectContaining({
        functionName: 'DataCopy',
        parameter: `format=${format}`,
        caption: `Kopie Ihrer Daten.${ending}`
      })
    )
  expect(await axeViolations(element)).toEqual([])
})

test('what could not be made is told by a sentence, and made by the next click', async () => {
  const { backend } = await open({ [start]: failure(500) })
  await create.click()
  await expect.element(page.getByText('Die Kopie konnte nicht erstellt werden.')).toBeVisible()
  await backend.respond({ [start]: success({ jobId: '7' }) })
  await create.click()
  await expect.element(save).toBeVisible()
  await expect.element(page.getByText('Die Kopie konnte nicht erstellt werden.')).not.toBeInTheDocument()
})

test('what is being made is found again on the way back to the screen, and so is what was made meanwhile', async () => {
  const { backend } = await open({ [result]: success({ jobId: '7', status: 1, fileData: null }) }, ['data-copy'])
  await create.click()
  await expect.element(state).toMatchTextContent('Ihre Kopie wird erstellt …')
  location.hash = '#/mydata/invoices'
  await expect.element(heading).not.toBeInTheDocument()
  location.hash = '#/mydata/userprofile'
  await expect.element(state).toMatchTextContent('Ihre Kopie wird erstellt …')
  location.hash = '#/mydata/invoices'
  await expect.element(heading).not.toBeInTheDocument()
  await backend.respond({ [result]: made })
  location.hash = '#/mydata/userprofile'
  await expect.element(save).toBeEnabled()
  expect(await backend.sentData(start)).toHaveLength(2)
})

test.each([
  ['is made, at the provider’s time', 2, made, 'Erstellt am 20.11.2026 um 23:30 Uhr'],
  ['is being made', 1, success({ jobId: '7', status: 1, fileData: null }), 'Ihre Kopie wird erstellt …']
])('after a reload a copy that %s is there', async (_, status, answer, sentence) => {
  await open({ [listed]: listedCopy(status), [result]: answer })
  await expect.element(state).toMatchTextContent(sentence)
})

test('after a reload a copy that has failed says so, and can be made again', async () => {
  await open({ [listed]: listedCopy(3) })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Die Kopie konnte nicht erstellt werden.')
  await create.click()
  await expect.element(save).toBeEnabled()
})

test('a click makes no second copy where another tab has had one made meanwhile', async () => {
  const { backend } = await open()
  await expect.poll(() => backend.requests(listed)).toHaveLength(1)
  await backend.respond({ [listed]: listedCopy(2) })
  await create.click()
  await expect.element(save).toBeEnabled()
  expect(await backend.requests(start)).toEqual([])
})

test('a double click makes one copy', async () => {
  const { backend } = await open()
  await create.dblClick()
  await expect.element(save).toBeEnabled()
  expect(await backend.sentData(start)).toHaveLength(2)
})

test('a backend that does not announce the feature offers none', async () => {
  await open({}, [])
  await expect.element(heading).not.toBeInTheDocument()
})
