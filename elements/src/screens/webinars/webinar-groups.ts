import { readDate } from '@customer-center/contract/dates'
import type { Webinar } from '@customer-center/contract/webinar'

/** Links that belong together. */
export interface WebinarGroup {
  /** Unique name in the list. */
  readonly key: string
  /** The words that all captions share; null for links that stand alone. */
  readonly heading: string | null
  readonly rows: readonly Webinar[]
}

/**
 * Puts the links of one day of an event together, and those with an equal caption of a backend that names no events, in
 * the order of the first of each. Single links that follow each other are one group without a heading.
 */
export function groupWebinars(rows: readonly Webinar[]): WebinarGroup[] {
  const merged: { key: string; heading: string | null; rows: Webinar[] }[] = []
  for (const [key, some] of byHolding(rows)) {
    const last = merged.at(-1)
    if (some.length > 1) merged.push({ key, heading: commonCaption(some), rows: some })
    else if (last?.heading === null) last.rows.push(...some)
    else merged.push({ key, heading: null, rows: some })
  }
  return merged
}

/** Returns the number of events to which the links belong; an event counts once for each day on which it begins. */
export const eventCount = (rows: readonly Webinar[]): number => byHolding(rows).size

function byHolding(rows: readonly Webinar[]): Map<string, Webinar[]> {
  const found = new Map<string, Webinar[]>()
  for (const row of rows) {
    const { eventId, caption, start } = row
    const key = `${eventId === null ? `caption ${caption}` : eventId}-${readDate(start)}`
    const others = found.get(key)
    if (others) others.push(row)
    else found.set(key, [row])
  }
  return found
}

/** The fewest links of colleagues that are worth a fold. */
const fewest = 2

/**
 * Returns the links of a group that name a colleague, who is behind the caption, and all others; none of colleagues if
 * they are few, or if all links have words behind the caption: those may be days of the event.
 */
export function splitColleagues({ heading, rows }: WebinarGroup): { own: Webinar[]; colleagues: Webinar[] } {
  const nameOf = ({ caption }: Webinar) => heading && beside(caption ?? '', heading)?.after
  const colleagues = rows.filter(nameOf)
  return colleagues.length < fewest || colleagues.length === rows.length
    ? { own: [...rows], colleagues: [] }
    : { own: rows.filter((row) => !nameOf(row)), colleagues }
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
