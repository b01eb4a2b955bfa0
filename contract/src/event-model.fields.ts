import { eventModelFields } from './event-model.ts'
import { reference, required, strict, own } from './import-field.ts'

/** Limit of characters, as the elements draw as many. */
const maxDrawing = 4_000_000
const { css, svg, html } = eventModelFields

/** A row of a provider, by member. */
export const eventModelsImport = {
  modelId: required(own('text', 100), 'As the attribute model-id of event-layers has it'),
  event: strict(reference('events'), 'For this event alone; otherwise for each with this modelId'),
  css: required(own('markup', maxDrawing, css.code)),
  svg: required(own('markup', maxDrawing, svg.code)),
  html: required(own('markup', maxDrawing, html.code))
} as const
