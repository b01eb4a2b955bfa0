import { type Invoice, listInvoices } from '@customer-center/contract/invoice'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { rowsOf } from '../client/rows.ts'

/** The company's invoices, in the server's order. */
export function invoices({ call }: AppContext) {
  return queryOptions({
    queryKey: ['invoices'],
    queryFn: async ({ signal }) => rowsOf<Invoice>(await call(listInvoices, { signal }))
  })
}
