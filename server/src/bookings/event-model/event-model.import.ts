import { defineImport, intoTable } from '../../records/importing/import.ts'

/**
 * Import of drawings, which are stored unchanged: the elements sanitise every drawing before they show it. A drawing
 * without an event serves every event.
 */
export const eventModelImport = defineImport({
  resource: 'event-models',
  tables: [intoTable('event_models', 'm', ['model_id', 'event_id'])],
  members: {
    event: {
      reference: { 'm.event_id': 'event_id' },
      initial: '',
      // All dates of an event have the same drawing.
      exported: `(select e.external_id from events e
        where e.provider_id = m.provider_id and e.event_id = nullif(m.event_id, '')::int order by e.no limit 1)`
    }
  }
})
