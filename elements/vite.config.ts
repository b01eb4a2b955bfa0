import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import locales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { publishedBuilds } from './build/published-builds.ts'
import { shadowStyles } from './build/shadow-styles.ts'
import elements from './package.json' with { type: 'json' }
import { languageFiles } from './src/texts/language-files.ts'

/**
 * Vite wraps every `import()` to preload what the chunk needs by links in document.head, which is the host's; the wrapper
 * would also be a separate chunk that the loader waits for. Only builds of libraries and workers have no wrapper, and a
 * library keeps its white space (107 instead of 95 kB).
 */
const bareImports: Plugin = {
  name: 'bare-imports',
  configResolved: (config) => void Object.assign(config, { isWorker: true })
}

/**
 * The elements save without mutations of react-query, whose client makes a cache of them all the same: 0.7 kB of each
 * list's download.
 */
const noMutations: Plugin = {
  name: 'no-mutations',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/query-core/build/modern/mutationCache.js')
      ? 'export class MutationCache { clear() {} resumePausedMutations() { return Promise.resolve() } }'
      : null
}

/** The components for React are drawn by the React of the page that imports them; the elements contain their own. */
const frameworksOfThePage: Plugin = {
  name: 'frameworks-of-the-page',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'react' && importer?.includes('/src/tags/frameworks/') ? { id, external: true } : null
}

/** Marks the copy of a module. */
const copied = '?copied'

/**
 * Gives the check of a backend copies of all modules but React: with the same ones, chunks of the screens would export
 * what it needs of them, some would become two, and zod would be in the first view.
 */
const copiesForCheck: Plugin = {
  name: 'copies-for-check',
  apply: 'build',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    if (!importer?.endsWith(copied) && !id.endsWith('/backend-check/check-session.ts')) return null
    if (id === '@tanstack/react-query') return fileURLToPath(new URL('build/query-options.ts', import.meta.url))
    const found = await this.resolve(id, importer?.replace(copied, ''), { ...options, skipSelf: true })
    return found && !found.id.includes('/node_modules/react/') ? { ...found, id: found.id + copied } : found
  },
  load(id) {
    if (!id.endsWith(copied)) return null
    const path = id.slice(0, -copied.length)
    return { code: readFileSync(path, 'utf8'), moduleType: extname(path).slice(1) }
  }
}

const languageTexts: Plugin = {
  name: 'language-texts',
  generateBundle() {
    for (const [fileName, source] of Object.entries(languageFiles)) this.emitFile({ type: 'asset', fileName, source })
  }
}

const reachable = new Map<string, Set<string>>()

/** Modules of the contract that its nouns need for the server alone; the build drops them, and zod with them. */
const ofSchemas = /\/contract\/src\/(?:schema|import-field|exported-file)\.ts$/

/** Whether the module is one that `root` cannot run without. */
function reaches(root: string, id: string, graph: Rolldown.ChunkingContext): boolean {
  const known = reachable.get(root) ?? new Set([fileURLToPath(new URL(root, import.meta.url))])
  if (!reachable.has(root))
    for (const one of known)
      for (const next of graph.getModuleInfo(one)?.importedIds ?? []) if (!ofSchemas.test(next)) known.add(next)
  reachable.set(root, known)
  return known.has(id)
}

const loader = 'customer-center'
const firstPaint = 'src/shell/first-paint/boot.ts'
const app = 'src/shell/app.tsx'
const screen = (name: string) => `src/screens/${name}/${name}.tsx`
const lists = ['invoices', 'orders', 'scripts'].map(screen)
/** Of all lists only webinars need code of the forms: the customer's row. Links lead to lists without it. */
const webinars = screen('webinars')
const form = screen('customer')
const loadedAlone = [
  ...readdirSync(new URL('src/screens', import.meta.url)).map(screen),
  'src/screens/invoices/invoice-mail.tsx'
]
/** Modules that lists reach by the index of react-query alone; the history is the one that reads page by page. */
const readByPage = /[iI]nfiniteQuery(Observer|Options)?\.js$/

/** Whether a list shares the module with another screen. */
const ofLists = (id: string, graph: Rolldown.ChunkingContext): boolean =>
  !readByPage.test(id) &&
  lists.some((root) => reaches(root, id, graph)) &&
  loadedAlone.filter((root) => reaches(root, id, graph)).length > 1

