import { timeZone } from '@customer-center/contract/dates'
import { dayMs } from '../../platform/lib/day-ms.ts'

const offsets = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })

const offsetAt = (moment: number): string => /GMT([+-]\d{2}:\d{2})/.exec(offsets.format(moment))?.[1] ?? 'Z'

/**
 * Converts a time of the provider's clock, `2026-10-25T02:30`, to a point in time. A time that the clock shows twice is
 * the first of the two. One that the clock skips is as much later as the clock then is.
 */
export function instantOf(local: string): { readonly instant: Date; readonly isSkipped: boolean } {
  const near = Date.parse(`${local}Z`)
  const read = (offset: string) => {
    const instant = new Date(`${local}${offset}`)
    return { instant, isSkipped: offsetAt(instant.getTime()) !== offset }
  }
  const first = read(offsetAt(near - dayMs))
  if (!first.isSkipped) return first
  const second = read(offsetAt(near + dayMs))
  return second.isSkipped ? first : second
}
