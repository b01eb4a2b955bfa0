import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  alert,
  create,
  jobFailed,
  jobFailedWith,
  jobFinished,
  jobWorking,
  openConfirmations,
  result,
  start,
  state
} from '../testing/confirmations.ts'
import { installFakeTimers } from '../testing/fake-timers.ts'
import { failure, mount, success } from '../testing/mock-backend.ts'

const caption = '02.03.2026 Arbeitsrecht, ... (Anna Huber)'
const open = page.getByRole('button', { name: `Öffnen: ${caption}` })
const retry = page.getByRole('button', { name: `Erneut versuchen: ${caption}` })
const listed = { 'GET /api/function/list': success([]) }
const ok = page.getByRole('button', { name: 'OK' })

async function begin(responses: Parameters<typeof openConfirmations>[1], features = ['jobs']) {
  const scene = await openConfirmations('education', { ...listed, ...responses }, { config: { features } })
  await create.click()
  return scene
}

/** Lets the element poll as often as section 7 says. */
async function pollAll(clock: ReturnType<typeof installFakeTimers>) {
  for (let retries = 1; retries <= 10; retries += 1) {
    await expect.poll(clock.pending).toEqual([retries * 1000])
    clock.advance(retries * 1000)
  }
}

test('status 3 of a backend that does not announce jobs is polled again, as all others', async () => {
  const clock = installFakeTimers()
  await begin({ [result]: [jobFailed, jobFinished] }, [])
  await expect.poll(clock.pending).toEqual([1000])
  clock.advance(1000)
  await expect.element(state('fertig')).toBeVisible()
})

test('a document that takes longer than all polls stays in Arbeit and arrives, on another screen and after a reload', async () => {
  const clock = installFakeTimers()
  const { backend, element } = await begin({ [result]: jobWorking })
  await pollAll(clock)
  await expect.poll(clock.pending).toEqual([10_000])
  await expect.element(state('in Arbeit')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  location.hash = '#/webinars'
  await expect.element(page.getByRole('heading', { level: 1, name: 'Webinare' })).toBeVisible()
  await backend.respond({ [result]: jobFinished })
  clock.advance(10_000)
  location.hash = '#/confirmations/education'
  await expect.element(open).toBeEnabled()
  element.remove()
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(open).toBeEnabled()
})

test('a running job is not asked for while its element is out of the page, and at once when it is back', async () => {
  const clock = installFakeTimers()
  const { backend, element } = await begin({ [result]: jobWorking })
  await expect.poll(clock.pending).toEqual([1000])
  element.remove()
  await expect.poll(clock.pending).toEqual([])
  await backend.respond({ [result]: jobFinished })
  expect(await backend.requests(result)).toHaveLength(1)
  document.body.append(element)
  await expect.element(state('fertig')).toBeVisible()
  expect(await backend.requests(result)).toHaveLength(2)
})

test('Erneut versuchen on a job that the server has given up requests the same document again', async () => {
  const { backend } = await begin({ [result]: jobFailedWith('Das Lager ist voll.') })
  await ok.click()
  await backend.respond({ [result]: jobFinished, [start]: success({ jobId: '8' }) })
  await retry.click()
  await expect.element(open).toBeEnabled()
  await expect.element(state('fehlgeschlagen')).not.toBeInTheDocument()
  const [first, second] = await backend.sentData(start)
  expect(second).toEqual(first)
  expect((await backend.requests(result)).at(-1)?.query).toEqual({ jobId: '8' })
})

test('Erneut versuchen is there after a reload, too', async () => {
  const { backend, element } = await begin({ [result]: jobFailedWith('Das Lager ist voll.') })
  await ok.click()
  await expect.element(retry).toBeVisible()
  element.remove()
  await backend.respond({ [result]: jobFinished })
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await retry.click()
  await expect.element(open).toBeEnabled()
  const [first, second] = await backend.sentData(start)
  expect(second).toEqual(first)
})

test('Erneut versuchen on a job whose file could not be asked for asks again, and makes no second one', async () => {
  const clock = installFakeTimers()
  const { backend } = await begin({ [result]: failure(503, 'Überlastet.') })
  await pollAll(clock)
  await ok.click()
  await backend.respond({ [result]: jobFinished })
  await retry.click()
  await expect.element(open).toBeEnabled()
  expect(await backend.requests(start)).toHaveLength(1)
})

const removal = 'POST /api/function/remove'
const remove = page.getByRole('button', { name: `Entfernen: ${caption}` })

test.each([
  ['that lists jobs', ['jobs'], [{ jobId: '7' }]],
  ['of another kind', [], []]
])('a failed job is removed from the list, also after a reload, with a backend %s', async (_, features, removed) => {
  const answers = { [result]: failure(500, 'Kaputt.'), [removal]: success(null) }
  const { backend, element } = await begin(answers, features)
  await ok.click()
  await remove.click()
  await expect.element(state('fehlgeschlagen')).not.toBeInTheDocument()
  expect(element.shadowRoot?.activeElement?.textContent).toBe('Stundennachweis')
  await expect.poll(() => backend.sentData(removal)).toEqual(removed)
  element.remove()
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(create).toBeVisible()
  expect(remove.query()).toBeNull()
})

test('after a removal the focus is in the row beside it, and a job that another tab has removed is gone', async () => {
  const job = (jobId: string, name: string, at: string) => ({
    jobId,
    functionName: 'TimesheetLetter',
    caption: name,
    status: 3,
    startedAt: `2026-11-20T0${at}:00:00Z`
  })
  const jobs = [job('7', 'Erste', '9'), job('8', 'Zweite', '8'), job('9', 'Dritte', '7')]
  const lists = [success(jobs), success(jobs.slice(2))]
  const { element } = await openConfirmations(
    'education',
    { 'GET /api/function/list': lists, [result]: failure(500, 'Kaputt.'), [removal]: success(null) },
    { config: { features: ['jobs'] } }
  )
  const removeOf = (name: string) => page.getByRole('button', { name: `Entfernen: ${name}` })
  await removeOf('Erste').click()
  await expect.element(removeOf('Erste')).not.toBeInTheDocument()
  expect(element.shadowRoot?.activeElement?.getAttribute('aria-label')).toContain('Zweite')
  location.hash = '#/overview'
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  location.hash = '#/confirmations/education'
  await expect.element(removeOf('Dritte')).toBeVisible()
  await expect.element(removeOf('Zweite')).not.toBeInTheDocument()
})

test('a poll that comes early, after its element was out of the page, is none of the ten', async () => {
  const clock = installFakeTimers()
  const { backend, element } = await begin({ [result]: failure(404, 'Auftrag nicht gefunden.') }, [])
  await expect.poll(clock.pending).toEqual([1000])
  element.remove()
  await expect.poll(clock.pending).toEqual([])
  document.body.append(element)
  await pollAll(clock)
  await expect.poll(() => backend.requests(result)).toHaveLength(12)
})
