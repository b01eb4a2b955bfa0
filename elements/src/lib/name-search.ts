/** Letters that Unicode does not decompose, with their usual spellings. */
const replacements: Readonly<Record<string, string>> = {
  ø: 'ö',
  œ: 'ö',
  æ: 'ä',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th'
}

/** Patterns of the forms that a typed part may have in a name; longer parts come first. */
const spellings: Readonly<Record<string, string>> = {
  ae: '(?:ä|[aäå]e)',
  oe: '(?:ö|[oö]e)',
  ue: '(?:ü|[uü]e)',
  aa: '(?:å|[aäå]{2})',
  ss: '(?:ß|[sß]{2})',
  ä: '(?:ä|ae?)',
  ö: '(?:ö|oe?)',
  ü: '(?:ü|ue?)',
  å: '(?:å|aa?)',
  ß: '(?:ß|ss?)',
  a: '[aäå]',
  o: '[oö]',
  u: '[uü]',
  s: '[sß]'
}

/**
 * Normalizes a name or a query for comparison: lower case, single spaces, and no accents except on ä, ö, ü and å, which
 * may be typed in several ways. A comma separates words like a space, since names are shown with one.
 */
export function searchText(value: string): string {
  const small = value.toLowerCase()
  const plain = /[^ -~]/.test(small) ? withoutAccents(small) : small
  return plain.replace(/[\s,]+/g, ' ').trim()
}

function withoutAccents(small: string): string {
  return small
    .normalize('NFD')
    .replace(/(?<![aou])\u0308|(?<!a)\u030A|(?![\u0308\u030A])\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[øœæđðłıþ]/g, (letter) => replacements[letter] ?? letter)
}

/** Returns the text to search in: the first name is on both sides of the last one, so that it contains either order. */
export function searchKey(firstName: string | null, lastName: string | null): string {
  return searchText(`${firstName ?? ''} ${lastName ?? ''} ${firstName ?? ''}`)
}

/**
 * Returns a function that tells whether a {@link searchKey} contains the query: `mueller`, `müller` and `Muller` all
 * find Müller.
 */
export function matcherOf(query: string): (key: string) => boolean {
  const expression = new RegExp(patternOf(query))
  return (key) => expression.test(key)
}

/**
 * Joins the {@link searchKey}s of a long list into one text; a search returns the indexes of the keys that contain the
 * query. Ten thousand separate texts are copied by the browser's garbage collection while somebody types (9 ms on a
 * slow phone); one long text is not.
 */
export function searchIndex(keys: readonly string[]): (query: string) => number[] {
  // No key contains a line break and no pattern matches one, so no match spans two keys.
  const text = keys.join('\n')
  const ends = new Uint32Array(keys.length)
  let end = -1
  keys.forEach((key, index) => {
    ends[index] = end += key.length + 1
  })
  return (query) => {
    const expression = new RegExp(patternOf(query), 'g')
    const found: number[] = []
    for (let index = 0; index < ends.length && expression.test(text); index += 1) {
      while (ends[index]! < expression.lastIndex) index += 1
      found.push(index)
      expression.lastIndex = ends[index]! + 1
    }
    return found
  }
}

/** Returns a function that tells whether a {@link searchable} text contains every word of the query, in any order. */
export function allWordsMatcher(query: string): (key: string) => boolean {
  const matchers = wordsOf(query).map(matcherOf)
  return (key) => matchers.every((matches) => matches(key))
}

/** Returns a function that tells whether a text as people read it contains one of the query's words. */
export function anyWordMatcher(query: string): (text: string) => boolean {
  const matchers = wordsOf(query).map(matcherOf)
  return (text) => {
    const key = searchText(text)
    return matchers.some((matches) => matches(key))
  }
}

/** Signs that normalizing only makes small. */
const plainText = /^[ -~ÄÖÜäöüß·–]*$/

/** Returns the text in pieces; the pieces at odd places match a word of the query. */
export function splitAtMatches(text: string, query: string): string[] {
  const words = wordsOf(query).toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return [text]
  // Normalizing changes the lengths of other texts, so it is done letter by letter, and for each result is noted which
  // letter it comes from.
  const isPlain = plainText.test(text)
  let plain = isPlain ? text.toLowerCase() : ''
  const origins: number[] = []
  for (const { 0: letter, index } of isPlain ? [] : text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const part = searchText(letter) || ' '
    for (let at = 0; at < part.length; at += 1) origins.push(index)
    plain += part
  }
  const originOf = (at: number) => (isPlain ? at : (origins[at] ?? text.length))
  const pieces: string[] = []
  let rest = 0
  for (const { 0: match, index } of plain.matchAll(new RegExp(words.map(patternOf).join('|'), 'g'))) {
    let end = index + match.length
    while (originOf(end) === originOf(end - 1)) end += 1
    pieces.push(text.slice(rest, originOf(index)), text.slice(Math.max(rest, originOf(index)), originOf(end)))
    rest = originOf(end)
  }
  return [...pieces, text.slice(rest)]
}

function wordsOf(query: string): string[] {
  return searchText(query).split(' ').filter(Boolean)
}

function patternOf(query: string): string {
  return searchText(query).replace(/[aou]e|aa|ss|[^]/g, (part) => spellings[part] ?? escaped(part))
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`)
}
