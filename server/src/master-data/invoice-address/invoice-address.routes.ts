import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { listInvoiceAddressesSchema, saveInvoiceAddressSchema } from '@customer-center/contract/invoice-address.schema'
import type { FastifyInstance } from 'fastify'
import { emptyList } from '../../platform/database/raw-json.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { resFields } from '../../platform/http/fields.ts'
import { given, isOwnCustomer } from '../../platform/http/own-customer.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { once, onceKeyOf } from '../../platform/saving/once.ts'
import { readChanges } from '../../platform/saving/read-changes.ts'
import { listInvoiceAddresses } from './invoice-address-list.repository.ts'
import { saveInvoiceAddress } from './invoice-address.repository.ts'

/** Reads, changes and creates the invoice addresses of the session's company. */
export function invoiceAddressRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listInvoiceAddressesSchema, async ({ query, caller }) => {
    const codes = resFields(invoiceAddressFields, query.RES_FIELDS, true)
    if (!isOwnCustomer(query, caller)) return emptyList
    const no = given(query.no)
    return listInvoiceAddresses(db, caller, codes, no === undefined ? undefined : Number(no))
  })

  route(app, saveInvoiceAddressSchema, async ({ body, caller, request }) => {
    const changes = readChanges(invoiceAddressFields, body.data, ['company', 'id', 'no'])
    const onceKey = await onceKeyOf(request, caller)
    return inTransaction(db, (trx) => {
      const save = () => saveInvoiceAddress(trx, caller, changes)
      return changes.keys.no === undefined ? once(trx, caller, onceKey, save) : save()
    })
  })
}
