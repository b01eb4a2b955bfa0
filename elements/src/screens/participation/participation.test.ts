import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import {
  alert,
  create,
  event,
  jobWorking,
  openConfirmations,
  participant,
  participationLetter,
  result,
  start,
  startedFunctions,
  state,
  visited
} from '../../../testing/confirmations.ts'
import { list } from '../../../testing/contacts.ts'
import { installFakeTimers } from '../../../testing/fake-timers.ts'
import { failure, foreign, success } from '../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../testing/phone-viewport.ts'
import { watchDownloads, watchTabs } from '../../../testing/tabs.ts'

const events = page.getByRole('combobox', { name: 'Event' })

const law = '02.03.2026 Arbeitsrecht'

test('a confirmation of an event: letter number, then StandardLetter with the ids of the contract, then the file', async () => {
  const { backend, element } = await openConfirmations('participation')
  await expect.element(create).toBeDisabled()
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  await expect.element(page.getByRole('cell', { name: `${law} (Anna Huber)`, exact: true })).toBeVisible()
  expect((await backend.requests(participationLetter)).map(({ query }) => query)).toEqual([{ eventId: '11' }])
  expect(await startedFunctions(backend)).toEqual([
    {
      functionName: 'StandardLetter',
      async: true,
      parameter: [
        'letterNo=4711',
        'format=PDF',
        'company=1',
        'id=1001',
        'contactCompany=1',
        'contactId=50001',
        'eventId=11',
        'participantId=911'
      ]
    }
  ])
  expect((await backend.requests(result)).map(({ query }) => query)).toEqual([{ jobId: '7' }])
  expect(await axeViolations(element)).toEqual([])
})

test('a participant without events has a sentence, and nothing can be created', async () => {
  await openConfirmations('participation', { [visited]: success([]) })
  await expect.element(page.getByText('Der ausgewählte Teilnehmer hat noch keine Events besucht.')).toBeVisible()
  await expect.element(create).toBeDisabled()
})

test('whoever may not choose a participant is locked to their own name, and only their own contact is requested', async () => {
  const { backend } = await openConfirmations('participation', {}, { changing: false })
  await expect.element(participant).toBeDisabled()
  await expect.element(participant).toHaveValue('anna@example.at')
  const [call] = await backend.requests(list)
  expect(call?.query['shopEmail']).toBe('anna@example.at')
  await expect.poll(async () => (await backend.requests(visited))[0]?.query).toMatchObject({ contactId: '50001' })
})

test('another participant is found by a part of the name, and has other events', async () => {
  const { backend } = await openConfirmations('participation')
  await expect.element(events).toBeEnabled()
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  await backend.respond({ [visited]: success([event(33, 'Steuern'), event(34, 'Zoll')]) })
  await participant.fill('maier ev')
  await page.getByRole('option', { name: 'Eva Maier' }).click()
  await expect.element(participant).toHaveValue('Eva Maier')
  await expect.element(create).toBeDisabled()
  await events.selectOptions('Zoll, 02.03.2026')
  await create.click()
  await expect.element(page.getByRole('cell', { name: '02.03.2026 Zoll (Eva Maier)', exact: true })).toBeVisible()
  await expect.poll(async () => (await startedFunctions(backend))[0]?.parameter ?? []).toContain('contactId=50002')
})

test.each([
  ['the first sentence of the server', failure(404, 'Kein Brief für dieses Event.'), 'Kein Brief für dieses Event.'],
  ['Bestätigung nicht verfügbar without one', failure(500), 'Bestätigung nicht verfügbar'],
  ['Bestätigung nicht verfügbar for an answer without a number', success({}), 'Bestätigung nicht verfügbar']
])('no letter number: %s, and the job has failed without being started', async (_, answer, sentence) => {
  const { backend } = await openConfirmations('participation', { [participationLetter]: answer })
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(alert).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(state('fehlgeschlagen')).toBeVisible()
  await expect.element(page.getByRole('button', { name: `Öffnen: ${law} (Anna Huber)` })).toBeDisabled()
  expect(await backend.requests(start)).toEqual([])
})

