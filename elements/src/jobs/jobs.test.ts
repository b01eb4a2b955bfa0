import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import {
  alert,
  create,
  event,
  inPeriod,
  jobFailed,
  jobFailedWith,
  jobFinished,
  jobRequested,
  jobWorking,
  openConfirmations,
  result,
  start,
  state
} from '../../testing/confirmations.ts'
import { installFakeTimers } from '../../testing/fake-timers.ts'
import { busy, failure, foreign, mount, success, user } from '../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../testing/phone-viewport.ts'
import { watchDownloads, watchTabs } from '../../testing/tabs.ts'

const caption = '02.03.2026 Arbeitsrecht, ... (Anna Huber)'

const open = page.getByRole('button', { name: `Öffnen: ${caption}` })

const download = page.getByRole('button', { name: `Download: ${caption}` })

const go = (route: string) => void (location.hash = `#/${route}`)

async function begin(answer: Parameters<typeof openConfirmations>[1] = {}, features: string[] = []) {
  const scene = await openConfirmations('education', answer, { config: { features } })
  await create.click()
  await expect.element(open).toBeVisible()
  return scene
}

test('a job is angefordert, then in Arbeit, then fertig; only then it can be opened and saved', async () => {
  const clock = installFakeTimers()
  const { backend } = await begin({ [result]: jobRequested })
  await expect.poll(clock.pending).toEqual([1000])
  await expect.element(state('angefordert')).toHaveClass('kc-working')
  await expect.element(open).toBeDisabled()
  await expect.element(download).toBeDisabled()
  await backend.respond({ [result]: jobWorking })
  clock.advance(1000)
  await expect.element(state('in Arbeit')).toHaveClass('kc-working')
  await expect.poll(clock.pending).toEqual([2000])
  await backend.respond({ [result]: jobFinished })
  clock.advance(2000)
  await expect.element(state('fertig')).toHaveClass('kc-done')
  await expect.element(open).toBeEnabled()
  expect(clock.pending()).toEqual([])
})

test('the columns of the list keep their places while a job goes from state to state', async () => {
  const clock = installFakeTimers()
  const { backend } = await begin({ [result]: jobRequested })
  const columns = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map((head) => head.getBoundingClientRect().left)
  await expect.element(state('angefordert')).toBeVisible()
  const places = columns()
  expect(places).toHaveLength(3)
  for (const [answer, ms, name] of [
    [jobWorking, 1000, 'in Arbeit'],
    [jobFinished, 2000, 'fertig']
  ] as const) {
    await expect.poll(clock.pending).toEqual([ms])
    await backend.respond({ [result]: answer })
    clock.advance(ms)
    await expect.element(state(name)).toBeVisible()
    expect(columns()).toEqual(places)
  }
})

test('a new job is scrolled into view, however long the list of events above it', async () => {
  const events = Array.from({ length: 60 }, (_, index) => event(index + 1, 'Arbeitsrecht'))
  await begin({ [inPeriod]: success(events), [result]: jobRequested })
  await expect.element(open).toBeInViewport({ ratio: 0.9 })
})

test('a job that the backend does not know yet counts as one of the ten tries', async () => {
  const clock = installFakeTimers()
  await begin({ [result]: [failure(404, 'Auftrag nicht gefunden.'), jobFinished] })
  await expect.poll(clock.pending).toEqual([1000])
  clock.advance(1000)
  await expect.element(state('fertig')).toBeVisible()
})

test('a job is polled ten times more, each time a second later than before, and then has failed', async () => {
  const clock = installFakeTimers()
  const { backend } = await begin({ [result]: jobWorking })
  for (let retry = 1; retry <= 10; retry += 1) {
    await expect.poll(clock.pending).toEqual([retry * 1000])
    expect(await backend.requests(result)).toHaveLength(retry)
    clock.advance(retry * 1000)
  }
  await expect.element(alert).toHaveAccessibleDescription('Aufruf fehlgeschlagen')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(state('fehlgeschlagen')).toHaveClass('kc-failed')
  expect(await backend.requests(result)).toHaveLength(11)
  expect(clock.pending()).toEqual([])
})

