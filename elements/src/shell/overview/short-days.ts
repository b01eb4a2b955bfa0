import { germanDateRange, type IsoDate, readDate } from '@customer-center/contract/dates'

/** Half a year, in ms: no other year has a day of the same name that is nearer. */
const halfYear = 182 * 86_400_000

/**
 * Formats a day or a range of days without the year, if all are less than half a year from `day`, or if a heading has
 * the year of `from` and it is that of both: `04.01.`, `01.02. – 03.02.`
 */
export function formatShortDays(from: unknown, to: unknown, day: IsoDate, isYearKnown = false): string {
  const days = [from, to].map(readDate).filter((one) => one !== null)
  const isNear = days.every((one) => Math.abs(Date.parse(one) - Date.parse(day)) < halfYear)
  const year = readDate(from)?.slice(0, 4)
  const isOfHeading = isYearKnown && days.every((one) => one.slice(0, 4) === year)
  const range = germanDateRange(from, to)
  return days.length > 0 && (isNear || isOfHeading) ? range.replaceAll(/\.\d{4}/g, '.') : range
}
