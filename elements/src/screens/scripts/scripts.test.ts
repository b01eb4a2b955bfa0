import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { failure, type MockResponse, mountLoggedIn, refusal, success } from '../../../testing/mock-backend.ts'
import { watchDownloads, watchTabs } from '../../../testing/tabs.ts'

const list = 'GET /api/eventmanager/documentsbysubscriber'
const file = 'GET /api/dms/getdoc'
const zip = 'POST /api/dms/zip'

const script = (caption: string) => ({ caption, documentHash: `key-${caption}`, dpoId: 1, dpdId: 1, fileName: null })
const event = (caption: string, more: object = {}) => ({
  caption,
  eventId: 7,
  no: 1,
  participantId: 1,
  from: '2026-03-02',
  to: '2026-03-02',
  location: 'Linz',
  productType: 1,
  videoOnDemand: false,
  scripts: [script(`${caption} Teil 1`), script(`${caption} Teil 2`)],
  ...more
})

beforeEach(() => history.replaceState(null, '', '#/scripts'))

async function open(answer: MockResponse | MockResponse[], config = {}) {
  const { backend, element } = await mountLoggedIn('contact', config, { [list]: answer })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Skripte' })).toBeVisible()
  return { backend, element }
}

test('on a phone the fold ends the line of the date, and the title has the whole width', async () => {
  const { element } = await open(success([event('Lohnverrechnung für die Praxis')]))
  element.style.inlineSize = '390px'
  const boxOf = (one: Element) => one.getBoundingClientRect()
  await expect.element(page.getByRole('button', { name: /^Skripte/ })).toBeVisible()
  const fold = page.getByRole('button', { name: /^Skripte/ }).element()
  const date = page.getByText('02.03.2026').element()
  const title = page.getByRole('heading', { name: 'Lohnverrechnung für die Praxis' }).element()
  const middleOf = (one: Element) => boxOf(one).top + boxOf(one).height / 2
  expect(middleOf(fold)).toBeCloseTo(middleOf(date), 0)
  expect(boxOf(fold).right).toBeCloseTo(boxOf(title.closest('li')!).right, 0)
  expect(boxOf(title).height).toBe(24)
  expect(getComputedStyle(fold).color).toBe(getComputedStyle(date).color)
})

test('a document that has not come yet says so in place of its buttons', async () => {
  const { element } = await open(success([event('Lohn', { scripts: [{ caption: 'Teil 1', documentHash: null }] })]))
  await expect.element(page.getByText('wird nachgereicht')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /Teil 1/ })).not.toBeInTheDocument()
  expect(await axeViolations(element)).toEqual([])
})

