import type { LetterContents, LetterKind } from '../letter/letter-content.ts'

export type IssuedKind = LetterKind

export type Printed<Kind extends LetterKind = LetterKind> = LetterContents[Kind]

// Together with the address these make a QR code of 93 modules at most, 0.36 mm each on the letter.
const longestName = 96
const longestCaption = 128

const clusters = new Intl.Segmenter('de-AT', { granularity: 'grapheme' })

/** Cuts by bytes, since bytes are what the code has room for, but never through a character. */
function shortened(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  let short = ''
  for (const { segment } of clusters.segment(text)) {
    if (Buffer.byteLength(short + segment) > most - 3) break
    short += segment
  }
  return `${short}…`
}

/**
 * What is signed, in members of one letter for the sake of a small code; docs/VERIFICATION.md explains them. Long names and
 * captions are cut there and end in …; the letter and the registry have them whole.
 */
export function payloadOf(kind: IssuedKind, number: string, printed: Printed): object {
  const common = { n: number, k: kind, d: printed.date, p: shortened(printed.participant, longestName) }
  const period = {
    ...(printed.from !== undefined && { f: printed.from }),
    ...(printed.until !== undefined && { t: printed.until })
  }
  if ('event' in printed) return { ...common, e: shortened(printed.event, longestCaption), ...period, h: printed.hours }
  const hours = printed.events.reduce((sum, event) => sum + event.hours, 0)
  return { ...common, ...period, c: printed.events.length, h: Math.round(hours * 100) / 100 }
}
