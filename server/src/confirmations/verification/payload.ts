import { definitionOf, type Letter } from '../letter/letter-content.ts'

// Limit for names: together with the address they make an attached QR code of 93 modules at most, which a camera still
// reads from a screen.
const maxNameBytes = 96
const maxCaptionBytes = 128

const clusters = new Intl.Segmenter('de-AT', { granularity: 'grapheme' })

/** Cuts a text to its limit of bytes, which are the measure of a code's room, but never through a character. */
function truncate(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let short = ''
  for (const { segment } of clusters.segment(text)) {
    if (Buffer.byteLength(short + segment) > maxBytes - 3) break
    short += segment
  }
  return `${short}…`
}

/**
 * Returns the signed payload, with names of one letter for the sake of a small code; docs/VERIFICATION.md explains
 * them. Long names and captions are cut and end in …; the letter and the registry have them in full.
 */
export function payloadOf(letter: Letter, serialNumber: string): object {
  const { kind, content } = letter
  const { participant, date, from, until } = content
  const common = { n: serialNumber, k: kind, d: date, p: truncate(participant, maxNameBytes) }
  const period = { ...(from !== undefined && { f: from }), ...(until !== undefined && { t: until }) }
  return { ...common, ...period, ...definitionOf(letter).payload(content, (text) => truncate(text, maxCaptionBytes)) }
}
