import { queryOptions } from '@tanstack/react-query'
import { eventKeyFields } from '@customer-center/contract/event-key'
import { listWebinars, webinarFields } from '@customer-center/contract/webinar'
import { rowsOf } from '../client/rows.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { customerKeys } from './customer.ts'

const events = { noun: 'event-key', fields: eventKeyFields } as const
const as = rowsOf({ noun: 'webinar', fields: webinarFields, lists: { events } })

export type ListedWebinar = RowOf<typeof as.map>

/** Query: the session's webinars, in the server's order. */
export function webinars(app: AppContext) {
  return queryOptions({
    queryKey: ['webinars'],
    queryFn: async ({ signal }) => {
      const { company, id } = await customerKeys(app)
      const query = { company, id }
      return app.call(listWebinars, { as, fields: true, query, signal })
    }
  })
}
