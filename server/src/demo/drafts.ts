import { type IsoDate, germanDateRange } from '@customer-center/contract/dates'
import { paymentCode } from '@customer-center/contract/payment-code'
import { fillText } from '../platform/lib/fill-text.ts'
import { Verbatim } from '../platform/typesetting/plain-text.ts'
import { qrCode } from '../platform/typesetting/qr-code.ts'
import type { ResourceRow } from '../records/importing/run/import-rows.ts'
import { amountOf, type Booking } from './bookings.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { type DemoEvent, eventKey, addDays, workingDays } from './events.ts'
import { fullName } from './people.ts'

/** A document without its file: the template and its data, and the row without the values that depend on the file. */
export interface Draft {
  readonly template: 'invoice' | 'script' | 'recording-notes'
  readonly data: object
  readonly row: Omit<ResourceRow<'documents'>, 'sha256'>
}

/** Returns a document's file name: its caption without characters that file systems refuse. */
function fileNameOf(caption: string): string {
  return `${caption.replace(/[<>:"/\\|?*]/g, '')}.pdf`
}

const minutesOfChapter = 35
/** Number of days before an event at which its scripts appear. */
const daysOfScripts = 14
const { documents: captions } = catalogue

function scriptData(event: DemoEvent) {
  const { topic, from, to, location } = event
  return {
    title: topic.title,
    description: topic.description,
    event: topic.title,
    date: from,
    ...(to === from ? {} : { until: to }),
    location,
    lecturer: topic.lecturer,
    chapters: topic.chapters
  }
}

function recordingData({ topic, from }: DemoEvent) {
  return {
    title: topic.title,
    event: topic.title,
    date: from,
    lecturer: topic.lecturer,
    minutes: minutesOfChapter * topic.chapters.length,
    parts: topic.chapters.map(({ title, paragraphs }, index) => ({
      minute: minutesOfChapter * index,
      title,
      summary: paragraphs[0] ?? ''
    })),
    questions: topic.questions
  }
}

/**
 * Makes the scripts, which appear two weeks before the event: its script, a handout for each further day, and the notes
 * of a recording. The next event is always less than two weeks away, so its scripts are new.
 */
export function scriptDrafts(events: readonly DemoEvent[], today: IsoDate): Draft[] {
  let documentId = 60_000
  return events
    .filter(({ from }) => from <= addDays(today, daysOfScripts))
    .flatMap((event): Draft[] => {
      const { topic, eventId, kind } = event
      const draft = (template: Draft['template'], data: object, caption: string, position: number): Draft => ({
        template,
        data,
        row: {
          externalId: String(++documentId),
          documentId,
          kind: kind === 'recording' ? 'recording' : 'script',
          event: eventKey(event),
          caption,
          fileName: fileNameOf(caption),
          dpoId: 8000 + eventId,
          dpdId: documentId,
          position,
          addedAt: `${addDays(event.from, -daysOfScripts)}T08:00:00Z`
        }
      })
      const { title } = topic
      const script = draft('script', scriptData(event), fillText(captions.script, { title }), 1)
      if (kind === 'recording')
        return [script, draft('recording-notes', recordingData(event), fillText(captions.recording, { title }), 2)]
      const handouts = topic.chapters.slice(0, event.days).map((chapter, index) => {
        const caption = fillText(captions.handout, { title: chapter.title })
        const handout = { title: caption, description: captions.handoutDescription, chapters: [chapter] }
        return draft('script', { ...scriptData(event), ...handout }, caption, 2 + index)
      })
      return [script, ...handouts]
    })
}

interface DemoInvoice {
  readonly draft: Draft
  readonly row: ResourceRow<'invoices'>
}

/** VAT of each position, in per cent. */
const vat = 20

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
    vat
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
  const net = positions.reduce((sum, { quantity, unitPrice }) => sum + Math.round(quantity * unitPrice), 0)
  return net + Math.round((net * vat) / 100)
}

/** Returns the orders that are billed, three days after their last event or on the next working day, the oldest first. */
function billedOrders(bookings: readonly Booking[], today: IsoDate): { order: Booking[]; date: IsoDate }[] {
  const orders = new Map<number, Booking[]>()
  for (const booking of bookings) orders.set(booking.orderNo, [...(orders.get(booking.orderNo) ?? []), booking])
  return [...orders.values()]
    .map((order) => ({
      order,
      date: workingDays(
        addDays(
          order
            .map(({ event }) => event.to)
            .toSorted()
            .at(-1) ?? today,
          3
        ),
        1
      )
    }))
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => a.date.localeCompare(b.date))
}

export function demoInvoices(bookings: readonly Booking[], today: IsoDate): DemoInvoice[] {
  const billed = billedOrders(bookings, today)
  // The latest overdue bill of each customer stays unpaid.
  const late = new Map(
    billed.flatMap(({ order, date }) =>
      addDays(date, paymentDays) < today ? [[order[0]!.customer, order] as const] : []
    )
  )
  return billed.map(({ order, date }, index) => {
    const booking = order[0]!
    const { customer, orderNo } = booking
    const controlNo = 90_001 + index
    const no = `${date.slice(0, 4)}-${String(10_001 + index)}`
    const caption = fillText(catalogue.documents.invoice, { no })
    const positions = order.map(positionOf)
    const dueDate = addDays(date, paymentDays)
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
      isPaid: dueDate < today && late.get(customer) !== order
    }
    const { name: payee, iban } = catalogue.provider
    const code = paymentCode({ ...row, payee, iban })
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
        paymentDays,
        ...(code !== null && { paymentCode: new Verbatim(qrCode(code, 'medium')) })
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
    return { draft, row }
  })
}
