import { existsSync, statSync } from 'node:fs'
import { root, run, stop } from './run.mjs'

/** Installs the packages if there are none yet, or if the lock file is newer. */
export async function ensurePackages() {
  const installed = `${root}/node_modules/.package-lock.json`
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}/package-lock.json`).mtimeMs) return
  console.error('Installing packages …')
  const { code, output } = await run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], { quiet: true })
  if (code !== 0) stop(`The packages could not be installed:\n${output}`)
}
