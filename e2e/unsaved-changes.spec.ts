import { expect, test } from './support/test.ts'

test(
  'the browser asks before it reloads, leaves or closes a page with unsaved input',
  { tag: '@other-backend' },
  async ({ center, account }) => {
    const { page } = center
    await center.enter(account('admin'), 'mydata/companydata')
    const town = page.getByLabel(/^Ort( \*)?$/)
    await town.click()
    await town.fill('Ungespeichert')
    for (const leave of [
      () => page.evaluate(() => location.reload()),
      () => page.evaluate(() => location.assign('/demo/accounts.json')),
      () => page.close({ runBeforeUnload: true })
    ]) {
      const asked = page.waitForEvent('dialog')
      void leave().catch(() => null)
      const native = await asked
      expect(native.type()).toBe('beforeunload')
      await native.dismiss()
      await expect(town).toHaveValue('Ungespeichert')
    }
    await center.menu.getByRole('link', { name: 'Rechnungen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await expect(center.heading('Rechnungen')).toBeVisible()
    await page.reload()
    await expect(center.heading('Rechnungen')).toBeVisible()
  }
)
