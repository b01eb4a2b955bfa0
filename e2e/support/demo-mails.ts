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

/**
 * Opens the newest mail to an address in a tab of its own, once it is in the demo's mailbox.
 *
 * @param subject part of its subject
 */
export async function openMail(page: Page, address: string, subject = ''): Promise<Locator> {
  const tab = await page.context().newPage()
  const mails = tab.getByRole('listitem').filter({ hasText: address }).filter({ hasText: subject })
  await expect
    .poll(async () => {
      await tab.goto(new URL('/demo/postfach', page.url()).href)
      return mails.count()
    })
    .toBeGreaterThan(0)
  await mails.first().getByRole('link').click()
  await expect(tab.locator('pre')).toBeVisible()
  return tab.getByRole('main')
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
