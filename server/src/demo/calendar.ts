import type { IsoDate } from '@customer-center/contract/dates'

/** Returns the day `days` later. */
export function later(day: IsoDate, days: number): IsoDate {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Returns the first day from `day` on of which `length` days in a row are working days. */
export function workingDays(day: IsoDate, length: number): IsoDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const fits = weekday >= 1 && weekday + length <= 6
  return fits ? day : workingDays(later(day, 1), length)
}

export function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b
}
