import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { contact, contactFieldDescriptors, list, manyContacts } from '../../../testing/contacts.ts'
import { foreign, type MockResponse, mountLoggedIn, success } from '../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

async function open(answer: MockResponse | MockResponse[], config = {}) {
  const { backend, element } = await mountLoggedIn('admin', config, { [list]: answer })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontakte' })).toBeVisible()
  return { backend, element }
}

const search = page.getByLabelText('Teilnehmersuche')
const filter = page.getByLabelText('Status')
const add = page.getByRole('button', { name: 'Kontakt hinzufügen' })
const names = () =>
  page
    .getByRole('row')
    .elements()
    .flatMap((row) => row.querySelector('td[data-label=Name]')?.textContent ?? [])
const people = [
  contact(1, 'Anna', 'Huber'),
  contact(2, 'Jürgen', 'Müller', { ASP_SHOPRECHTE: 2 }),
  contact(3, 'Zoë', 'Ötzi', { ASP_AKTIV: false })
]

test('the list shows the active contacts at first, and the inactive ones by the filter', async () => {
  await open(success(people))
  await expect.poll(names).toEqual(['Anna Huber', 'Jürgen Müller'])
  await expect.element(filter).toHaveValue('1')
  await filter.selectOptions('Inaktive')
  await expect.poll(names).toEqual(['Zoë Ötzi'])
  await expect.element(filter).toHaveValue('0')
})

test('the choices of the filter are Aktive, 1, and Inaktive, 0', async () => {
  await open(success(people))
  await expect.element(filter).toBeVisible()
  const options = [...(filter.element() as HTMLSelectElement).options]
  expect(options.map(({ text, value }) => [text, value])).toEqual([
    ['Aktive', '1'],
    ['Inaktive', '0']
  ])
})

test('a contact is added only while the filter shows the active ones', async () => {
  await open(success(people))
  await expect.element(add).toBeEnabled()
  await filter.selectOptions('Inaktive')
  await expect.element(add).toBeDisabled()
})

test('search and filter work together, and the number of results is announced', async () => {
  await open(success(people))
  const status = page.getByRole('status').first()
  await expect.element(status).toMatchTextContent('2 Kontakte')
  await search.fill('mueller jur')
  await expect.poll(names).toEqual(['Jürgen Müller'])
  await expect.element(status).toMatchTextContent('1 von 2 Kontakten')
  await search.fill('ötzi')
  await expect.element(status).toMatchTextContent('Kein Kontakt gefunden.')
  await filter.selectOptions('Inaktive')
  await expect.poll(names).toEqual(['Zoë Ötzi'])
})

test('the list is sorted by last name without case, umlauts beside their letters, whatever the backend sent', async () => {
  const sent = ['Zorn', 'özil', 'Oberhofer', 'adler', 'Öllinger', 'Österreicher', 'Papst', 'ähnlich']
  await open(success(sent.map((name, index) => contact(index + 1, 'A', name))))
  await expect
    .poll(names)
    .toEqual(['A adler', 'A ähnlich', 'A Oberhofer', 'A Öllinger', 'A Österreicher', 'A özil', 'A Papst', 'A Zorn'])
})

test.each([[['Mayer', 'Maye']], [['Zorn', 'zander']], [['Ola', 'Ol2']], [['ONeil', 'O Neil']], [['Muster', 'Müller']]])(
  'two names in the wrong order are sorted: %s',
  async (sent) => {
    await open(success(sent.map((name, index) => contact(index + 1, 'A', name))))
    await expect.poll(names).toEqual(sent.toReversed().map((name) => `A ${name}`))
  }
)

test('the columns are Name, E-Mail and Berechtigung, and a row has Bearbeiten', async () => {
  const { element } = await open(success([contact(1, 'Anna', 'Huber', { ASP_TITEL: 'Mag.', ASP_TITELHINTEN: 'MBA' })]))
  const row = page.getByRole('row', { name: /Huber/ })
  await expect.element(row.getByRole('cell', { name: 'Mag. Anna Huber MBA', exact: true })).toBeVisible()
  await expect.element(row.getByRole('cell', { name: 'anna@example.at' })).toBeVisible()
  await expect.element(row.getByRole('cell', { name: 'Teilnehmer', exact: true })).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Bearbeiten: Mag. Anna Huber MBA' })).toBeVisible()
  const heads = page.getByRole('columnheader').elements()
  expect(heads.slice(0, 3).map((head) => head.textContent)).toEqual(['Name', 'E-Mail', 'Berechtigung'])
  expect(await axeViolations(element)).toEqual([])
})

