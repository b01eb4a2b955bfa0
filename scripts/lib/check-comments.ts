const comment = /^\s*\/\*\* (.+) \*\/$/

/** A number, a quoted name or a tag: evidence, a unit, a reference or an error. */
const evidence = /[\d`@{#%_]/

/** Words that say nothing which the form of a declaration does not say, and nouns that are there all over the product. */
const empty = new Set(
  words(`
    a an the this that these those it its they them their there of in to for from by with on at as and or about some
    who whom whose which what when where how if then than is are was were be been being has have had do does can may
    each every whether one ones its own all
    returns gives reads makes tells finds lists renders defines describes creates formats parses writes shows names
    belongs needs refers sets brings contains differs made
    kind kinds value values data result results content definition condition circumstances effect services
  `)
)

/**
 * Checks that the words of a one-line comment are not only those of the names below it: of the identifier, its
 * parameters, types and members, of what they belong to, and of the file. A comment that repeats them in other words
 * is left to the reviewer.
 */
export function checkComments(files: string[], read: (path: string) => string) {
  return files
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap((path) =>
      repeatedNames(path, read(path)).map(
        ({ line, text }) =>
          `${path}:${line} the comment “${text}” only repeats the names below it: delete it, or say what they do not`
      )
    )
}

function repeatedNames(path: string, code: string): { line: number; text: string }[] {
  const lines = code.split('\n')
  const near = path.split('/').slice(-2).join(' ')
  return lines.flatMap((one, index) => {
    const text = comment.exec(one)?.[1]
    if (text === undefined || evidence.test(text)) return []
    const names = new Set(words(`${near} ${declaration(lines, index + 1)} ${owner(lines, index)}`).map(stemOf))
    const isRepeated = words(text).every((word) => empty.has(word) || names.has(stemOf(word)))
    return isRepeated ? [{ line: index + 1, text }] : []
  })
}

/** Returns the head of the declaration that begins in a line, and the names of its members. */
function declaration(lines: readonly string[], from: number): string {
  const indent = indentOf(lines[from] ?? '')
  let head = ''
  let next = from
  do head += `${lines[next++] ?? ''}\n`
  while (next < lines.length && (depthOf(head) > 0 || /[=|&]$/.test(head.trimEnd())))
  if (!/\b(?:interface|type|class|enum)\b|= [{[]$/.test(head.trimEnd())) return head
  const end = lines.findIndex((line, index) => index >= next && indentOf(line) <= indent && line.trim() !== '')
  const members = lines
    .slice(next, end)
    .flatMap((line) => /^\s+(?:readonly )?'?([\w-]+)'?\??[:(]/.exec(line)?.[1] ?? [])
  return `${head} ${members.join(' ')}`
}

/** Returns the first line of the declaration around a line. */
function owner(lines: readonly string[], index: number): string {
  const indent = indentOf(lines[index] ?? '')
  if (indent === 0) return ''
  return lines.slice(0, index).findLast((line) => line.trim() !== '' && indentOf(line) < indent) ?? ''
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const depthOf = (head: string): number => (head.match(/[(<[]/g)?.length ?? 0) - (head.match(/[)>\]]/g)?.length ?? 0)

/** Splits a text at blanks and signs, and `camelCase` at its capitals. */
function words(text: string): string[] {
  const apart = text.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').replace(/['’]s\b/g, '')
  return apart.toLowerCase().match(/\p{L}+/gu) ?? []
}

/** Leaves the ending out, so that ‘stored’, ‘stores’ and ‘storage’ count as ‘store’. */
function stemOf(word: string): string {
  const stem = word.replace(/(?<=\w{3})(?:ations?|ages?|ions?|ings?|ers?|ors?|ies|ed|es|s|e|y)$/, '')
  return stem.replace(/([bdgmnprt])\1$/, '$1')
}