test.each([
  ['the first sentence of the server', failure(429, 'Zu viele Aufträge.'), 'Zu viele Aufträge.'],
  ['Aufruf fehlgeschlagen without one', failure(500), 'Aufruf fehlgeschlagen'],
  ['Aufruf fehlgeschlagen for an answer without a job', success(null), 'Aufruf fehlgeschlagen']
])('a letter that cannot be begun: %s, and the job has failed', async (_, answer, sentence) => {
  await openConfirmations('participation', { [start]: answer })
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(alert).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(state('fehlgeschlagen')).toBeVisible()
})

test('events that cannot be loaded say why, and Erneut versuchen loads them again', async () => {
  await openConfirmations('participation', {
    [visited]: [failure(400, 'Gerade nicht.'), success([event(11, 'Recht')])]
  })
  await expect.element(page.getByText('Gerade nicht.')).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(create).toBeEnabled()
})

test('while events are loading nothing can be created, and another participant can be chosen', async () => {
  await openConfirmations('participation', { [visited]: [{ hang: true }, success([event(11, 'Recht')])] })
  await expect.element(events).toMatchTextContent('Wird geladen …')
  await expect.element(events).toBeDisabled()
  await expect.element(create).toBeDisabled()
  await participant.fill('maier')
  await page.getByRole('option', { name: 'Eva Maier' }).click()
  await expect.element(create).toBeEnabled()
})

test('odd values of any backend leave a sensible screen', async () => {
  const odd = [null, {}, { VER_ID: 5 }, { VER_ID: '11', VER_VON: 'bald', VER_BEZEICHNUNG: 'null' }]
  await openConfirmations('participation', { [visited]: success(odd) }, { config: foreign })
  await expect.element(events).toBeEnabled()
  expect(events.element().querySelectorAll('option')).toHaveLength(3)
  expect(events.element().textContent).not.toMatch(/null|Invalid|undefined/)
})

test('a confirmation can be created by the keyboard alone, and its state is announced as it changes', async () => {
  const clock = installFakeTimers()
  const { backend } = await openConfirmations('participation', { [result]: jobWorking })
  await events.selectOptions('Arbeitsrecht, 02.03.2026')
  create.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status').filter({ hasText: 'in Arbeit' })).toBeVisible()
  await backend.respond({ [result]: success({ jobId: '7', status: 2, fileData: btoa('%PDF') }) })
  clock.advance(1000)
  await expect.element(page.getByRole('status').filter({ hasText: 'fertig' })).toBeVisible()
})

const bulkList = 'GET /api/eventmanager/lettersbyevent'

const features = ['bulk-confirmations']

const bulk = page.getByRole('button', { name: `Für alle 3 Teilnehmer Bestätigungen erstellen: ${law}` })

const confirmable = success({
  letterNo: 4711,
  participantIds: [911, 950, 960],
  names: ['Anna Huber', 'Jan Novák', 'Eva Maier']
})

const zipped = success({ jobId: '7', status: 2, fileData: btoa('PK\u0003\u0004 a file') })

/** The participations of the company, in two events. */
const attended = [911, 950, 960].map((id) => ({ ...event(11, 'Arbeitsrecht'), VER_TEILNEHMERID: id }))

async function openBulk(responses: Parameters<typeof openConfirmations>[1] = {}) {
  const opened = await openConfirmations(
    'participation',
    { [bulkList]: confirmable, [visited]: success([...attended, event(12, 'Lohn')]), ...responses },
    { config: { features } }
  )
  await expect.element(bulk).toBeVisible()
  return opened
}

test('a question does not outlast the screen that asked it', async () => {
  const { backend } = await openBulk()
  await bulk.click()
  await expect.element(alert).toBeVisible()
  location.hash = '#/confirmations/education'
  await expect.element(page.getByRole('heading', { name: 'Stundennachweis' })).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  expect(await startedFunctions(backend)).toEqual([])
})

