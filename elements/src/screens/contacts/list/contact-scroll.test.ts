import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { contactFieldDescriptors, list, manyContacts } from '../../../testing/contacts.ts'
import { mountLoggedIn, success } from '../../../testing/mock-backend.ts'
import { setPhoneViewport } from '../../../testing/phone-viewport.ts'

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

/** Shows ten thousand contacts on a phone, below something else of the host's page. */
async function open({ style, scroller }: Scrolled) {
  await setPhoneViewport('light')
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

const rowOf = (index: number) => page.getByRole('row', { name: new RegExp(`Nachname${index}`) })

function isInSight(element: Element | null | undefined): boolean {
  const { top = -1, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  return top >= 0 && bottom <= innerHeight
}

describe.each(hosts)('on a phone the list is scrolled by %s', (_what, host) => {
  test('and nothing in it scrolls by itself, however far one goes', async () => {
    const { root, scrolling, above } = await open(host)
    const box = root.querySelector('.kc-contacts-box')!
    expect(box.clientHeight).toBeGreaterThan(10_000 * 56)
    expect(scrolling.scrollHeight).toBeGreaterThan(box.clientHeight)
    const top = box.getBoundingClientRect().top
    scrolling.scrollTop += top + 64 * 5000
    await expect.element(rowOf(5003)).toBeVisible()
    const drawn = () => [...root.querySelectorAll('tr[data-index]')].filter(isInSight).length
    expect(drawn()).toBeGreaterThan(7)
    // Content above may come late.
    above.style.blockSize = '1400px'
    scrolling.scrollTop += 64 * 100
    await expect.poll(drawn).toBeGreaterThan(7)
    scrolling.scrollTop = scrolling.scrollHeight
    await expect.element(rowOf(9999)).toBeVisible()
    // A step further, should the last rows be higher than was assumed.
    scrolling.scrollTop = scrolling.scrollHeight
    await expect.poll(() => isInSight(rowOf(9999).element())).toBe(true)
  })

  test('and coming back from a contact leads to its place and focus', async () => {
    const { root, scrolling, focused } = await open(host)
    scrolling.scrollTop += root.querySelector('tbody')!.getBoundingClientRect().top + 64 * 5000
    await expect.element(rowOf(5003)).toBeVisible()
    const before = scrolling.scrollTop
    await page.getByRole('button', { name: 'Bearbeiten: Vorname5003 Nachname5003' }).click()
    await expect.element(page.getByLabelText('Ort', { exact: true })).toBeVisible()
    const start = scrolling.scrollTop
    expect(start).toBeLessThan(before)
    history.back()
    await expect.poll(focused).toBe('Bearbeiten: Vorname5003 Nachname5003')
    await expect.poll(() => Math.abs(scrolling.scrollTop - before)).toBeLessThan(64)
    expect(isInSight(root.activeElement)).toBe(true)
  })

  test('and keys lead to its end and its start', async () => {
    const { root, focused } = await open(host)
    root.querySelector<HTMLElement>('tr[data-index] button')!.focus()
    await userEvent.keyboard('{End}')
    await expect.poll(focused).toBe('Bearbeiten: Vorname9999 Nachname9999')
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
    await userEvent.keyboard('{PageUp}{ArrowUp}')
    await expect.poll(focused).not.toBe('Bearbeiten: Vorname9999 Nachname9999')
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
    await userEvent.keyboard('{Home}')
    await expect.poll(focused).toBe('Bearbeiten: Vorname0 Nachname0000')
    await expect.poll(() => isInSight(root.activeElement)).toBe(true)
  })
})

test('a phone that is turned scrolls in a box where there is room for columns, and then by the page again', async () => {
  const { scrolling, root } = await open(hosts[0]![1])
  await page.viewport(1280, 600)
  await expect.poll(() => getComputedStyle(root.querySelector('.kc-contacts-box')!).overflowY).toBe('auto')
  await page.viewport(390, 844)
  scrolling.scrollTop += root.querySelector('tbody')!.getBoundingClientRect().top + 64 * 3000
  await expect.element(rowOf(3003)).toBeVisible()
})
