import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { list as contacts, manyContacts } from '../../../testing/contacts.ts'
import { mountLoggedIn, success } from '../../../testing/mock-backend.ts'

const many = Array.from({ length: 40 }, (_, index) => index + 1)
const date = '2026-03-02'
const user = 'GET /api/webshopuser/getcurrentwebshopuser'
const answers = {
  [contacts]: success(manyContacts(200)),
  'GET /api/eventmanager/invoicebysubscriber': success(
    many.map((no) => ({ companyNo: 1, controlNo: no, no: `4711-${no}`, date, documentHash: `key-${no}` }))
  ),
  'GET /api/eventmanager/documentsbysubscriber': success(
    many.map((no) => ({
      caption: `Kurs ${no}`,
      eventId: 7,
      no,
      participantId: 1,
      from: date,
      to: date,
      productType: 1,
      videoOnDemand: false,
      scripts: [{ caption: `Teil ${no}`, documentHash: `key-${no}`, dpoId: 1, dpdId: 1, fileName: null }]
    }))
  ),
  'GET /api/eventmanager/ordersbysubscriber': success(
    many.map((no) => ({
      no,
      date,
      orderedFrom: 'Eva Maier',
      events: [
        { caption: `Kurs ${no}`, eventId: 7, no, from: date, to: date, participants: [{ caption: `Teil ${no}` }] }
      ]
    }))
  ),
  'GET /api/eventmanager/webinarlink': success(
    many.map((no) => ({ WEB_BEZEICHNUNG: `Kurs ${no}`, WEB_LINK: 'https://webinar.example/', WEB_ISTPDF: false }))
  ),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001 })
}

const lists = [
  ['mydata/contacts', 'Kontakte', 'Teilnehmersuche'],
  ['scripts', 'Skripte', 'Skripte durchsuchen'],
  ['orders', 'Bestellungen', 'Bestellungen durchsuchen'],
  ['invoices', 'Rechnungen', 'Rechnungen durchsuchen'],
  ['webinars', 'Webinare', 'Webinare durchsuchen']
] as const

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

beforeEach(() => history.replaceState(null, '', location.pathname + location.search))

async function open(hash: string) {
  history.replaceState(null, '', hash)
  const { element } = await mountLoggedIn('admin', {}, answers)
  return element
}

describe.each(lists)('in the list %s', (route, title, label) => {
  test.each([1280, 390])('the ways back and forward lead to where each list was left, at %i px', async (width) => {
    const element = await open(`#/${route}`)
    element.style.inlineSize = `${width}px`
    await expect.element(page.getByLabelText(label)).toBeVisible()
    await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(innerHeight + 900)
    scrollTo(0, 900)
    await expect.poll(() => scrollY).toBe(900)
    location.hash = '#/mydata'
    await expect.element(heading('Meine Daten')).toBeVisible()
    await expect.poll(() => scrollY).toBeLessThan(50)
    history.back()
    await expect.element(heading(title)).toBeInTheDocument()
    await expect.poll(() => Math.round(scrollY)).toBe(900)
    await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe(title)
    history.forward()
    await expect.element(heading('Meine Daten')).toBeVisible()
    history.back()
    await expect.poll(() => Math.round(scrollY)).toBe(900)
  })

  test('the search is in the address: a link and the way back lead to it', async () => {
    const element = await open(`#/${route}?search=7&unknown=1`)
    await expect.element(page.getByLabelText(label)).toHaveValue('7')
    await page.getByLabelText(label).fill('12')
    await expect.poll(() => location.hash).toBe(`#/${route}?search=12&unknown=1`)
    location.hash = '#/mydata'
    await expect.element(heading('Meine Daten')).toBeVisible()
    history.back()
    await expect.element(page.getByLabelText(label)).toHaveValue('12')
    element.shadowRoot?.querySelector<HTMLElement>(`[part=menu] [data-path="${route}"]`)?.click()
    await expect.element(page.getByLabelText(label)).toHaveValue('')
    expect(location.hash).toBe(`#/${route}`)
  })
})

test('the filter of the contacts is in the address, and a value that nobody knows is ignored', async () => {
  await open('#/mydata/contacts?status=0')
  const filter = page.getByLabelText('Status')
  await expect.element(filter).toHaveValue('0')
  await filter.selectOptions('Aktive')
  await expect.poll(() => location.hash).toBe('#/mydata/contacts')
  location.hash = '#/mydata/contacts?status=gone&sort=-email'
  await expect.element(filter).toHaveValue('1')
  await expect.element(page.getByRole('columnheader', { name: 'E-Mail' })).toHaveAttribute('aria-sort', 'descending')
})

test('the way back to another filter of the same list takes the focus off nothing', async () => {
  const element = await open('#/invoices')
  const search = page.getByLabelText('Rechnungen durchsuchen')
  await expect.element(search).toBeVisible()
  location.hash = '#/invoices?search=7'
  await expect.element(search).toHaveValue('7')
  await search.click()
  history.back()
  await expect.element(search).toHaveValue('')
  expect(element.shadowRoot?.activeElement).toBe(search.element())
})

