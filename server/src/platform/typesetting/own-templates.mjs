// Plain JavaScript: it runs in the process that worker.mjs starts.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * Lays a provider's own templates over the shipped ones, file by file: Typst reads them as if they stood in the shipped folder,
 * and reaches nothing outside of the two. Looks at the folder before each letter, so that a change needs no restart; that
 * takes some 20 microseconds a file.
 *
 * @param {Pick<import('@myriaddreamin/typst-ts-node-compiler').NodeCompiler, 'mapShadow' | 'unmapShadow'>} compiler
 * @param {{ templates: string, own: string }} folders `own` is empty without a folder of the provider's own
 */
export const createOwnTemplates = (compiler, { templates, own }) => {
  /** @type {Map<string, string>} name to size and time of what the compiler has */
  const laid = new Map()

  /** @returns {string} */
  const folder = () => {
    try {
      return realpathSync(own)
    } catch (error) {
      throw new Error(`the folder ${own} of LETTER_TEMPLATES cannot be read (${codeOf(error)})`, { cause: error })
    }
  }

  /** Name to real path. A link is followed only within the folder (a container's mounted configuration consists of them). */
  const present = () => {
    const root = folder()
    return new Map(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.split(sep).some((part) => part.startsWith('.')))
        .flatMap((name) => {
          const path = realOf(join(root, name))
          const inside = path !== undefined && !relative(root, path).startsWith('..')
          return inside && statSync(path).isFile() ? [/** @type {const} */ ([name, path])] : []
        })
    )
  }

  return {
    refresh() {
      if (own === '') return
      const files = present()
      for (const name of laid.keys()) {
        if (files.has(name)) continue
        compiler.unmapShadow(join(templates, name))
        laid.delete(name)
      }
      for (const [name, path] of files) {
        const { mtimeMs, size } = statSync(path)
        const stamp = `${mtimeMs} ${size} ${path}`
        if (laid.get(name) === stamp) continue
        compiler.mapShadow(join(templates, name), readFileSync(path))
        laid.set(name, stamp)
      }
    },
    /** @param {string} name @returns {string} the file as an operator looks for it */
    placeOf: (name) => (laid.has(name) ? join(own, name) : name)
  }
}

/** @param {string} path */
const realOf = (path) => {
  try {
    return realpathSync(path)
  } catch {
    // A link to nothing.
    return undefined
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
