/** Letters that Unicode does not take apart, as the umlauts or plain letters that people type for them. */
const relatives: Readonly<Record<string, string>> = {
  ø: 'ö',
  œ: 'ö',
  æ: 'ä',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th'
}

/** What may stand in a name for what was typed; the longer ones are looked for first. */
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
 * A name or a query as they are compared: small letters, single spaces, no accents but those of ä, ö, ü and å, which may be typed
 * in several ways. A comma parts words as a space does, since names are shown with one.
 */
export function searchable(value: string): string {
  const small = value.toLowerCase()
  const plain = /[^ -~]/.test(small) ? withoutAccents(small) : small
  return plain.replace(/[\s,]+/g, ' ').trim()
}

function withoutAccents(small: string): string {
  return small
    .normalize('NFD')
    .replace(/(?<![aou])\u0308|(?<!a)\u030A|(?![\u0308\u030A])\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[øœæđðłıþ]/g, (letter) => relatives[letter] ?? letter)
}

/** What the search looks into: the first name on both sides of the last one, so that either order is a part of it. */
export function searchKey(firstName: string | null, lastName: string | null): string {
  return searchable(`${firstName ?? ''} ${lastName ?? ''} ${firstName ?? ''}`)
}

/** Tells whether a {@link searchKey} holds the query: `mueller`, `müller` and `Muller` all find Müller. */
export function matcherOf(query: string): (key: string) => boolean {
  const expression = new RegExp(patternOf(query))
  return (key) => expression.test(key)
}

/**
 * The {@link searchKey}s of a long list as one text, which is searched in one go; a search gives the places of the keys that hold
 * the query, in their order. Ten thousand texts of their own are copied by the browser's garbage collection while somebody types
 * (9 ms on a slow phone's processor); one long text is not.
 */
export function searchIndex(keys: readonly string[]): (query: string) => number[] {
  // A key has no line break, and no pattern finds one, so that nothing is found across two keys.
  const text = keys.join('\n')
  const ends = new Uint32Array(keys.length)
  let end = -1
  for (const [place, key] of keys.entries()) ends[place] = end += key.length + 1
  return (query) => {
    const expression = new RegExp(patternOf(query), 'g')
    const found: number[] = []
    for (let place = 0; place < ends.length && expression.test(text); place += 1) {
      while (ends[place]! < expression.lastIndex) place += 1
      found.push(place)
      expression.lastIndex = ends[place]! + 1
    }
    return found
  }
}

function patternOf(query: string): string {
  return searchable(query).replace(/[aou]e|aa|ss|[^]/g, (part) => spellings[part] ?? escaped(part))
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`)
}
