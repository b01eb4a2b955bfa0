import {
  firstInvoiceFields,
  getOverview,
  newDocumentsFields,
  nextEventFields,
  openInvoicesFields,
  openSumFields,
  overviewFields
} from '@customer-center/contract/overview'
import type { RowOf } from '../client/row-format.ts'
import { rowOf } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature } from './backend-feature.ts'

const as = rowOf({
  noun: 'overview',
  fields: overviewFields,
  lists: {
    nextEvents: { noun: 'next-event', fields: nextEventFields },
    newDocuments: { noun: 'new-documents', fields: newDocumentsFields }
  },
  parts: {
    openInvoices: {
      noun: 'open-invoices',
      fields: openInvoicesFields,
      lists: { sums: { noun: 'open-sum', fields: openSumFields } },
      parts: { first: { noun: 'first-invoice', fields: firstInvoiceFields } }
    }
  }
})

export type News = RowOf<typeof as.map>

/** Reads the news for the person; null without an answer. */
export function loadNews(app: AppContext): Promise<News | null> {
  return callFeature(app, getOverview, { as, signal: app.signal }).catch(() => null)
}

export const countOf = (documents: News['newDocuments']): number => documents.reduce((sum, { count }) => sum + count, 0)
