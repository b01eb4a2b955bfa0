import type { Webinar } from '@customer-center/contract/webinar'

/** Links that belong together. */
export interface WebinarGroup {
  /** What their captions have in common; null for links of which each stands for itself. */
  readonly heading: string | null
  readonly rows: readonly Webinar[]
}

/**
 * Puts the links of an event together, and those with an equal caption of a backend that names no events, in the order
 * of the first of each. Single links that follow each other are one group without a heading.
 */
export function groupWebinars(rows: readonly Webinar[]): WebinarGroup[] {
  const groups = new Map<string, Webinar[]>()
  for (const row of rows) {
    const key = row.eventId === null ? `caption ${row.caption}` : `event ${row.eventId}`
    const others = groups.get(key)
    if (others) others.push(row)
    else groups.set(key, [row])
  }
  const merged: { heading: string | null; rows: Webinar[] }[] = []
  for (const some of groups.values()) {
    const last = merged.at(-1)
    if (some.length > 1) merged.push({ heading: commonCaption(some), rows: some })
    else if (last?.heading === null) last.rows.push(...some)
    else merged.push({ heading: null, rows: some })
  }
  return merged
}

/** Behind it our server writes whose link it is. */
const beforeName = ' – '

/** Returns the beginning that the captions of one event share; the first caption if they share none. */
function commonCaption(rows: readonly Webinar[]): string {
  const [first = '', ...others] = rows.map(({ caption }) => caption ?? '')
  const pieces = first.split(beforeName)
  for (let count = pieces.length; count > 0; count -= 1) {
    const start = pieces.slice(0, count).join(beforeName)
    if (others.every((one) => one === start || one.startsWith(start + beforeName))) return start
  }
  return first
}
