import { parseSync } from 'oxc-parser'

/**
 * Reads the names that a file imports as they are written in it, type imports included: `always`, or when an `import()`
 * runs.
 */
export function readImports(path: string, code: string): { always: string[]; lazy: string[] } {
  const { module } = parseSync(path, code)
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []))
  return {
    always: [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...exported].map(({ value }) => value),
    lazy: module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1))
  }
}

/** Counts the names that a file exports, types included. */
export function countExports(path: string, code: string): number {
  return parseSync(path, code).module.staticExports.flatMap(({ entries }) => entries).length
}

/** Reads the names of the types that a file declares and exports. */
export function readTypeNames(path: string, code: string): string[] {
  const entries = parseSync(path, code).module.staticExports.flatMap((one) => one.entries)
  return entries.flatMap(({ isType, moduleRequest, exportName: { name } }) =>
    isType && !moduleRequest ? (name ?? []) : []
  )
}