test.each([
  ['scripts', 'Skripte', 'Teil 30'],
  ['orders', 'Bestellungen', 'Teil 30']
])('an open group of %s is open again on the way back, and in a link', async (route, title, content) => {
  const element = await open(`#/${route}`)
  await expect.element(page.getByText('Kurs 30', { exact: true })).toBeInTheDocument()
  const group = () =>
    [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part=event], .kc-ordered-event')]
      .find((one) => one.textContent.includes('Kurs 30'))!
      .querySelector<HTMLElement>('[part=group-button]')!
  group().click()
  await expect.element(page.getByText(content)).toBeVisible()
  await expect.poll(() => location.hash).toContain('?open=7-30')
  location.hash = '#/mydata'
  await expect.element(heading('Meine Daten')).toBeVisible()
  history.back()
  await expect.element(heading(title)).toBeInTheDocument()
  await expect.element(page.getByText(content)).toBeVisible()
  group().click()
  await expect.poll(() => location.hash).toBe(`#/${route}`)
})

test('a group of an event whose id has blanks is open again on the way back, and closed it leaves nothing', async () => {
  const list = 'GET /api/eventmanager/webinarlink'
  const colleagues = ['Eva Maier', 'Jan Novák', 'Pia Moser', 'Tom Lang', 'Ute Berg']
  const rows = [null, ...colleagues].map((name) => ({
    WEB_BEZEICHNUNG: 'Lohn',
    WEB_LINK: 'https://webinar.example/',
    WEB_VERID: 'VA 17 %20',
    WEB_TEILNEHMER: name
  }))
  const profile = { WSU_EMAIL: 'anna@example.at', WSU_RECHTE: 1, WSU_TEILNEHMERWECHSEL: true }
  history.replaceState(null, '', '#/webinars')
  await mountLoggedIn('admin', {}, { [user]: success(profile), [list]: success(rows) })
  const group = page.getByRole('button', { name: 'Weitere Teilnehmer 5', exact: true })
  await group.click()
  await expect.element(group).toHaveAttribute('aria-expanded', 'true')
  location.hash = '#/mydata'
  await expect.element(heading('Meine Daten')).toBeVisible()
  history.back()
  await expect.element(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect.poll(() => location.hash).toBe('#/webinars')
})

test('with routing="memory" a detail and its list keep search and place, and the address stays the host’s', async () => {
  const { backend, element } = await mountLoggedIn('admin', {}, answers)
  element.remove()
  const other = document.createElement('customer-center')
  for (const [name, value] of Object.entries({
    ...backend.attributes,
    'session-token': 'host-token',
    routing: 'memory'
  }))
    other.setAttribute(name, value)
  document.body.append(other)
  onTestFinished(() => other.remove())
  const address = location.href
  await page.getByRole('link', { name: 'Rechnungen' }).first().click()
  await page.getByLabelText('Rechnungen durchsuchen').fill('4711')
  await expect.element(page.getByRole('row', { name: /4711-40/ })).toBeInTheDocument()
  await expect.element(page.getByLabelText('Rechnungen durchsuchen')).toHaveValue('4711')
  expect(location.href).toBe(address)
})

test('a field loses the focus, with which its change counts, before its screen is left', async () => {
  const element = await open('#/mydata/contacts')
  const field = page.getByRole('searchbox').first()
  await field.fill('a')
  const screens: (string | null | undefined)[] = []
  field.element().addEventListener('blur', () => screens.push(element.shadowRoot?.querySelector('h1')?.textContent))
  location.hash = '#/scripts'
  await expect.element(heading('Skripte')).toBeVisible()
  expect(screens).toEqual(['Kontakte'])
})

describe('the focus goes to the heading', () => {
  /** The element below 600 px of the page, which goes on below it and has a header of 90 px that stays. */
  async function between() {
    const element = await open('#/overview')
    element.style.setProperty('--kc-sticky-top', '90px')
    const above = document.createElement('div')
    above.style.blockSize = '600px'
    const below = document.createElement('div')
    below.style.blockSize = '3000px'
    document.body.prepend(above)
    document.body.append(below)
    onTestFinished(() => [above, below].forEach((one) => one.remove()))
    // React is there, and somebody who goes on takes the focus along.
    await expect.poll(() => element.shadowRoot?.querySelector('.kc-save-layer')).toBeTruthy()
    return element
  }

  test('without scrolling while the element begins in the window', async () => {
    const element = await between()
    scrollTo(0, 200)
    location.hash = '#/mydata'
    await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('Meine Daten')
    expect(scrollY).toBe(200)
  })

  test('and the element comes to the edge below the page’s header when it begins above', async () => {
    const element = await between()
    scrollTo(0, 900)
    location.hash = '#/mydata'
    await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('Meine Daten')
    await expect.poll(() => Math.round(element.getBoundingClientRect().top)).toBe(90)
  })
})
