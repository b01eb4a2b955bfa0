import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type ElementHandle, type Frame, launch, type Page } from 'puppeteer-core'
import { type Browser, findInPage, readInPage } from './browser.ts'

/** Starts Firefox, driven by WebDriver BiDi, which needs no program beside it. */
export async function startFirefox(executablePath: string): Promise<Browser> {
  const downloadFolder = await mkdtemp(join(tmpdir(), 'customer-center-firefox-'))
  const firefox = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: 60_000,
    protocolTimeout: 60_000,
    defaultViewport: { width: 1280, height: 900 },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloadFolder,
      'browser.download.always_ask_before_handling_new_types': false,
      // Otherwise a saved PDF is opened in a tab as well.
      'browser.download.open_pdf_attachments_inline': false,
      'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
      'pdfjs.disabled': false,
      'intl.accept_languages': 'de-AT'
    }
  })
  const first = (await firefox.pages())[0] ?? (await firefox.newPage())
  let page: Page | Frame = first

  async function find(target: Parameters<Browser['click']>[0]): Promise<ElementHandle<HTMLElement>> {
    let found: ElementHandle<HTMLElement> | null = null
    await expect
      .poll(
        async () => {
          const handle = await page.evaluateHandle(findInPage, target)
          found = handle.asElement() as ElementHandle<HTMLElement> | null
          return found !== null
        },
        { message: `${target.selector} ${target.name ?? ''}` }
      )
      .toBe(true)
    return found!
  }

  return {
    version: await firefox.version(),
    downloadFolder,
    open: async (url) => void (await first.goto(url)),
    click: async (target) => (await find(target)).click(),
    async select(target, value) {
      const [selected] = await (await find(target)).select(value)
      expect(selected).toBe(value)
    },
    async selectAll() {
      await first.keyboard.down('Control')
      await first.keyboard.press('a')
      await first.keyboard.up('Control')
    },
    type: (text) => first.keyboard.type(text),
    press: (key) => first.keyboard.press(key),
    async read(target) {
      const handle = await page.evaluateHandle(findInPage, target)
      return page.evaluate(readInPage, handle)
    },
    evaluate: (run, argument) => page.evaluate(run as never, argument),
    tabs: async () => (await firefox.pages()).length,
    async inFrame(work) {
      page = first.mainFrame().childFrames()[0] ?? first
      try {
        return await work()
      } finally {
        page = first
      }
    },
    async inNewTab(work) {
      const tab = (await firefox.pages()).at(-1)
      if (!tab || tab === first) throw new Error('No tab was opened.')
      page = tab
      try {
        return await work()
      } finally {
        page = first
        await tab.close()
        await first.bringToFront()
      }
    },
    downloads: async () => (await readdir(downloadFolder)).filter((name) => !name.endsWith('.part')),
    async stop() {
      await firefox.close()
      await rm(downloadFolder, { recursive: true, force: true })
    }
  }
}
