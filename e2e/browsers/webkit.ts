import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../testing/free-port.ts'
import { kill } from '../../testing/process.ts'
import { type Browser, findInPage, keys, readInPage } from './browser.ts'

interface WebKitPrograms {
  readonly driver: string
  readonly miniBrowser: string
  readonly xvfb: string
}

/** Starts WebKitGTK's small browser on a display of its own, driven by WebDriver. */
export async function startWebKit(programs: WebKitPrograms, userAgent?: string): Promise<Browser> {
  const home = await mkdtemp(join(tmpdir(), 'customer-center-webkit-'))
  const downloadFolder = join(home, 'Downloads')
  await mkdir(downloadFolder)
  await mkdir(join(home, '.config'))
  await writeFile(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloadFolder}"\n`)
  const display = spawn(programs.xvfb, ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe']
  })
  const [number] = (await once(display.stdio[3]!, 'data')) as [Buffer]
  const port = await freePort()
  const server = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      LANG: 'C.UTF-8',
      LANGUAGE: 'de_AT',
      // A container has neither user namespaces nor a graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1'
    }
  })
  await expect.poll(() => answers(port), { message: 'WebKitWebDriver does not answer' }).toBe(true)
  const driver = await session(port, programs.miniBrowser, userAgent)
  const first = await driver.getWindowHandle()
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 1000 })
  const capabilities = await driver.getCapabilities()

  async function find(target: Parameters<Browser['click']>[0]): Promise<WebElement> {
    let found: WebElement | null = null
    await expect
      .poll(
        async () => {
          found = await driver.executeScript<WebElement | null>(findInPage, target)
          return found !== null
        },
        { message: `${target.selector} ${target.name ?? ''}` }
      )
      .toBe(true)
    return found!
  }
  const type = (text: string) => driver.actions().sendKeys(text).perform()

  return {
    version: `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`,
    downloadFolder,
    open: (url) => driver.get(url),
    async click(target) {
      const element = await find(target)
      await driver.actions().move({ origin: element }).click().perform()
    },
    async select(target, value) {
      const list = await find(target)
      await list.findElement(By.css(`option[value="${value}"]`)).click()
    },
    selectAll: () => driver.actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).perform(),
    type,
    press: (key) => type(keys[key]),
    read: async (target) => driver.executeScript(readInPage, await driver.executeScript(findInPage, target)),
    evaluate: (run, argument) => driver.executeScript(run, argument),
    tabs: async () => (await driver.getAllWindowHandles()).length,
    async inFrame(work) {
      await driver.switchTo().frame(0)
      try {
        return await work()
      } finally {
        await driver.switchTo().defaultContent()
      }
    },
    async inNewTab(work) {
      const tab = (await driver.getAllWindowHandles()).find((one) => one !== first)
      if (!tab) throw new Error('No tab was opened.')
      await driver.switchTo().window(tab)
      try {
        return await work()
      } finally {
        await driver.close()
        await driver.switchTo().window(first)
      }
    },
    downloads: async () => (await readdir(downloadFolder)).filter((name) => !name.endsWith('.wkdownload')),
    async stop() {
      await driver.quit().catch(() => undefined)
      await kill(server, 'SIGTERM')
      await kill(display, 'SIGTERM')
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

function session(port: number, binary: string, userAgent?: string): Promise<WebDriver> {
  const args = ['--automation', ...(userAgent ? [`--user-agent=${userAgent}`] : [])]
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args } }))
    .build()
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/status`).then(
    (answer) => answer.ok,
    () => false
  )
}
