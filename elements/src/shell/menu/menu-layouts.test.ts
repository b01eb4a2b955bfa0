import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { contact, contactFieldDescriptors, list, manyContacts } from '../../../testing/contacts.ts'
import { mountLoggedIn, success } from '../../../testing/mock-backend.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const menu = page.getByRole('navigation', { name: 'Menü' })
const item = (name: string) => menu.getByRole('link', { name, exact: true })
const toggle = page.getByRole('button', { name: 'Menü' })
const answers = {
  [list]: success(manyContacts(400)),
  'GET /api/contact/detail': success(contact(1, 'Anna', 'Huber')),
  'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
  'GET /api/webshop/getPossibleValues': success({})
}

async function open(width?: number, fontSize = '16px', config = {}) {
  const { element } = await mountLoggedIn('admin', config, answers)
  if (width !== undefined) element.style.inlineSize = `${width}px`
  element.style.setProperty('--kc-font-size', fontSize)
  await expect.element(heading('Übersicht')).toBeVisible()
  const root = element.shadowRoot!
  // React is there: before, the items of the row are links that lead away, and React finds what a test has changed.
  await expect.poll(() => root.querySelector('.kc-save-layer')).toBeTruthy()
  return { element, root, focused: () => root.activeElement?.textContent }
}

const boxOf = (one: Element) => one.getBoundingClientRect()

test.each([
  [896, '16px'],
  [1100, '18px']
])('from 56em of its own width the element has its menu at the side: %i px at %s', async (width, size) => {
  await open(width, size)
  await expect.element(toggle).not.toBeInTheDocument()
  for (const name of ['Übersicht', 'Meine Daten', 'Rechnungen', 'Bestätigungen']) expect(item(name)).toBeVisible()
  expect(boxOf(item('Bestätigungen').element()).right).toBeLessThan(boxOf(heading('Übersicht').element()).left)
})

test('at the side the whole list of the menu is at most 420 px high', async () => {
  await open(1280)
  expect(menu.getByRole('link').elements()).toHaveLength(13)
  expect(boxOf(menu.getByRole('list').first().element()).height).toBeLessThanOrEqual(420)
})

test('at the side items of a section begin where its name begins, and the user name takes one line', async () => {
  const { small, big } = { small: 'images/s.svg', big: 'images/b.svg' }
  const images = { mydata: { small, big }, 'mydata/contacts': { small, big } }
  const { element } = await open(undefined, '16px', { images })
  const textOf = (name: string) => boxOf(item(name).element().querySelector('span')!)
  expect(textOf('Kontakte').left).toBe(textOf('Meine Daten').left)
  expect(textOf('Kontakte').height).toBeLessThan(textOf('Meine Daten').height)
  for (const name of ['Meine Daten', 'Kontakte'])
    expect(boxOf(item(name).element().querySelector('img')!).width).toBeGreaterThanOrEqual(16)
  element.style.setProperty('--kc-font-size', '20px')
  expect(textOf('Kontakte').left).toBeCloseTo(textOf('Meine Daten').left, 1)
  for (const name of ['Meine Daten', 'Kontakte'])
    expect(boxOf(item(name).element().querySelector('img')!).width).toBeGreaterThanOrEqual(20)
  const user = element.shadowRoot!.querySelector('.kc-menu-user p')!
  const height = () => boxOf(user).height
  const before = height()
  user.append('.a-long-name-of-a-department@an-even-longer-name-of-a-company.example.at')
  expect(height()).toBe(before)
})

