// Makes `elements/lib/`, which `npm pack` in `elements/` packs: code, types, notices, and descriptions of the elements
// for editors.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { root, run, stop, tool } from './lib/run.ts'

const elements = `${root}/elements`
const types = ['types/elements', 'tags/frameworks/react', 'tags/frameworks/vue', 'tags/frameworks/svelte']

await step('code', 'vite', ['build', '--mode', 'package', '--outDir', 'lib', '--emptyOutDir', '--logLevel', 'warn'])
await step('types', 'tsc', ['-p', 'tsconfig.package.json'])
for (const name of ['vue', 'svelte'])
  await copyFile(`${elements}/src/tags/frameworks/${name}.d.ts`, `${elements}/lib/tags/frameworks/${name}.d.ts`)
for (const name of types) await nameJavaScript(`${elements}/lib/${name}.d.ts`)
await step('manifest', 'cem', ['analyze', '--config', 'build/custom-elements-manifest.config.ts'])

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
