import { hash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Build {
  readonly version: string
  /** Chunks, as paths in the output folder. */
  readonly chunks: readonly string[]
}

export interface PublishedBuildsOptions {
  /** File name of the entry that pages load. */
  readonly loader: string
  readonly version: string
  /** Number of earlier builds that stay: an open page, or a page from a cache, still finds their chunks. */
  readonly builds: number
}

const chunkFolder = 'chunks'
/**
 * Folder with the loaders of all versions and the hashes of their scripts. It is hidden, because their chunks are not
 * beside them here: the server serves both below `/elements/<version>/`.
 */
const releaseFolder = '.releases'
const manifestFile = '.builds.json'
const integrityFile = 'integrity.json'

async function readBuilds(folder: string): Promise<Build[]> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => '[]')
  return JSON.parse(text) as Build[]
}

/** Removes compressed copies of originals that were removed or written anew. */
async function removeStaleCopies(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((one) => /\.(?:br|gz)$/.test(one))) {
    const copy = join(folder, name)
    const original = await stat(copy.replace(/\.(?:br|gz)$/, '')).catch(() => undefined)
    if (!original || original.mtimeMs > (await stat(copy)).mtimeMs) await rm(copy)
  }
}

async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) if (!kept.has(name)) await rm(join(folder, name), { recursive: true })
}

/**
 * Adds a build to the earlier ones instead of replacing them: a page that was opened before a deployment still finds
 * its chunks, and a page that names a version finds its loader. Writes `integrity.json`, the SHA-384 of each script of
 * this build.
 */
export function publishedBuilds({ loader, version, builds: most }: PublishedBuildsOptions): Plugin {
  return {
    name: 'published-builds',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    async writeBundle({ dir = '' }, bundle) {
      const scripts = Object.keys(bundle).filter((file) => file.endsWith('.js'))
      const hashOf = async (file: string) => `sha384-${hash('sha384', await readFile(join(dir, file)), 'base64')}`
      const hashes = await Promise.all(scripts.map(async (file) => [file, await hashOf(file)] as const))
      await writeFile(join(dir, integrityFile), JSON.stringify(Object.fromEntries(hashes), null, 2))

      const chunks = scripts.filter((file) => file !== loader)
      const earlier = await readBuilds(dir)
      const isNew = earlier[0]?.version !== version || earlier[0].chunks.join() !== chunks.join()
      const builds = [{ version, chunks }, ...(isNew ? earlier : earlier.slice(1))].slice(0, most)
      await mkdir(join(dir, releaseFolder, version), { recursive: true })
      for (const file of [loader, integrityFile])
        await copyFile(join(dir, file), join(dir, releaseFolder, version, file))
      await writeFile(join(dir, manifestFile), JSON.stringify(builds))
      const files = builds.flatMap((build) => build.chunks.map((file) => file.slice(chunkFolder.length + 1)))
      await removeOthers(join(dir, chunkFolder), new Set(files.flatMap((file) => [file, `${file}.br`, `${file}.gz`])))
      await removeOthers(join(dir, releaseFolder), new Set(builds.map((build) => build.version)))
      await removeStaleCopies(dir)
    }
  }
}