describe.each([640, 760, 890])('at %i px the menu is one row', (width) => {
  test('in which everything can be reached, and the person is at its end', async () => {
    const { element, root } = await open(width)
    await expect.element(toggle).not.toBeInTheDocument()
    const end = page.getByRole('button', { name: 'anna@example.at' })
    const { top, bottom } = boxOf(end.element())
    const middles = () =>
      menu
        .getByRole('link')
        .elements()
        .map((one) => (boxOf(one).top + boxOf(one).bottom) / 2)
    await expect.poll(() => middles().every((middle) => middle > top && middle < bottom)).toBe(true)
    const inRow = menu.getByRole('link').elements()
    for (const one of inRow) expect(boxOf(one).right).toBeLessThanOrEqual(boxOf(end.element()).left)
    expect(root.querySelector('.kc-menu')!.getBoundingClientRect().height).toBeLessThan(52)
    const more = page.getByRole('button', { name: 'Mehr' })
    if (more.query()) await more.click()
    const names = () =>
      new Set(
        menu
          .getByRole('link')
          .elements()
          .map((one) => one.textContent)
      )
    for (const name of [
      'Übersicht',
      'Meine Daten',
      'Skripte',
      'Webinare',
      'Bestellungen',
      'Rechnungen',
      'Bestätigungen'
    ])
      expect(names()).toContain(name)
    expect(await axeViolations(element)).toEqual([])
    if (!more.query()) await item('Bestätigungen').click()
    await item('Stundennachweis').click()
    await expect.element(heading('Stundennachweis')).toBeVisible()
    await expect.element(item('Stundennachweis')).not.toBeInTheDocument()
  })

  test('whose Meine Daten opens its items, by pointer and by keyboard', async () => {
    const { element, focused } = await open(width)
    const section = item('Meine Daten')
    await expect.element(section).toHaveAttribute('aria-expanded', 'false')
    await section.click()
    await expect.element(item('Kontakte')).toBeVisible()
    await expect.element(heading('Übersicht')).toBeVisible()
    expect(await axeViolations(element)).toEqual([])
    await expect.poll(focused).toBe('Unternehmen')
    await userEvent.keyboard('{Escape}')
    await expect.element(item('Kontakte')).not.toBeInTheDocument()
    expect(focused()).toBe('Meine Daten')
    await userEvent.keyboard('{Enter}')
    await expect.element(item('Kontakte')).toBeVisible()
    await item('Kontakte').click()
    await expect.element(heading('Kontakte')).toBeVisible()
    await expect.element(item('Kontakte')).not.toBeInTheDocument()
  })

  test.each([
    ['', 'Übersicht'],
    ['mydata/contacts', 'Meine Daten'],
    ['confirmations/education', 'Bestätigungen']
  ])('in which at /%s only %s looks current', async (route, name) => {
    const { root } = await open(width)
    location.hash = `#/${route}`
    const looksOf = (one: Element) => {
      const { color, backgroundColor, boxShadow, fontWeight, borderBottomStyle, borderBottomColor } =
        getComputedStyle(one)
      const hasLine = borderBottomStyle !== 'none' && borderBottomColor !== 'rgba(0, 0, 0, 0)'
      return [color, backgroundColor, boxShadow, fontWeight, hasLine].join()
    }
    const unlikeTheOthers = () => {
      const all = [
        ...root.querySelectorAll('.kc-menu-body > ul > li:not(.kc-no-room) > a, .kc-menu-body > div > button')
      ]
      const looks = all.map(looksOf)
      return all.filter((_one, at) => looks.filter((other) => other === looks[at]).length === 1).map(nameOf)
    }
    const nameOf = (one: Element) => one.textContent
    await expect.poll(unlikeTheOthers).toEqual([name])
  })

  test('whose end opens the name of the person and Abmelden', async () => {
    const { element, focused } = await open(width)
    const person = page.getByRole('button', { name: 'anna@example.at' })
    const logOut = page.getByRole('button', { name: 'Abmelden' })
    await expect.element(logOut).not.toBeInTheDocument()
    expect(person.element().textContent).toBe('A')
    await person.click()
    await expect.element(page.getByText('Angemeldet als anna@example.at')).toBeVisible()
    await expect.poll(focused).toBe('Abmelden')
    expect(boxOf(logOut.element()).right).toBeLessThanOrEqual(boxOf(element).right)
    expect(await axeViolations(element)).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(logOut).not.toBeInTheDocument()
    expect(focused()).toBe('A')
    await userEvent.keyboard('{Enter}')
    await logOut.click()
    await expect.element(heading('Anmeldung')).toBeVisible()
  })

  test('whose open items close when somebody goes elsewhere', async () => {
    const { focused } = await open(width)
    await item('Meine Daten').click()
    await heading('Übersicht').click({ position: { x: 4, y: 4 } })
    await expect.element(item('Kontakte')).not.toBeInTheDocument()
    await item('Meine Daten').click()
    await expect.poll(focused).toBe('Unternehmen')
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}')
    await expect.element(item('Kontakte')).not.toBeInTheDocument()
  })
})

/** The page around an element: a header that stays, a box that cuts, a box that is moved. */
const hosts = {
  'a page with a header that stays': 'padding-block-start: 60px',
  'a box that cuts what is larger': 'block-size: 3000px; overflow: hidden; border-radius: 8px',
  'a box that is transformed': 'padding-block-start: 60px; transform: translateX(0)'
}

/** Shows the element on a phone, in a box with the style, below a header of 60 px that stays. */
async function onPhone(style: string) {
  await page.viewport(390, 844)
  const { element, root, focused } = await open(390)
  const header = document.createElement('header')
  header.style.cssText = 'position: fixed; inset: 0 0 auto; block-size: 60px; z-index: 1000; background: #fff'
  const box = document.createElement('div')
  box.style.cssText = style
  element.style.setProperty('--kc-sticky-top', '60px')
  document.body.append(header, box)
  onTestFinished(() => [header, box].forEach((one) => one.remove()))
  box.append(element)
  await expect.element(heading('Übersicht')).toBeVisible()
  return { element, root, focused }
}

