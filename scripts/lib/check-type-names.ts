import { readTypeNames } from './read-imports.ts'

const places = /^(?:(?:server|elements|contract)\/src|host|e2e\/support|lab)\/.*\.tsx?$/

/**
 * Checks that each exported type has a unique name: two types `Owner` from different files look alike and mean
 * different things, and a search finds both. Interfaces count as types.
 */
export function checkTypeNames(files: string[], read: (path: string) => string) {
  const known = new Map<string, string>()
  const broken: string[] = []
  for (const path of files.filter((file) => places.test(file))) {
    const code = read(path)
    if (!/^export (?:declare )?(?:type|interface) /m.test(code)) continue
    for (const name of readTypeNames(path, code)) {
      const other = known.get(name)
      if (other !== undefined) broken.push(`${path}: the exported type ${name} has the name of one in ${other}`)
      known.set(name, path)
    }
  }
  return broken
}
