import { build } from 'vite'
import { compressFolder } from '../../../scripts/lib/compress.mjs'
import { root } from '../../../scripts/lib/run.mjs'

/** Builds this folder's pages as the elements are built. */
export async function buildFloorPages(): Promise<string> {
  // Vite's runner set it to development, and with it React would be built a third larger.
  process.env['NODE_ENV'] = 'production'
  const folder = `${root}/bench/src/floor`
  const outDir = `${root}/.cache/bench/floor`
  await build({
    root: folder,
    configFile: false,
    mode: 'production',
    base: './',
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { input: [`${folder}/tiles.html`, `${folder}/contacts.html`] }
    }
  })
  await compressFolder(outDir)
  return outDir
}
