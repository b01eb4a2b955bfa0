import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import {
  alert,
  evaluationList,
  jobFailedWith,
  jobFinished,
  jobWorking,
  offer,
  openConfirmations,
  participant,
  result,
  start,
  startedFunctions
} from '../../../testing/confirmations.ts'
import { installFakeTimers } from '../../../testing/fake-timers.ts'
import { failure, success } from '../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../testing/phone-viewport.ts'
import { watchTabs } from '../../../testing/tabs.ts'

const opened = { config: { routeRights: { 'confirmations/evaluation': ['admin'] } } }
const kind = page.getByRole('combobox', { name: 'Auswertung' })
const open = page.getByRole('button', { name: 'Öffnen' })
const notice = page.getByText('Die Auswertung wird erstellt und in Kürze geöffnet.')

test('an evaluation is run for the participant from the first of the month until today, and opened in a tab of the click', async () => {
  const clock = installFakeTimers()
  const tabs = watchTabs()
  const { backend, element } = await openConfirmations('evaluation', { [result]: jobWorking }, opened)
  await expect.element(page.getByRole('textbox', { name: 'Von' })).toHaveValue('01.11.2026')
  await expect.element(page.getByRole('textbox', { name: 'Bis' })).toHaveValue('20.11.2026')
  await expect.element(open).toBeDisabled()
  expect((await backend.requests(evaluationList))[0]?.query).toEqual({
    RES_FIELDS: 'AUS_FIRMA,AUS_ID,AUS_BEZEICHNUNG',
    evaluationType: '408'
  })
  await kind.selectOptions('Kosten')
  await open.click()
  expect(tabs).toHaveLength(1)
  await expect.element(notice).toMatchTextContent('Bitte erlauben Sie Pop-Ups für diese Seite.')
  await expect.element(open).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => axeViolations(element)).toEqual([])
  await expect.poll(() => clock.pending().toSorted((one, other) => one - other)).toEqual([1000, 3000])
  await backend.respond({ [result]: jobFinished })
  clock.advance(1000)
  await expect.element(open).not.toHaveAttribute('aria-busy')
  await expect.poll(() => tabs[0]?.location.href ?? '').toMatch(/^blob:|about:blank/)
  clock.advance(1999)
  await expect.element(notice).toBeVisible()
  clock.advance(1)
  await expect.element(notice).not.toBeInTheDocument()
  expect(await startedFunctions(backend)).toEqual([
    {
      functionName: 'Evaluation',
      async: true,
      parameter: [
        'interfaceId=32',
        'company=1',
        'contactCompany=1',
        'contactId=50001',
        'from=01.11.2026',
        'to=20.11.2026'
      ]
    }
  ])
})

test.each([
  ['the first sentence of the server', { [start]: failure(429, 'Zu viele Aufträge.') }, 'Zu viele Aufträge.'],
  ['its sentence about a job that failed', { [result]: jobFailedWith('Zu viele Daten.') }, 'Zu viele Daten.'],
  ['Auswertung fehlgeschlagen without one', { [start]: failure(500) }, 'Auswertung fehlgeschlagen'],
  [
    'Auswertung fehlgeschlagen if the server has given up',
    { [result]: success({ jobId: '7', status: 3, fileData: null }) },
    'Auswertung fehlgeschlagen'
  ]
])('an evaluation that fails: %s; its tab closes and it can be opened again', async (_, answers, sentence) => {
  const tabs = watchTabs()
  // Without the feature, a job that failed would be polled for 55 seconds.
  await openConfirmations('evaluation', answers, { config: { ...opened.config, features: ['jobs'] } })
  await kind.selectOptions('Kosten')
  await open.click()
  await expect.element(alert).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(open).toBeEnabled()
  await expect.element(open).not.toHaveAttribute('aria-busy')
  await expect.element(notice).not.toBeInTheDocument()
  expect(tabs.map((tab) => tab.closed)).toEqual([true])
})

