import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the panel of the shop page with the mails that the demo did not send, and its newest mail to an address. */
export async function openMail(page: Page, address: string): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: 'E-Mails der Demo' })
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
