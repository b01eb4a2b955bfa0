import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  // Chunks and texts are found beside the entry, from whatever origin it was loaded.
  base: './',
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // The first browsers with light-dark(): rewritten for older ones it would no longer follow the host's color-scheme.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // Preload links would land in the host's document.head.
    modulePreload: false,
    cssCodeSplit: true,
    rolldownOptions: {
      input: { 'customer-center': 'src/tags/customer-center.ts' },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' }
    }
  }
})