test('a blocked tab is reported, with a link named Auswertung.pdf', async () => {
  watchTabs({ blocked: true })
  await openConfirmations('evaluation', {}, opened)
  await kind.selectOptions('Kosten')
  await open.click()
  await expect.element(alert.getByRole('link', { name: 'Auswertung.pdf' })).toBeVisible()
})

test('without evaluations there is the empty text', async () => {
  await openConfirmations('evaluation', { [evaluationList]: success([]) }, opened)
  await expect.element(page.getByText('Es liegen keine Auswertungen vor.')).toBeVisible()
})

test('evaluations that cannot be loaded: what failed and why, and Erneut versuchen brings the form', async () => {
  await openConfirmations('evaluation', { [evaluationList]: [failure(500, 'Gerade nicht.'), success(offer)] }, opened)
  await expect.element(page.getByText('Die Auswertungen konnten nicht geladen werden.')).toBeVisible()
  await expect.element(page.getByText('Gerade nicht.')).toBeVisible()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(kind).toMatchTextContent('Kosten')
})

test('whoever may not choose a participant can only evaluate themselves', async () => {
  const mine = { config: { routeRights: { 'confirmations/evaluation': ['contact'] } }, changing: false }
  const { backend } = await openConfirmations('evaluation', {}, mine)
  await expect.element(participant).toBeDisabled()
  await expect.element(participant).toHaveValue('anna@example.at')
  await kind.selectOptions('Kosten')
  watchTabs()
  await open.click()
  await expect.poll(async () => (await startedFunctions(backend))[0]?.parameter ?? []).toContain('contactId=50001')
})

test.each(['light', 'dark'])('the screen is accessible and fits on a telephone: %s', async (scheme) => {
  await setPhoneViewport(scheme)
  watchTabs()
  const { element } = await openConfirmations('evaluation', { [result]: jobWorking }, opened)
  await kind.selectOptions('Kosten')
  // The button is enabled once the participants have come, too.
  await expect.element(open).toBeEnabled()
  expect(await axeViolations(element)).toEqual([])
  await open.click()
  await expect.element(notice).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('nobody reaches the evaluations until a provider enables them', async () => {
  await openConfirmations('evaluation')
  await expect.element(page.getByText('keine Berechtigung')).toBeVisible()
  await expect.element(page.getByText('Auswertungen')).not.toBeInTheDocument()
})

test.each([
  ['missing', {}, null],
  ['null', { AUS_ID: null }, null],
  ['0', { AUS_ID: 0 }, '0'],
  ['"0"', { AUS_ID: '0' }, '0']
])('an evaluation whose interface id is %s runs by the call that answers with its file', async (_, id, sent) => {
  const tabs = watchTabs()
  const pdf = 'GET /api/evaluation/pdf'
  const withoutId = ['Besuche', 'Stunden'].map((AUS_BEZEICHNUNG) => ({ AUS_FIRMA: 1, AUS_BEZEICHNUNG, ...id }))
  const { backend } = await openConfirmations(
    'evaluation',
    {
      [evaluationList]: success([...offer, ...withoutId]),
      [pdf]: [success({ fileData: btoa('%PDF-1.7') }), success({})]
    },
    opened
  )
  await kind.selectOptions('Stunden')
  await open.click()
  await expect.poll(() => tabs[0]?.location.href ?? '').toMatch(/^blob:/)
  const [call] = await backend.requests(pdf)
  const parameter = new URLSearchParams(call?.query['filter'])
  expect(Object.fromEntries(parameter)).toMatchObject({ company: '1', contactId: '50001', from: '01.11.2026' })
  expect(parameter.get('interfaceId')).toBe(sent)
  expect(await startedFunctions(backend)).toEqual([])
  await open.click()
  await expect.element(alert).toHaveAccessibleDescription('Auswertung fehlgeschlagen')
})
