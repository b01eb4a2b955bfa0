import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the sheet of the shop page's pill. */
export async function openDemo(page: Page): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name: 'Demo', exact: true })
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: /^Demo/ }).click()
  await expect(sheet).toBeVisible()
  return sheet
}

/** Opens the sheet and returns its first person with a right. */
export async function demoAccount(page: Page, right: RegExp): Promise<Locator> {
  const people = (await openDemo(page)).getByRole('group', { name: 'Demo-Konto' })
  return people.getByRole('button', { name: right }).first()
}

/** Opens the list of the mails that the demo did not send, and its newest mail to an address. */
export async function openMail(page: Page, address: string): Promise<Locator> {
  const sheet = await openDemo(page)
  const panel = sheet.getByRole('region', { name: 'E-Mails der Demo' })
  const details = panel.locator('details').first()
  if (!(await details.evaluate((element: HTMLDetailsElement) => element.open)))
    await panel.getByText('E-Mails der Demo', { exact: true }).click()
  const mail = panel
    .getByRole('listitem')
    .filter({ hasText: `an ${address}` })
    .first()
  await mail.locator('summary').click()
  await expect(mail.locator('pre')).toBeVisible()
  return mail
}

/** Reads the text after a label at the beginning of a mail's line. */
export async function lineOf(mail: Locator, label: string): Promise<string> {
  const text = (await mail.locator('pre').textContent()) ?? ''
  return new RegExp(`^${label}: (.+)$`, 'm').exec(text)?.[1] ?? ''
}

/** Switches the hostile theme on by the pill, which the tab keeps. */
export async function makeHostile(page: Page): Promise<void> {
  await (await openDemo(page)).getByLabel('Gestaltung').selectOption('hostile')
  await expect(page.locator('html')).toHaveCSS('font-size', '10px')
  await page.keyboard.press('Escape')
}
