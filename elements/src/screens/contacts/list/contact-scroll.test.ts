import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { contact, contactFieldDescriptors, list, manyContacts } from '../../../../testing/contacts.ts'
import { mountLoggedIn, success } from '../../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../../testing/phone-viewport.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

interface Scrolled {
  /** The style of the host's box around the element. */
  readonly style: string
  readonly scroller: (around: HTMLElement) => Element
}

const hosts: readonly (readonly [string, Scrolled])[] = [
  ['the window', { style: '', scroller: () => document.documentElement }],
  // The rules mean only the sides; CSS makes the other axis `auto`, too.
  [
    'the window, past a box that hides what is too wide',
    { style: 'overflow-x: hidden', scroller: () => document.documentElement }
  ],
  ['a box of the host’s page', { style: 'block-size: 700px; overflow-y: auto', scroller: (around) => around }]
]

/** Shows ten thousand contacts below something else of the host's page. */
async function open({ style, scroller }: Scrolled) {
  const { element, backend } = await mountLoggedIn(
    'admin',
    {},
    {
      [list]: success(manyContacts(10_000)),
      'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
      'GET /api/webshop/getPossibleValues': success({})
    }
  )
  const around = document.createElement('div')
  around.style.cssText = style
  const above = document.createElement('div')
  above.style.blockSize = '400px'
  onTestFinished(() => around.remove())
  document.body.append(around)
  around.append(above, element)
  await expect.element(page.getByRole('row', { name: /Nachname0000/ })).toBeInTheDocument()
  const root = element.shadowRoot!
  return {
    backend,
    root,
    above,
    scrolling: scroller(around),
    focused: () => root.activeElement?.getAttribute('aria-label')
  }
}

/** Row of a contact beyond the first thousand. */
const rowOf = (index: number) => page.getByRole('row', { name: new RegExp(`Nachname${index}`) })

