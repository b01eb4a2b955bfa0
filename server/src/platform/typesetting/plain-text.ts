/**
 * Text for machines (a drawing, a signature), which reaches the template unchanged, unlike every other text. Only for
 * text that this server generated, never for text from a form or the database.
 */
export class Verbatim {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

// Control and format characters (bidi overrides, zero-width), private use, lone surrogates and variation selectors: at
// best they are invisible, at worst they turn the amount on an invoice around.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}]/gu
const emoji = /\p{Emoji_Presentation}/u
const blank = /[\s\p{Zl}\p{Zp}]+/gu
const overlong = /\S{46,}/gu
const breakEvery = /\S{15}(?=\S)/gu
// Latin letters, punctuation and dashes: none of them is invisible or combines with the character before it.
const latin = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u024F\u2010-\u2027\u2030-\u205E\u20AC]*$/
const clusters = new Intl.Segmenter('de-AT', { granularity: 'grapheme' })

const codePoint = (sign: string) => `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
const codePointsOf = (sign: string) => Array.from(sign, codePoint).join(' ')

/** A name with a letter or digit that no font has, or of nothing that is printed. The message, which goes into the log, has its code points alone. */
export class UnprintableName extends Error {
  readonly sign: string

  constructor(sign: string) {
    super(`no font has ${codePointsOf(sign)}`)
    this.sign = sign
  }
}

/**
 * Function that turns any string into text that the fonts can show: one line, without invisible characters, emoji and
 * symbols that no font has. A letter that no font has becomes its base letter if its decomposition has one; otherwise
 * its code points, or `UnprintableName` if the text is a name; so does a name of which nothing would be left.
 */
export type PlainText = (text: string, isName?: boolean) => string

/**
 * @param coverage the code points of each font family. A letter and its accents must come from one font, or the PDF/UA
 * export refuses the document, so whole grapheme clusters are looked up.
 */
export const createPlainText = (coverage: Set<number>[]): PlainText => {
  const shown = (text: string): boolean => {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    return coverage.some((family) => points.every((point) => family.has(point)))
  }
  const visible = (raw: string, isName: boolean): string => {
    // Characters are removed only in clusters as a whole: the joiners in an emoji of several people hold it together.
    const cluster = raw.replace(invisible, '').normalize('NFC')
    // One font has some emoji and not others, so all are left out.
    if (emoji.test(cluster)) return ''
    if (shown(cluster)) return cluster
    const base = cluster.normalize('NFKD').replace(/\p{M}/gu, '')
    if (shown(base)) return base
    if (!/[\p{L}\p{N}]/u.test(cluster)) return ''
    if (isName) throw new UnprintableName(cluster)
    return `[${codePointsOf(cluster)}]`
  }
  return (text, isName = false) => {
    const line = text.normalize('NFC').replace(blank, ' ').trim()
    // Nearly every text ends here. Segmenting a text took 2 of the 13 ms of CPU of a confirmation.
    if (latin.test(line) && shown(line)) return line
    // An invisible character may have separated spaces, so they are joined once more.
    const segments = Array.from(clusters.segment(line), ({ segment }) => segment)
    const printed = segments
      .map((segment) => visible(segment, isName))
      .join('')
      .replace(blank, ' ')
      .trim()
    // A letter without the name would be signed for nobody.
    if (isName && printed === '' && segments[0] !== undefined) throw new UnprintableName(segments[0])
    return printed
  }
}

/** Lets lines break inside words that are longer than any line. */
export const breakOverlongWords = (text: string): string =>
  text.replace(overlong, (word) => word.replace(breakEvery, '$&\u200B'))

/** Members with the name of a person or a company. */
const names: readonly string[] = ['participant', 'customer', 'name']

/** Copies data so that every string, at any depth, is plain text; verbatim text stays unchanged. */
export const plainData = (data: unknown, plain: PlainText, member = ''): unknown => {
  if (typeof data === 'string') return plain(data, names.includes(member))
  if (data instanceof Verbatim) return data.text
  if (Array.isArray(data)) return data.map((each) => plainData(each, plain, member))
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plainData(value, plain, key)]))
}
