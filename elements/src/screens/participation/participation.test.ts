import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
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
} from '../../testing/confirmations.ts'
import { list } from '../../testing/contacts.ts'
import { installFakeTimers } from '../../testing/fake-timers.ts'
import { failure, success } from '../../testing/mock-backend.ts'

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
  await openConfirmations('participation', {
    [visited]: success([null, {}, { VER_ID: 5 }, { VER_ID: '11', VER_VON: 'bald', VER_BEZEICHNUNG: 'null' }])
  })
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
