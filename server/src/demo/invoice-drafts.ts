import { germanDateRange, type IsoDate } from '@customer-center/contract/dates'
import { amountOf, type Booking } from './bookings.ts'
import { later } from './calendar.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { fillText } from '../platform/lib/fill-text.ts'
import type { Row } from '../platform/importing/import-rows.ts'
import { fullName } from './people.ts'
import { type Draft, fileNameOf } from './draft.ts'

interface DemoInvoice {
  readonly draft: Draft
  readonly row: Row<'invoices'>
}

function positionOf({ event, participants }: Booking) {
  return {
    caption: event.topic.title,
    details: fillText(catalogue.invoice.participants, {
      place: event.location,
      date: germanDateRange(event.from, event.to),
      names: participants.map(fullName).join(', ')
    }),
    quantity: participants.length,
    /** The price is in cents. */
    unitPrice: event.price,
    vat: 20
  }
}

function recipientOf({ customer }: Booking): string[] {
  const [address] = customer.invoiceAddresses
  if (!address) return [customer.name]
  return [address.name, address.name2, address.street, `${address.plz} ${address.place}`].filter((line) => line !== '')
}

const paymentDays = 14

/** Adds up positions in cents, as the invoice's template does. */
function grossOf(positions: readonly ReturnType<typeof positionOf>[]): number {
  const net = positions.map(({ quantity, unitPrice, vat }) => ({ vat, cents: Math.round(quantity * unitPrice) }))
  const rates = new Set(net.map(({ vat }) => vat))
  const bases = [...rates].map((rate) => ({
    rate,
    base: net.filter(({ vat }) => vat === rate).reduce((sum, { cents }) => sum + cents, 0)
  }))
  return bases.reduce((sum, { rate, base }) => sum + base + Math.round((base * rate) / 100), 0)
}

/** Bills each order three days after its last event. */
export function demoInvoices(bookings: readonly Booking[], today: IsoDate): DemoInvoice[] {
  const orders = new Map<number, Booking[]>()
  for (const booking of bookings) orders.set(booking.orderNo, [...(orders.get(booking.orderNo) ?? []), booking])
  const billed = [...orders.values()]
    .map((order) => ({
      order,
      date: later(
        order
          .map(({ event }) => event.to)
          .toSorted()
          .at(-1) ?? today,
        3
      )
    }))
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => a.date.localeCompare(b.date))
  return billed.map(({ order, date }, index) => {
    const booking = order[0]!
    const { customer, orderNo } = booking
    const controlNo = 90_001 + index
    const no = `${date.slice(0, 4)}-${String(10_001 + index)}`
    const caption = fillText(catalogue.documents.invoice, { no })
    const positions = order.map(positionOf)
    const draft: Draft = {
      template: 'invoice',
      data: {
        recipient: recipientOf(booking),
        number: no,
        date,
        customerNumber: customer.number,
        orderNumber: String(orderNo),
        vatNumber: customer.uidNr,
        positions,
        paymentDays
      },
      row: {
        externalId: String(controlNo),
        documentId: controlNo,
        kind: 'invoice',
        customer: customer.number,
        caption,
        fileName: fileNameOf(caption)
      }
    }
    const dueDate = later(date, paymentDays)
    const row = {
      externalId: no,
      customer: customer.number,
      controlNo,
      no,
      date,
      document: String(controlNo),
      order: String(orderNo),
      amount: amountOf(grossOf(positions)),
      currency: 'EUR',
      dueDate,
      // Some customer is always late.
      isPaid: dueDate < today && (index % 5 !== 2 || dueDate < later(today, -60))
    }
    return { draft, row }
  })
}
