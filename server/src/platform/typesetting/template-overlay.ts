import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { templateFiles } from '../lib/template-files.ts'

interface Setup {
  base: string
  folders: string[]
  /** The provider's folder, or empty. */
  overrides: string
}

/**
 * Lays folders of templates over a base folder, file by file: Typst reads the files as if they were in the base folder,
 * and reaches nothing outside of these folders. Checks the folders before each document, so that a change needs no
 * restart; that takes some 20 microseconds a file.
 */
export const createTemplateOverlay = (
  compiler: Pick<NodeCompiler, 'mapShadow' | 'unmapShadow'>,
  { base, folders, overrides }: Setup
) => {
  // Files that the compiler has, by name.
  const mapped = new Map<string, { stamp: string; folder: string }>()

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
    /** Returns the file where an operator looks for it. */
    placeOf: (name: string): string => {
      const { folder } = mapped.get(name) ?? {}
      return folder === undefined ? name : join(folder, name)
    }
  }
}

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
