import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import elementsPackage from '../elements/package.json' with { type: 'json' }

const elements = fileURLToPath(new URL('../elements/src/tags/customer-center.ts', import.meta.url))
const plain = fileURLToPath(new URL('plain.html', import.meta.url))
const server = process.env['SERVER'] ?? 'http://127.0.0.1:3000'

/** The README shows this page as it is, so the build must not change it. */
const plainPage: Plugin = {
  name: 'plain-page',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'plain.html', source: readFileSync(plain) })
  }
}

/** In development the pages load the elements' sources, with hot reload, instead of the built files that the server serves. */
const elementSources: Plugin = {
  name: 'element-sources',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url?.split('?')[0] === '/elements/customer-center.js') request.url = `/@fs${elements}`
      next()
    })
  }
}

/** Includes the parts that several pages share: `<!-- include … -->` stands for the file. */
const includes: Plugin = {
  name: 'includes',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) =>
      page.replace(/<!-- include (\S+) -->/g, (_, file: string) =>
        readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd()
      )
  }
}

/** Files of the page for developers, which is served without the demo, too, and lies apart from the demo's shop. */
const ofEmbed = new Set(['embed', 'embed.css', 'demo-accounts'])
const folderOf = (name = '') => (ofEmbed.has(name) ? 'embed' : 'shop')

export default defineConfig({
  // A proxy may serve the page below a path.
  base: './',
  plugins: [includes, plainPage, elementSources, react()],
  define: { 'import.meta.env.ELEMENTS_VERSION': JSON.stringify(elementsPackage.version) },
  server: { proxy: { '/api': server, '/demo': server, '/assets': server, '/elements/assets': server } },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    modulePreload: false,
    rolldownOptions: {
      input: ['index.html', 'booking.html', 'embed.html'],
      // The server serves the elements' files at /assets.
      output: {
        entryFileNames: ({ name }) => `${folderOf(name)}/[name]-[hash].js`,
        chunkFileNames: ({ name }) => `${folderOf(name)}/[name]-[hash].js`,
        assetFileNames: ({ names: [name] }) => `${folderOf(name)}/[name]-[hash][extname]`
      }
    }
  }
})
