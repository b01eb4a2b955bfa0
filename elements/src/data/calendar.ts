import {
  calendarFields,
  deleteCalendarFeed,
  getCalendarFeed,
  renewCalendarFeed
} from '@customer-center/contract/calendar'
import { queryOptions } from '@tanstack/react-query'
import { backendAddress } from '../client/backend-address.ts'
import { fromWire } from '../client/fields.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller } from './backend-feature.ts'

const map = { noun: 'calendar', fields: calendarFields } as const

/** Query: whether the person has an address for calendar programs. */
export function calendarFeed(app: Pick<AppContext, 'call' | 'session' | 'config'>) {
  return queryOptions({
    queryKey: ['calendar-feed'],
    queryFn: async ({ signal }) =>
      fromWire(map, app.config.fieldCodes, await callFeature(app, getCalendarFeed, { signal })).exists === true
  })
}

/** Makes the person's address, and an earlier one useless. */
export async function renewCalendarAddress({ call, session }: FeatureCaller): Promise<string> {
  const { url } = await call(renewCalendarFeed, { body: { data: {} } })
  return backendAddress(session, url)
}

/** Ends the person's address. */
export async function deleteCalendarAddress({ call }: Pick<AppContext, 'call'>): Promise<void> {
  await call(deleteCalendarFeed, { body: { data: {} } })
}
