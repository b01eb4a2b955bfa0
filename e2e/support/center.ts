import { expect, type Locator, type Page } from '@playwright/test'
import type { Account } from '../../testing/product.ts'
import { axeInBothSchemes, axeViolations } from './axe.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The customer center on a page, as a person sees and uses it. */
export class Center {
  readonly page: Page
  readonly address: string

  constructor(page: Page, address: string) {
    this.page = page
    this.address = address
  }

  async open(route = ''): Promise<void> {
    await this.page.goto(route === '' ? this.address : `${this.address}#/${route}`)
  }

  async logIn({
    customerNumber,
    userName,
    password
  }: Pick<Account, 'customerNumber' | 'userName' | 'password'>): Promise<void> {
    const field = this.page.getByLabel('Passwort', { exact: true })
    await expect(field).toBeVisible()
    // The login of an expired session may know its person.
    const number = this.page.getByLabel('Kundennummer')
    if (await number.isVisible()) await number.fill(customerNumber)
    const user = this.page.getByLabel('Benutzername')
    if (await user.isVisible()) await user.fill(userName)
    await field.fill(password)
    await this.page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  }

  /**
   * Opens a route as an account and waits until the element shows its menu. The session is begun over HTTP and found by its cookie,
   * as after a reload, which takes half as long as the form; `logIn` is the way of a person.
   */
  async enter({ customerNumber, userName, password }: Account, route = ''): Promise<void> {
    const answer = await this.page.request.post(new URL('/api/getToken', this.address).href, {
      form: { customerNumber, userName, password }
    })
    expect(answer.status()).toBe(200)
    await this.open(route)
    await expect(this.menu).toBeAttached()
  }

  /**
   * Opens the hour record with all events of the demo. The screen begins with those of this year, of which there are none
   * in January.
   */
  async openHourRecord(): Promise<void> {
    await this.open('confirmations/education')
    await this.page.getByRole('textbox', { name: 'Von' }).fill('01.01.2000')
    await this.seeEventsOfPeriod()
  }

  /**
   * Waits for the events of a period that was typed. Those of the period before stay for half a second, and what is
   * unticked among them is ticked again.
   */
  async seeEventsOfPeriod(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Erstellen', exact: true })).toBeEnabled()
  }

  /** Adds a contact with a right, as an admin who is logged in. */
  async addContact(lastName: string, address: string): Promise<void> {
    const { page } = this
    await this.open('mydata/contacts')
    await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
    await page.getByLabel('Anrede').selectOption('Frau')
    await page.getByLabel('Vorname').fill('Petra')
    await page.getByLabel('Nachname').fill(lastName)
    await page.getByRole('textbox', { name: /^E-Mail/ }).fill(address)
    await page.getByRole('combobox', { name: 'Berechtigung', exact: true }).selectOption('Shopzugang')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(this.heading('Kontakte')).toBeVisible()
  }

  get menu(): Locator {
    return this.page.getByRole('navigation', { name: 'Menü' })
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true })
  }

  /** Runs axe on the page and returns its findings as lines that a person can read. */
  axeViolations(): Promise<string[]> {
    return axeViolations(this.page, tags)
  }

  axeInBothSchemes(): Promise<string[]> {
    return axeInBothSchemes(this.page, tags)
  }
}
