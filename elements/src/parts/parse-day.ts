import { fromGermanDate, type IsoDate, isCalendarDay } from '@customer-center/contract/dates'

const dayFirst = /^(\d{1,2})[.,/-](\d{1,2})[.,/-](\d{4}|\d{2})$/
const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const yearFirst = /^\d{4}-\d{2}-\d{2}$/

/** Parses `1.12.2026`, `1. 12. 26`, `01122026` or `2026-12-01`; null for any other text, and for a day that does not exist. */
export function parseDay(text: string): IsoDate | null {
  const written = text.replaceAll(/\s/g, '')
  if (yearFirst.test(written)) return isCalendarDay(written) ? written : null
  const [, day, month, year] = dayFirst.exec(written) ?? digits.exec(written) ?? []
  if (!day || !month || !year) return null
  return fromGermanDate(`${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year.padStart(4, '20')}`)
}

/** The same while somebody may still be typing: two digits of a year may be the beginning of four. */
export function parseWholeDay(text: string): IsoDate | null {
  const written = text.replaceAll(/\s/g, '')
  return /^\d{8}$|\D\d{4}$/.test(written) || yearFirst.test(written) ? parseDay(written) : null
}
