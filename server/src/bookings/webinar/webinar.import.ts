import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { assignNumbers } from '../../platform/importing/assign-numbers.ts'
import { defineImport, intoTable, type PlannedRow } from '../../platform/importing/import.ts'

async function numberLinks(trx: Kysely<Tables>, company: number, rows: readonly PlannedRow[]): Promise<void> {
  const { rows: found } = await sql<{ highest: number }>`
    select coalesce(max(link_id), 0) as highest from webinar_links where company = ${company}`.execute(trx)
  assignNumbers(rows, 'w.link_id', found[0]?.highest ?? 0)
}

export const webinarImport = defineImport({
  resource: 'webinar-links',
  tables: [intoTable('webinar_links', 'w', ['link_id'])],
  columns: {
    externalId: 'w.external_id',
    linkId: 'w.link_id',
    caption: 'w.caption',
    link: 'w.link',
    expiryDate: 'w.expiry_date',
    isPdf: 'w.is_pdf'
  },
  references: {
    customer: { 'w.id': 'id' },
    contact: { 'w.pvaid': 'pvaid' },
    event: { 'w.event_id': 'event_id', 'w.no': 'no' }
  },
  key: ['external_id'],
  initial: { 'w.is_pdf': false },
  prepare: numberLinks,
  audit: { resource: 'webinar-links', key: ['link_id'] },
  removal: {
    counts: 'true',
    async remove(trx, company, gone) {
      await sql`
        delete from webinar_links where company = ${company}
          and link_id = any(${gone.map(({ link_id }) => Number(link_id))}::int[])`.execute(trx)
    }
  },
  constraints: {
    webinar_links_pkey: ['linkId', 'is already the number of another link.'],
    webinar_links_company_id_pvaid_fkey: ['contact', 'is no contact of this customer.'],
    webinar_links_external_id: ['externalId', 'is already the key of another row.']
  }
})
