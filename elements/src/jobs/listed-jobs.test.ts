import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { create, jobFinished, openConfirmations, result, start } from '../../testing/confirmations.ts'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { success } from '../../testing/mock-backend.ts'

const caption = '02.03.2026 Arbeitsrecht, ... (Anna Huber)'
const open = page.getByRole('button', { name: `Öffnen: ${caption}` })
const listed = 'GET /api/function/list'
const startedJob = (more: object = {}) => ({
  jobId: '7',
  functionName: 'TimesheetLetter',
  caption: 'Von anderswo (Anna Huber)',
  status: 2,
  startedAt: '2026-11-20T09:00:00Z',
  ...more
})

test('what was asked for in another tab, or before a log-out, is listed again with its file; evaluations are not', async () => {
  const others = [startedJob(), startedJob({ jobId: '8', functionName: 'Evaluation', caption: 'Kosten' })]
  const { backend } = await openConfirmations(
    'education',
    { [listed]: success(others), [result]: jobFinished },
    { config: { features: ['jobs'] } }
  )
  await expect.element(page.getByRole('button', { name: 'Öffnen: Von anderswo (Anna Huber)' })).toBeEnabled()
  await expect.element(page.getByText('Kosten')).not.toBeInTheDocument()
  await create.click()
  await expect.element(open).toBeEnabled()
  const [sent] = (await backend.sentData(start)) as { caption?: string }[]
  expect(sent?.caption).toBe(caption)
})

test('jobs of one caption say when each was asked for', async () => {
  const twins = ['2026-11-20T09:00:00Z', '2026-11-19T14:12:00Z'].map((startedAt, index) =>
    startedJob({ jobId: String(index), startedAt })
  )
  await openConfirmations(
    'education',
    { [listed]: success([...twins, startedJob({ jobId: '9', caption: 'Allein' })]), [result]: jobFinished },
    { config: { features: ['jobs'] } }
  )
  for (const time of ['heute, 10:00 Uhr', '19.11.2026, 15:12 Uhr'])
    await expect.element(page.getByRole('button', { name: `Öffnen: Von anderswo (Anna Huber), ${time}` })).toBeEnabled()
  await expect.element(page.getByRole('cell', { name: 'Allein', exact: true })).toBeVisible()
})

test('on a phone the time of a job has one line', async () => {
  await page.viewport(390, 800)
  const twins = ['1', '2'].map((jobId) =>
    startedJob({ jobId, caption: '17.11.2026 – 19.11.2026 Arbeitsrecht kompakt (5 Teilnehmer)' })
  )
  const { element } = await openConfirmations(
    'education',
    { [listed]: success(twins), [result]: jobFinished },
    { config: { features: ['jobs'] } }
  )
  await expect.element(page.getByText('heute, 10:00 Uhr').first()).toBeVisible()
  for (const time of element.shadowRoot?.querySelectorAll('td small') ?? []) {
    const words = document.createRange()
    words.selectNodeContents(time)
    expect(words.getClientRects()).toHaveLength(1)
  }
})

test('a job that is listed is there once, also after a reload', async () => {
  const features = ['jobs']
  const { reload } = await openConfirmations(
    'education',
    { [listed]: success([startedJob({ caption })]) },
    { config: { features } }
  )
  await expect.element(open).toBeEnabled()
  reload()
  await expect.element(open).toBeEnabled()
  expect(page.getByRole('button', { name: `Öffnen: ${caption}` }).elements()).toHaveLength(1)
})

test('a job is listed once, even if the screen is opened again before the call that starts it is answered', async () => {
  const { backend } = await openConfirmations(
    'education',
    { [listed]: success([]), [result]: jobFinished },
    { config: { features: ['jobs'] } }
  )
  await expect.element(create).toBeEnabled()
  const release = holdFirstResponse('/function/start')
  await create.click()
  await expect.poll(() => backend.requests(start)).toHaveLength(1)
  const others = [startedJob({ caption }), startedJob({ jobId: '8' })]
  await backend.respond({ [listed]: success(others) })
  location.hash = '#/overview'
  await expect.element(create).not.toBeInTheDocument()
  const before = (await backend.requests(listed)).length
  location.hash = '#/confirmations/education'
  await expect.poll(async () => (await backend.requests(listed)).length).toBe(before + 1)
  release()
  await expect.element(open).toBeEnabled()
  await expect.element(page.getByRole('button', { name: 'Öffnen: Von anderswo (Anna Huber)' })).toBeEnabled()
  expect(open.elements()).toHaveLength(1)
  expect((await backend.requests(result)).filter(({ query }) => query['jobId'] === '7')).toHaveLength(1)
})

test('a job whose start was not answered before a reload is there once, as the backend lists it', async () => {
  const { backend, reload } = await openConfirmations(
    'education',
    { [listed]: success([]), [result]: jobFinished },
    { config: { features: ['jobs'] } }
  )
  await expect.element(create).toBeEnabled()
  holdFirstResponse('/function/start')
  await create.click()
  await expect.poll(() => backend.requests(start)).toHaveLength(1)
  await backend.respond({ [listed]: success([startedJob({ caption, startedAt: new Date().toISOString() })]) })
  reload()
  await expect.element(open).toBeEnabled()
  expect(page.getByRole('row', { name: caption }).elements()).toHaveLength(1)
})

test('a backend that does not announce the list is not asked for it, and gets no caption', async () => {
  const { backend } = await openConfirmations('education')
  await create.click()
  await expect.element(open).toBeEnabled()
  expect(await backend.requests(listed)).toHaveLength(0)
  expect(await backend.sentData(start)).not.toContainEqual(expect.objectContaining({ caption }))
})
