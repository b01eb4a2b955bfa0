import { existsSync } from 'node:fs'
import { installDebian } from './browser.mjs'
import { stop } from './run.mjs'

/** What each engine is started with: where its programs may be, by the environment variable that names them to the tests. */
const programs = {
  firefox: { FIREFOX: ['/usr/bin/firefox-esr', '/usr/bin/firefox'] },
  webkit: {
    WEBKIT_DRIVER: ['/usr/bin/WebKitWebDriver'],
    WEBKIT_BROWSER: ['x86_64', 'aarch64'].flatMap((machine) =>
      ['6.0', '4.1'].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`)
    ),
    XVFB: ['/usr/bin/Xvfb']
  }
}

const packages = { firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] }

/** @typedef {keyof typeof programs} Engine */

/**
 * The settings with which the tests start an engine; null if one of its programs is not installed.
 *
 * @param {Engine} engine
 * @returns {Record<string, string> | null}
 */
export function findEngine(engine) {
  /** @type {Record<string, string>} */
  const found = {}
  for (const [name, places] of Object.entries(programs[engine])) {
    const named = process.env[name]
    const path = (named ? [named] : places).find((place) => existsSync(place))
    if (!path) return null
    found[name] = path
  }
  return found
}

/**
 * The same, after Debian's packages were installed where a program is missing.
 *
 * @param {Engine} engine
 * @returns {Promise<Record<string, string>>}
 */
export async function ensureEngine(engine) {
  const found = findEngine(engine)
  if (found) return found
  const names = packages[engine]
  console.log(`Installing ${names.join(' and ')} …`)
  await installDebian(names)
  return findEngine(engine) ?? stop(`${names.join(' and ')} did not bring what ${engine} is started with.`)
}
