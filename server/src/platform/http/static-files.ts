import { readdirSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { registerFileErrorHandler } from './error-handler.ts'

// Tells whether a name has Vite's hash of eight characters. The hash needs a capital or a digit, so that no word of
// eight small letters counts as one.
function isHashed(name: string): boolean {
  return /[A-Z0-9]/.test(/-([A-Za-z0-9_-]{8})\.[a-z0-9]+(?:\.(?:br|gz))?$/.exec(name)?.[1] ?? '')
}

interface FilesOptions {
  readonly kind?: 'changing' | 'unchanging'
  /** Files and folders at the top of the folder that are not served. */
  readonly hidden?: readonly string[]
}

/**
 * Serves a folder; the `.br` or `.gz` file beside a file is sent if the browser can read it. A file with a hash in its
 * name never changes, nor does any file of an unchanging folder; browsers check all other files for changes.
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
      // The header keeps proxies from sending one browser's compression to another.
      void reply.setHeader('vary', 'accept-encoding')
    }
  })
}

/**
 * Version in the permanent address of the newest loader. It rises with each change that embedding pages have to follow.
 */
export const evergreenVersion = 'v1'

const versionName = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/

function keptVersions(releases: string): string[] {
  try {
    return readdirSync(releases).filter((name) => versionName.test(name))
  } catch {
    // Before the first build, the folder is missing.
    return []
  }
}

/** Serves the loaders of each kept version with their chunks, which never change. */
export async function serveReleases(app: FastifyInstance, elements: string): Promise<void> {
  const releases = join(elements, '.releases')
  for (const version of keptVersions(releases)) {
    await app.register((part) => serveFiles(part, join(releases, version), { kind: 'unchanging' }), {
      prefix: `/${version}`
    })
    await app.register((part) => serveFiles(part, join(elements, 'chunks')), { prefix: `/${version}/chunks` })
  }
}
