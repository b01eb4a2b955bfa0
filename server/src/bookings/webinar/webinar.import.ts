import { anyRow, defineImport, intoTable } from '../../records/importing/import.ts'

export const webinarImport = defineImport({
  resource: 'webinar-links',
  tables: [intoTable('webinar_links', 'w', ['link_id'])],
  members: {
    customer: { reference: { 'w.customer_id': 'customer_id' } },
    contact: {
      reference: { 'w.contact_id': 'contact_id' },
      constraints: { webinar_links_contact: 'is no contact of this customer.' }
    },
    event: { reference: { 'w.event_id': 'event_id', 'w.no': 'no' } },
    linkId: { assigned: true, constraints: { webinar_links_pkey: 'is already the number of another link.' } },
    isPdf: { initial: false }
  },
  key: ['external_id'],
  audit: { resource: 'webinar-links', key: ['link_id'] },
  removal: anyRow
})
