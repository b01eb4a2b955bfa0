import { build } from 'vite'
import { compressFolder } from '../../../scripts/lib/compress.ts'
import { root } from '../../../scripts/lib/run.ts'

/** Builds this folder's pages as the elements are built. */
export async function buildFloorPages(): Promise<string> {
  const folder = `${root}/lab/bench/floor`
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
      rolldownOptions: { input: ['tiles', 'list', 'act'].map((page) => `${folder}/${page}.html`) }
    }
  })
  await compressFolder(outDir)
  return outDir
}
