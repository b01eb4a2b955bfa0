const places = /^((?:server|elements|contract)\/src|scripts)\/(?!testing\/)(?!.*\.test\.).*\.tsx?$/
const helper = /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:\(|<))/gm
const most = 4

/** Names that a framework or a list of ours calls in each file: migrations, and screens that read ahead. */
const conventions = ['up', 'readAhead']

/** Checks that few files have a function of the same name at their top level, so that a search finds the right one. */
export function checkHelperNames(files: string[], read: (path: string) => string) {
  const found = new Map<string, Set<string>>()
  for (const path of files) {
    const workspace = places.exec(path)?.[1]
    if (workspace === undefined) continue
    for (const [, named, assigned = ''] of read(path).matchAll(helper)) {
      const name = named ?? assigned
      if (conventions.includes(name)) continue
      const key = `${workspace}: ${name}`
      found.set(key, (found.get(key) ?? new Set()).add(path))
    }
  }
  return [...found]
    .filter(([, paths]) => paths.size > most)
    .map(([key, paths]) => `${key} is a function in ${paths.size} files: ${[...paths].join(', ')}`)
}
