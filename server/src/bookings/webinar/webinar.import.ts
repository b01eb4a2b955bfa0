import { defineImport, intoTable } from '../../records/importing/import.ts'

export const webinarImport = defineImport({
  resource: 'webinar-links',
  tables: [intoTable('webinar_links', 'w', ['link_id'])],
  members: {
    contact: { constraints: { webinar_links_contact: 'is no contact of this customer.' } },
    linkId: { assigned: 'link' },
    isPdf: { initial: false }
  },
  audit: 'webinar-links'
})
