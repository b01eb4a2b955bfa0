// Plain JavaScript: it runs in the process that typst-worker.mjs starts.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { templateFiles } from '../lib/template-files.mjs'

/**
 * Lays folders of templates over a base folder, file by file: Typst reads the files as if they were in the base folder, and
 * reaches nothing outside of these folders. Checks the folders before each document, so that a change needs no restart; that
 * takes some 20 microseconds a file.
 *
 * @param {Pick<import('@myriaddreamin/typst-ts-node-compiler').NodeCompiler, 'mapShadow' | 'unmapShadow'>} compiler
 * @param {{ base: string, folders: string[], overrides: string }} setup `overrides` is the provider's folder, or empty
 */
export const createTemplateOverlay = (compiler, { base, folders, overrides }) => {
  /** @type {Map<string, { stamp: string, folder: string }>} by name, what the compiler has */
  const mapped = new Map()

  const ownFiles = () => {
    if (overrides === '') return []
    try {
      return templateFiles(overrides)
    } catch (error) {
      throw new Error(`the folder ${overrides} of LETTER_TEMPLATES cannot be read (${errorCode(error)})`, {
        cause: error
      })
    }
  }

  const files = () => new Map([...folders.flatMap((folder) => templateFiles(folder)), ...ownFiles()])

  return {
    refresh() {
      if (folders.length === 0 && overrides === '') return
      const current = files()
      for (const name of mapped.keys()) {
        if (current.has(name)) continue
        compiler.unmapShadow(join(base, name))
        mapped.delete(name)
      }
      for (const [name, { path, folder }] of current) {
        const { mtimeMs, size } = statSync(path)
        const stamp = `${mtimeMs} ${size} ${path}`
        if (mapped.get(name)?.stamp === stamp) continue
        compiler.mapShadow(join(base, name), readFileSync(path))
        mapped.set(name, { stamp, folder })
      }
    },
    /** @param {string} name @returns {string} the file where an operator looks for it */
    placeOf: (name) => {
      const { folder } = mapped.get(name) ?? {}
      return folder === undefined ? name : join(folder, name)
    }
  }
}

/** @param {unknown} error */
const errorCode = (error) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
