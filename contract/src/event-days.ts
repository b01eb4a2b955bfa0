import { readDate } from './dates.ts'

/** Returns the last day of an event; empty without a day. */
export const lastDayOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }): string =>
  readDate(to) ?? readDate(from) ?? ''
