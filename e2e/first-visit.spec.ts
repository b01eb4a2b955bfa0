import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Records the console's errors from now on, failed requests among them. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', ({ message }) => void errors.push(message))
  return errors
}

const login = (page: Page) => page.getByRole('button', { name: 'Anmelden', exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()

for (const [path, shown] of [
  ['/', login],
  ['/plain.html', login],
  ['/plain.html#/mydata/contacts', login],
  ['/booking.html', heading],
  ['/embed', heading],
  ['/verify', heading]
] as const)
  test(`the first visit of ${path} puts no error into the console`, async ({ page, product }) => {
    const errors = consoleErrors(page)
    await page.goto(product.url + path)
    await expect(shown(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    // The second one has the cookie of the first.
    await page.reload()
    await expect(shown(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(errors).toEqual([])
  })

test(
  'whoever has logged out is not asked for at the next visit',
  { tag: '@other-backend' },
  async ({ center, account }) => {
    const { page } = center
    await center.open()
    await center.logIn(account('contact'))
    await expect(center.heading('Übersicht')).toBeVisible()
    await page.getByRole('button', { name: 'Abmelden' }).first().click()
    await expect(login(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/XSRF-TOKEN=~/)
    const errors = consoleErrors(page)
    await page.reload()
    await expect(login(page)).toBeVisible()
    expect(errors).toEqual([])
  }
)

for (const storage of ['may keep nothing', 'has kept nothing'])
  test(
    `a login begun by another page is found where the page ${storage}`,
    { tag: '@other-backend' },
    async ({ center, account }) => {
      const { page } = center
      if (storage === 'may keep nothing')
        await page.addInitScript(() => {
          const get = () => {
            throw new DOMException('denied', 'SecurityError')
          }
          for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
        })
      await center.open()
      await expect(login(page)).toBeVisible()
      // The page belongs to a shop that logs people in by a form of its own.
      const { customerNumber, userName, password } = account('contact')
      const status = await page.evaluate(
        async (form) => {
          const body = new URLSearchParams(form)
          const [, token = ''] = /XSRF-TOKEN=([^;]*)/.exec(document.cookie) ?? []
          return (await fetch('/api/getToken', { method: 'POST', body, headers: { 'X-XSRF-TOKEN': token } })).status
        },
        { customerNumber, userName, password }
      )
      expect(status).toBe(200)
      await page.reload()
      await expect(center.heading('Übersicht')).toBeVisible()
    }
  )
