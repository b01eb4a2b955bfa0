import { get, ofFeature } from './endpoint.ts'
import { always, date, type FieldValues, number, text } from './field-codes.ts'
import { everyRight } from './rights.ts'

/**
 * The news of the overview beside its tiles; null where the person may not see them, or there are none. Days are
 * yyyy-MM-dd.
 */
export const overviewFields = {
  /** Full name. */
  person: always(text('person')),
  /** The name of the company; null for a person who is a customer without one. */
  customer: text('customer'),
  /** First day of the next event of the people for whom the person may act. */
  nextEvent: date('nextEvent'),
  /** The last day of the last event that may be confirmed. */
  lastEvent: date('lastEvent'),
  lastInvoice: date('lastInvoice'),
  /** Scripts and recordings that came after the last visit; null at the first one. */
  newDocuments: number('newDocuments'),
  /** The day before this visit on which the person was here. */
  lastVisit: date('lastVisit')
} as const

export type Overview = FieldValues<typeof overviewFields>

/** A call also notes the visit. One that comes within half an hour of the one before belongs to the same visit. */
export const getOverview = ofFeature('overview', get<undefined, Overview>('/overview', everyRight))
