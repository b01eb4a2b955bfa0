import type { IsoDate } from '@customer-center/contract/dates'

/** Returns first and last day, each only if there is one. */
export function periodOf({ from, until }: { readonly from: string | null; readonly until: string | null }): {
  from?: IsoDate
  until?: IsoDate
} {
  return { ...(from !== null && { from }), ...(until !== null && { until }) }
}