test.each([
  ['after status 500', failure(500, 'Interner Fehler.'), 'Interner Fehler.'],
  ['if the server has given up', jobFailed, 'Aufruf fehlgeschlagen'],
  ['if the server has given up and says why', jobFailedWith('Das Event ist abgesagt.'), 'Das Event ist abgesagt.'],
  ['without the right', failure(403, 'Keine Berechtigung.'), 'Keine Berechtigung.'],
  ['if there is no such job', failure(404, 'Auftrag nicht gefunden.'), 'Auftrag nicht gefunden.'],
  ['if it is done without a file', success({ jobId: '7', status: 2, fileData: null }), 'Aufruf fehlgeschlagen']
])('a job is not asked for again %s', async (_, answer, sentence) => {
  const clock = installFakeTimers()
  const { backend, element } = await begin({ ...listed, [result]: answer }, ['jobs'])
  await expect.element(alert).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(state('fehlgeschlagen')).toBeVisible()
  expect(clock.pending()).toEqual([])
  expect(await backend.requests(result)).toHaveLength(1)
  await expect.poll(() => axeViolations(element)).toEqual([])
})

test('a temporary failure is polled again, and not repeated besides: an overloaded server, too many calls, a proxy that responds', async () => {
  const clock = installFakeTimers()
  const answers = [busy('1'), failure(429, 'Zu viele Aufrufe.'), { status: 502, body: '<html>' }]
  await begin({ [result]: [...answers, { body: '<html>' }, jobFinished] })
  for (const ms of [1000, 2000, 3000, 4000]) {
    await expect.poll(clock.pending).toEqual([ms])
    clock.advance(ms)
  }
  await expect.element(state('fertig')).toBeVisible()
})

test('a click makes one job although its call goes out again after an expired session; the next click makes another', async () => {
  const { backend, element } = await openConfirmations(
    'education',
    { [start]: [failure(401, 'Abgelaufen.'), success({ jobId: '7' })] },
    { config: { idempotencyKeys: true } }
  )
  await create.click()
  await expect.element(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  element.sessionToken = 'renewed'
  await expect.element(open).toBeEnabled()
  await create.click()
  await expect.poll(() => backend.requests(start)).toHaveLength(3)
  const [first, again, other] = (await backend.requests(start)).map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^\w{20,}$/)
  expect(again).toBe(first)
  expect(other).toMatch(/^\w{20,}$/)
  expect(other).not.toBe(first)
})

test('Öffnen shows the PDF in a tab of the click, Download saves it as caption plus .pdf', async () => {
  const tabs = watchTabs()
  const saved = watchDownloads()
  await begin()
  await open.click()
  expect(tabs).toHaveLength(1)
  await download.click()
  expect(saved.at(-1)).toMatchObject({ name: `${caption}.pdf`, type: 'application/pdf' })
})

