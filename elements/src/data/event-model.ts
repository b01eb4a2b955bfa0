import { type EventModel, eventModelFields, getEventModel } from '@customer-center/contract/event'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { CallEndpoint } from '../client/call.ts'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'

const map: FieldMap<typeof eventModelFields> = { noun: 'event-model', fields: eventModelFields }

/** Keys of a drawing; without an event the drawing that all events with this model share. */
export interface EventModelKeys {
  readonly modelId: string
  readonly eventId: string
}

/** Reads the css and svg of a model (section 7). Not a query: the query library is larger than the element. */
export async function loadEventModel(
  call: CallEndpoint,
  { fieldCodes }: RuntimeConfig,
  { modelId, eventId }: EventModelKeys,
  signal: AbortSignal
): Promise<EventModel> {
  const query = { RES_FIELDS: resFields(map, fieldCodes, ['css', 'svg']), modelId, eventId }
  return fromWire(map, fieldCodes, await call(getEventModel, { query, signal }))
}
