import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from './static-files.ts'

/**
 * The version of the address under which the newest loader is found for good. It changes together with changes that
 * embedding pages have to make.
 */
export const evergreenVersion = 'v1'

const versionName = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/

/** Lists the versions of the elements that the build has kept. */
function keptVersions(releases: string): string[] {
  try {
    return readdirSync(releases).filter((name) => versionName.test(name))
  } catch {
    // The folder is missing before the first build.
    return []
  }
}

/**
 * Serves the loaders that the build has kept below their versions, where they never change, each with the chunks beside
 * it.
 */
export async function serveReleases(app: FastifyInstance, elements: string): Promise<void> {
  const releases = join(elements, '.releases')
  for (const version of keptVersions(releases)) {
    await app.register((part) => serveFiles(part, join(releases, version), { kind: 'unchanging' }), {
      prefix: `/${version}`
    })
    await app.register((part) => serveFiles(part, join(elements, 'chunks')), { prefix: `/${version}/chunks` })
  }
}
