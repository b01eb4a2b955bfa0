import type { FastifyInstance } from 'fastify'
import { toGermanDate } from '@customer-center/contract/dates'
import { type Order, exportOrdersSchema, listOrdersSchema } from '@customer-center/contract/order'
import type { Services } from '../../feature/services.ts'
import { csvFile } from '../../platform/http/csv-file.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { listOrders, orderRows } from './order.repository.ts'
import texts from './texts.json' with { type: 'json' }

const words: Readonly<Record<string, string>> = texts.states

/**
 * Writes a line for each participant, so that a spreadsheet can count and filter them; an order or event without
 * participants also gets one line.
 */
function linesOf({ no, date, orderedFrom, events }: Order) {
  const order = [no, toGermanDate(date), orderedFrom]
  if (events.length === 0) return [[...order, ...Array<null>(7).fill(null)]]
  return events.flatMap(({ caption, from, to, location, state, participants }) => {
    const event = [...order, caption, toGermanDate(from), toGermanDate(to), location]
    const isCancelled = state === 'cancelled' ? texts.eventCancelled : null
    return participants.length === 0
      ? [[...event, null, null, isCancelled]]
      : participants.map((one) => [...event, one.caption, words[one.state ?? 'booked'] ?? null, isCancelled])
  })
}

export function orderRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, listOrdersSchema, ({ caller }) => listOrders(db, caller))

  route(app, exportOrdersSchema, async ({ caller, request }) => {
    const rows = await orderRows(db, caller)
    noteSecurityEvent(request, 'data-exported', { data: 'orders' })
    return csvFile(texts.fileName, texts.header, rows, linesOf)
  })
}