describe.each(Object.entries(hosts))('on a phone, in %s', (_what, style) => {
  test('the menu is a sheet over the page, which it does not move', async () => {
    const { root, focused, element } = await onPhone(style)
    const before = [document.documentElement.scrollHeight, boxOf(heading('Übersicht').element()).top]
    await toggle.click()
    const sheet = root.querySelector('.kc-menu-body')!
    await expect.poll(() => sheet.matches(':popover-open')).toBe(true)
    await expect.poll(() => JSON.stringify(boxOf(sheet))).toContain('"width":390,"height":844')
    expect([document.documentElement.scrollHeight, boxOf(heading('Übersicht').element()).top]).toEqual(before)
    expect(document.elementFromPoint(195, 30)).toBe(element)
    await expect.poll(focused).toBe('Übersicht')
    await userEvent.keyboard('{Escape}')
    await expect.poll(focused).toBe('Menü')
    await toggle.click()
    await menu.getByRole('button', { name: 'Schließen' }).click()
    await expect.poll(focused).toBe('Menü')
    await toggle.click()
    // A click on the page beside the sheet closes it.
    await userEvent.click(sheet, { position: { x: 100, y: 20 } })
    await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    await item('Skripte').click()
    await expect.element(heading('Skripte')).toBeVisible()
    await expect.poll(focused).toBe('Skripte')
  })

  if (!style.includes('overflow'))
    test('the bar stays below the header, with the heading and the button that is out of sight', async () => {
      const { root } = await onPhone(style)
      location.hash = '#/mydata/contacts'
      await expect.element(page.getByText('Nachname0000', { exact: false }).first()).toBeVisible()
      const bar = root.querySelector('.kc-menu-bar')!
      expect(bar.textContent).toBe('KontakteMenü')
      expect(boxOf(bar).right - boxOf(toggle.element()).right).toBeLessThan(8)
      scrollTo(0, 2000)
      await expect.poll(() => [boxOf(bar).top, boxOf(bar).height]).toEqual([60, 48])
      await expect.poll(() => bar.textContent).toBe('KontakteKontakt hinzufügenMenü')
      await menu.getByRole('button', { name: 'Kontakt hinzufügen', includeHidden: true }).click()
      await expect.element(heading('Kontaktdaten')).toBeVisible()
      const back = menu.getByRole('button', { name: 'Zurück' })
      await expect.element(back).toBeInTheDocument()
      expect(boxOf(back.element()).left - boxOf(bar).left).toBeLessThan(8)
      expect(boxOf(bar).right - boxOf(toggle.element()).right).toBeLessThan(8)
      await back.click()
      await expect.element(heading('Kontakte')).toBeInTheDocument()
    })
})

test.each([
  [390, '16px'],
  [640, '18px']
])('a phone shows the heading in the bar alone, where there is one to read: %i px at %s', async (width, size) => {
  const { root, focused } = await open(width, size)
  // React replaces the bar of the first paint if somebody goes elsewhere meanwhile.
  const bar = () => root.querySelector('.kc-menu-bar')!
  for (const [path, name] of [
    ['mydata', 'Meine Daten'],
    ['mydata/contacts', 'Kontakte']
  ] as const) {
    location.hash = `#/${path}`
    await expect.poll(() => bar().textContent).toBe(`${name}Menü`)
    expect(boxOf(heading(name).element()).height).toBe(1)
    expect(boxOf(bar()).height).toBe(48)
  }
  await expect.poll(focused).toBe('Kontakte')
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await expect.poll(focused).toBe('Kontaktdaten')
  await expect.poll(() => bar().textContent).toMatch(/^Kontaktdaten/)
  expect(root.querySelectorAll('h1')).toHaveLength(1)
})

test('large text has no room beside the button: the heading is below the bar', async () => {
  const { root } = await open(390, '24px')
  const [bar, h1] = [root.querySelector('.kc-menu-bar')!, root.querySelector('h1')!]
  expect(boxOf(h1).height).toBeGreaterThan(20)
  expect(boxOf(h1).top).toBeGreaterThan(boxOf(bar).bottom)
  expect(getComputedStyle(bar.querySelector('span')!).display).toBe('none')
})

test('on a phone no field with the focus is behind the bars of the element and the page', async () => {
  const { element, root } = await onPhone('padding-block-start: 60px')
  element.style.setProperty('--kc-sticky-bottom', '70px')
  location.hash = '#/mydata/contacts'
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await expect.element(page.getByLabelText('Ort', { exact: true })).toBeVisible()
  const controls = [...root.querySelectorAll<HTMLElement>('.kc-form :is(input, select):enabled')]
  expect(controls.length).toBeGreaterThan(10)
  for (const control of [...controls, ...controls.toReversed()]) {
    control.focus()
    expect(boxOf(control).top).toBeGreaterThanOrEqual(108)
    expect(boxOf(control).bottom).toBeLessThanOrEqual(844 - 70)
  }
})
