import { get, ofFeature } from './endpoint.ts'
import { flag, text } from './field-codes.ts'

/** The subject of a history: a contact, an invoice address, or with neither the company itself. */
export interface HistoryQuery {
  pvaid?: string | undefined
  /** Number of an invoice address. */
  no?: string | undefined
  /** `next` of the page before; without it the latest changes. */
  before?: string | undefined
}

/** The change of one field, in the words of its form. */
export interface HistoryChange {
  /** The field's code; `no` with the number of an invoice that was mailed, in the history of the company. */
  code: string
  /** The old value, null for none. Of a password neither value is known: both are null. */
  old: string | number | boolean | null
  new: string | number | boolean | null
}

/** One save. */
export interface HistoryEntry {
  /** ISO 8601 with an offset. */
  changedAt: string
  /** Name of the author; null: the provider. */
  changedBy: string | null
  /** Whether the change made the row. */
  isCreation: boolean
  changes: HistoryChange[]
}

/** Its members, as fields of plain names. */
export const historyFields = {
  changedAt: text('changedAt'),
  changedBy: text('changedBy'),
  isCreation: flag('isCreation')
} as const

export interface History {
  /** The latest first. */
  entries: HistoryEntry[]
  /** The cursor of older changes; null: there are none. */
  next: string | null
}

/**
 * Call: changes of the data of the caller's company. Data of another company has the same history as missing data:
 * none.
 */
export const getHistory = ofFeature('history', get<HistoryQuery, History>('/history', ['admin']))
