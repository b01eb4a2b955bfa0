import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { delimiter, dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Every npm script begins here: `node scripts/boot.mjs start` runs scripts/start.ts with the Node that the lock file
// pins. The machine's own Node may be older, so this file keeps to the syntax of Node 20, and imports nothing of a
// package.

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const [name, ...args] = process.argv.slice(2)
const script = `${root}/scripts/${name}.ts`

/** The lowest major version that runs the product. */
const lowest = 24

const system = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${system}-${process.arch}`
const folder = `${root}/node_modules/${packageName}`
const pinned = `${folder}/bin/node${system === 'win' ? '.exe' : ''}`

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const version = readJson(`${root}/package.json`).optionalDependencies[packageName]

/** Tells whether the pinned Node is there, in the version of package.json. An install that was killed leaves a part of it. */
const isPinnedThere = () =>
  [pinned, `${folder}/package.json`].every((file) => existsSync(file)) &&
  readJson(`${folder}/package.json`).version === version

const isOwnEnough = Number(process.versions.node.split('.')[0]) >= lowest

/** @returns {never} */
function stop(/** @type {string} */ sentence) {
  console.error(sentence)
  process.exit(1)
}

/** The PATH begins with this Node, so that tools that ask for `node` find the same one. */
const pathOf = (/** @type {string} */ node) => `${dirname(node)}${delimiter}${process.env['PATH']}`

/** Runs npm with one of the two Nodes: npm leaves out, in silence, optional packages that its own Node is too old for. */
function npm(/** @type {string} */ node, /** @type {string[]} */ ...more) {
  const npmArgs = [...more, '--no-fund', '--no-audit', '--loglevel=error']
  const options = /** @type {const} */ ({ cwd: root, env: { ...process.env, PATH: pathOf(node) }, encoding: 'utf8' })
  const { npm_execpath: npmPath } = process.env
  const { status, stdout, stderr } = npmPath
    ? spawnSync(node, [npmPath, ...npmArgs], options)
    : spawnSync('npm', npmArgs, options)
  if (status !== 0) stop(`The packages could not be installed:\n${stdout ?? ''}${stderr ?? ''}`)
}

/** npm writes this file last. */
const installed = `${root}/node_modules/.package-lock.json`

const isInstalled = () =>
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}/package-lock.json`).mtimeMs

/**
 * Tells whether the pinned Node runs: on a Linux without glibc it does not, and npm's link to it would hide the
 * machine's own.
 */
function doesPinnedRun() {
  if (!isPinnedThere()) return false
  if (process.execPath === pinned || spawnSync(pinned, ['--version']).status === 0) return true
  rmSync(`${root}/node_modules/.bin/node`, { force: true })
  return false
}

if (!isInstalled()) {
  // A program that prints JSON has standard output for itself.
  console.error('Installing packages …')
  // Without workspaces and development packages, the root has nothing but its Node.
  if (!isOwnEnough && version && !isPinnedThere()) {
    npm(process.execPath, 'ci', '--omit=dev', '--workspaces=false', '--ignore-scripts')
    // An install that is broken off from here on is not taken for finished.
    rmSync(installed)
  }
  // The command is not `ci`, which would remove the Node that runs it.
  npm(doesPinnedRun() ? pinned : process.execPath, 'install', '--no-save')
}

const node = doesPinnedRun() ? pinned : process.execPath
if (node === process.execPath && !isOwnEnough)
  stop(
    `Needed is Node ${lowest} or newer; this is ${process.versions.node}, and npm has none for ${system} on ${process.arch}.`
  )

if (node === process.execPath) {
  process.argv = [node, script, ...args]
  await import(pathToFileURL(script).href)
} else {
  const PATH = pathOf(node)
  const child = spawn(node, [script, ...args], { stdio: 'inherit', env: { ...process.env, PATH } })
  // A terminal sends Ctrl+C to the child as well, which a second signal would end at once.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : (process.exitCode = code ?? 1)))
}
