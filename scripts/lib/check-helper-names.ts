const places = /^((?:server|elements|contract)\/src|scripts)\/(?!.*\.test\.).*\.tsx?$/
const helper = /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:\(|<))/gm
const most = 4

/** The name that the list of screens calls in each of their files. */
const convention = 'readAhead'

/**
 * Everyday words that say nothing without their noun: beside a local `text` or `time` nobody sees that they are
 * somebody else's, and a search finds every sentence.
 */
const everyday = new Set(
  `after all always before boolean check choice command commands date day decimal described digits done email fail failed
  field fields fine first flag get id integer item items key keys last later list lists message money name note number
  optional own parameter result row rows send string succeed text texts thing time type unknown value values warn
  warning work`.split(/\s+/)
)

/** Checks that no export has an everyday word as its whole name. */
function* everydayExports(path: string, code: string): Iterable<string> {
  for (const [, name = ''] of code.matchAll(/^export (?:async )?(?:function\*?|const|let) (\w+)/gm))
    if (everyday.has(name)) yield `${path} exports ${name}, an everyday word without its noun`
}

/** Checks that the name of a limit begins with `max`, so that a search for one word finds all limits. */
function* limitsWithoutMax(path: string, code: string): Iterable<string> {
  for (const [name] of code.matchAll(/\bmost[A-Z]\w*/g))
    yield `${path} has ${name}: the name of a limit begins with max`
}

/**
 * Checks that few files have a function of the same name at their top level, that no export is an everyday word, and
 * that limits are named alike, so that a search finds the right one.
 */
export function checkHelperNames(files: string[], read: (path: string) => string) {
  const found = new Map<string, Set<string>>()
  const broken: string[] = []
  for (const path of files) {
    if (!/\.tsx?$/.test(path)) continue
    const code = read(path)
    broken.push(...limitsWithoutMax(path, code))
    const workspace = places.exec(path)?.[1]
    if (workspace === undefined) continue
    broken.push(...everydayExports(path, code))
    for (const [, named, assigned = ''] of code.matchAll(helper)) {
      const name = named ?? assigned
      if (name === convention) continue
      const key = `${workspace}: ${name}`
      found.set(key, (found.get(key) ?? new Set()).add(path))
    }
  }
  const repeated = [...found].filter(([, paths]) => paths.size > most)
  return [
    ...broken,
    ...repeated.map(([key, paths]) => `${key} is a function in ${paths.size} files: ${[...paths].join(', ')}`)
  ]
}
