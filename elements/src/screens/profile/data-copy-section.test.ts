import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { failure, mountLoggedIn, type MockResponses, success, user } from '../../testing/mock-backend.ts'

const start = 'POST /api/function/start'
const result = 'GET /api/function/getasyncresult'
const made = success({ jobId: '7', status: 2, fileData: btoa('%PDF-1.7') })

const heading = page.getByRole('heading', { name: 'Kopie Ihrer Daten' })
const create = page.getByRole('button', { name: 'Kopie erstellen' })

beforeEach(() => {
  location.hash = '#/mydata/userprofile'
  onTestFinished(() => void (location.hash = ''))
})

async function open(responses: MockResponses = {}, features: string[] = ['data-copy']) {
  const mounted = await mountLoggedIn('contact', { features })
  await mounted.backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user('contact'),
    [start]: success({ jobId: '7' }),
    [result]: made,
    ...responses
  })
  await expect.element(page.getByRole('textbox', { name: 'E-Mail' })).toBeVisible()
  return mounted
}

test('both files are made by one click, and can be saved', async () => {
  const { backend, element } = await open()
  await create.click()
  await expect.element(page.getByText(/^Erstellt am \d\d\.\d\d\.\d{4} um \d\d:\d\d Uhr$/)).toBeVisible()
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(
    this: HTMLAnchorElement
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  await page.getByRole('button', { name: 'PDF speichern' }).click()
  await page.getByRole('button', { name: 'JSON speichern' }).click()
  expect(saved).toEqual(['Kopie Ihrer Daten.pdf', 'Kopie Ihrer Daten.json'])
  expect(await backend.sentData(start)).toMatchObject([
    { functionName: 'DataCopy', parameter: 'format=PDF' },
    { functionName: 'DataCopy', parameter: 'format=JSON' }
  ])
  expect(await axeViolations(element)).toEqual([])
})

test('what could not be made is told by a sentence, and made by the next click', async () => {
  const { backend } = await open({ [start]: failure(500) })
  await create.click()
  await expect.element(page.getByText('Die Kopie konnte nicht erstellt werden.')).toBeVisible()
  await backend.respond({ [start]: success({ jobId: '7' }) })
  await create.click()
  await expect.element(page.getByRole('button', { name: 'PDF speichern' })).toBeVisible()
  await expect.element(page.getByText('Die Kopie konnte nicht erstellt werden.')).not.toBeInTheDocument()
})

test('a backend that does not announce the feature offers none', async () => {
  await open({}, [])
  await expect.element(heading).not.toBeInTheDocument()
})
