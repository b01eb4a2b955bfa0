import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { compressFolder } from './compress.mjs'
import { ensurePackages } from './install.mjs'
import { root, run, stop, tool } from './run.mjs'

const inputs = ['contract', 'server', 'elements', 'host', 'scripts/lib', 'package-lock.json', 'tsconfig.base.json']
/** What is written beside sources: `npm run package` counted as a change, and the next start built again. */
const generated = /\/(dist|node_modules|elements\/lib)$/
const outputs = ['contract/dist', 'server/dist', 'elements/dist/customer-center.js', 'host/dist/index.html']
const stampFile = `${root}/.cache/build-stamp`

/**
 * Installs what is missing and builds everything, unless nothing changed since the last build: a second start must show its first
 * page within three seconds.
 */
export async function ensureBuilt() {
  await ensurePackages()
  const stamp = await fingerprint()
  const built = outputs.every((path) => existsSync(`${root}/${path}`))
  if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  // A program that prints JSON has standard output for itself.
  console.error('Building …')
  await build()
  mkdirSync(`${root}/.cache`, { recursive: true })
  writeFileSync(stampFile, stamp)
}

async function build() {
  await step('The server', tool('tsc'), ['-b', 'server'])
  await Promise.all(
    ['elements', 'host'].map((room) =>
      step(`The ${room}`, tool('vite'), ['build', '--logLevel', 'warn'], `${root}/${room}`)
    )
  )
  await Promise.all(['elements', 'host'].map((room) => compressFolder(`${root}/${room}/dist`)))
}

/**
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
async function step(what, command, args, cwd = root) {
  const { code, output } = await run(command, args, { quiet: true, cwd })
  if (code !== 0) stop(`${what} could not be built:\n${output}`)
}

/** A hash of the names, sizes and times of all sources: hashing their content would take longer and gain little. */
async function fingerprint() {
  const hash = createHash('sha256')
  for (const input of inputs) await add(hash, `${root}/${input}`)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
async function add(hash, path) {
  if (generated.test(path)) return
  const found = await stat(path)
  if (!found.isDirectory()) {
    hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
    return
  }
  for (const name of (await readdir(path)).toSorted()) await add(hash, `${path}/${name}`)
}
