import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Account } from '../../testing/product.ts'
import { namesInZip } from '../support/zip.ts'
import { type Browser, focusInPage } from './browser.ts'

/** A person who uses the customer center with mouse and keyboard, in whatever browser. */
export class Customer {
  readonly browser: Browser
  readonly #address: string
  readonly #account: Account

  constructor(browser: Browser, address: string, account: Account) {
    this.browser = browser
    this.#address = address
    this.#account = account
  }

  async logIn(): Promise<void> {
    await this.browser.open(this.#address)
    await this.fill('Kundennummer', this.#account.customerNumber)
    await this.fill('Benutzername', this.#account.userName)
    await this.fill('Passwort', this.#account.password)
    await this.browser.press('Enter')
    await this.sees('h1', 'Übersicht')
  }

  async fill(label: string, text: string): Promise<void> {
    await this.browser.click({ selector: 'input', name: label })
    await this.browser.selectAll()
    await this.browser.type(text)
  }

  /** Goes to a screen by the menu or the tiles. */
  async goTo(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.browser.click({ selector: 'a', name })
      await this.sees('h1', name)
    }
  }

  press(name: string): Promise<void> {
    return this.browser.click({ selector: 'button', name })
  }

  async sees(selector: string, name = ''): Promise<void> {
    await expect.poll(() => this.browser.read({ selector, name }), { message: `${selector} ${name}` }).not.toBeNull()
  }

  /** Reads the text or the value of a control. */
  valueOf(selector: string, name = ''): Promise<string | null> {
    return this.browser.read({ selector, name })
  }

  focused(): Promise<string> {
    return this.browser.evaluate(focusInPage, null)
  }

  /** Looks into the tab that shows a document and closes it: checks its kind, and whether it fills the tab. */
  async looksAtDocument(): Promise<void> {
    await expect.poll(() => this.browser.tabs()).toBe(2)
    await this.browser.inNewTab(async () => {
      await expect
        // In a tab that is on the way to its document nothing can run.
        .poll(() => this.browser.evaluate(documentInPage, null).catch(() => null))
        .toEqual({ protocol: 'blob:', type: 'application/pdf', fills: true })
    })
  }

  /** Waits for the first saved ZIP file, and reads its name and the names of its entries. */
  async looksAtZip(): Promise<{ name: string; names: string[] }> {
    const zip = async () => (await this.browser.downloads()).find((name) => name.endsWith('.zip'))
    await expect.poll(zip).toBeDefined()
    const name = (await zip()) ?? ''
    const file = join(this.browser.downloadFolder, name)
    // Firefox puts an empty file there until the real one takes its place.
    await expect.poll(async () => (await stat(file)).size).toBeGreaterThan(0)
    return { name, names: await namesInZip(file) }
  }

  /** Waits for the newest saved file, and tells its name and whether it is a PDF. */
  async looksAtDownload(): Promise<string> {
    await expect.poll(() => this.browser.downloads()).not.toEqual([])
    const name = (await this.browser.downloads()).at(-1) ?? ''
    const file = join(this.browser.downloadFolder, name)
    await expect.poll(async () => (await readFile(file)).subarray(-6).toString('latin1').trim()).toBe('%%EOF')
    expect((await readFile(file)).subarray(0, 5).toString('latin1')).toBe('%PDF-')
    return name
  }
}

/** Runs in the page. */
function documentInPage() {
  const viewer = document.querySelector('iframe, embed, #viewerContainer')
  const { width, height } = viewer?.getBoundingClientRect() ?? new DOMRect()
  return {
    protocol: location.protocol,
    type: document.contentType,
    fills: width >= innerWidth * 0.9 && height >= innerHeight * 0.7
  }
}
