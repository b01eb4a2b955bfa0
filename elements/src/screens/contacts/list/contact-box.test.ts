import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { list, manyContacts } from '../../../../testing/contacts.ts'
import { mountLoggedIn, success } from '../../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test.each([
  [26, 1280],
  [9500, 1280],
  [9500, 390]
])('the page ends where the element does, however long the list: %i contacts at %i px', async (count, width) => {
  const { element } = await mountLoggedIn('admin', {}, { [list]: success(manyContacts(count)) })
  element.style.inlineSize = `${width}px`
  await expect.element(page.getByText('Nachname0000', { exact: false }).first()).toBeVisible()
  const below = () => {
    const { bottom } = element.getBoundingClientRect()
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement
    return scrollHeight - Math.max(clientHeight, Math.ceil(bottom + scrollTop))
  }
  await expect.poll(below).toBeLessThanOrEqual(20)
})

test.each([
  [100, 1280, 100],
  [100, 390, 100],
  [101, 1280, 50],
  [101, 390, 50]
])(
  'of up to a hundred contacts the browser’s own search finds each, of more those near by: %i at %i px',
  async (count, width, most) => {
    const { element } = await mountLoggedIn('admin', {}, { [list]: success(manyContacts(count)) })
    element.style.inlineSize = `${width}px`
    const drawn = () => element.shadowRoot!.querySelectorAll('tr[data-index]').length
    await expect.element(page.getByText('Nachname0000', { exact: false }).first()).toBeVisible()
    if (count === most) await expect.poll(drawn).toBe(count)
    else expect(drawn()).toBeLessThan(most)
  }
)
