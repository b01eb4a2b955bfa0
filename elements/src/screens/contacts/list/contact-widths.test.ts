import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { announced } from '../../../../testing/bulk-contacts.ts'
import { mountLoggedIn, success } from '../../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const contact = (pvaid: number, firstName: string, lastName: string, email: string) => ({
  ASP_FIRMA: 1,
  ASP_ID: 1001,
  ASP_PVAID: pvaid,
  ASP_VORNAME: firstName,
  ASP_NACHNAME: lastName,
  ASP_ANZEIGEEMAIL: email,
  ASP_SHOPRECHTE: 1,
  ASP_AKTIV: true
})

/** Words of the table that are on two lines, where neither a hyphen nor a sign of an e-mail address ends the first part. */
function brokenWords(root: ShadowRoot): string[] {
  const broken: string[] = []
  for (const cell of root.querySelectorAll('.kc-contact-table td')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s@._-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
  }
  return broken
}

test('no width of the element cuts a name, a right or an address in the middle of a word', async () => {
  const { element } = await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/contact': success([
        contact(1, 'Robin', 'Aschauer', 'robin.aschauer@baugesellschaft-nord.example'),
        contact(2, 'Katharina', 'Schwarzenegger', 'katharina.brenner@brenner-kollegen.example'),
        contact(3, 'Anna-Lena', 'Obermüller-Schwarzenegger', 'a@example.at')
      ])
    }
  )
  await expect.element(page.getByText('Robin Aschauer')).toBeVisible()
  const root = element.shadowRoot!
  for (let width = 360; width <= 1280; width += 20) {
    element.style.inlineSize = `${width}px`
    expect({ width, words: brokenWords(root) }).toEqual({ width, words: [] })
    expect(element.scrollWidth).toBeLessThanOrEqual(width)
  }
})

test('no browser hyphenates a name or an address: a hyphen that is no part of it would make another one', async () => {
  const { element } = await mountLoggedIn(
    'admin',
    {},
    { 'GET /api/contact': success([contact(1, 'Maximiliane', 'Wetterauerberger', 'wetterauer@example.at')]) }
  )
  await expect.element(page.getByText('Wetterauerberger', { exact: false }).first()).toBeVisible()
  const cells = [...(element.shadowRoot?.querySelectorAll('.kc-contact-table td') ?? [])]
  expect(cells.length).toBeGreaterThan(2)
  expect(new Set(cells.map((cell) => getComputedStyle(cell).hyphens))).toEqual(new Set(['manual']))
})

test('at no width does anything move while somebody types in the search', async () => {
  const rows = Array.from({ length: 26 }, (_, index) =>
    contact(index, index < 10 ? 'Eva' : 'Jan', `Nr${index}`, 'eva@example.at')
  )
  const { element } = await mountLoggedIn('admin', announced, { 'GET /api/contact': success(rows) })
  const search = page.getByRole('searchbox')
  const widths = [390, ...Array.from({ length: 36 }, (_, index) => 600 + 20 * index)]
  const tops = () =>
    widths.map((width) => {
      element.style.inlineSize = `${width}px`
      return search.element().getBoundingClientRect().top
    })
  await expect.element(page.getByText('26 Kontakte', { exact: true }).first()).toBeVisible()
  const before = tops()
  await search.fill('eva')
  await expect.element(page.getByText('10 von 26 Kontakten', { exact: true }).first()).toBeVisible()
  expect(tops()).toEqual(before)
})

test('where there is room the count is beside the heading, as that of other lists', async () => {
  const rows = Array.from({ length: 26 }, (_, index) => contact(index, 'Eva', `Nr${index}`, 'eva@example.at'))
  const { element } = await mountLoggedIn('admin', announced, { 'GET /api/contact': success(rows) })
  await page.getByRole('searchbox').fill('nr1')
  const count = page.getByText('11 von 26 Kontakten', { exact: true }).first()
  await expect.element(count).toBeVisible()
  const heading = page.getByRole('heading', { level: 1, name: 'Kontakte' }).element()
  for (const width of [820, 880, 1280]) {
    element.style.inlineSize = `${width}px`
    const { top, left } = count.element().getBoundingClientRect()
    const { bottom, right, height } = heading.getBoundingClientRect()
    expect([width, top < bottom, left > right, height < 45]).toEqual([width, true, true, true])
  }
})

test('a column as wide as a tablet has all of each kind of access, and one of a phone the address before it', async () => {
  const email = 'robin.aschauer@brenner.example'
  const people = [0, 4].map((right) => ({ ...contact(right, 'Robin', 'Aschauer', email), ASP_SHOPRECHTE: right }))
  const { element } = await mountLoggedIn('admin', {}, { 'GET /api/contact': success(people) })
  await expect.element(page.getByRole('cell', { name: 'Shopzugang ohne Ansicht Rechnungen' })).toBeVisible()
  const cells = (label: string) => [...element.shadowRoot!.querySelectorAll<HTMLElement>(`td[data-label=${label}]`)]
  const isCut = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth
  for (const width of [820, 1280]) {
    element.style.inlineSize = `${width}px`
    // That somebody has none takes one line, with its title.
    expect([width, cells('Berechtigung').slice(1).filter(isCut)]).toEqual([width, []])
    for (const row of element.shadowRoot!.querySelectorAll('tr[data-index]'))
      expect(row.getBoundingClientRect().height).toBeLessThanOrEqual(49)
  }
  element.style.inlineSize = '390px'
  expect(cells('E-Mail').filter(isCut)).toEqual([])
  cells('E-Mail').forEach((address, index) => {
    const right = cells('Berechtigung')[index]!
    expect(right.title).toMatch(/^Keine Zugangsberechtigung$|^Shopzugang ohne Ansicht Rechnungen$/)
    expect(right.getBoundingClientRect().left).toBeGreaterThan(address.getBoundingClientRect().right)
    expect(right.getBoundingClientRect().height).toBeLessThan(24)
  })
})
