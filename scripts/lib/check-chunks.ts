import { readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { readImports } from './read-imports.ts'
import { root } from './run.ts'

const dist = `${root}/elements/dist`
const chunks = `${dist}/chunks`
const maxBytes = 60_000
/** Lists that links lead to; their first rows wait for the whole download. */
const lists = ['invoices', 'scripts', 'orders']
const maxListBytes = 26_500
const maxFirstPaintBytes = 15_000

function importsOf(file: string) {
  const { always, lazy } = readImports(file, readFileSync(`${chunks}/${file}`, 'utf8'))
  return { always: always.map((path) => posix.basename(path)), lazy: lazy.map((path) => posix.basename(path)) }
}

/** Returns the name of a chunk without its hash. */
const nameOf = (file: string) => posix.basename(file).replace(/-[\w-]{8}\.js$/, '')

/** Returns these chunks with all their imports, except the `known` ones, which are already loaded. */
function closure(files: string[], known: ReadonlySet<string> = new Set()) {
  const found = new Set(files.filter((file) => !known.has(file)))
  for (const file of found) {
    for (const imported of importsOf(file).always) if (!known.has(imported)) found.add(imported)
  }
  return found
}

/** Lists the scripts of the last build, by their paths in `dist`, which also has chunks of earlier builds. */
function scriptsOfBuild() {
  return Object.keys(JSON.parse(readFileSync(`${dist}/integrity.json`, 'utf8')))
}

/** Returns the compressed bytes for which menu and tiles wait: the loader and the chunk of the first paint. */
export function firstPaintSize() {
  const files = scriptsOfBuild().filter(
    (file) => file === 'customer-center.js' || file.startsWith('chunks/first-paint-')
  )
  return files.length === 2 ? files.reduce((sum, file) => sum + statSync(`${dist}/${file}.br`).size, 0) : Number.NaN
}

/**
 * Returns the compressed bytes of each screen's lazy download on top of the overview: its own chunk, the chunk's
 * imports, and the code of the queries, which is loaded with every screen.
 *
 * @returns by the name of the screen's file; NaN if the build has no chunk for it
 */
export function screenSizes(): Map<string, number> {
  const files = scriptsOfBuild()
    .filter((file) => file.startsWith('chunks/'))
    .map((file) => posix.basename(file))
  const chunkOf = (name: string) => files.filter((file) => nameOf(file) === name)
  const first = [...chunkOf('first-paint'), ...chunkOf('app')]
  const lazy = new Set(chunkOf('screen-chunks').flatMap((file) => importsOf(file).lazy))
  const overview = closure(first)
  const routes = readFileSync(`${root}/elements/src/shell/screen-chunks.ts`, 'utf8')
  const screens = [...routes.matchAll(/import\('\.\.\/screens\/[^']*?([\w-]+)\.tsx'\)/g)].map(([, name = '']) => name)
  return new Map(
    screens.map((name) => {
      // A module of `data/` may have a chunk of the same name, which no route loads.
      const own = chunkOf(name).filter((file) => lazy.has(file))
      if (own.length !== 1) return [name, Number.NaN]
      const download = closure([...own, ...chunkOf('screens')], overview)
      return [name, [...download].reduce((sum, file) => sum + statSync(`${chunks}/${file}.br`).size, 0)]
    })
  )
}

const loader = 'customer-center.js'
const checkOfBackend = 'check-session'
/** The chunks that the first chunks may import, since they are loaded side by side with them. */
const firstImports: Readonly<Record<string, string[]>> = { [loader]: [], 'first-paint': [], app: ['first-paint'] }

/**
 * Checks that the first chunks wait for no other, and that none imports the loader, which would be loaded a second time
 * where the host's page adds `?v=2` to its address. The first view has no code of zod or of the queries.
 */
function checkImports(): string[] {
  return scriptsOfBuild().flatMap((file) => {
    const code = readFileSync(`${dist}/${file}`, 'utf8')
    const imports = readImports(file, code).always.map(nameOf)
    const may = firstImports[nameOf(file)]
    return [
      ...(imports.includes(loader) ? [`${file} imports the loader`] : []),
      ...(may ? imports.filter((name) => !may.includes(name)).map((name) => `${file} waits for ${name}`) : []),
      ...(may && code.includes('setQueryDefaults') ? [`${file} has code of the queries`] : []),
      // The contract's files of the nouns import zod for the server; check() alone loads what judges answers by it.
      ...(code.includes('_zod') && nameOf(file) !== checkOfBackend ? [`${file} has code of zod`] : [])
    ]
  })
}

/**
 * Checks that no screen downloads more than 60 kB, and no list that links lead to more than 26.5 kB: on a phone that is
 * the time until it opens. The loader and the chunk of the first paint, for which menu and tiles wait, are at most
 * 15 kB together.
 */
export function checkChunks() {
  const imports = checkImports()
  if (imports.length > 0) return imports
  const sizes = [...screenSizes()]
  if (sizes.length === 0)
    return ['elements/src/shell/screen-chunks.ts names no screen in the way that this check reads']
  const first = firstPaintSize()
  const tooLarge = sizes.flatMap(([screen, bytes]) => {
    if (Number.isNaN(bytes)) return [`the build has no single chunk for the screen ${screen}`]
    const most = lists.includes(screen) ? maxListBytes : maxBytes
    return bytes > most ? [`the screen ${screen} loads ${bytes} bytes; the most is ${most}`] : []
  })
  if (Number.isNaN(first)) return ['the build has no single chunk for the first paint', ...tooLarge]
  if (first <= maxFirstPaintBytes) return tooLarge
  return [`the loader and the first paint are ${first} bytes; the most is ${maxFirstPaintBytes}`, ...tooLarge]
}
