import { type EventModel, eventModelFields, getEventModel } from '@customer-center/contract/event'
import type { CallEndpoint } from '../client/call.ts'
import { rowOf } from '../client/rows.ts'

const as = rowOf({ noun: 'event-model', fields: eventModelFields })

/** Keys of a drawing; without an event the drawing that all events with this model share. */
export interface EventModelKeys {
  readonly modelId: string
  readonly eventId: string
}

/** Reads the css and svg of a model. Not a query: the query library is larger than the element. */
export function loadEventModel(call: CallEndpoint, query: EventModelKeys, signal: AbortSignal): Promise<EventModel> {
  return call(getEventModel, { as, fields: ['css', 'svg'], query: { ...query }, signal })
}
