import { alwaysSent, type FieldValues, idField } from './field-codes.ts'

/** Keys of an event on its dates, in rows that belong to it. */
export const eventKeyFields = {
  /** Id of the event, which may have several dates. */
  eventId: alwaysSent(idField('eventId')),
  /** Number of its date. */
  no: alwaysSent(idField('no'))
} as const

export type EventKey = FieldValues<typeof eventKeyFields>
