import { toGermanDate } from '@customer-center/contract/dates'
import type { Webinar } from '@customer-center/contract/webinar'

/** Links that belong together. */
export interface WebinarGroup {
  /** The words that all captions share; null for links that stand alone. */
  readonly heading: string | null
  readonly rows: readonly Webinar[]
}

/**
 * Puts the links of an event together, and those with an equal caption of a backend that names no events, in the order
 * of the first of each. Single links that follow each other are one group without a heading.
 */
export function groupWebinars(rows: readonly Webinar[]): WebinarGroup[] {
  const merged: { heading: string | null; rows: Webinar[] }[] = []
  for (const some of byKey(rows, eventOf)) {
    const last = merged.at(-1)
    if (some.length > 1) merged.push({ heading: commonCaption(some), rows: some })
    else if (last?.heading === null) last.rows.push(...some)
    else merged.push({ heading: null, rows: some })
  }
  return merged
}

const eventOf = ({ eventId, caption }: Webinar) => (eventId === null ? `caption ${caption}` : `event ${eventId}`)

/** Returns the number of events to which the links belong. */
export const eventCount = (rows: readonly Webinar[]): number => new Set(rows.map(eventOf)).size

/** Returns the links of each day on which some begin, in the order of the first of each. */
export const byStart = (rows: readonly Webinar[]): Webinar[][] => byKey(rows, ({ start }) => toGermanDate(start))

function byKey(rows: readonly Webinar[], keyOf: (row: Webinar) => string): Webinar[][] {
  const found = new Map<string, Webinar[]>()
  for (const row of rows) {
    const others = found.get(keyOf(row))
    if (others) others.push(row)
    else found.set(keyOf(row), [row])
  }
  return [...found.values()]
}

const atEnd = /(?: – |: )$/
const atStart = /^(?: – |: )/
/** Limit: a caption names a kind of link, a title and a colleague, and its runs of pieces are many. */
const mostPieces = 15

/** Returns the longest run of pieces that the captions of one event share; the first caption if they share none. */
function commonCaption(rows: readonly Webinar[]): string {
  const captions = rows.map(({ caption }) => caption ?? '')
  const pieces = captions[0]?.split(/( – |: )/, mostPieces) ?? []
  const runs = pieces.flatMap((_, start) => pieces.map((_one, end) => pieces.slice(start, end + 1).join('')))
  const shared = runs.filter((run) => captions.every((one) => beside(one, run)))
  return shared.toSorted((one, other) => other.length - one.length)[0] || (captions[0] ?? '')
}

/** Returns the parts of a caption before and after a title that is whole pieces of it; null where it is not one. */
export function beside(caption: string, title: string): { before: string; after: string } | null {
  const at = caption.indexOf(title)
  if (at < 0) return null
  const [before, after] = [caption.slice(0, at), caption.slice(at + title.length)]
  const isWhole = (before === '' || atEnd.test(before)) && (after === '' || atStart.test(after))
  if (!isWhole) return null
  // A dash stays between two remaining parts; at the beginning of the caption it goes.
  return { before: before.replace(atEnd, ''), after: before === '' ? after.replace(atStart, '') : after }
}
