// Makes `elements/package/`, the npm package: code, types, notices, descriptions of the elements for editors, README,
// pages, licence, a sample of a backend and the plugin for WordPress. Its package.json is that of the workspace without
// what only the workspace needs.
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { typeOfFieldNames } from './lib/field-names.ts'
import { root, run, stop, tool } from './lib/run.ts'

const elements = `${root}/elements`
const made = `${elements}/package`
/** Pages at the top of the package. */
const pages = ['README.md', 'BACKEND.md', 'CHANGELOG.md', 'EMBEDDING.md', 'REFERENCES.md', 'LICENSE']
const types = ['types/elements', 'tags/frameworks/react', 'tags/frameworks/vue', 'tags/frameworks/svelte']

await rm(made, { recursive: true, force: true })
await step('code', 'vite', ['build', '--mode', 'package', '--outDir', 'package/lib', '--logLevel', 'warn'])
await step('check', 'vite', ['build', '--config', 'vite.check.config.ts', '--logLevel', 'warn'])
await step('types', 'tsc', ['-p', 'tsconfig.package.json'])
for (const name of ['vue', 'svelte'])
  await copyFile(`${elements}/src/tags/frameworks/${name}.d.ts`, `${made}/lib/tags/frameworks/${name}.d.ts`)
for (const name of types) await nameJavaScript(`${made}/lib/${name}.d.ts`)
await writeFile(`${made}/lib/types/field-names.d.ts`, typeOfFieldNames)
await step('manifest', 'cem', ['analyze', '--config', 'build/custom-elements-manifest.config.ts'])
await copy('openapi.json', `${root}/docs/openapi.json`)
await copy('sample-backend/server.mjs', `${root}/docs/sample-backend/server.mjs`)
await cp(`${root}/integrations/wordpress`, `${made}/wordpress`, { recursive: true })
for (const name of ['REFERENCES.md', 'LICENSE']) await copy(name, `${elements}/${name}`)
for (const name of ['README.md', 'CHANGELOG.md']) await copyPage(name, elements)
const startPages = await readdir(`${root}/docs/start`)
for (const name of ['BACKEND.md', 'EMBEDDING.md', ...startPages.map((one) => `start/${one}`)])
  await copyPage(name, `${root}/docs`)
await writeFile(`${made}/package.json`, await publishedManifest())

async function copy(path: string, from: string) {
  await mkdir(dirname(`${made}/${path}`), { recursive: true })
  await copyFile(from, `${made}/${path}`)
}

/** Copies a page of the project, which names pages that the package lacks without a link. */
async function copyPage(name: string, from: string) {
  const page = await readFile(`${from}/${name}`, 'utf8')
  const inPackage = page
    .replaceAll('](../docs/', '](')
    .replaceAll('](../elements/REFERENCES.md', '](REFERENCES.md')
    .replaceAll(/\[[^\]]*\]\((?:\.\.\/)*decisions\/0*(\d+)-[^)]*\)/g, 'decision $1 of the project')
    .replaceAll(/\[([^\]]*)\]\((?:\.\.\/elements\/)?([\w/]+\.md)[^)]*\)/g, (link, text: string, path: string) => {
      if (path.startsWith('start/') || pages.includes(path)) return link
      return text.endsWith('.md') ? `${text} of the project` : text
    })
  await mkdir(dirname(`${made}/${name}`), { recursive: true })
  await writeFile(`${made}/${name}`, inPackage)
}

async function publishedManifest() {
  const {
    devDependencies: _,
    private: __,
    sideEffects,
    ...manifest
  } = JSON.parse(await readFile(`${elements}/package.json`, 'utf8'))
  const ofPackage = sideEffects.filter((path: string) => !path.startsWith('./src/'))
  // The analyzer keeps a path of the workspace in that member.
  const published = { ...manifest, sideEffects: ofPackage, customElements: './lib/custom-elements.json' }
  return `${JSON.stringify(published, null, 2)}\n`
}

async function step(what: string, command: string, args: string[]) {
  // A test also packs, and its environment would make a different build.
  const { code, output } = await run(tool(command), args, {
    quiet: true,
    cwd: elements,
    env: { NODE_ENV: 'production' }
  })
  if (code !== 0) stop(`The package's ${what} could not be made:\n${output}`)
}

/**
 * Changes `.ts` to `.js` in the imports of declarations: the compiler leaves `.ts`, which a page's compiler allows only
 * with a setting.
 */
async function nameJavaScript(file: string) {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
