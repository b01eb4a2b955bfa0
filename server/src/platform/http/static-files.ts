import { readdirSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { registerFileErrorHandler } from './error-handler.ts'

// Tells whether a name has Vite's hash of eight signs. A word of eight small letters would be taken for one, so it
// needs a capital or a digit.
function isHashed(name: string): boolean {
  return /[A-Z0-9]/.test(/-([A-Za-z0-9_-]{8})\.[a-z0-9]+(?:\.(?:br|gz))?$/.exec(name)?.[1] ?? '')
}

interface FilesOptions {
  readonly kind?: 'changing' | 'unchanging'
  /** Files and folders at the folder's top that are not served. */
  readonly hidden?: readonly string[]
}

/**
 * Serves a folder; `.br` and `.gz` files beside a file are taken where the browser can read them. A file with a hash in
 * its name never changes, nor does anything in an unchanging folder; browsers ask again for everything else.
 */
export async function serveFiles(
  app: FastifyInstance,
  root: string,
  { kind = 'changing', hidden = [] }: FilesOptions = {}
): Promise<void> {
  const isHidden = (path: string) => {
    // A request for the folder itself gets its index.
    const asked = posix.join('/', path).slice(1) || 'index.html'
    return hidden.some((name) => asked === name || asked.startsWith(`${name}.`) || asked.startsWith(`${name}/`))
  }
  registerFileErrorHandler(app)
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    preCompressed: true,
    dotfiles: 'ignore',
    // Source maps contain the complete sources; they are for development.
    allowedPath: (path) => !/\.map(?:\.(?:br|gz))?$/.test(path) && !isHidden(path),
    cacheControl: false,
    setHeaders(reply, path) {
      const cache =
        kind === 'unchanging' || isHashed(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache'
      void reply.setHeader('cache-control', cache)
      // Proxies must not send one browser's compression to another.
      void reply.setHeader('vary', 'accept-encoding')
    }
  })
}

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
