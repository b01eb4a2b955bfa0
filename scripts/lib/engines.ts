import { existsSync } from 'node:fs'
import { installDebian } from './browser.ts'
import { stop } from './run.ts'

/** Programs of each engine: their possible places, by the environment variable that names them to the tests. */
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

type Engine = keyof typeof programs

/** Returns the settings with which the tests start an engine; null if one of its programs is not installed. */
export function findEngine(engine: Engine): Record<string, string> | null {
  const found: Record<string, string> = {}
  for (const [name, places] of Object.entries(programs[engine])) {
    const named = process.env[name]
    const path = (named ? [named] : places).find((place) => existsSync(place))
    if (!path) return null
    found[name] = path
  }
  return found
}

/** Returns the settings as well, after Debian's packages were installed where a program is missing. */
export async function ensureEngine(engine: Engine): Promise<Record<string, string>> {
  const found = findEngine(engine)
  if (found) return found
  const names = packages[engine]
  console.log(`Installing ${names.join(' and ')} …`)
  await installDebian(names)
  return findEngine(engine) ?? stop(`${names.join(' and ')} did not bring what ${engine} is started with.`)
}
