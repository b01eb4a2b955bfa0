import { queryOptions } from '@tanstack/react-query'
import { listWebinars, webinarFields } from '@customer-center/contract/webinar'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { customerKeys } from './customer.ts'
import { idQuery } from './row-fields.ts'

const map: FieldMap<typeof webinarFields> = { noun: 'webinar', fields: webinarFields }

/** Query: the session's webinars, in the server's order. */
export function webinars(app: AppContext) {
  const { call, config } = app
  return queryOptions({
    queryKey: ['webinars'],
    queryFn: async ({ signal }) => {
      const { provider, customer } = await customerKeys(app)
      const query = { RES_FIELDS: resFields(map, config.fieldCodes), ...idQuery({ company: provider, id: customer }) }
      const rows = listedRows(await call(listWebinars, { query, signal }))
      return rows.map((row) => fromWire(map, config.fieldCodes, row))
    }
  })
}
