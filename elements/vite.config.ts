import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import locales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig, type Plugin } from 'vite'
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

const require = createRequire(import.meta.url)

/** Packages that React's packages require from each other. */
const reactPackages = {
  react: [],
  'react/jsx-runtime': [],
  scheduler: [],
  'react-dom': ['react'],
  'react-dom/client': ['react', 'react-dom', 'scheduler']
}
const reactEntries = new Map(
  Object.entries(reactPackages).map(([name, needs]) => [require.resolve(name), { name, needs }])
)

/**
 * React is published as CommonJS, whose helpers rolldown puts into a separate chunk that no group can take: the first
 * paint would wait for it, a whole round trip. As ES modules React needs no helpers.
 */
const reactModules: Plugin = {
  name: 'react-modules',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const entry = reactEntries.get(id)
    if (!entry) return null
    const { name, needs } = entry
    const file = `${dirname(id)}/cjs/${name.replace('/', '-')}.production.js`
    const exported = Object.keys(require(file) as object)
    return [
      ...needs.map((need, index) => `import need${index} from '${need}'`),
      `const needs = {${needs.map((need, index) => `'${need}': need${index}`).join()}}`,
      'const exports = {}',
      `;((exports, require) => {${readFileSync(file, 'utf8')}})(exports, (name) => needs[name])`,
      'export default exports',
      ...exported.map((key) => `export const ${key} = exports.${key}`)
    ].join('\n')
  }
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

/** A chunk that imports the loader would load it a second time where the host's page adds `?v=2` to its address. */
const standaloneLoader: Plugin = {
  name: 'standalone-loader',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      if (chunk.name === loader && chunk.imports.length > 0)
        this.error(`The loader waits for ${chunk.imports.join(', ')}`)
      if (chunk.imports.includes(`${loader}.js`)) this.error(`${chunk.fileName} imports the loader`)
    }
  }
}

/** Each of the first paint's chunks imports at most the one before it, and has no code of lists. */
const firstPaintChunks: Plugin = {
  name: 'first-paint-chunks',
  generateBundle(_, bundle) {
    const importsOf = (name: string) =>
      Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' && chunk.name === name ? chunk.imports : []))
    const more = [...importsOf('first-paint'), ...importsOf('app').filter((file) => !file.includes('/first-paint-'))]
    if (more.length > 0) this.error(`The first paint waits for ${more.join(', ')}`)
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.name === 'app' && chunk.moduleIds.some((id) => id.includes('/@tanstack/')))
        this.error('The overview waits for the code of the queries')
  }
}

const languageTexts: Plugin = {
  name: 'language-texts',
  generateBundle() {
    for (const [fileName, source] of Object.entries(languageFiles)) this.emitFile({ type: 'asset', fileName, source })
  }
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

const reachable = new Map<string, Set<string>>()

/** Modules of the contract that its nouns need for the server alone; the build drops them, and zod with them. */
const ofSchemas = /\/contract\/src\/(?:schema|import-field|exported-file)\.ts$/

/** Whether the module is one that `root` cannot run without. */
function reaches(root: string, id: string, graph: ModuleGraph): boolean {
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
/**
 * Of all lists only webinars need code of the forms: the customer's row. The lists that links lead to are drawn without
 * it.
 */
const webinars = screen('webinars')
const others = ['contacts', 'customer', 'evaluation', 'hour-record', 'invoice-address', 'participation', 'profile'].map(
  screen
)
const invoiceMail = 'src/screens/invoices/invoice-mail.tsx'
const beside = [webinars, ...others, invoiceMail]
/** Modules that lists reach by the index of react-query alone; the history is the one that reads page by page. */
const readByPage = /[iI]nfiniteQuery(Observer|Options)?\.js$/

/** Whether a list shares the module with another screen. */
const ofLists = (id: string, graph: ModuleGraph): boolean =>
  !readByPage.test(id) &&
  lists.some((root) => reaches(root, id, graph)) &&
  [...lists, ...beside].filter((root) => reaches(root, id, graph)).length > 1

/** A few lines for a list and for what the overview loads later: no request of their own. */
const fewLines = ['src/lib/format-amount.ts', 'src/lib/note-unknown.ts', 'src/client/backend-address.ts']
const isShort = (id: string): boolean => fewLines.some((path) => id.endsWith(path))

/** Modules with whose names a list's two shared chunks are requested beside its own. */
const queries = 'src/shell/query-provider.tsx'
const longList = 'src/parts/lists/long-list.tsx'

const form = screen('customer')

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
    reactModules,
    noMutations,
    standaloneLoader,
    firstPaintChunks,
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
    // React alone is over the limit of this warning; the bench has the real one.
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      transform: {
        inject: { 'Array.from': [fileURLToPath(new URL('src/lib/array-from.ts', import.meta.url)), 'arrayFrom'] }
      },
      // As entries these chunks export what they are imported for; else rolldown would export it in an object that only
      // its helper can make, which is a chunk of its own.
      input: {
        [loader]: 'src/tags/customer-center.ts',
        'first-paint': firstPaint,
        app,
        screens: queries,
        lists: longList,
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
            { name: (id, graph) => (reaches(app, id, graph) || isShort(id) ? 'app' : null), priority: 2 },
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
