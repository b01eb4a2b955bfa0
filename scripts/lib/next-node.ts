import { existsSync } from 'node:fs'
import { root, run, stop } from './run.ts'

const version = '26.10.0'
const name = `node-${process.platform}-${process.arch}`
const folder = `${root}/.cache/node-${version}`

/**
 * The Node that follows the pinned one, for tests on it. Apart from the packages of the lock file, because nobody needs it who uses
 * or changes the product.
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
