// Installs, checks, builds and walks the apps of e2e/hosts, each of which embeds the package of the elements, and writes
// their lines in the table of docs/EMBEDDING.md; `npm run hosts vue` takes only one app. Most apps are what a page of
// docs/start/ builds, with a shop and a router in its place: the steps of the page are walked before.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { ensureBrowser } from './lib/browser.ts'
import { ensureBuilt } from './lib/build.ts'
import { cellsOf, markdownTable, replaceBetween } from './lib/markdown-table.ts'
import { filesOfPage } from './lib/page-files.ts'
import { root, run, stop, tool } from './lib/run.ts'
import { ensureWordpress, wordpressVersion } from './lib/wordpress.ts'

interface Host {
  readonly folder: string
  readonly framework: string
  /** The npm package whose version is reported. */
  readonly packageName?: string
  /** The page of docs/start/ whose files the app begins with. */
  readonly page?: string
  /** Whether the app is the first of its page, and the steps of the page are walked with it. */
  readonly walksPage?: boolean
}

const hosts: readonly Host[] = [
  { folder: 'react-19', framework: 'React 19', packageName: 'react', page: 'react', walksPage: true },
  { folder: 'react-18', framework: 'React 18, TypeScript 4.7', packageName: 'react', page: 'react' },
  { folder: 'react-router', framework: 'React Router 7', packageName: 'react-router', page: 'react' },
  { folder: 'tanstack-router', framework: 'TanStack Router', packageName: '@tanstack/react-router', page: 'react' },
  { folder: 'vue', framework: 'Vue 3, vue-router', packageName: 'vue', page: 'vue', walksPage: true },
  {
    folder: 'angular',
    framework: 'Angular, its router',
    packageName: '@angular/core',
    page: 'angular',
    walksPage: true
  },
  { folder: 'svelte', framework: 'Svelte 5', packageName: 'svelte', page: 'svelte', walksPage: true },
  { folder: 'next', framework: 'Next.js, App Router', packageName: 'next' },
  { folder: 'wordpress', framework: 'WordPress, shortcode and block' }
]
interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const page = `${root}/docs/EMBEDDING.md`
const quietTools = {
  NEXT_TELEMETRY_DISABLED: '1',
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false'
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !hosts.some(({ folder }) => folder === name))
if (unknown) stop(`There is no app ${unknown}; there are ${hosts.map(({ folder }) => folder).join(', ')}.`)

await ensureBuilt()
if (wanted.length === 0 || wanted.includes('wordpress')) await ensureWordpress()
const CHROMIUM = await ensureBrowser()
/** Folder of the apps, outside of this repository, whose packages they would find else. */
const made = mkdtempSync(`${tmpdir()}/customer-center-hosts-`)
const isPacked =
  (await step('package', process.execPath, ['scripts/package.ts'], root)) &&
  (await step('pack', 'npm', ['pack', '--pack-destination', made], `${root}/elements/package`))
if (!isPacked) stop('There is no package to embed.')
const packed = readdirSync(made).join()
/** The command of the pages, for apps that have none. */
const install = `npm install ./${packed}`
cpSync(`${root}/e2e/hosts/shop`, `${made}/shop`, { recursive: true })

const rows = []
for (const host of hosts)
  if (wanted.length === 0 || wanted.includes(host.folder)) rows.push({ ...host, works: await tryHost(host) })

const today = new Date().toISOString().slice(0, 10)
const tried = rows.map(({ works, ...host }) => [host.framework, versionOf(host), works ? 'works' : 'fails', today])
const head = ['Framework', 'Version', 'Result', 'Tried on']
console.log(markdownTable([head, ...tried]))
const withTried = (table: string) => {
  const lines = [...tried, ...cellsOf(table.trim()).slice(2)]
  const lineOf = ({ framework }: Host) => lines.find(([name]) => name === framework) ?? [framework, '–', '–', '–']
  return markdownTable([head, ...hosts.map(lineOf)])
}
writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), 'hosts', withTried))
const allWork = rows.every(({ works }) => works)
if (allWork) rmSync(made, { recursive: true })
else console.log(`The apps are in ${made}.`)
process.exitCode = allWork ? 0 : 1

/** Does the work of the app's developer, then that of a customer. */
async function tryHost({ folder, packageName, page: start, walksPage }: Host) {
  const own = `${root}/e2e/hosts/${folder}`
  // WordPress has no packages, and is built where it is.
  const cwd = packageName === undefined ? own : `${made}/${folder}`
  const npm = (what: string, script: string) => step(`${folder}: ${what}`, 'npm', ['run', script], cwd)
  const walk = (what: string, env = {}) =>
    step(
      `${folder}: ${what}`,
      tool('playwright'),
      ['test', '--config', 'e2e/hosts/playwright.config.ts', '--reporter=line'],
      root,
      {
        HOST_APP: folder,
        HOST_FOLDER: cwd,
        CHROMIUM,
        ...env
      }
    )
  if (cwd !== own) {
    const files =
      start === undefined
        ? new Map<string, string>()
        : filesOfPage(readFileSync(`${root}/docs/start/${start}.md`, 'utf8'))
    beginApp(cwd, files, own)
    if (!(await step(`${folder}: install`, 'sh', ['-c', files.get('install') ?? install], cwd))) return false
    const pageWorks = async () =>
      (await npm('check types of the page', 'check')) && walk('five minutes', { HOST_PAGE: start })
    if (walksPage && !(await pageWorks())) return false
    cpSync(own, cwd, { recursive: true, filter: (path) => !/\/(package(-lock)?\.json|node_modules|dist)$/.test(path) })
  }
  return (await npm('check types', 'check')) && (await npm('build', 'build')) && walk('walk')
}

/** Writes the package of the elements and the files of a page, with the packages that the app needs beyond the page's. */
function beginApp(cwd: string, files: ReadonlyMap<string, string>, own: string) {
  cpSync(`${made}/${packed}`, `${cwd}/${packed}`)
  for (const [name, text] of files) {
    // Titles without an ending are those of commands.
    if (!name.includes('.')) continue
    mkdirSync(dirname(`${cwd}/${name}`), { recursive: true })
    writeFileSync(`${cwd}/${name}`, text)
  }
  const ofPage: PackageFile = JSON.parse(files.get('package.json') ?? '{}')
  const ofApp: PackageFile = existsSync(`${own}/package.json`)
    ? JSON.parse(readFileSync(`${own}/package.json`, 'utf8'))
    : {}
  const both = {
    ...ofPage,
    ...ofApp,
    dependencies: { ...ofPage.dependencies, ...ofApp.dependencies },
    devDependencies: { ...ofPage.devDependencies, ...ofApp.devDependencies }
  }
  writeFileSync(`${cwd}/package.json`, JSON.stringify(both))
  cpSync(`${own}/package-lock.json`, `${cwd}/package-lock.json`)
}

async function step(what: string, command: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const started = performance.now()
  const { code, output } = await run(command, args, { quiet: true, cwd, env: { ...quietTools, ...env } })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${code === 0 ? '✓' : '✗'} ${what}, ${seconds} s${code === 0 ? '' : `\n${output.trim()}`}`)
  return code === 0
}

function versionOf({ folder, packageName }: Host): string {
  if (packageName === undefined) return wordpressVersion()
  const file = `${made}/${folder}/node_modules/${packageName}/package.json`
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : '–'
}