test('with contactNameFormat the last name is bold, then come comma, first name and titles', async () => {
  const titled = contact(1, 'Anna', 'Huber', { ASP_TITEL: 'Mag.', ASP_TITELHINTEN: 'MBA' })
  await open(success([titled, contact(2, null, 'Maier'), contact(3, 'Nur', null)]), { contactNameFormat: true })
  await expect.poll(names).toEqual(['Nur', 'Huber, Anna Mag. MBA', 'Maier'])
  expect(page.getByText('Huber', { exact: true }).element().localName).toBe('b')
  await expect
    .element(page.getByRole('button', { name: 'Bearbeiten: Huber, Anna Mag. MBA', exact: true }))
    .toBeVisible()
})

test.each(['anna', 'anna@example', 'anna.example', '', null])(
  'an invalid e-mail address is shown as -: %s',
  async (email) => {
    await open(success([contact(1, 'Anna', 'Huber', { ASP_ANZEIGEEMAIL: email })]))
    await expect.element(page.getByRole('cell', { name: '-', exact: true })).toBeVisible()
  }
)

const standard = ['Keine Zugangsberechtigung', 'Administrator', 'Shopzugang', 'Teilnehmer']
const extended = [
  'Keine Zugangsberechtigung',
  'Administrator',
  'Shopzugang mit Ansicht Rechnungen',
  'Teilnehmer',
  'Shopzugang ohne Ansicht Rechnungen'
]
test.each([
  [false, standard],
  [true, extended]
])('rights have their labels: extended %s', async (extendedWebshopRights, labels) => {
  const rows = labels.map((_, right) => contact(right, 'A', `N${right}`, { ASP_SHOPRECHTE: right }))
  await open(success(rows), { extendedWebshopRights })
  await expect
    .poll(() =>
      page
        .getByRole('row')
        .elements()
        .flatMap((row) => row.querySelector('td[data-label=Berechtigung]')?.textContent ?? [])
    )
    .toEqual(labels)
})

test('only the fields of the list are requested', async () => {
  const { backend } = await open(success(people))
  await expect.poll(names).toHaveLength(2)
  const [call] = await backend.requests(list)
  expect(call?.query).toEqual({
    RES_FIELDS:
      'ASP_FIRMA,ASP_ID,ASP_PVAID,ASP_VORNAME,ASP_NACHNAME,ASP_TITEL,ASP_TITELHINTEN,ASP_SHOPRECHTE,ASP_AKTIV,ASP_ANZEIGEEMAIL'
  })
})

test('ten thousand contacts are a table that states its length and renders few rows', async () => {
  const { element } = await open(success(manyContacts(10_000)))
  await expect.element(page.getByRole('status').first()).toMatchTextContent('10.000 Kontakte')
  expect(page.getByRole('row').elements().length).toBeLessThan(30)
  const table = page.getByRole('table', { name: 'Kontakte' })
  await expect.element(table).toHaveAttribute('aria-rowcount', '10001')
  await expect.element(page.getByRole('row', { name: /Vorname3 / })).toHaveAttribute('aria-rowindex', '5')
  await search.fill('nachname9999')
  await expect.poll(names).toEqual(['Vorname9999 Nachname9999'])
  expect(await axeViolations(element)).toEqual([])
})

test('the first draw has as many rows as have room in the window, and none comes after it', async () => {
  const drawn: number[] = []
  const later: Node[] = []
  const { element } = await mountLoggedIn('admin', {}, { [list]: success(manyContacts(10_000)) })
  const observer = new MutationObserver((records) => {
    drawn.push(element.shadowRoot!.querySelectorAll('tr[data-index]').length)
    for (const { target, addedNodes } of records)
      if (target instanceof HTMLTableSectionElement) later.push(...addedNodes)
  })
  observer.observe(element.shadowRoot!, { childList: true, subtree: true })
  await expect.poll(() => drawn.at(-1)).toBeGreaterThan(0)
  observer.disconnect()
  const height = drawn.find((rows) => rows > 0)! * 48
  expect(height).toBeGreaterThanOrEqual(innerHeight)
  expect(height).toBeLessThan(innerHeight * 1.5)
  expect(later).toEqual([])
})

test('with each right, also in two lines, a row has the height that is assumed for rows out of sight', async () => {
  await open(success(manyContacts(10_000).map((one, index) => ({ ...one, ASP_SHOPRECHTE: index % 2 }))))
  await expect.poll(() => names().length).toBeGreaterThan(5)
  const rows = page.getByRole('row').elements().slice(1)
  expect(new Set(rows.map((row) => row.getBoundingClientRect().height))).toEqual(new Set([48]))
})

