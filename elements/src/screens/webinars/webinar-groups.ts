import { readDate } from '@customer-center/contract/dates'
import type { ListedWebinar } from '../../data/webinar.ts'

export interface WebinarGroup {
  /** Unique name in the list. */
  readonly key: string
  /** The words that all captions share; null for single links. */
  readonly heading: string | null
  readonly rows: readonly ListedWebinar[]
}

/**
 * Groups the links of one day of an event, and, from a backend that names no events, links with the same caption. The
 * groups are in the order of their first links. Single links that follow each other form one group without a heading.
 */
export function groupWebinars(rows: readonly ListedWebinar[]): WebinarGroup[] {
  const merged: { key: string; heading: string | null; rows: ListedWebinar[] }[] = []
  for (const [key, some] of byHolding(rows)) {
    const last = merged.at(-1)
    if (some.length > 1) merged.push({ key, heading: commonCaption(some), rows: some })
    else if (last?.heading === null) last.rows.push(...some)
    else merged.push({ key, heading: null, rows: some })
  }
  return merged
}

function byHolding(rows: readonly ListedWebinar[]): Map<string, ListedWebinar[]> {
  const found = new Map<string, ListedWebinar[]>()
  for (const row of rows) {
    const { eventId, caption, start } = row
    const key = `${eventId === null ? `caption ${caption}` : eventId}-${readDate(start)}`
    const others = found.get(key)
    if (others) others.push(row)
    else found.set(key, [row])
  }
  return found
}

/** Largest number of links of an event that all stand open, and smallest number of colleagues' links that are folded. */
const [maxOpen, minFolded] = [5, 2]

/** Returns the links of a group that are to be folded, as those of many colleagues are, and all others. */
export function splitColleagues({ rows }: WebinarGroup): { own: ListedWebinar[]; colleagues: ListedWebinar[] } {
  const colleagues = rows.filter(({ colleague }) => colleague)
  return rows.length <= maxOpen || colleagues.length < minFolded
    ? { own: [...rows], colleagues: [] }
    : { own: rows.filter(({ colleague }) => !colleague), colleagues }
}

/** Returns the caption, with the name of the colleague whose link it is. */
export const nameOf = ({ caption, colleague }: ListedWebinar): string =>
  colleague ? `${caption ?? '–'} – ${colleague}` : (caption ?? '–')

const atEnd = /(?: – |: )$/
const atStart = /^(?: – |: )/
/** Limit of pieces of a caption, such as a kind of link and a title: the number of runs grows fast with it. */
const maxPieces = 15

/** Returns the longest run of pieces that the captions of one event share; the first caption if they share none. */
function commonCaption(rows: readonly ListedWebinar[]): string {
  const captions = rows.map(({ caption }) => caption ?? '')
  const pieces = captions[0]?.split(/( – |: )/, maxPieces) ?? []
  const runs = pieces.flatMap((_, start) => pieces.map((_one, end) => pieces.slice(start, end + 1).join('')))
  const shared = runs.filter((run) => captions.every((one) => textBesideTitle(one, run)))
  return shared.toSorted((one, other) => other.length - one.length)[0] || (captions[0] ?? '')
}

/**
 * Returns the parts of a caption before and after a title that consists of whole pieces of it; null if the caption does
 * not contain the title so.
 */
export function textBesideTitle(caption: string, title: string): { before: string; after: string } | null {
  const at = caption.indexOf(title)
  if (at < 0) return null
  const [before, after] = [caption.slice(0, at), caption.slice(at + title.length)]
  const isWhole = (before === '' || atEnd.test(before)) && (after === '' || atStart.test(after))
  if (!isWhole) return null
  // A dash stays between two remaining parts, and is removed at the beginning of the caption.
  return { before: before.replace(atEnd, ''), after: before === '' ? after.replace(atStart, '') : after }
}
