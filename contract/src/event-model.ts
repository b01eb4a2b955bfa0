import { get } from './endpoint.ts'
import { type FieldsQuery, type FieldValues, text, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'

/** A drawing of a room or seat plan (section 3), for `<event-layers>`. */
export const eventModelFields = {
  css: text('MOD_CSS', 0, 'read'),
  svg: text('MOD_SVG', 0, 'read'),
  html: text('MOD_HTML', 0, 'read')
} as const

export type EventModel = FieldValues<typeof eventModelFields>

export const getEventModel = get<FieldsQuery & { modelId: string; eventId?: string | undefined }, WireRow>(
  '/eventmodel',
  everyRight
)
