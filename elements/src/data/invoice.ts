import { type Invoice, listInvoices } from '@customer-center/contract/invoice'
import { queryOptions } from '@tanstack/react-query'
import type { Center } from '../client/center.ts'
import { listOf } from './document.ts'

/** The company's invoices, in the server's order. */
export function invoices({ call }: Center) {
  return queryOptions({
    queryKey: ['invoices'],
    queryFn: async ({ signal }) => listOf<Invoice>(await call(listInvoices, { signal }))
  })
}
