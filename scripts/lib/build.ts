import { createHash, type Hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { compressFolder } from './compress.ts'
import { root, run, stop, tool } from './run.ts'

const inputs = ['contract', 'server', 'elements', 'host', 'scripts/lib', 'package-lock.json', 'tsconfig.base.json']
/**
 * Generated folders beside sources. Without this list, `npm run package` would count as a change and cause another
 * build.
 */
const generated = /\/(dist|node_modules|elements\/package)$/
const outputs = ['server/dist', 'elements/dist/customer-center.js', 'host/dist/index.html']
const stampFile = `${root}/.cache/build-stamp`

/**
 * Builds everything unless nothing has changed since the last build: a second start must show its first page within
 * three seconds.
 */
export async function ensureBuilt() {
  const stamp = await fingerprint()
  const built = outputs.every((path) => existsSync(`${root}/${path}`))
  if (built && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  // A program that prints JSON needs standard output for itself.
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

async function step(what: string, command: string, args: string[], cwd = root) {
  const { code, output } = await run(command, args, { quiet: true, cwd })
  if (code !== 0) stop(`${what} could not be built:\n${output}`)
}

/** Hashes the names, sizes and times of all sources; hashing their content would take longer for little gain. */
async function fingerprint() {
  const hash = createHash('sha256')
  for (const input of inputs) await add(hash, `${root}/${input}`)
  return hash.digest('hex')
}

async function add(hash: Hash, path: string) {
  if (generated.test(path)) return
  const found = await stat(path)
  if (!found.isDirectory()) {
    hash.update(`${path} ${found.size} ${found.mtimeMs}\n`)
    return
  }
  for (const name of (await readdir(path)).toSorted()) await add(hash, `${path}/${name}`)
}
