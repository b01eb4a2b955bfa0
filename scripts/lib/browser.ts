import { existsSync } from 'node:fs'
import { run, stop, tool } from './run.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/opt/google/chrome/chrome']

/**
 * Finds a Chromium for the tests: the one that CHROMIUM names, an installed one, else Playwright's own, else Debian's
 * package.
 *
 * @returns the path of its executable
 */
export async function ensureBrowser(): Promise<string> {
  const found = await findBrowser()
  if (found) return found
  console.log('Installing a browser for the tests …')
  if ((await run(tool('playwright'), ['install', 'chromium'], { quiet: true })).code === 0) {
    const own = await findBrowser()
    if (own) return own
  }
  await installDebian(['chromium'])
  return (await findBrowser()) ?? stop('The tests need a Chromium: install one, or name its program in CHROMIUM.')
}

async function findBrowser() {
  const named = process.env['CHROMIUM']
  if (named) return existsSync(named) ? named : stop(`CHROMIUM names ${named}, which does not exist.`)
  const { chromium } = await import('@playwright/test')
  return [...places, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** Installs the programs with which the tests read PDF files; those tests cannot run without them. */
export async function ensurePdfTools() {
  const missing = await Promise.all(
    ['pdftotext', 'qpdf'].map(async (name) => (await run('which', [name], { quiet: true })).code !== 0)
  )
  if (!missing.some(Boolean)) return
  console.log('Installing poppler and qpdf for the tests …')
  await installDebian(['poppler-utils', 'qpdf'])
}

export async function installDebian(packages: string[]) {
  await run('apt-get', ['update', '-qq'], { quiet: true }).catch(() => undefined)
  const { code, output } = await run('apt-get', ['install', '-y', '-qq', ...packages], { quiet: true }).catch(() => ({
    code: 1,
    output: 'apt-get is not here'
  }))
  if (code !== 0) stop(`Please install ${packages.join(' and ')}: ${output.trim().split('\n').at(-1)}`)
}
