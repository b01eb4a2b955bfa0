import type { Locator } from '@playwright/test'
import { axeViolations } from './support/axe.ts'
import { demoAccount, makeHostile, openDemo } from './support/demo-mails.ts'
import { hold } from './support/hold.ts'
import { expect, test } from './support/test.ts'

test('an account of the demo chooses seats in the plan and books for a participant', async ({ page, product }) => {
  await page.goto(product.url)
  await makeHostile(page)
  await (await demoAccount(page, /Administrator/)).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Kurs buchen' }).click()
  await expect(page.getByRole('group', { name: 'Sitzplan mit 24 Plätzen' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Platz 2, belegt' })).toBeVisible()
  await page.getByRole('button', { name: 'Platz 10', exact: true }).click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const seats = page.getByText('Sie haben Platz 10 und Platz 11 gewählt.')
  await expect(seats).toBeVisible()
  await page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' }).click()
  await page.getByLabel('Anrede').selectOption('Frau')
  await page.getByLabel('Vorname').fill('Berta')
  await page.getByLabel('Nachname').fill('Buchung')
  await page
    .locator('customer-contact')
    .getByLabel(/^E-Mail/)
    .fill('berta.buchung@example.at')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Der Shop kennt jetzt Berta Buchung.')).toBeVisible()
  await page.getByRole('button', { name: /^Platz 10 und Platz 11 buchen · \d+,\d\d €$/ }).click()
  const result = page.getByText(/^In dieser Demo endet die Buchung hier: Es wurde nichts gebucht\./)
  await expect(result).toContainText(/Platz 10 und Platz 11, für Berta Buchung\.$/)
  await openDemo(page)
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(page.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')).toBeVisible()
  await expect(seats).not.toBeAttached()
  await expect(result).not.toBeAttached()
})

test('an online course has no seats to choose, and one in a hall asks for one', async ({ page, product }) => {
  await page.goto(product.url)
  const courses = page.getByRole('region', { name: 'Demnächst im Programm' }).getByRole('listitem')
  const open = async (place: RegExp) => {
    await page.goto(product.url)
    await courses.filter({ hasText: place }).first().getByRole('link').click()
    await expect(page.getByLabel('Ihr Kurs')).toContainText(place)
    await expect(page.getByLabel('Ihr Kurs')).toContainText(/\d{3},\d\d € je Person, ohne USt\.$/)
  }
  const hall = page.getByRole('region', { name: 'Der Saal' })
  await open(/Online/)
  await expect(hall).toBeHidden()
  const book = page.getByRole('button', { name: / buchen · / })
  await book.click()
  await expect(page.getByRole('link', { name: 'melden Sie sich an' })).toHaveAttribute('href', './')
  await (await demoAccount(page, /Administrator/)).click()
  const colleague = page.getByLabel('Aus Ihrem Unternehmen')
  await expect(colleague).toBeVisible()
  await book.click()
  await expect(page.getByText('Bitte wählen Sie, wer teilnimmt.')).toBeVisible()
  await colleague.selectOption({ label: 'Katharina Brenner' })
  await book.click()
  await expect(page.getByText(/^In dieser Demo endet die Buchung hier/)).toBeVisible()
  await open(/Wien|Linz|Graz|Salzburg/)
  await expect(hall).toBeVisible()
  await colleague.selectOption({ label: 'Katharina Brenner' })
  await expect(page.getByText('Der Shop kennt jetzt Katharina Brenner.')).toBeVisible()
  await book.click()
  await expect(page.getByText('Bitte wählen Sie zuerst einen Platz im Plan.')).toBeVisible()
})

test('a person who is known before the courses may choose a colleague', async ({ page, product }) => {
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Als Katharina ansehen' }).click()
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  const showCourses = await hold(page, '**/demo/courses.json')
  await page.goto(`${product.url}/booking.html`)
  await page.getByLabel('Aus Ihrem Unternehmen').selectOption({ label: 'Katharina Brenner' })
  showCourses()
  await expect(page.getByText('Der Shop kennt jetzt Katharina Brenner.')).toBeVisible()
  await page.getByRole('button', { name: / buchen · / }).click()
  await expect(page.getByText('Bitte wählen Sie zuerst einen Platz im Plan.')).toBeVisible()
})

test('on the booking page the elements begin and end where the text does', async ({ page, product }) => {
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Als Katharina ansehen' }).click()
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${product.url}/booking.html`)
    const sides = async (target: Locator) => {
      await expect(target).toBeVisible()
      const { x, width: across } = (await target.boundingBox())!
      return [x, x + across].map(Math.round)
    }
    const [left] = await sides(page.getByRole('heading', { name: 'Kurs buchen' }))
    const column = await sides(page.getByText('Wählen Sie Ihre Plätze im Plan.'))
    expect(column[0]).toBe(left)
    expect(await sides(page.getByRole('group', { name: 'Sitzplan mit 24 Plätzen' }))).toEqual(column)
    const [next] = await sides(page.getByRole('heading', { name: 'Wer nimmt teil?' }))
    expect((await sides(page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })))[0]).toBe(next)
  }
})
