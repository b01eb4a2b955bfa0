import { existsSync } from 'node:fs'
import { root, run, stop } from './run.ts'

const version = '26.10.0'
const name = `node-${process.platform}-${process.arch}`
const folder = `${root}/.cache/node-${version}`

/**
 * Finds or installs the Node that follows the pinned one, for tests on it. It is apart from the packages of the lock
 * file, because nobody who uses or changes the product needs it.
 *
 * @returns the folder of its program
 */
export async function ensureNextNode(): Promise<string> {
  const programs = `${folder}/node_modules/${name}/bin`
  if (existsSync(programs)) return programs
  console.log(`Installing Node ${version} …`)
  const options = ['--no-save', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']
  const { code, output } = await run('npm', ['install', '--prefix', folder, ...options, `${name}@${version}`], {
    quiet: true
  })
  return code === 0 ? programs : stop(`Node ${version} could not be installed:\n${output}`)
}
