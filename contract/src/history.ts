import { get, ofFeature } from './endpoint.ts'
import { flag, text } from './field-codes.ts'

/** Whose history: of a contact, of an invoice address, or with neither of the company itself. */
export interface HistoryQuery {
  pvaid?: string | undefined
  /** Number of an invoice address. */
  no?: string | undefined
  /** `next` of the page before; without it the latest changes. */
  before?: string | undefined
}

/** What happened to one field, in the words of its form. */
export interface HistoryChange {
  /** The field's code. */
  code: string
  /** Null for none. Of a password neither value is known: both are null. */
  old: string | number | boolean | null
  new: string | number | boolean | null
}

/** One save. */
export interface HistoryEntry {
  /** ISO 8601 with an offset. */
  changedAt: string
  /** Name of the person who did it; null: the provider. */
  changedBy: string | null
  /** Whether it made the row. */
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
  /** What asks for older ones; null: there are none. */
  next: string | null
}

/** What was changed of the data of the caller's company. What is another company's has the same history as what does not exist: none. */
export const getHistory = ofFeature('history', get<HistoryQuery, History>('/history', ['admin']))
