import type { FastifyInstance } from 'fastify'
import {
  invoiceAddressFields,
  listInvoiceAddressesSchema,
  saveInvoiceAddressSchema
} from '@customer-center/contract/invoice-address'
import type { Services } from '../../../feature/services.ts'
import { emptyList } from '../../../platform/database/list.ts'
import { resFields, nonEmpty, isOwnCustomer } from '../../../platform/http/query-parameters.ts'
import { route } from '../../../platform/http/route.ts'
import { listInvoiceAddresses } from './invoice-address.repository.ts'
import { saveInvoiceAddress } from './save-invoice-address.ts'

/** Reads, changes and creates the invoice addresses of the session's company. */
export function invoiceAddressRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listInvoiceAddressesSchema, async ({ query, caller, request }) => {
    const codes = resFields(invoiceAddressFields, query.RES_FIELDS, true)
    if (!isOwnCustomer(query, caller, request)) return emptyList
    const numberIn = (value: string | undefined) => (nonEmpty(value) === undefined ? undefined : Number(value))
    return listInvoiceAddresses(db, caller, codes, { no: numberIn(query.no), contactId: numberIn(query.pvaid) })
  })

  route(app, saveInvoiceAddressSchema, ({ body, caller, request }) =>
    saveInvoiceAddress(db, caller, body.data, request)
  )
}
