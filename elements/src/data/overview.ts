import {
  firstInvoiceFields,
  getOverview,
  newDocumentsFields,
  nextEventFields,
  openInvoicesFields,
  listOverviewEvents,
  openSumFields,
  overviewEventFields,
  overviewFields
} from '@customer-center/contract/overview'
import { isRow, rowOf, rowsOf } from '../client/rows.ts'
import type { Reading, RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

const overviewEvent = { noun: 'overview-event', fields: overviewEventFields } as const
const asEvents = rowsOf(overviewEvent)
const as = rowOf({
  noun: 'overview',
  fields: overviewFields,
  lists: {
    nextEvents: { noun: 'next-event', fields: nextEventFields },
    newDocuments: { noun: 'new-documents', fields: newDocumentsFields },
    events: overviewEvent
  },
  parts: {
    openInvoices: {
      noun: 'open-invoices',
      fields: openInvoicesFields,
      lists: {
        sums: { noun: 'open-sum', fields: openSumFields },
        due: { noun: 'open-sum', fields: openSumFields }
      },
      parts: { first: { noun: 'first-invoice', fields: firstInvoiceFields } }
    }
  }
})

/** An answer without a row is none: it must not say that there is no news. */
const orNull: Reading<RowOf<typeof as.map> | null, typeof as.map> = {
  map: as.map,
  read: (format, data) => (isRow(data) ? as.read(format, data) : null)
}

export type News = RowOf<typeof as.map>

export type ListedOverviewEvent = RowOf<typeof overviewEvent>

/** Reads all events of the person. Throws CallError. */
export const loadEvents = (app: AppContext, signal: AbortSignal): Promise<ListedOverviewEvent[]> =>
  callFeature(app, listOverviewEvents, { as: asEvents, signal })

/** Reads the news for the person; null without an answer. */
export function loadNews(app: AppContext): Promise<News | null> {
  return callFeature(app, getOverview, { as: orNull, signal: app.signal }).catch(() => null)
}

export const countOf = (documents: News['newDocuments']): number => documents.reduce((sum, { count }) => sum + count, 0)