test('the keyboard leads through ten thousand rows, and the focus stays in sight', async () => {
  await open(success(manyContacts(10_000)))
  await expect.poll(() => names().length).toBeGreaterThan(5)
  const root = () => document.querySelector('customer-center')?.shadowRoot
  const focused = () => root()?.activeElement?.getAttribute('aria-label')
  const inSight = () => {
    const head = root()?.querySelector('th')?.getBoundingClientRect()
    const button = root()?.activeElement?.getBoundingClientRect()
    return head && button ? button.top >= head.bottom && button.bottom <= innerHeight : false
  }
  ;(page.getByRole('button', { name: 'Berechtigung' }).element() as HTMLElement).focus()
  await userEvent.tab()
  expect(focused()).toBe('Bearbeiten: Vorname0 Nachname0000')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.poll(focused).toBe('Bearbeiten: Vorname1 Nachname0001')
  await userEvent.keyboard('{End}')
  await expect.poll(focused).toBe('Bearbeiten: Vorname9999 Nachname9999')
  await expect.poll(inSight).toBe(true)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  await expect.poll(focused).toBe('Bearbeiten: Vorname9996 Nachname9996')
  await userEvent.keyboard('{PageUp}')
  await expect.poll(focused).not.toBe('Bearbeiten: Vorname9996 Nachname9996')
  await expect.poll(inSight).toBe(true)
  const before = focused()
  scrollTo(0, 0)
  await expect.poll(names).toContain('Vorname0 Nachname0000')
  expect(focused()).toBe(before)
  await userEvent.keyboard('{Home}')
  await expect.poll(focused).toBe('Bearbeiten: Vorname0 Nachname0000')
  await userEvent.tab({ shift: true })
  await expect.poll(() => root()?.activeElement?.ariaLabel).toBe('Berechtigung')
})

test.each<[string, () => Promise<void>]>([
  ['Abbrechen', () => page.getByRole('button', { name: 'Abbrechen' }).click()],
  ['the way back', async () => history.back()],
  [
    'a save',
    async () => {
      await page.getByLabelText('Ort', { exact: true }).fill('Krems')
      await page.getByRole('button', { name: 'Speichern' }).click()
    }
  ]
])('coming back from a contact by %s the list has its filter, search, place and focus', async (_, leave) => {
  const inactive = { ASP_AKTIV: false, ASP_ANREDE: 1, ASP_EMAIL: 'anna@example.at' }
  const { backend, element } = await open(success(manyContacts(10_000).map((one) => ({ ...one, ...inactive }))))
  await expect.poll(() => backend.requests(list)).toHaveLength(1)
  await backend.respond({
    'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
    'GET /api/webshop/getPossibleValues': success({}),
    [list]: success([contact(5004, 'Vorname5003', 'Nachname5003', inactive)]),
    'PUT /api/contact': success({ ASP_FIRMA: 1, ASP_ID: 1001, ASP_PVAID: 5004, VERSION: 2 })
  })
  await filter.selectOptions('Inaktive')
  await search.fill('nachname')
  await expect.poll(names).toContain('Vorname3 Nachname0003')
  scrollTo(0, 48 * 5000)
  await expect.poll(names).toContain('Vorname5003 Nachname5003')
  const before = scrollY
  await page.getByRole('button', { name: 'Bearbeiten: Vorname5003 Nachname5003' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontaktdaten' })).toBeVisible()
  await expect.element(page.getByLabelText('Ort', { exact: true })).toBeVisible()
  await leave()
  await expect.element(filter).toHaveValue('0')
  await expect.element(search).toHaveValue('nachname')
  await expect
    .poll(() => element.shadowRoot!.activeElement?.getAttribute('aria-label'))
    .toBe('Bearbeiten: Vorname5003 Nachname5003')
  await expect.poll(() => Math.abs(scrollY - before)).toBeLessThan(48)
})

test('a slow backend shows that it loads, and a contact can be added meanwhile', async () => {
  await open({ hang: true })
  await expect.element(page.getByRole('status', { name: 'Wird geladen …' })).toBeVisible()
  await expect.element(add).toBeEnabled()
})

test('names of 200 characters, foreign scripts and odd rows of a backend fit, wide and at 390 px', async () => {
  const rows = [
    contact(1, 'Ὀδυσσεύς 李明', 'ش'.repeat(200)),
    contact(2, 'A', 'W'.repeat(200), { ASP_ANZEIGEEMAIL: `${'x'.repeat(200)}@example.at` }),
    { ASP_PVAID: '3', ASP_NACHNAME: 'Text', ASP_AKTIV: 'true', ASP_SHOPRECHTE: '1', ASP_TITEL: 'null' },
    {},
    null
  ]
  const { element } = await open(success(rows), foreign)
  await expect.poll(names).toHaveLength(4)
  await expect.element(page.getByRole('row', { name: 'Text - Administrator' })).toBeVisible()
  element.style.inlineSize = '390px'
  const root = element.shadowRoot!
  const box = root.querySelector('.kc-contacts-box')!
  await expect.poll(() => box.scrollWidth <= box.clientWidth).toBe(true)
  expect(await axeViolations(element)).toEqual([])
})
