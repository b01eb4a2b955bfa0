import { isNoDate } from '@customer-center/contract/dates'
import type { FieldTable, FieldValues, Id } from '@customer-center/contract/field-codes'
import {
  firstInvoiceFields,
  getOverview,
  type NewDocuments,
  newDocumentsFields,
  type NextEvent,
  nextEventFields,
  type OpenInvoices,
  openInvoicesFields,
  openSumFields,
  overviewFields
} from '@customer-center/contract/overview'
import { codeOf, type FieldCodes, type FieldMap, fromWire } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

const map = { noun: 'overview', fields: overviewFields } as const
const nextEvent = { noun: 'next-event', fields: nextEventFields } as const
const newDocument = { noun: 'new-documents', fields: newDocumentsFields } as const
const invoices = { noun: 'open-invoices', fields: openInvoicesFields } as const
const openSum = { noun: 'open-sum', fields: openSumFields } as const
const first = { noun: 'first-invoice', fields: firstInvoiceFields } as const

/** Rows of events; an older backend does not name the event. */
type OfEvent<Row> = Omit<Row, 'eventId'> & { readonly eventId: Id | null }

/** The news, of a backend of any age. */
export interface News extends FieldValues<typeof overviewFields> {
  readonly nextEvents: readonly OfEvent<NextEvent>[]
  /** Null where the backend does not say. */
  readonly openInvoices: OpenInvoices | null
  readonly newDocuments: readonly OfEvent<NewDocuments>[]
}

/** Reads the news for the person; null without an answer. */
export function loadNews(app: AppContext): Promise<News | null> {
  return callFeature(app, getOverview, { signal: app.signal }).then(
    (wire) => (isRow(wire) ? readNews(app, wire) : null),
    () => null
  )
}

export const countOf = (documents: News['newDocuments']): number => documents.reduce((sum, { count }) => sum + count, 0)

/** Reads a row under our names; a day that stands for 'no date' is null, so that no text is made with it. */
function datedRow<Fields extends FieldTable>(of: FieldMap<Fields>, codes: FieldCodes, wire: unknown) {
  const row = fromWire(of, codes, wire)
  const none = Object.entries(row).filter(([name, value]) => of.fields[name]?.kind === 'date' && isNoDate(value))
  return { ...row, ...Object.fromEntries(none.map(([name]) => [name, null])) }
}

function readNews({ config: { fieldCodes } }: AppContext, wire: object): News {
  const member = (of: FieldMap<FieldTable>, row: object, name: string): unknown =>
    Reflect.get(row, codeOf(of, fieldCodes, name))
  const rows = <Fields extends FieldTable>(of: FieldMap<Fields>, list: unknown) =>
    listedRows(list).map((row) => datedRow(of, fieldCodes, row))
  const fields = datedRow(map, fieldCodes, wire)
  const events = member(map, wire, 'nextEvents')
  const open = member(map, wire, 'openInvoices')
  const earliest = isRow(open) ? member(invoices, open, 'first') : null
  const documents = member(map, wire, 'newDocuments')
  // An older backend sends only the day of the next event, and the number of new documents.
  const count = Number(Array.isArray(documents) ? 0 : documents) || 0
  const of = { eventId: null, caption: null }
  const next = { ...datedRow(nextEvent, fieldCodes, {}), ...of, from: fields.nextEvent }
  return {
    ...fields,
    nextEvents: Array.isArray(events) ? rows(nextEvent, events) : next.from === null ? [] : [next],
    openInvoices: isRow(open)
      ? {
          ...datedRow(invoices, fieldCodes, open),
          sums: rows(openSum, member(invoices, open, 'sums')),
          first: isRow(earliest) ? datedRow(first, fieldCodes, earliest) : null
        }
      : null,
    newDocuments: count > 0 ? [{ ...of, count }] : rows(newDocument, documents)
  }
}

const isRow = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
