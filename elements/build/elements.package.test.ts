import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readImports } from '../../scripts/lib/read-imports.ts'
import { references } from '../src/lib/references.ts'
import { startSample } from '../testing/sample-backend.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const tool = (name: string) => join(root, 'node_modules/.bin', name)
const run = promisify(execFile)

/** A page's project, in which nothing but the packed package is installed. */
let project = ''
let tarball = ''

/** Runs a program in the project; its output also where it fails, after its exit code. */
async function output(command: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = (await run(command, args, { cwd: project }).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number }
  )) as { stdout: string; stderr: string; code?: number }
  return `${code ? `exit code ${code}\n` : ''}${stdout}${stderr}`.trim()
}

const installed = (path = '') => join(project, 'node_modules/@customer-center/elements', path)

/** Makes a package of our own packages available to the project. */
async function link(name: string, from = name): Promise<void> {
  const target = join(project, 'node_modules', name)
  await mkdir(join(target, '..'), { recursive: true })
  await rm(target, { force: true, recursive: true })
  await symlink(join(root, 'node_modules', from), target)
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'customer-center-package-'))
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run(process.execPath, [join(root, 'scripts/package.ts')])
  await run('npm', ['pack', '--pack-destination', project], { cwd: join(root, 'elements/package') })
  tarball = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? ''
  // Offline: an install that needs anything else fails.
  await run('npm', ['install', '--offline', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', `./${tarball}`], {
    cwd: project
  })
})

afterAll(() => rm(project, { recursive: true, force: true }))

test('the package installs without any other package', async () => {
  const folders = await readdir(join(project, 'node_modules'))
  expect(folders.filter((name) => !name.startsWith('.'))).toEqual(['@customer-center'])
  expect(await readdir(join(project, 'node_modules/@customer-center'))).toEqual(['elements'])
})

test('package.json names nothing that the package does not have', async () => {
  const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8')) as Record<string, unknown>
  const { sideEffects, files } = manifest as Record<string, string[]>
  const { customElements } = manifest as Record<string, string>
  for (const workspaceOnly of ['devDependencies', 'dependencies', 'scripts', 'private'])
    expect(manifest).not.toHaveProperty(workspaceOnly)
  const paths = [...JSON.stringify(manifest).matchAll(/"(\.\.?\/[^"*]+)\*?"(?!:)/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(10)
  for (const path of [
    ...paths,
    customElements ?? '',
    ...(files ?? []),
    ...(sideEffects ?? []).map((one) => one.replace('*', ''))
  ])
    expect(existsSync(installed(path)) && !path.includes('..'), path).toBe(true)
})

test('its pages have all that the manifest describes and each reference, and lead nowhere else', async () => {
  const page = await readFile(installed('README.md'), 'utf8')
  const text = await readFile(installed('lib/custom-elements.json'), 'utf8')
  const [{ declarations }] = (JSON.parse(text) as { modules: [{ declarations: Declaration[] }] }).modules
  const names = declarations.flatMap(({ members, events, cssParts, cssProperties }) =>
    [...members, ...events, ...(cssParts ?? []), ...cssProperties].map(({ name }) => name)
  )
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) expect(page).toMatch(new RegExp(`\\| \`${name}(\\(\\))?\` `))
  const meanings = await readFile(installed('REFERENCES.md'), 'utf8')
  for (const code of Object.keys(references)) expect(meanings).toContain(`## ${code}\n`)
  const pages = (await readdir(installed(), { recursive: true })).filter((name) => name.endsWith('.md'))
  expect(pages).toEqual(expect.arrayContaining(['BACKEND.md', 'EMBEDDING.md', 'start/backend.md']))
  for (const name of pages.filter((one) => !one.startsWith('lib/')))
    for (const [, to = ''] of (await readFile(installed(name), 'utf8')).matchAll(/\]\(([^)]+)\)/g)) {
      const path = join(name, '..', to.replace(/#.*/, '') || basename(name))
      const isThere = !path.startsWith('..') && existsSync(installed(path))
      expect(/^https?:/.test(to) || isThere, `${name}: ${to}`).toBe(true)
    }
})

test('the pages of five minutes begin with the archive, and all of it that they name is there', async () => {
  const pages = await readdir(installed('start'))
  expect(pages).toHaveLength(7)
  for (const name of pages) {
    const page = await readFile(installed(`start/${name}`), 'utf8')
    const named = [...page.matchAll(/node_modules\/@customer-center\/elements\/([\w./-]*\w)/g)]
    expect(page).toMatch(/^1\. Put the archive of the elements, `customer-center-elements-<version>\.tgz`/m)
    expect(named.length, name).toBeGreaterThan(0)
    for (const [, path = ''] of named) expect(existsSync(installed(path)), `${name}: ${path}`).toBe(true)
  }
})

