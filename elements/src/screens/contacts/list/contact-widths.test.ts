import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { announced } from '../../../../testing/bulk-contacts.ts'
import { mountLoggedIn, success } from '../../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../../testing/phone-viewport.ts'

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

test('no width cuts a name or a right: the address gives way', async () => {
  const long = 'Dipl.-Ing. Dr. Maximiliane'
  const people = [0, 1, 4].map((right) => ({
    ...contact(right, long, 'Hauptmannsberger-Freifrau von Hohenstein-Wallsee', 'maximiliane@brenner-kollegen.example'),
    ASP_SHOPRECHTE: right
  }))
  const { element } = await mountLoggedIn(
    'admin',
    { extendedWebshopRights: true },
    { 'GET /api/contact': success(people) }
  )
  await expect.element(page.getByRole('cell', { name: 'Shopzugang ohne Ansicht Rechnungen' })).toBeVisible()
  const isCut = (cell: HTMLElement) =>
    [cell, ...cell.querySelectorAll('*')].some(
      (one) =>
        one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).overflow !== 'visible'
    ) || cell.getBoundingClientRect().right > element.getBoundingClientRect().right
  for (let width = 300; width <= 1280; width += 20) {
    element.style.inlineSize = `${width}px`
    for (const row of element.shadowRoot!.querySelectorAll('tr[data-index]')) {
      const [name, address, right] = [...row.querySelectorAll<HTMLElement>('td')]
      const words = document.createRange()
      words.selectNodeContents(name!)
      expect([width, isCut(name!), isCut(right!)]).toEqual([width, false, false])
      // The name ends within its row.
      expect(words.getBoundingClientRect().bottom).toBeLessThanOrEqual(row.getBoundingClientRect().bottom)
      expect(address!.getBoundingClientRect().width).toBeGreaterThan(60)
    }
  }
})

test('on a phone the right is behind no other word, the address has the rest of its line, and the row is the button', async () => {
  await setPhoneViewport('light')
  const people = [0, 1].map((right) => ({
    ...contact(right, 'Robin', `Aschauer${right}`, 'robin.aschauer@brenner-kollegen.example'),
    ASP_SHOPRECHTE: right
  }))
  const { element } = await mountLoggedIn('admin', {}, { 'GET /api/contact': success(people) })
  await expect.element(page.getByText('Robin Aschauer1')).toBeVisible()
  for (const row of element.shadowRoot!.querySelectorAll('tr[data-index]')) {
    const [name, address, right] = [...row.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect())
    expect(Math.abs(address!.top - right!.top)).toBeLessThan(2)
    expect([right!.top >= name!.bottom - 1, right!.left === name!.left]).toEqual([true, true])
    expect([address!.left > right!.left, address!.width > 60]).toEqual([true, true])
    const edit = row.querySelector('.kc-actions > .kc-button')
    for (const { left, right: end, top, bottom } of [name!, address!, right!])
      expect(element.shadowRoot!.elementFromPoint((left + end) / 2, (top + bottom) / 2)).toBe(edit)
  }
  await page.getByRole('button', { name: 'Zugang entfernen: Robin Aschauer1' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
})