test('all participants of the event: their number, the choice of a form, one job in the list', async () => {
  const { backend, element } = await openBulk()
  await bulk.click()
  await expect.element(alert).toHaveAccessibleName(/für 3 Teilnehmer/)
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('button', { name: 'PDF-Datei' }).click()
  await expect.element(page.getByRole('cell', { name: `${law} (3 Teilnehmer)`, exact: true })).toBeVisible()
  await expect.element(state('fertig')).toBeVisible()
  expect((await backend.requests(bulkList)).map(({ query }) => query)).toEqual([{ eventId: '11', no: '1' }])
  expect(await startedFunctions(backend)).toEqual([
    {
      functionName: 'StandardLetters',
      async: true,
      parameter: [
        'letterNo=4711',
        'format=PDF',
        'company=1',
        'id=1001',
        'eventId=11',
        'no=1',
        'participantIds=911;950;960'
      ]
    }
  ])
})

test('on a phone the three answers are below each other, as wide as the question, the one that makes the file first', async () => {
  await setPhoneViewport('light')
  await openBulk()
  await bulk.click()
  await expect.element(alert.getByRole('heading')).toBeVisible()
  const boxes = ['PDF-Datei', 'ZIP-Datei', 'Abbrechen'].map((name) =>
    page.getByRole('button', { name }).element().getBoundingClientRect()
  )
  const question = alert.getByRole('heading').element().getBoundingClientRect()
  expect(boxes.map(({ left, right }) => [left, right])).toEqual(boxes.map(() => [question.left, question.right]))
  expect(boxes.map(({ top }) => top)).toEqual(boxes.map(({ top }) => top).toSorted((one, other) => one - other))
})

test('the row does not move when its participants come into sight below it, in its columns', async () => {
  const { element } = await openBulk()
  const root = element.shadowRoot!
  const title = root.querySelector('[part=company-event] p:not([class])')!
  const fold = page.getByRole('button', { name: '3 Teilnehmer', exact: true })
  const before = title.getBoundingClientRect().top
  await fold.click()
  await expect.element(page.getByText('Eva Maier')).toBeVisible()
  expect(Math.abs(title.getBoundingClientRect().top - before)).toBeLessThan(1)
  const lefts = [...root.querySelectorAll('[part=company-event] ul > li')].map(
    (one) => one.getBoundingClientRect().left
  )
  expect(lefts.slice(0, 2)).toEqual([title, fold.element()].map((one) => one.getBoundingClientRect().left))
})

