import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import {
  alert,
  anna,
  create,
  eva,
  event,
  inPeriod,
  openConfirmations,
  participant,
  start,
  startedFunctions,
  state,
  hourRecordLetter
} from '../../../testing/confirmations.ts'
import { list } from '../../../testing/contacts.ts'
import { installFakeTimers, type FakeTimers } from '../../../testing/fake-timers.ts'
import { holdFirstResponse } from '../../../testing/hold-responses.ts'
import { failure, success } from '../../../testing/mock-backend.ts'

const boxes = page.getByRole('checkbox')
const ticks = () => boxes.elements().map((box) => (box as HTMLInputElement).checked)
const date = (field: string) => page.getByRole('textbox', { name: field })

test('the period is from the first of January of this year until today, day first, and is asked for so', async () => {
  const { backend } = await openConfirmations('education')
  await expect.element(boxes.first()).toBeVisible()
  await expect.element(date('Von')).toHaveValue('01.01.2026')
  await expect.element(date('Bis')).toHaveValue('20.11.2026')
  const calls = await backend.requests(inPeriod)
  expect(calls.map(({ query }) => query)).toEqual([
    { company: '1', id: '1001', contactCompany: '1', contactId: '50001', from: '01.01.2026', to: '20.11.2026' }
  ])
})

test('events are boxes with date or range and caption, all ticked; the letter holds the constants of the ticked ones', async () => {
  const { backend, element } = await openConfirmations('education')
  await expect.element(page.getByRole('checkbox', { name: '01.04.2026 – 03.04.2026 Lohn' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: '02.03.2026 Arbeitsrecht' })).toBeVisible()
  expect(ticks()).toEqual([true, true])
  // The button's colour is on its way for a moment.
  await expect.poll(() => axeViolations(element)).toEqual([])
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  await expect
    .element(page.getByRole('cell', { name: '02.03.2026 Arbeitsrecht, ... (Anna Huber)', exact: true }))
    .toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Stundennachweis' })).toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Status' })).toBeInTheDocument()
  expect(await startedFunctions(backend)).toEqual([
    {
      functionName: 'TimesheetLetter',
      async: true,
      parameter: [
        'letterNo=4712',
        'company=1',
        'id=1001',
        'contactCompany=1',
        'contactId=50001',
        'const=1:11;12',
        'const=2:911;912',
        'const=3:1;1',
        'const=4:1001',
        'const=5:1',
        'const=6:50001',
        'const=7:1'
      ]
    }
  ])
})