/** A few lines for a list and for what the overview loads later: no request of their own. */
const fewLines =
  /\/contract\/src\/(?:dates|order)\.ts$|\/src\/(?:lib\/(?:format-amount|note-unknown)|client\/(?:backend-address|rows)|shell\/overview\/short-days)\.ts$/

/** Module with whose name the chunk that lists share with forms is requested beside a list's own. */
const queries = 'src/shell/query-provider.tsx'

/**
 * Chunks for which Chromium is told to compile all functions while they are loaded, in the background: the first screen
 * calls half of them, and compiled one by one, when each is called, they took a slow phone 50 ms of its 350 from the
 * app's code to the rows of a list. Other browsers see a comment.
 */
const compiledAtOnce = ['app', 'screens', 'lists']

/** Entries of the package beside the files that pages load from a server. */
const packageEntries = { react: 'src/tags/frameworks/react.ts' }

/** The lowest versions that the elements run in: docs/decisions/0042-lowest-browsers.md. */
const browsers = ['chrome112', 'edge112', 'safari16.5', 'ios16.5', 'firefox121']

/**
 * Leaves out react-aria's texts in 33 languages. The plugin would also take a folder such as `/srv/shop-AT` in an absolute
 * path for a language, and leave out all of react-aria.
 */
function germanTextsOnly(): Plugin {
  const plugin = locales.vite({ locales: ['de-DE'] }) as Plugin & { resolveId: { filter: { id: RegExp } } }
  plugin.resolveId.filter.id = /^\..*[a-z]{2}-[A-Z]{2}/
  return plugin
}

export default defineConfig(({ mode }) => ({
  // Chunks are found beside the loader, from whatever origin it was loaded.
  base: './',
  plugins: [
    react(),
    germanTextsOnly(),
    shadowStyles,
    bareImports,
    noMutations,
    copiesForCheck,
    languageTexts,
    mode === 'package'
      ? frameworksOfThePage
      : publishedBuilds({ loader: `${loader}.js`, version: elements.version, builds: 5 })
  ],
  resolve: {
    // A CommonJS package for React before version 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' }
  },
  css: {
    lightningcss: {
      // Nested rules are understood by all of these browsers, where they do not begin with a letter. light-dark() is replaced by
      // theme/sheet.ts: rewritten here, it would no longer follow the color-scheme of the host's page.
      exclude: Features.Nesting | Features.LightDark
    }
  },
  build: {
    target: browsers,
    cssTarget: browsers,
    modulePreload: false,
    license: { fileName: mode === 'package' ? 'third-party-notices.md' : 'third-party-notices.json' },
    rolldownOptions: {
      transform: {
        inject: { 'Array.from': [fileURLToPath(new URL('src/lib/array-from.ts', import.meta.url)), 'arrayFrom'] }
      },
      // As entries these chunks export what they are imported for, and rolldown's helpers for CommonJS, such as React, are
      // in the first; else it would export objects that only its helpers can make, which are a chunk of their own.
      input: {
        [loader]: 'src/tags/customer-center.ts',
        'first-paint': firstPaint,
        app,
        screens: queries,
        lists: 'src/parts/lists/long-list.tsx',
        ...(mode === 'package' && packageEntries)
      },
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: ({ name }) =>
          name === loader || name in packageEntries ? '[name].js' : 'chunks/[name]-[hash].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        postBanner: ({ name }) => (compiledAtOnce.includes(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          // Everything until the element is interactive is in two chunks that are loaded side by side.
          groups: [
            { name: (id, graph) => (reaches(firstPaint, id, graph) ? 'first-paint' : null), priority: 3 },
            { name: (id, graph) => (reaches(app, id, graph) || fewLines.test(id) ? 'app' : null), priority: 2 },
            // Code that lists share with other screens is one chunk, and code that they share with forms another:
            // thirty small chunks, some of which import others, take three round trips of a slow line.
            {
              name: (id, graph) =>
                id.endsWith(queries) || (ofLists(id, graph) && reaches(form, id, graph)) ? 'screens' : null,
              priority: 1
            },
            { name: (id, graph) => (ofLists(id, graph) ? 'lists' : null) },
            { name: (id, graph) => (reaches(webinars, id, graph) && reaches(form, id, graph) ? 'rows' : null) }
          ]
        }
      }
    }
  }
}))
