import { queryOptions } from '@tanstack/react-query'
import {
  calendarFields,
  deleteCalendarFeed,
  getCalendarFeed,
  renewCalendarFeed,
  showCalendarFeed
} from '@customer-center/contract/calendar'
import { backendAddress } from '../client/backend-address.ts'
import { rowOf } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller } from './backend-feature.ts'

const as = rowOf({ noun: 'calendar', fields: calendarFields })

/** Query: whether the person has an address for calendar programs, and whether it can be shown again. */
export function calendarFeed(app: FeatureCaller) {
  return queryOptions({
    queryKey: ['calendar-feed'],
    queryFn: async ({ signal }) => {
      const feed = await callFeature(app, getCalendarFeed, { as, signal })
      return { exists: feed.exists === true, canBeShown: feed.canBeShown === true }
    }
  })
}

export interface CalendarAddress {
  readonly address: string | null
  readonly canBeShown: boolean
}

/** Makes a new address for the person; an earlier address stops working. */
export async function renewCalendarAddress({ call, session }: FeatureCaller): Promise<CalendarAddress> {
  const { url, canBeShown = false } = await call(renewCalendarFeed, { body: { data: {} } })
  return { address: backendAddress(session, url), canBeShown }
}

/** Reads the person's address again; null if it cannot be shown after all. */
export async function showCalendarAddress({ call, session }: FeatureCaller): Promise<CalendarAddress> {
  const { url } = await call(showCalendarFeed, { body: { data: {} } })
  return { address: url === null ? null : backendAddress(session, url), canBeShown: url !== null }
}

export async function deleteCalendarAddress({ call }: Pick<AppContext, 'call'>): Promise<void> {
  await call(deleteCalendarFeed, { body: { data: {} } })
}