function isInSight(element: Element | null | undefined): boolean {
  const { top = -1, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  return top >= 0 && bottom <= innerHeight
}

const rowHeights = { desk: 48, phone: 64 }

describe.each(hosts)('the list is scrolled by %s', (_what, host) => {
  test('on a desk, and nothing in it scrolls by itself, however far one goes', async () => {
    const { root, scrolling, above } = await open(host)
    const box = root.querySelector('.kc-contacts-box')!
    expect(box.clientHeight).toBeGreaterThan(10_000 * rowHeights.desk)
    expect(scrolling.scrollHeight).toBeGreaterThan(box.clientHeight)
    const top = box.getBoundingClientRect().top
    scrolling.scrollTop += top + rowHeights.desk * 5000
    await expect.element(rowOf(5003)).toBeVisible()
    const drawn = () => [...root.querySelectorAll('tr[data-index]')].filter(isInSight).length
    expect(drawn()).toBeGreaterThan(7)
    // Content above may come late.
    above.style.blockSize = '1400px'
    scrolling.scrollTop += rowHeights.desk * 100
    await expect.poll(drawn).toBeGreaterThan(7)
    scrolling.scrollTop = scrolling.scrollHeight
    await expect.element(rowOf(9999)).toBeVisible()
    // A step further, should the last rows be higher than was assumed.
    scrolling.scrollTop = scrolling.scrollHeight
    await expect.poll(() => isInSight(rowOf(9999).element())).toBe(true)
  })

  test('on a phone, a hundred rows at a time, so that the rest of the page can be reached', async () => {
    await setPhoneViewport('light')
    const { root, scrolling, focused } = await open(host)
    const more = page.getByRole('button', { name: '100 weitere anzeigen' })
    expect(scrolling.scrollHeight).toBeLessThan(100 * 90 + 2000)
    scrolling.scrollTop = scrolling.scrollHeight
    await expect.poll(() => isInSight(more.element())).toBe(true)
    await more.click()
    await expect.poll(focused).toBe('Bearbeiten: Vorname100 Nachname0100')
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
    scrolling.scrollTop = scrolling.scrollHeight
    await expect.element(page.getByRole('row', { name: /Nachname0199/ })).toBeVisible()
    expect(scrolling.scrollHeight).toBeLessThan(200 * 90 + 2000)
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  })

  test.each(['desk', 'phone'] as const)(
    'and coming back from a contact leads to its place and focus: %s',
    async (size) => {
      if (size === 'phone') await setPhoneViewport('light')
      const { root, scrolling, focused } = await open(host)
      const index = size === 'phone' ? '0080' : '5003'
      scrolling.scrollTop +=
        root.querySelector('tbody')!.getBoundingClientRect().top + rowHeights[size] * (Number(index) - 7)
      await expect.element(page.getByRole('row', { name: new RegExp(`Nachname${index}`) })).toBeVisible()
      const before = scrolling.scrollTop
      await page.getByRole('button', { name: `Nachname${index}` }).click()
      await expect.element(page.getByLabelText('Ort', { exact: true })).toBeVisible()
      await expect.poll(() => scrolling.scrollTop).toBeLessThan(before)
      history.back()
      await expect.poll(focused).toMatch(`Nachname${index}`)
      await expect.poll(() => Math.round(scrolling.scrollTop - before)).toBe(0)
      await expect.poll(() => isInSight(root.activeElement)).toBe(true)
    }
  )

  test.each([
    ['desk', '9999'],
    ['phone', '0099']
  ])('and keys lead to its end and its start: %s', async (size, last) => {
    if (size === 'phone') await setPhoneViewport('light')
    const { root, focused } = await open(host)
    root.querySelector<HTMLElement>('tr[data-index] button')!.focus()
    await userEvent.keyboard('{End}')
    await expect.poll(focused).toMatch(`Nachname${last}`)
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
    await userEvent.keyboard('{PageUp}{ArrowUp}')
    await expect.poll(focused).not.toMatch(`Nachname${last}`)
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
    await userEvent.keyboard('{Home}')
    await expect.poll(focused).toBe('Bearbeiten: Vorname0 Nachname0000')
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
  })
})

test.each([
  ['desk', 'first'],
  ['desk', 'last'],
  ['phone', 'first'],
  ['phone', 'last']
] as const)('coming back from a contact at the window’s edge moves nothing: %s, the %s one', async (size, edge) => {
  if (size === 'phone') await setPhoneViewport('light')
  const { root, scrolling, focused } = await open(hosts[0]![1])
  scrolling.scrollTop += root.querySelector('tbody')!.getBoundingClientRect().top + rowHeights[size] * 20.4
  await expect.element(page.getByRole('row', { name: /Nachname0023/ })).toBeVisible()
  const before = scrolling.scrollTop
  const buttons = [...root.querySelectorAll<HTMLElement>('tr[data-index] button[aria-label^=Bearbeiten]')].filter(
    isInSight
  )
  const button = edge === 'first' ? buttons[0] : buttons.at(-1)
  const name = button?.ariaLabel
  button?.click()
  await expect.element(page.getByLabelText('Ort', { exact: true })).toBeVisible()
  history.back()
  await expect.poll(focused).toBe(name)
  await expect.poll(() => Math.round(scrolling.scrollTop - before)).toBe(0)
})

test.each([[''], ['Nachname0']])(
  'a new contact far down the list is in sight with its message, also where the search %j would hide it',
  async (search) => {
    await setPhoneViewport('light')
    const { backend, root, focused } = await open(hosts[0]![1])
    await page.getByLabelText('Teilnehmersuche').fill(search)
    await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
    await page.getByLabelText('Anrede').selectOptions('Divers')
    await page.getByLabelText('Nachname').fill('Zuletzt')
    await page.getByLabelText('E-Mail').fill('z@example.at')
    await backend.respond({
      // After a save only what was saved is read again.
      [list]: success([contact(99_999, 'Zoe', 'Zuletzt')]),
      'POST /api/contact': success({ ASP_FIRMA: 1, ASP_ID: 1001, ASP_PVAID: 99_999, VERSION: 1 })
    })
    await page.getByRole('button', { name: 'Speichern' }).first().click()
    await expect.poll(focused).toBe('Bearbeiten: Zoe Zuletzt')
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
    await expect.poll(() => isInSight(root.querySelector('.kc-save-message'))).toBe(true)
  }
)

test('a phone that is turned has all rows where there is room for columns, and then a hundred again', async () => {
  await setPhoneViewport('light')
  const { root } = await open(hosts[0]![1])
  const height = () => root.querySelector('.kc-contacts-box')!.clientHeight
  await page.viewport(1280, 600)
  await expect.poll(height).toBeGreaterThan(10_000 * rowHeights.desk)
  await page.viewport(390, 844)
  await expect.poll(height).toBeLessThan(100 * 90)
})
