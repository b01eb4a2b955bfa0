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
const blank = /[\s\p{Zl}\p{Zp}]+/gu
const overlong = /\S{46,}/gu
const breakEvery = /\S{15}(?=\S)/gu
// Latin letters, punctuation and dashes: none of them is invisible or combines with the character before it.
const latin = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u024F\u2010-\u2027\u2030-\u205E\u20AC]*$/
const replacement = '\u25A1'
const clusters = new Intl.Segmenter('de-AT', { granularity: 'grapheme' })

/**
 * Function that turns any string into text that the fonts can show: one line, without invisible characters, and a □ for
 * each character that no font has.
 */
export type PlainText = (text: string) => string

/**
 * @param coverage the code points of each font family. A letter and its accents must come from one font, or the PDF/UA
 * export refuses the document, so whole grapheme clusters are looked up.
 */
export const createPlainText = (coverage: Set<number>[]): PlainText => {
  const shown = (text: string): boolean => {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    return coverage.some((family) => points.every((point) => family.has(point)))
  }
  const visible = (raw: string): string => {
    // Characters are removed only in clusters as a whole: the joiners in an emoji of several people hold it together.
    const cluster = raw.replace(invisible, '').normalize('NFC')
    if (shown(cluster)) return cluster
    const base = String.fromCodePoint(cluster.codePointAt(0) ?? 0)
    return /^[\p{L}\p{N}]/u.test(base) && shown(base) ? base : replacement
  }
  return (text) => {
    const line = text.normalize('NFC').replace(blank, ' ').trim()
    // Nearly every text ends here. Segmenting a text took 2 of the 13 ms of CPU of a confirmation.
    if (latin.test(line) && shown(line)) return line
    // An invisible character may have separated spaces, so they are joined once more.
    return Array.from(clusters.segment(line), ({ segment }) => visible(segment))
      .join('')
      .replace(blank, ' ')
      .trim()
  }
}

/** Lets lines break inside words that are longer than any line. */
export const breakable: PlainText = (text) => text.replace(overlong, (word) => word.replace(breakEvery, '$&\u200B'))

/** Copies data so that every string, at any depth, is plain text; verbatim text stays unchanged. */
export const plainData = (data: unknown, plain: PlainText): unknown => {
  if (typeof data === 'string') return plain(data)
  if (data instanceof Verbatim) return data.text
  if (Array.isArray(data)) return data.map((each) => plainData(each, plain))
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plainData(value, plain)]))
}