test('a slash in a caption is shown in the list, and is - in the file’s name', async () => {
  const saved = watchDownloads()
  await openConfirmations('education', { [inPeriod]: success([event(11, 'Lohn/Gehalt\\Teil 2: Abgaben')]) })
  await create.click()
  const stroked = '02.03.2026 Lohn/Gehalt\\Teil 2: Abgaben (Anna Huber)'
  await expect.element(page.getByRole('cell', { name: stroked, exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Download: ${stroked}` }).click()
  expect(saved.at(-1)?.name).toBe('02.03.2026 Lohn-Gehalt-Teil 2 Abgaben (Anna Huber).pdf')
})

test('a blocked tab is reported, with a link to open the file by hand', async () => {
  watchTabs({ blocked: true })
  await begin()
  await open.click()
  await expect
    .element(alert)
    .toMatchTextContent('Bitte überprüfen Sie ob die Browsereinstellung Pop-Ups blockieren aktiv ist.')
  await expect.element(alert.getByRole('link', { name: `${caption}.pdf` })).toBeVisible()
})

test.each<['participation' | 'education', () => Promise<unknown>]>([
  ['participation', () => page.getByRole('combobox', { name: 'Event' }).selectOptions('Arbeitsrecht, 02.03.2026')],
  ['education', () => expect.element(create).toBeEnabled()]
])('on Apple iOS there is no Download: %s', async (route, choose) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)'
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userAgent'))
  await openConfirmations(route)
  await choose()
  await create.click()
  await expect.element(page.getByRole('button', { name: /^Öffnen/ })).toBeEnabled()
  await expect.element(page.getByRole('button', { name: /^Download/ })).not.toBeInTheDocument()
})

test('a job goes on while another screen is shown', async () => {
  const clock = installFakeTimers()
  const { backend } = await begin({ [result]: jobWorking })
  await expect.poll(clock.pending).toEqual([1000])
  go('confirmations/participation')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Teilnahmebestätigung' })).toBeVisible()
  await expect.element(open).not.toBeInTheDocument()
  await backend.respond({ [result]: jobFinished })
  clock.advance(1000)
  await expect.poll(async () => (await backend.requests(result)).length).toBe(2)
  go('confirmations/education')
  await expect.element(state('fertig')).toBeVisible()
})

test('after a reload a running job is polled on and a finished one is fetched again, since no file is stored', async () => {
  const clock = installFakeTimers()
  const { backend, element, reload } = await begin({ [result]: jobWorking })
  await expect.poll(clock.pending).toEqual([1000])
  element.remove()
  await expect.poll(clock.pending).toEqual([])
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(state('in Arbeit')).toBeVisible()
  await expect.poll(clock.pending).toEqual([1000])
  await backend.respond({ [result]: jobFinished })
  clock.advance(1000)
  await expect.element(state('fertig')).toBeVisible()
  const kept = Object.keys(sessionStorage).map((key) => sessionStorage.getItem(key))
  expect(kept.join()).not.toContain(btoa('%PDF'))
  const before = (await backend.requests(result)).length
  reload()
  await expect.element(open).toBeEnabled()
  expect(await backend.requests(result)).toHaveLength(before + 1)
})

test('a job that could not be polled has failed, and is polled on after a reload', async () => {
  const clock = installFakeTimers()
  const { backend, reload } = await begin({ [result]: failure(503, 'Überlastet.') })
  for (let retry = 1; retry <= 10; retry += 1) {
    await expect.poll(clock.pending).toEqual([retry * 1000])
    clock.advance(retry * 1000)
  }
  await expect.element(alert).toHaveAccessibleDescription('Überlastet.')
  await backend.respond({ [result]: jobFinished })
  reload()
  await expect.element(open).toBeEnabled()
})

test('a result that the server has deleted is reported in its row, without an alert', async () => {
  const { backend, reload } = await begin()
  await expect.element(open).toBeEnabled()
  await backend.respond({ [result]: failure(410, 'Nicht mehr verfügbar.') })
  reload()
  await expect.element(page.getByText('Nicht mehr verfügbar.')).toBeVisible()
  await expect.element(state('fehlgeschlagen')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a logout removes the jobs and ends all polling', async () => {
  const clock = installFakeTimers()
  const { backend, element } = await begin({ [result]: jobWorking })
  await expect.poll(clock.pending).toEqual([1000])
  expect(sessionStorage).toHaveLength(1)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  expect(clock.pending()).toEqual([])
  expect(Object.keys(sessionStorage).filter((key) => key.includes(':jobs:'))).toEqual([])
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user('admin') })
  element.remove()
  mount({ ...backend.attributes, 'session-token': 'other-token' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  go('confirmations/education')
  await expect.element(create).toBeEnabled()
  await expect.element(open).not.toBeInTheDocument()
})

test('another person in the same tab never sees the jobs of the one before', async () => {
  const { backend, element } = await begin()
  await expect.element(open).toBeEnabled()
  element.remove()
  await backend.respond({ 'GET /api/webshopuser/getcurrentwebshopuser': user('admin', 'eva@example.at') })
  mount({ ...backend.attributes, 'session-token': 'other-token' })
  await expect.element(page.getByRole('combobox', { name: 'Teilnehmer' })).toHaveValue('Eva Maier')
  await expect.element(open).not.toBeInTheDocument()
})

test('with a corrupt storage, or none at all, the screen works', async () => {
  const { backend, element } = await begin()
  await expect.element(open).toBeEnabled()
  const [key = ''] = Object.keys(sessionStorage)
  const [job] = Object.values(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, object>)
  const day = 24 * 60 * 60 * 1000
  const rubbish = [null, 1, {}, { ...job, id: 'a', state: 9 }, { ...job, id: 'b', since: Date.now() - day }, job]
  sessionStorage.setItem(key, JSON.stringify(rubbish))
  element.remove()
  const again = mount({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(open).toBeEnabled()
  again.remove()
  sessionStorage.setItem(key, '{')
  mount({ ...backend.attributes, 'session-token': 'host-token' })
  await create.click()
  await expect.element(open).toBeEnabled()
})

test.each(['light', 'dark'])('a list with a job of each state is accessible on a telephone: %s', async (scheme) => {
  const clock = installFakeTimers()
  await setPhoneViewport(scheme)
  const { backend, element } = await begin()
  await expect.element(state('fertig')).toBeVisible()
  await backend.respond({ [start]: failure(429, 'Sie haben zu viele Aufträge, die noch nicht fertig sind.') })
  await create.click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(state('fehlgeschlagen')).toBeVisible()
  await backend.respond({ [start]: success({ jobId: '8' }), [result]: jobWorking })
  await create.click()
  await expect.element(state('in Arbeit')).toBeVisible()
  await expect.poll(clock.pending).toEqual([1000])
  expect(await axeViolations(element)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

const retry = page.getByRole('button', { name: `Erneut versuchen: ${caption}` })

const listed = { 'GET /api/function/list': success([]) }

const ok = page.getByRole('button', { name: 'OK' })

async function beginLasting(
  responses: Parameters<typeof openConfirmations>[1],
  features = ['jobs'],
  backend: object = {}
) {
  const config = { features, ...backend }
  const scene = await openConfirmations('education', { ...listed, ...responses }, { config })
  await create.click()
  return scene
}

/** Lets the element poll as often as it does. */
async function pollAll(clock: ReturnType<typeof installFakeTimers>) {
  for (let retries = 1; retries <= 10; retries += 1) {
    await expect.poll(clock.pending).toEqual([retries * 1000])
    clock.advance(retries * 1000)
  }
}

test('status 3 of a backend that does not announce jobs is polled again, as all others', async () => {
  const clock = installFakeTimers()
  await beginLasting({ [result]: [jobFailed, jobFinished] }, [])
  await expect.poll(clock.pending).toEqual([1000])
  clock.advance(1000)
  await expect.element(state('fertig')).toBeVisible()
})

test('a document that takes longer than all polls stays in Arbeit and arrives, on another screen and after a reload', async () => {
  const clock = installFakeTimers()
  const { backend, reload } = await beginLasting({ [result]: jobWorking })
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
  reload()
  await expect.element(open).toBeEnabled()
})

test('a running job is not asked for while its element is out of the page, and at once when it is back', async () => {
  const clock = installFakeTimers()
  const { backend, element } = await beginLasting({ [result]: jobWorking })
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
  const { backend } = await beginLasting({ [result]: jobFailedWith('Das Lager ist voll.') })
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
  const { backend, reload } = await beginLasting({ [result]: jobFailedWith('Das Lager ist voll.') })
  await ok.click()
  await expect.element(retry).toBeVisible()
  await backend.respond({ [result]: jobFinished })
  reload()
  await retry.click()
  await expect.element(open).toBeEnabled()
  const [first, second] = await backend.sentData(start)
  expect(second).toEqual(first)
})

test('Erneut versuchen on a job whose file could not be asked for asks again, and makes no second one', async () => {
  const clock = installFakeTimers()
  const { backend } = await beginLasting({ [result]: failure(503, 'Überlastet.') })
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
  const { backend, element, reload } = await beginLasting(answers, features)
  await ok.click()
  await remove.click()
  await expect.element(state('fehlgeschlagen')).not.toBeInTheDocument()
  await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('Stundennachweis')
  await expect.poll(() => backend.sentData(removal)).toEqual(removed)
  reload()
  await expect.element(create).toBeVisible()
  expect(remove.query()).toBeNull()
})

test('the number of a job goes back to a backend of another make as a number', async () => {
  const answers = { [start]: success({ jobId: 7 }), [result]: failure(500, 'Kaputt.'), [removal]: success(null) }
  const { backend } = await beginLasting(answers, ['jobs'], foreign)
  await ok.click()
  await remove.click()
  await expect.poll(() => backend.sentData(removal)).toEqual([{ jobId: 7 }])
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
  await expect.poll(() => element.shadowRoot?.activeElement?.getAttribute('aria-label')).toContain('Zweite')
  location.hash = '#/overview'
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  location.hash = '#/confirmations/education'
  await expect.element(removeOf('Dritte')).toBeVisible()
  await expect.element(removeOf('Zweite')).not.toBeInTheDocument()
})

test('a poll that comes early, after its element was out of the page, is none of the ten', async () => {
  const clock = installFakeTimers()
  const { backend, element } = await beginLasting({ [result]: failure(404, 'Auftrag nicht gefunden.') }, [])
  await expect.poll(clock.pending).toEqual([1000])
  element.remove()
  await expect.poll(clock.pending).toEqual([])
  document.body.append(element)
  await pollAll(clock)
  await expect.poll(() => backend.requests(result)).toHaveLength(12)
})
