import { defineImport, intoTable } from '../../platform/importing/import.ts'

export const webinarImport = defineImport({
  resource: 'webinar-links',
  tables: [intoTable('webinar_links', 'w', ['link_id'])],
  references: {
    customer: { 'w.id': 'id' },
    contact: { 'w.pvaid': 'pvaid' },
    event: { 'w.event_id': 'event_id', 'w.no': 'no' }
  },
  key: ['external_id'],
  initial: { 'w.is_pdf': false },
  assigned: 'w.link_id',
  audit: { resource: 'webinar-links', key: ['link_id'] },
  removal: { counts: 'true' },
  constraints: {
    webinar_links_pkey: ['linkId', 'is already the number of another link.'],
    webinar_links_company_id_pvaid_fkey: ['contact', 'is no contact of this customer.']
  }
})
