// Installs, checks, builds and walks the apps of e2e/hosts, each of which embeds the package of the elements. `npm run
// hosts vue` takes only one app; a run of all apps writes the table in docs/EMBEDDING.md.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { ensureBrowser } from './lib/browser.ts'
import { ensureBuilt } from './lib/build.ts'
import { markdownTable, replaceBetween } from './lib/markdown-table.ts'
import { root, run, stop, tool } from './lib/run.ts'
import { ensureWordpress, wordpressVersion } from './lib/wordpress.ts'

/** Apps: the folder, the name of the framework, and the npm package with the version to report. */
const hosts: { folder: string; framework: string; packageName?: string }[] = [
  { folder: 'react-19', framework: 'React 19', packageName: 'react' },
  { folder: 'react-18', framework: 'React 18, TypeScript 4.7', packageName: 'react' },
  { folder: 'react-router', framework: 'React Router 7', packageName: 'react-router' },
  { folder: 'tanstack-router', framework: 'TanStack Router', packageName: '@tanstack/react-router' },
  { folder: 'vue', framework: 'Vue 3, vue-router', packageName: 'vue' },
  { folder: 'angular', framework: 'Angular, its router', packageName: '@angular/core' },
  { folder: 'svelte', framework: 'Svelte 5', packageName: 'svelte' },
  { folder: 'next', framework: 'Next.js, App Router', packageName: 'next' },
  { folder: 'wordpress', framework: 'WordPress, shortcode and block' }
]
const page = `${root}/docs/EMBEDDING.md`

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !hosts.some(({ folder }) => folder === name))
if (unknown) stop(`There is no app ${unknown}; there are ${hosts.map(({ folder }) => folder).join(', ')}.`)

await ensureBuilt()
if (wanted.length === 0 || wanted.includes('wordpress')) await ensureWordpress()
const CHROMIUM = await ensureBrowser()
if (!(await step('package', process.execPath, ['scripts/package.ts'], root))) stop('There is no package to embed.')

const rows = []
for (const host of hosts)
  if (wanted.length === 0 || wanted.includes(host.folder)) rows.push({ ...host, ...(await tryHost(host.folder)) })

const table = markdownTable([
  ['Framework', 'Version', 'Result'],
  ...rows.map(({ folder, framework, packageName, result }) => [framework, versionOf(folder, packageName), result])
])
console.log(table)
if (wanted.length === 0)
  writeFileSync(
    page,
    replaceBetween(readFileSync(page, 'utf8'), 'hosts', () => table)
  )
process.exitCode = rows.every(({ works }) => works) ? 0 : 1

/** Does the work of the app's developer, then that of a customer. */
async function tryHost(folder: string) {
  const cwd = `${root}/e2e/hosts/${folder}`
  // The package is installed without a link, so that the app has only the files that npm would publish. `npm ci` would
  // compare the elements' package.json with the lock file, and fail at each change.
  const install = ['install', '--no-save', '--install-links', '--prefer-offline', '--no-audit', '--no-fund']
  for (const made of ['node_modules', 'dist', '.next']) rmSync(`${cwd}/${made}`, { recursive: true, force: true })
  const walk = ['test', '--config', 'e2e/hosts/playwright.config.ts', '--reporter=line']
  const works =
    (await step(`${folder}: install`, 'npm', install, cwd)) &&
    (await step(`${folder}: check types`, 'npm', ['run', 'check'], cwd)) &&
    (await step(`${folder}: build`, 'npm', ['run', 'build'], cwd)) &&
    (await step(`${folder}: walk`, tool('playwright'), walk, root, { HOST_APP: folder, CHROMIUM }))
  return { works, result: works ? 'works' : 'fails' }
}

async function step(what: string, command: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const { code, output } = await run(command, args, { quiet: true, cwd, env: { ...env, NEXT_TELEMETRY_DISABLED: '1' } })
  console.log(`${code === 0 ? '✓' : '✗'} ${what}${code === 0 ? '' : `\n${output.trim()}`}`)
  return code === 0
}

function versionOf(folder: string, name?: string): string {
  if (name === undefined) return wordpressVersion()
  const lock = JSON.parse(readFileSync(`${root}/e2e/hosts/${folder}/package-lock.json`, 'utf8'))
  return lock.packages[`node_modules/${name}`].version
}