test('LICENSE says in words what the name of the licence means', async () => {
  expect(await readFile(installed('LICENSE'), 'utf8')).toMatch(/UNLICENSED[^]*Until the owner decides/)
})

test('the backend of the package starts from where the package is installed, and finds the elements', async () => {
  const child = spawn(process.execPath, [installed('sample-backend/server.mjs')], {
    cwd: project,
    env: { ...process.env, PORT: '0' }
  })
  onTestFinished(() => void child.kill())
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const address = /http:\/\/[\d.:]+/.exec(line.toString())?.[0] ?? ''
  for (const path of ['/customer-center.js', '/assets/text.at.json'])
    expect((await fetch(`${address}${path}`)).status, path).toBe(200)
})

test('publint and are-the-types-wrong find nothing', async () => {
  const found = await output(tool('publint'), [tarball, '--strict'])
  expect(stripVTControlCharacters(found)).toMatch(/All good!$/)
  expect(await output(tool('attw'), [tarball, '--profile', 'esm-only'])).not.toContain('exit code')
})

test('imported where there is no DOM, the elements do nothing', async () => {
  expect(await output(process.execPath, ['--input-type=module', '-e', `import '@customer-center/elements'`])).toBe('')
})

test('a server renders the components for React with their attributes and content, and without the token', async () => {
  for (const name of ['react', 'react-dom', 'scheduler']) await link(name)
  const program = `
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { CustomerCenter } from '@customer-center/elements/react'
    const props = { configUrl: '/c.json', sessionToken: 'secret', fetchToken: async () => 'secret', config: { appKey: 'secret' } }
    console.log(renderToString(createElement(CustomerCenter, { ...props, className: 'wide', onReady() {} }, 'Konto')))`
  expect(await output(process.execPath, ['--input-type=module', '-e', program])).toBe(
    '<customer-center config-url="/c.json" class="wide">Konto</customer-center>'
  )
})

test('the command of the package checks the sample backend, and keeps the password to itself', async () => {
  const sample = await startSample()
  try {
    const command = join(project, 'node_modules/.bin/customer-center-check')
    const check = (password: string) =>
      output('sh', ['-c', `printf '10041\\nkatharina@example.com\\n${password}\\n' | '${command}' ${sample.api}/`])
    const found = await check('sommer-2030')
    expect(found).toMatch(/^http:\S+, right admin\n {2}holds {2}GET \/getApiVersion\n {2}holds {2}POST \/getToken\n/)
    expect(found).toContain('Every call that was made holds.')
    expect(found).not.toContain('sommer-2030')
    const refused = await check('winter-2030')
    expect(refused).toMatch(/^exit code 1\n[^]*FAULT {2}POST \/getToken: HTTP status\n {11}seen: {3}401/)
    expect(refused).not.toContain('winter-2030')
    expect(await output(command, ['nowhere'])).toMatch(/^exit code 2\ncustomer-center-check <apiUrl>/)
  } finally {
    sample.stop()
  }
})

test('all that the code imports is in the package, and nothing of it is a module of ours', async () => {
  const names = (await readdir(installed('lib'), { recursive: true })).filter((name) => /\.(js|d\.ts)$/.test(name))
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) {
    const text = await readFile(installed(`lib/${name}`), 'utf8')
    const { always, lazy } = readImports(name, text)
    // An address that is made when it is asked for is no name.
    for (const path of [...always, ...lazy.filter((one) => /^[\w./@-]+$/.test(one))]) {
      // The check of a backend is a program of Node's.
      if (name === 'customer-center-check.js' && path.startsWith('node:')) continue
      if (!path.startsWith('.')) expect(['react', 'vue', 'svelte/elements'], name).toContain(path)
      else {
        const file = join(installed('lib'), name, '..', path)
        expect(existsSync(name.endsWith('.d.ts') ? file.replace(/\.js$/, '.d.ts') : file), `${name}: ${path}`).toBe(
          true
        )
      }
    }
  }
})