test('a ZIP file is saved as one, as soon as it is made and once more by its button', async () => {
  const saved = watchDownloads()
  const { backend } = await openBulk({ [result]: zipped })
  await bulk.click()
  await page.getByRole('button', { name: 'ZIP-Datei' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  await page.getByRole('button', { name: /^Download: / }).click()
  const asked = { name: 'Teilnahmebestätigungen Arbeitsrecht 2026-03-02.zip', type: 'application/zip' }
  expect(saved).toMatchObject([asked, asked])
  const [started] = await startedFunctions(backend)
  expect(started?.parameter).toContain('format=ZIP')
})

test('a ZIP file that was saved is not offered once more where a PDF file was, whose button passes the focus on', async () => {
  const clock = installFakeTimers()
  watchDownloads()
  const { backend, element } = await openBulk()
  const make = async (kind: string) => {
    await bulk.click()
    await page.getByRole('button', { name: kind }).click()
  }
  await make('PDF-Datei')
  const open = page.getByRole('button', { name: 'Öffnen', exact: true })
  await expect.element(open).toBeVisible()
  await backend.respond({ [result]: jobWorking })
  await make('ZIP-Datei')
  await expect.poll(clock.pending).toContain(1000)
  ;(open.element() as HTMLElement).focus()
  await backend.respond({ [result]: zipped })
  clock.advance(1000)
  await expect.element(open).not.toBeInTheDocument()
  await expect.element(page.getByText(`Fertig: ${law} (3 Teilnehmer)`)).toBeVisible()
  await expect
    .poll(() => element.shadowRoot?.activeElement)
    .toBe(page.getByRole('button', { name: 'Schließen' }).element())
})

test('whoever cancels, and an event that nobody may have confirmed, starts nothing', async () => {
  const { backend } = await openBulk()
  await bulk.click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await backend.respond({ [bulkList]: failure(400, 'Höchstens 200 auf einmal.') })
  await bulk.click()
  await expect.element(alert).toHaveAccessibleDescription('Höchstens 200 auf einmal.')
  expect(await backend.requests(start)).toEqual([])
})

test('nothing is offered to who acts for themselves alone, nor where the backend does not announce it', async () => {
  const { element } = await openConfirmations('participation', {}, { changing: false, config: { features } })
  await expect.element(create).toBeVisible()
  await expect.element(bulk).not.toBeInTheDocument()
  element.remove()
  await openConfirmations('participation')
  await expect.element(create).toBeVisible()
  await expect.element(bulk).not.toBeInTheDocument()
})

test('a backend that announces it and does not have it hides it', async () => {
  await openBulk({ [bulkList]: failure(404, 'Gibt es nicht.') })
  await bulk.click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(bulk).not.toBeInTheDocument()
})

test('an admin who attended nothing makes the confirmations of the company, and sees who took part', async () => {
  // The company's events are requested before it is known who the person is.
  const { backend, element } = await openBulk({ [visited]: [success(attended), success([])] })
  await expect.element(create).toBeDisabled()
  await expect.element(page.getByText('Der ausgewählte Teilnehmer hat noch keine Events besucht.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Meine/ })).not.toBeInTheDocument()
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('button', { name: '3 Teilnehmer', exact: true }).click()
  await expect.element(page.getByText('Jan Novák')).toBeVisible()
  await bulk.click()
  await page.getByRole('button', { name: 'PDF-Datei' }).click()
  await expect.element(state('fertig')).toBeVisible()
  expect(await startedFunctions(backend)).toHaveLength(1)
})

test('the events of the company come first, and the form for a single confirmation is beside them, on a phone below', async () => {
  const { element } = await openBulk()
  const single = page.getByRole('heading', { level: 2, name: 'Einzelne Bestätigung' })
  const boxOf = (one: { element: () => Element }) => one.element().getBoundingClientRect()
  element.style.inlineSize = '820px'
  expect(boxOf(single).left).toBeGreaterThan(boxOf(bulk).right)
  expect(boxOf(create).top).toBeGreaterThan(boxOf(single).bottom)
  element.style.inlineSize = '390px'
  expect(boxOf(single).top).toBeGreaterThan(boxOf(bulk).bottom)
  expect(element.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeViolations(element)).toEqual([])
})

test('who has no events of the company has the form alone, without a heading of its own', async () => {
  const answers = { [visited]: success([]) }
  await openConfirmations('participation', answers, { config: { features } })
  await expect.element(page.getByRole('button', { name: 'Erstellen', exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Bestätigungen erstellen' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Einzelne Bestätigung' })).not.toBeInTheDocument()
})

test('what was asked for below the list of jobs says that it is ready where the person is, and opens', async () => {
  const tabs = watchTabs()
  const many = Array.from({ length: 60 }, (_, index) => event(100 + index, `Kurs ${index}`))
  await openBulk({ [visited]: success([...many, ...attended]) })
  await expect.element(bulk).toBeVisible()
  bulk.element().scrollIntoView({ block: 'center' })
  const place = scrollY
  expect(place).toBeGreaterThan(1000)
  await bulk.click()
  await expect.element(alert).toBeVisible()
  await expect.element(bulk).not.toHaveAttribute('aria-busy')
  await page.getByRole('button', { name: 'PDF-Datei' }).click()
  await expect.element(page.getByText(`Fertig: ${law} (3 Teilnehmer)`)).toBeInViewport()
  expect(Math.abs(scrollY - place)).toBeLessThan(200)
  await page.getByRole('button', { name: 'Öffnen', exact: true }).click()
  expect(tabs).toHaveLength(1)
})

test('Meine makes the own confirmation of an event that the person attended', async () => {
  const { backend } = await openBulk()
  await page.getByRole('button', { name: `Meine Teilnahmebestätigung erstellen: ${law}` }).click()
  await expect.element(page.getByRole('cell', { name: `${law} (Anna Huber)`, exact: true })).toBeVisible()
  await expect.poll(async () => (await startedFunctions(backend))[0]?.functionName).toBe('StandardLetter')
})