test('an event without documents keeps date and caption, without a group; the first group is open', async () => {
  const { element } = await open(success([event('Recht', { scripts: null }), event('Lohn', { from: '2026-03-05' })]))
  await expect.element(page.getByRole('heading', { name: 'Recht' })).toBeVisible()
  await expect.element(page.getByText('02.03.2026', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Lohn Teil 1')).toBeVisible()
  expect(page.getByRole('button', { name: /^Skripte/ }).elements()).toHaveLength(1)
  expect(await axeViolations(element)).toEqual([])
})

test('events show their date, a range where it differs, and only the first is expanded', async () => {
  const { element } = await open(
    success([event('Arbeitsrecht'), event('Steuern', { to: '2026-03-04' }), event('Lohn')])
  )
  await expect.element(page.getByText('02.03.2026 – 04.03.2026')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Öffnen: Arbeitsrecht Teil 2' })).toBeVisible()
  const groups = page.getByRole('button', { name: /^Skripte/ }).elements()
  expect(groups.map((group) => group.getAttribute('aria-expanded'))).toEqual(['true', 'false', 'false'])
  expect(await axeViolations(element)).toEqual([])
})

test.each([
  ['02.03.2026', '04.03.2026', '02.03.2026 – 04.03.2026'],
  ['2026-03-01T23:30:00Z', '2026-03-02', '02.03.2026'],
  ['Frühjahr', null, 'Frühjahr']
])('an event from %s to %s of any backend is shown with %s', async (from, to, shown) => {
  await open(success([event('Steuern', { from, to })]))
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
})

test('a recording is headed Aufzeichnung: product type 2 with video on demand, and nothing else', async () => {
  await open(
    success([
      event('Video', { productType: 2, videoOnDemand: true }),
      event('Kurs', { productType: 2, videoOnDemand: false }),
      event('Seminar', { productType: 1, videoOnDemand: true })
    ])
  )
  await expect.element(page.getByRole('button', { name: /^Aufzeichnung/ })).toHaveAccessibleDescription('Video')
  expect(page.getByRole('button', { name: /^Skripte/ }).elements()).toHaveLength(2)
})

test('missing and odd values of any backend leave a sensible screen', async () => {
  await open(
    success([null, { caption: null }, { ...event('Kurs'), from: null, to: 'bald', scripts: [{}, null, script('A')] }])
  )
  await expect.element(page.getByRole('button', { name: 'Öffnen: A' })).toBeVisible()
  expect(page.getByRole('button', { name: /^Öffnen/ }).elements()).toHaveLength(1)
  expect(document.body.textContent).not.toContain('Invalid')
})

test('a file of an unknown kind is saved under a safe name, and has a type that no browser opens', async () => {
  const saved = watchDownloads()
  const { backend } = await open(success([event('Kurs')]))
  await backend.respond({
    [file]: success({ DOK_NAME: '../../Skript.html', DOK_DATEN: btoa('<script>'), DOK_INFO: null })
  })
  await page.getByRole('button', { name: 'Download: Kurs Teil 1' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({ name: 'Skript.html.pdf', type: 'application/octet-stream' })
  const [call] = await backend.requests(file)
  expect(call?.query).toMatchObject({ documentKey: 'key-Kurs Teil 1', stampNo: '' })
})

test.each([
  [
    'the first sentence of the server',
    failure(404, 'Dieses Dokument gibt es nicht.', 'Zweiter Satz'),
    'Dieses Dokument gibt es nicht.'
  ],
  ['Aufruf fehlgeschlagen without one', failure(500), 'Aufruf fehlgeschlagen'],
  ['Aufruf fehlgeschlagen for an answer without a file', success({ DOK_NAME: 'a.pdf' }), 'Aufruf fehlgeschlagen'],
  ['Aufruf fehlgeschlagen for a body that is no JSON', { body: '<html>' }, 'Aufruf fehlgeschlagen']
])('a document that cannot be fetched closes its tab with an alert: %s', async (_, answer, sentence) => {
  const tabs = watchTabs()
  const { backend } = await open(success([event('Kurs')]))
  await backend.respond({ [file]: answer })
  await page.getByRole('button', { name: 'Öffnen: Kurs Teil 1' }).click()
  await expect.element(page.getByRole('alertdialog')).toHaveAccessibleDescription(sentence)
  expect(tabs.map((tab) => tab.closed)).toEqual([true])
})

test('two documents open in two tabs', async () => {
  const tabs = watchTabs()
  const { backend } = await open(success([event('Kurs')]))
  // A tab with its document would hide the page from the second click.
  await backend.respond({ [file]: { hang: true } })
  await page.getByRole('button', { name: 'Öffnen: Kurs Teil 1' }).click()
  await page.getByRole('button', { name: 'Öffnen: Kurs Teil 2' }).click()
  const waiting = 'Das Dokument wird geladen …'
  await expect.poll(() => tabs.map((tab) => tab.document.body.textContent)).toEqual([waiting, waiting])
})

test('of a hundred events with ten documents each, only the first one’s rows are rendered', async () => {
  const scripts = Array.from({ length: 10 }, (_, index) => script(`Teil ${index}`))
  await open(success(Array.from({ length: 100 }, (_, index) => event(`Kurs ${index}`, { eventId: index, scripts }))))
  await expect.element(page.getByRole('heading', { name: 'Kurs 99' })).toBeInTheDocument()
  expect(page.getByRole('button', { name: /^Öffnen/ }).elements()).toHaveLength(10)
})

test('of a hundred open groups with ten documents each, those out of sight have no layout but keep their height', async () => {
  const events = Array.from({ length: 100 }, (_, no) =>
    event(`Event ${no}`, { no, scripts: Array.from({ length: 10 }, (_one, row) => script(`Teil ${no}-${row}`)) })
  )
  const { element } = await open(success(events))
  await expect.element(page.getByText('Teil 0-9')).toBeVisible()
  const root = element.shadowRoot as ShadowRoot
  for (const group of root.querySelectorAll<HTMLElement>('[aria-expanded=false]')) group.click()
  const captions = () => [...root.querySelectorAll('[part=event] li > span')]
  await expect.poll(captions).toHaveLength(1000)
  const laidOut = () => captions().filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length
  await expect.poll(laidOut).toBeLessThan(100)
  const height = () => document.documentElement.scrollHeight
  const before = height()
  scrollTo(0, before)
  await expect.element(page.getByText('Teil 99-9')).toBeInViewport()
  await expect.poll(() => [height(), laidOut() < 100]).toEqual([before, true])
})

test('a document shows its kind and size where the backend has said them', async () => {
  const sizes = [62_400, 1_440_000, null, 'viel', undefined]
  const scripts = sizes.map((fileSize, index) => ({ ...script(`Teil ${index}`), fileName: 'a.pptx', fileSize }))
  await open(success([event('Kurs', { scripts })]))
  await expect.element(page.getByText('PPTX · 62\u00a0kB', { exact: true })).toBeVisible()
  await expect.element(page.getByText('PPTX · 1,4\u00a0MB', { exact: true })).toBeVisible()
  expect(page.getByText('PPTX').elements()).toHaveLength(2)
})

test('all documents of an event are saved as one file, which the browser fetches from the address of the answer', async () => {
  const saved = watchDownloads()
  const one = event('Steuern', { scripts: [script('Einziges'), { ...script('Ohne'), documentHash: null }] })
  const { backend, element } = await open(success([event('Kurs'), one]), { features: ['zip'] })
  await backend.respond({ [zip]: success({ url: '../download/abc' }) })
  await page
    .getByRole('button', { name: /^Skripte/ })
    .nth(1)
    .click()
  await expect.element(page.getByRole('button', { name: 'Öffnen: Einziges' })).toBeVisible()
  expect(page.getByRole('button', { name: /Unterlagen herunterladen: / }).elements()).toHaveLength(1)
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('button', { name: '2 Unterlagen herunterladen: Kurs' }).click()
  await expect.poll(() => saved.map(({ url }) => url)).toEqual([new URL('../download/abc', `${backend.api}/`).href])
  await expect.element(page.getByText('Download: Skripte Kurs 2026-03-02.zip')).toBeVisible()
  expect(await backend.sentData(zip)).toEqual([
    { documentKeys: ['key-Kurs Teil 1', 'key-Kurs Teil 2'], name: 'Skripte Kurs 2026-03-02' }
  ])
})

test('all documents of the events that are shown are saved as one file, which is named after the year or the day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
  const saved = watchDownloads()
  const old = { from: '2025-03-02', to: '2025-03-02' }
  const older = event('Älter', { eventId: 9, ...old, scripts: [script('Älter Teil 1')] })
  const { backend } = await open(success([event('Kurs'), event('Alt', { eventId: 8, ...old }), older]), {
    features: ['zip']
  })
  await backend.respond({ [zip]: success({ url: '../download/abc' }) })
  await page.getByRole('button', { name: '5 Unterlagen herunterladen' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  const keys = ['key-Kurs Teil 1', 'key-Kurs Teil 2', 'key-Alt Teil 1', 'key-Alt Teil 2', 'key-Älter Teil 1']
  expect(await backend.sentData(zip)).toEqual([{ documentKeys: keys, name: 'Unterlagen 2026-11-20' }])
  await page.getByLabelText('Jahr').selectOptions('2025')
  await page.getByRole('button', { name: '3 Unterlagen 2025 herunterladen' }).click()
  await expect.poll(() => saved).toHaveLength(2)
  expect((await backend.sentData(zip))[1]).toEqual({ documentKeys: keys.slice(2), name: 'Unterlagen 2025' })
})

test.each([
  ['that one is not available', refusal(404, ['Mindestens eines fehlt.']), 'Mindestens eines fehlt.'],
  ['nothing', failure(500), 'Aufruf fehlgeschlagen'],
  ['an address that runs', success({ url: 'javascript:alert(1)' }), 'Aufruf fehlgeschlagen'],
  ['no address', success(null), 'Aufruf fehlgeschlagen']
])('where the backend says %s, nothing is saved and a sentence says so', async (_, answer, sentence) => {
  const saved = watchDownloads()
  const { backend, element } = await open(success([event('Kurs')]), { features: ['zip'] })
  await backend.respond({ [zip]: answer })
  const button = page.getByRole('button', { name: /Unterlagen herunterladen: / })
  await button.click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('2 Unterlagen herunterladen')
  expect(saved).toEqual([])
})

test('a backend without the feature, or that turns out to lack it, shows no button for all documents', async () => {
  const first = await open(success([event('Kurs')]))
  await expect.element(page.getByRole('button', { name: 'Öffnen: Kurs Teil 1' })).toBeVisible()
  const all = page.getByRole('button', { name: /Unterlagen herunterladen: / })
  expect(all.elements()).toEqual([])
  first.element.remove()
  const { backend } = await open(success([event('Kurs')]), { features: ['zip'] })
  await backend.respond({ [zip]: failure(404) })
  await all.click()
  await expect.element(all).not.toBeInTheDocument()
})

test('an event that is cancelled says so behind its title', async () => {
  const { element } = await open(success([event('Beton', { state: 'cancelled' }), event('Statik', { eventId: 8 })]))
  await expect.element(page.getByRole('heading', { name: 'Beton abgesagt', exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Statik', exact: true })).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
})