test('events carry the days of the provider, in whatever form a backend sends them', async () => {
  const events = [
    event(11, 'Lohn', '01.04.2026', '2026-04-02T22:30:00Z'),
    event(12, 'Recht', '2026-03-01T23:30:00Z', '02.03.2026'),
    event(13, 'Steuern', 'Frühjahr')
  ]
  await openConfirmations('education', { [inPeriod]: success(events) })
  await expect.element(page.getByRole('checkbox', { name: '01.04.2026 – 03.04.2026 Lohn' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: '02.03.2026 Recht', exact: true })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Frühjahr Steuern', exact: true })).toBeVisible()
})

test('none and all are one click each; nothing can be created without a tick, and one event has no dots', async () => {
  const { backend } = await openConfirmations('education')
  await page.getByRole('button', { name: 'Keine auswählen' }).click()
  expect(ticks()).toEqual([false, false])
  await expect.element(create).toBeDisabled()
  await page.getByRole('checkbox', { name: /Lohn/ }).click()
  await create.click()
  await expect
    .element(page.getByRole('cell', { name: '01.04.2026 – 03.04.2026 Lohn (Anna Huber)', exact: true }))
    .toBeVisible()
  await expect.poll(async () => (await startedFunctions(backend))[0]?.parameter ?? []).toContain('const=1:12')
  await page.getByRole('button', { name: 'Alle auswählen' }).click()
  expect(ticks()).toEqual([true, true])
})

test('a click after which there is nothing left to choose keeps the focus on its button, which takes no further click', async () => {
  const { element } = await openConfirmations('education')
  const focused = () => element.shadowRoot?.activeElement?.textContent
  await page.getByRole('button', { name: 'Keine auswählen' }).click()
  await expect.element(page.getByRole('button', { name: 'Keine auswählen' })).toBeDisabled()
  expect(focused()).toBe('Keine auswählen')
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('{Enter}')
  expect(ticks()).toEqual([true, true])
  await expect.element(page.getByRole('button', { name: 'Alle auswählen' })).toBeDisabled()
  expect(focused()).toBe('Alle auswählen')
  await userEvent.keyboard('{Enter}')
  expect(ticks()).toEqual([true, true])
  await expect.poll(() => axeViolations(element)).toEqual([])
})

test('no events in the period: the sentence, and nothing can be created', async () => {
  await openConfirmations('education', { [inPeriod]: success([]) })
  await expect.element(page.getByText('Der Teilnehmer hat im gewählten Zeitraum keine Events besucht.')).toBeVisible()
  await expect.element(create).toBeDisabled()
})

test('a changed date reloads after 500 ms of rest, once, and all of the new events are ticked', async () => {
  const clock = installFakeTimers()
  const { backend } = await openConfirmations('education')
  await page.getByRole('checkbox', { name: /Lohn/ }).click()
  await date('Von').fill('01.02.2026')
  await expect.element(create).toBeDisabled()
  clock.advance(499)
  await date('Von').fill('01.03.2026')
  await expect.poll(clock.pending).toEqual([500])
  clock.advance(499)
  expect(await backend.requests(inPeriod)).toHaveLength(1)
  clock.advance(1)
  await expect
    .poll(async () => (await backend.requests(inPeriod)).map(({ query }) => query['from']))
    .toEqual(['01.01.2026', '01.03.2026'])
  await expect.poll(ticks).toEqual([true, true])
  await expect.element(create).toBeEnabled()
})

test('a date that is changed back within the delay reloads nothing', async () => {
  const clock = installFakeTimers()
  const { backend } = await openConfirmations('education')
  await expect.element(boxes.first()).toBeVisible()
  await date('Von').fill('01.02.2026')
  await expect.poll(clock.pending).toEqual([500])
  await date('Von').fill('01.01.2026')
  await expect.poll(clock.pending).toEqual([])
  await expect.element(create).toBeEnabled()
  expect(await backend.requests(inPeriod)).toHaveLength(1)
})

test.each<[string, (clock: FakeTimers) => Promise<void>]>([
  [
    'another participant',
    async () => {
      await participant.fill('maier')
      await page.getByRole('option', { name: 'Eva Maier' }).click()
    }
  ],
  [
    'another period',
    async (clock) => {
      await date('Von').fill('01.02.2026')
      await expect.poll(clock.pending).toContain(500)
      clock.advance(500)
    }
  ]
])('an older response that arrives after a newer one never replaces it: %s', async (_, change) => {
  const clock = installFakeTimers()
  const arrive = holdFirstResponse('/eventmanager/eventsbyparticipant')
  const { backend } = await openConfirmations('education', {
    [inPeriod]: [success([event(78, 'Alt')]), success([event(77, 'Neu')])]
  })
  await expect.poll(() => backend.requests(inPeriod)).toHaveLength(1)
  await change(clock)
  await expect.element(page.getByRole('checkbox', { name: /Neu/ })).toBeVisible()
  arrive()
  await create.click()
  await expect.poll(async () => (await startedFunctions(backend))[0]?.parameter ?? []).toContain('const=1:77')
  await expect.element(page.getByRole('checkbox', { name: /Alt/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox', { name: /Neu/ })).toBeVisible()
})

test('whoever may not choose a participant is locked to their own e-mail address, and only their own events are requested', async () => {
  const { backend } = await openConfirmations('education', { [list]: success([eva, anna]) }, { changing: false })
  await expect.element(participant).toBeDisabled()
  await expect.element(participant).toHaveValue('anna@example.at')
  await expect.element(boxes.first()).toBeVisible()
  expect((await backend.requests(list)).map(({ query }) => query['shopEmail'])).toEqual(['anna@example.at'])
  expect((await backend.requests(inPeriod)).map(({ query }) => query['contactId'])).toEqual(['50001'])
})

test('a period that ends before it begins is reported, and its events are not requested', async () => {
  const clock = installFakeTimers()
  const { backend, element } = await openConfirmations('education')
  await expect.element(boxes.first()).toBeVisible()
  await date('Von').fill('01.01.2027')
  await expect.poll(clock.pending).toEqual([500])
  clock.advance(500)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Das Bis-Datum liegt vor dem Von-Datum.')
  await expect.element(create).toBeDisabled()
  expect(await backend.requests(inPeriod)).toHaveLength(1)
  expect(await axeViolations(element)).toEqual([])
})

test('a cleared date is reported as missing when the field is left, and nothing is made for it', async () => {
  const clock = installFakeTimers()
  const { backend } = await openConfirmations('education')
  await expect.element(boxes.first()).toBeVisible()
  await date('Bis').fill('')
  await expect.element(create).toBeDisabled()
  await date('Von').click()
  await expect.poll(clock.pending).toEqual([500])
  clock.advance(500)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Bitte geben Sie ein Datum ein.')
  await expect.element(create).toBeDisabled()
  await date('Bis').fill('15112026')
  await date('Von').click()
  await expect.element(date('Bis')).toHaveValue('15.11.2026')
  await expect.poll(clock.pending).toEqual([500])
  clock.advance(500)
  await expect.poll(async () => (await backend.requests(inPeriod)).at(-1)?.query['to']).toBe('15.11.2026')
})

test('axe finds nothing while the list of participants is open, and the heading stays readable', async () => {
  const { element } = await openConfirmations('education')
  await expect.element(boxes.first()).toBeVisible()
  await participant.fill('maier')
  await expect.element(page.getByRole('option', { name: 'Eva Maier' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Stundennachweis' })).toBeVisible()
  await expect.poll(() => axeViolations(element)).toEqual([])
})

test('the calendar is German, begins on Monday and is used by the keyboard alone', async () => {
  const { element } = await openConfirmations('education')
  await expect.element(date('Bis')).toBeVisible()
  // The unit's code comes after the field's.
  const opener = page.getByRole('button', { name: 'Kalender: Bis' })
  await expect.element(opener).toBeVisible()
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  const calendar = page.getByRole('dialog')
  await expect.element(calendar.getByRole('heading', { name: 'November 2026' })).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(date('Bis')).toHaveValue('19.11.2026')
})

test.each([
  [
    'the first sentence of the server',
    failure(404, 'Kein Stundennachweis eingerichtet.'),
    'Kein Stundennachweis eingerichtet.'
  ],
  ['Stundennachweis nicht verfügbar without one', failure(500), 'Stundennachweis nicht verfügbar']
])('no letter number: %s, and the job has failed', async (_, answer, sentence) => {
  const { backend } = await openConfirmations('education', { [hourRecordLetter]: answer })
  await create.click()
  await expect.element(alert).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(state('fehlgeschlagen')).toBeVisible()
  expect(await backend.requests(start)).toEqual([])
})

test('events that cannot be loaded say why; period, participant and jobs stay, and Erneut versuchen loads them again', async () => {
  const clock = installFakeTimers()
  const { backend } = await openConfirmations('education')
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  await backend.respond({ [inPeriod]: [failure(503, 'Bitte etwas später.'), success([event(13, 'Zoll')])] })
  await date('Von').fill('01.02.2026')
  await expect.poll(clock.pending).toContain(500)
  clock.advance(500)
  await expect.element(page.getByText('Die Events konnten nicht geladen werden.')).toBeVisible()
  await expect.element(page.getByText('Bitte etwas später.')).toBeVisible()
  await expect.element(create).toBeDisabled()
  await expect.element(date('Von')).toHaveValue('01.02.2026')
  await expect.element(participant).toHaveValue('Anna Huber')
  await expect.element(state('fertig')).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(page.getByRole('checkbox', { name: /Zoll/ })).toBeChecked()
  await expect.element(create).toBeEnabled()
})

test('the chosen period goes along, to a backend that prints it alone', async () => {
  const { backend } = await openConfirmations('education', {}, { config: { features: ['hour-record-period'] } })
  await expect.element(boxes.first()).toBeVisible()
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  expect((await startedFunctions(backend))[0]?.parameter.slice(-2)).toEqual(['from=01.01.2026', 'to=20.11.2026'])
})
