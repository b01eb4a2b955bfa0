import type { FastifyInstance } from 'fastify'
import { toGermanDate, today } from '@customer-center/contract/dates'
import {
  invoiceState,
  exportInvoicesSchema,
  listInvoicesSchema,
  sendInvoiceMailSchema
} from '@customer-center/contract/invoice'
import type { Services } from '../../feature/services.ts'
import { csvFile } from '../../platform/http/csv-file.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { readIdempotencyKey } from '../../records/saving/idempotency.ts'
import { sendInvoiceMail } from './invoice-mail.ts'
import { invoiceRows, listInvoices } from './invoice.repository.ts'
import texts from './texts.json' with { type: 'json' }

export function invoiceRoutes(app: FastifyInstance, { db, config }: Services): void {
  route(app, listInvoicesSchema, ({ caller }) => listInvoices(db, caller))

  route(app, sendInvoiceMailSchema, async ({ body, caller, request }) =>
    sendInvoiceMail(db, caller, body.data, config.routeRights, await readIdempotencyKey(request, caller))
  )

  route(app, exportInvoicesSchema, async ({ caller, request }) => {
    const rows = await invoiceRows(db, caller)
    noteSecurityEvent(request, 'data-exported', { data: 'invoices' })
    return csvFile(texts.fileName, texts.header, rows, (row) => {
      const { no, date, amount, currency, dueDate } = row
      const state = invoiceState(row, today())
      const sum = typeof amount === 'string' ? Number(amount) : null
      return [[no, toGermanDate(date), sum, currency ?? null, toGermanDate(dueDate), state && texts.states[state]]]
    })
  })
}
