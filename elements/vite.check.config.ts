import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds the command of the package, which runs in Node without any other package. */
export default defineConfig({
  publicDir: false,
  // React, which some imports bring, else comes a second time, with its warnings.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  resolve: {
    alias: { '@tanstack/react-query': fileURLToPath(new URL('build/query-options.ts', import.meta.url)) }
  },
  build: {
    ssr: 'src/backend-check/cli.ts',
    outDir: 'package/lib',
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    license: { fileName: 'third-party-notices-of-check.md' },
    rolldownOptions: {
      output: { entryFileNames: 'customer-center-check.js', codeSplitting: false, banner: '#!/usr/bin/env node' }
    }
  }
})
