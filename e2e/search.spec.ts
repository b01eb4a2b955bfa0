import { tabTo } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test('everything of a seminar is two acts away: what it is called, and Enter', async ({ center, account }) => {
  const { page } = center
  await center.enter(account('admin'))
  const row = page.getByRole('region', { name: 'Ihre Events' }).getByRole('link').first()
  const title = await row.innerText()
  await tabTo(page, 'Suchen')
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Suchen' })
  await expect(field).toBeFocused()

  await page.keyboard.type(title.toLowerCase())
  const marked = page.getByRole('option', { selected: true })
  await expect(marked).toContainText(title)
  await page.keyboard.press('Enter')

  await expect(center.heading(title)).toBeFocused()
  await expect(page.getByRole('heading', { name: /^Teilnehmer/ })).toBeVisible()
  await page.goBack()
  await expect(center.heading('Übersicht')).toBeVisible()
})

for (const width of [1280, 390]) {
  test(`axe finds nothing in the search, and nothing is cut, at ${width} px`, async ({ center, account }) => {
    const { page } = center
    await page.setViewportSize({ width, height: 844 })
    await center.enter(account('admin'))
    await page.getByRole('button', { name: 'Suchen', exact: true }).click()
    const field = page.getByRole('combobox', { name: 'Suchen' })
    const dialog = page.getByRole('dialog', { name: 'Suchen' })
    for (const size of ['medium', '32px']) {
      await page.evaluate((to) => document.documentElement.style.setProperty('--kc-font-size', to), size)
      for (const typed of ['', 'an', 'gibt es nicht']) {
        await field.fill(typed)
        await expect(dialog.getByText('Wird geladen …')).toHaveCount(0)
        expect(await center.axeInBothSchemes(), `${typed}, ${size}`).toEqual([])
        expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      }
    }
  })
}

test('what has been read is found without a network, and opens where its screen has been seen', async ({
  center,
  account
}) => {
  const { page } = center
  await center.enter(account('admin'))
  await center.open('invoices')
  const no = (await page.locator('.kc-invoice-no').first().innerText()).trim()
  await center.open('overview')
  const opener = page.getByRole('button', { name: 'Suchen', exact: true })
  const field = page.getByRole('combobox', { name: 'Suchen' })
  const found = page.getByRole('option', { name: `Rechnung ${no}` })
  await opener.click()
  await field.fill(no)
  await expect(found).toBeVisible()
  await expect(page.getByText('Wird geladen …')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await opener.click()
  await field.fill(no)
  await expect(found).toBeVisible()
  await found.click()
  await expect(center.heading('Rechnungen')).toBeFocused()
  await expect(page.locator('.kc-invoice-no')).toHaveText([no])
})