const plain = `
  import '@customer-center/elements'
  import type { FetchToken, Route } from '@customer-center/elements'
  const center = document.createElement('customer-center')
  const fetchToken: FetchToken = async () => ({ token: 'a', expiresIn: 60 })
  Object.assign(center, { fetchToken })
  center.config = { apiUrl: '/api', allowedRoutes: ['scripts'] }
  center.config = { fieldCodes: { 'contact.firstName': 'X_VORNAME', 'order.events': 'posten', VERSION: false } }
  // @ts-expect-error -- no such field
  center.config = { fieldCodes: { 'contact.firstname': 'X_VORNAME' } }
  center.addEventListener('route-change', ({ detail }) => ((route: 'overview' | Route) => route)(detail.route))
  document.addEventListener('contact-saved', ({ detail }) => detail.contactId)
  const layers = Object.assign(document.createElement('event-layers'), { modelId: 7 })
  layers.selectedSeats = ['A1']
  center.route = 'mydata/contacts'
  const link: string = center.linkTo('overview')
  layers.addEventListener('seat-select', (event) => event.detail.selected && event.preventDefault())
  // @ts-expect-error -- no such route
  center.config = { allowedRoutes: ['script'] }
  center.addEventListener('click', ({ clientX }) => clientX.toFixed())
  document.querySelector('customer-contact')?.addEventListener('contact-saved', ({ detail }) => detail.pvaid)
  // @ts-expect-error -- no such route
  center.route = 'contacts'
  // @ts-expect-error -- ids are texts
  layers.selectedSeats = [1]
  // @ts-expect-error -- no such routing
  center.routing = 'path'
  // @ts-expect-error -- an event of another element
  center.addEventListener('model-load', ({ detail }) => detail.modelId)`

const react = `
  import { CustomerCenter, CustomerContact, type CustomerCenterElement, EventLayers } from '@customer-center/elements/react'
  import { useRef } from 'react'
  export function Account({ token }: { token: string }) {
    const ref = useRef<CustomerCenterElement>(null)
    return <main>
      <CustomerCenter ref={ref} className="wide" sessionToken={token} fetchToken={async () => token} config={{ apiUrl: '/api' }}
        onRouteChange={({ detail }) => detail.route.length} onClick={() => ref.current?.focus()}>Konto</CustomerCenter>
      <CustomerContact company={1} id={2} pvaid={3} requireEmail onContactSaved={({ detail }) => detail.contactId} />
      <customer-center config-url="/c.json" routing="memory" route="invoices" class="wide" />
      {/* @ts-expect-error -- an event of another element */}
      <EventLayers onRouteChange={() => {}} />
      {/* @ts-expect-error -- no such routing */}
      <customer-center routing="path" />
    </main>
  }`

/** Says of each element in the manifest that its types have these properties and events, and no other. */
async function described(): Promise<string> {
  const text = await readFile(installed('lib/custom-elements.json'), 'utf8')
  const [{ declarations }] = (JSON.parse(text) as { modules: [{ declarations: Declaration[] }] }).modules
  const all = (type: string, listed: readonly { readonly name: string }[]) =>
    `export const all${type}: Record<keyof import('@customer-center/elements').${type}, true> = {${listed.map(({ name }) => `'${name}': true`).join()}}`
  return declarations
    .flatMap(({ name, members, events }) => [
      all(
        `${name}Properties`,
        members.filter(({ kind }) => kind === 'field')
      ),
      all(`${name}EventMap`, events)
    ])
    .join('\n')
}

interface Declaration {
  readonly name: string
  readonly members: readonly { readonly kind: string; readonly name: string }[]
  readonly events: readonly { readonly name: string }[]
  readonly cssParts?: readonly { readonly name: string }[]
  readonly cssProperties: readonly { readonly name: string }[]
}

const typescript5 = '@arethetypeswrong/core/node_modules/typescript'

test.each([
  ['typescript', 'nodenext', 'nodenext', '@types/react'],
  ['typescript', 'nodenext', 'nodenext', '@types/react-18'],
  ['typescript', 'esnext', 'bundler', '@types/react'],
  [typescript5, 'esnext', 'bundler', '@types/react'],
  [typescript5, 'node16', 'node16', '@types/react'],
  [typescript5, 'esnext', 'node', '@types/react']
])('%s --strict --module %s --moduleResolution %s has nothing to say of pages with %s', async (...options) => {
  const [compiler, module, resolution, typesOfReact] = options
  for (const name of ['csstype', '@types/prop-types']) await link(name)
  await link('@types/react', typesOfReact)
  await writeFile(join(project, 'plain.ts'), plain)
  await writeFile(join(project, 'account.tsx'), react)
  await writeFile(join(project, 'described.ts'), await described())
  const program = [join(root, 'node_modules', compiler, 'bin/tsc'), '--strict', '--noEmit', '--skipDefaultLibCheck']
  const settings = ['--target', 'es2020', '--module', module, '--moduleResolution', resolution, '--jsx', 'react-jsx']
  const pages = ['plain.ts', 'account.tsx', 'described.ts']
  expect(await output(process.execPath, [...program, ...settings, ...pages])).toBe('')
})

test('the types of the package are found by resolvers that do not read its exports', async () => {
  const imports = ['', '/react', '/vue', '/svelte'].map(
    (path) => `import type {} from '@customer-center/elements${path}'`
  )
  await writeFile(join(project, 'classic.ts'), imports.join('\n'))
  const classic = join(root, 'node_modules', typescript5, 'bin/tsc')
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'node']
  expect(await output(process.execPath, [classic, ...options, '--target', 'es2022', 'classic.ts'])).toBe('')
})
