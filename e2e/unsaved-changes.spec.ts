import type { Page } from '@playwright/test'
import type { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

const question = 'Seite verlassen? Änderungen wurden noch nicht gespeichert!'

interface Form {
  readonly route: string
  readonly heading: string
  /** Goes from the screen to its form. */
  readonly open: (page: Page) => Promise<void>
  readonly field: (page: Page) => ReturnType<Page['getByLabel']>
  /** Ways out that only this form has. */
  readonly buttons: readonly string[]
}

const forms: readonly Form[] = [
  {
    route: 'mydata/companydata',
    heading: 'Unternehmen',
    open: async () => undefined,
    field: (page) => page.getByLabel(/^Ort( \*)?$/),
    buttons: []
  },
  {
    route: 'mydata/contacts',
    heading: 'Kontaktdaten',
    open: (page) =>
      page
        .getByRole('button', { name: /^Bearbeiten: / })
        .first()
        .click(),
    field: (page) => page.getByLabel(/^Ort( \*)?$/),
    buttons: ['Abbrechen']
  },
  {
    route: 'mydata/invoiceaddress',
    heading: 'Rechnungsadresse',
    open: (page) =>
      page
        .getByRole('button', { name: /^Bearbeiten: / })
        .first()
        .click(),
    field: (page) => page.getByLabel(/^Ort( \*)?$/),
    buttons: ['Abbrechen']
  },
  {
    route: 'mydata/userprofile',
    heading: 'Benutzerprofil',
    open: async () => undefined,
    field: (page) => page.getByLabel('Passwort wiederholen'),
    buttons: []
  }
]

/** Ways away from the form before which the element asks. */
const ways: Readonly<Record<string, (center: Center) => Promise<unknown>>> = {
  menu: ({ menu }) => menu.getByRole('link', { name: 'Rechnungen' }).click(),
  'log-out': ({ page }) => page.getByRole('button', { name: 'Abmelden', exact: true }).click(),
  "a host's link": ({ page }) => page.locator('#host-link').click(),
  back: ({ page }) => page.evaluate(() => history.back()),
  forward: ({ page }) => page.evaluate(() => history.forward()),
  'a typed address': ({ page, address }) => page.evaluate((to) => location.assign(to), `${address}#/orders`)
}

/** Ways away from the form before which the browser itself asks. */
const ends: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  reload: (page) => page.evaluate(() => location.reload()),
  'another page': (page) => page.evaluate(() => location.assign('/demo/accounts.json')),
  closing: (page) => page.close({ runBeforeUnload: true })
}

for (const { route, heading, open, field, buttons } of forms) {
  test(`${heading}: no way to leave loses input without the question`, async ({ center, account }) => {
    const { page } = center
    // The history gets an entry before the form's and one behind it, for the ways back and forward.
    await center.enter(account('admin'), 'scripts')
    await expect(center.heading('Skripte')).toBeVisible()
    await page.evaluate((to) => (location.hash = `#/${to}`), route)
    await open(page)
    await expect(field(page)).toBeVisible()
    await page.evaluate(() => (location.hash = '#/invoices'))
    await expect(center.heading('Rechnungen')).toBeVisible()
    await page.goBack()
    await expect(center.heading(heading)).toBeVisible()
    const { hash } = new URL(page.url())
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        id: 'host-link',
        href: '#/invoices',
        textContent: 'Zum Shop'
      })
      document.body.prepend(link)
    })
    await field(page).click()
    await field(page).fill('Ungespeichert')
    const dialog = page.getByRole('alertdialog')
    const own = buttons.map((name) => [name, () => page.getByRole('button', { name, exact: true }).click()] as const)
    for (const [way, leave] of [...Object.entries(ways), ...own])
      await test.step(way, async () => {
        await leave(center)
        await expect(dialog).toHaveAccessibleName(question)
        await dialog.getByRole('button', { name: 'Abbrechen' }).click()
        await expect(dialog).toHaveCount(0)
        await expect(center.heading(heading)).toBeVisible()
        await expect(field(page)).toHaveValue('Ungespeichert')
        expect(new URL(page.url()).hash).toBe(hash)
      })
    for (const [way, end] of Object.entries(ends))
      await test.step(way, async () => {
        const asked = page.waitForEvent('dialog')
        void end(page).catch(() => null)
        const native = await asked
        expect(native.type()).toBe('beforeunload')
        await native.dismiss()
        await expect(field(page)).toHaveValue('Ungespeichert')
      })
    await center.menu.getByRole('link', { name: 'Rechnungen' }).click()
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(center.heading('Rechnungen')).toBeVisible()
    await page.reload()
    await expect(center.heading('Rechnungen')).toBeVisible()
  })
}
