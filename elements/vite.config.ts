import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import locales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { languageFiles } from './src/texts/language-files.ts'

/**
 * Vite wraps every `import()` to preload what the chunk needs by links in document.head, which is the host's; the wrapper
 * would also be a chunk of its own that the entry waits for. Only a build of a library or a worker goes without it, and a
 * library keeps its white space (107 against 95 kB).
 */
const bareImports: Plugin = {
  name: 'bare-imports',
  configResolved: (config) => void Object.assign(config, { isWorker: true })
}

/**
 * The bundler's three little helpers would be a chunk that both chunks of the first screen wait for, a whole round trip;
 * they move into the one that all others import anyway.
 */
const runtimeInStart: Plugin = {
  name: 'runtime-in-start',
  // What is written below is not in the bundler's hashes: raise the number when it changes.
  augmentChunkHash: () => 'runtime-in-start 1',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
    const start = chunks.find(({ name }) => name === 'start')
    if (!runtime) return
    const [, body, exported] = /^([^]*);export\{([^}]*)\};?\s*$/.exec(runtime.code) ?? []
    if (!start || !exported) this.error('The bundler lays out its runtime in another way')
    for (const chunk of chunks.filter(({ imports }) => imports.includes(runtime.fileName))) {
      const from = chunk === start ? '' : `import{$runtime}from"./${basename(start.fileName)}";`
      chunk.code = chunk.code.replace(
        /import\{([^}]*)\}from"[^"]*rolldown-runtime[^"]*";/,
        (_match, names: string) => `${from}const{${names.replaceAll(' as ', ':')}}=$runtime;`
      )
      chunk.imports = chunk.imports.map((name) => (name === runtime.fileName ? start.fileName : name))
    }
    const helpers = exported.replace(/([^,\s]+) as ([^,\s]+)/g, '$2:$1')
    start.code = `const $runtime=(()=>{${body};return{${helpers}}})();${start.code};export{$runtime};`
    start.imports = []
    delete bundle[runtime.fileName]
  }
}

/** A chunk that imports the entry would load it a second time where the host's page adds `?v=2` to its address. */
const loneEntry: Plugin = {
  name: 'lone-entry',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      if (chunk.isEntry && chunk.imports.length > 0) this.error(`The entry waits for ${chunk.imports.join(', ')}`)
      if (chunk.imports.includes('customer-center.js')) this.error(`${chunk.fileName} imports the entry`)
    }
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

/** Whether the module is one that `root` cannot run without. */
function reaches(root: string, id: string, graph: ModuleGraph): boolean {
  const known = reachable.get(root) ?? new Set([fileURLToPath(new URL(`src/${root}`, import.meta.url))])
  if (!reachable.has(root))
    for (const one of known) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) known.add(next)
  reachable.set(root, known)
  return known.has(id)
}

export default defineConfig({
  // Chunks are found beside the entry, from whatever origin it was loaded.
  base: './',
  // react-aria speaks 34 languages, the elements German alone.
  plugins: [react(), locales.vite({ locales: ['de-DE'] }), bareImports, runtimeInStart, loneEntry, languageTexts],
  resolve: { conditions: ['contract-source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // The first browsers with light-dark(): rewritten for older ones it would no longer follow the host's color-scheme.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    modulePreload: false,
    // React alone is over the limit of this warning; the bench holds the real one.
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      input: { 'customer-center': 'src/tags/customer-center.ts' },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        codeSplitting: {
          // The first screen comes in two chunks that are fetched side by side, and none that these would wait for.
          groups: [
            { name: (id, graph) => (reaches('shell/start.ts', id, graph) ? 'start' : null), priority: 2 },
            { name: (id, graph) => (reaches('shell/app.tsx', id, graph) ? 'app' : null), priority: 1 }
          ]
        }
      }
    }
  }
})
