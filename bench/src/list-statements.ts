import { contactFields } from '@customer-center/contract/contact'

/** Columns that the contact list of the elements requests, with their storage. */
const contactColumns = {
  company: 'c.company',
  id: 'c.id',
  pvaid: 'c.pvaid',
  firstName: 'p.first_name',
  lastName: 'p.last_name',
  title: 'p.title',
  postNominalTitle: 'p.post_nominal_title',
  displayEmail: 'c.display_email',
  webshopRights: 'coalesce(s.rights, 0)',
  active: 'c.active'
} as const

const contactColumnsByCode = Object.entries(contactColumns).map(
  ([name, column]) => [contactFields[name as keyof typeof contactColumns].code, column] as const
)

/** RES_FIELDS of the contact list. */
export const listedContactFields = contactColumnsByCode.map(([code]) => code).join(',')

// SQL expression for a customer's key of a document, as the server gives it: $3 is the customer's part of it.
const key = `d.lookup_key || encode(substr(sha256((d.secret || $3)::bytea), 1, 16), 'hex')`

/**
 * Statements for the same rows and columns as our lists; $1 is the caller's company, $2 its customer, $4 its contact.
 */
export const floorStatements = {
  documents: `
    select e.caption, e.event_id as "eventId", e.no, p.participant_id as "participantId", e.from_date as "from", e.to_date as "to",
           e.location, e.product_type as "productType", e.video_on_demand as "videoOnDemand",
           d.caption as "documentCaption", ${key} as "documentHash", d.dpo_id as "dpoId", d.dpd_id as "dpdId", d.file_name as "fileName",
           d.size_bytes as "fileSize"
      from (select event_id, no, min(participant_id) filter (where pvaid = $4) as participant_id
              from participations where company = $1 and id = $2 group by event_id, no) p
      join events e on e.company = $1 and e.event_id = p.event_id and e.no = p.no
      join documents d on d.company = $1 and d.event_id = e.event_id and d.no = e.no and d.kind <> 'invoice'
     order by e.from_date desc, e.event_id desc, e.no desc, d.position, d.document_id`,
  invoices: `
    select i.company as "companyNo", i.control_no as "controlNo", i.no, i.date, ${key} as "documentHash", d.file_name as "fileName",
           d.size_bytes as "fileSize", i.amount::text as amount, i.currency, i.due_date as "dueDate", i.is_paid as "isPaid",
           case when x.document_id is not null then 'xml' end as documents
      from invoices i left join documents d on d.company = i.company and d.document_id = i.document_id
      left join documents x on x.company = i.company and x.document_id = i.xml_document_id
     where i.company = $1 and i.id = $2
     order by i.date desc, i.control_no desc`,
  contacts: `
    select ${contactColumnsByCode.map(([code, column]) => `${column} as "${code}"`).join(', ')}
      from contacts c
      join persons p on p.company = c.contact_company and p.id = c.contact_id
      left join shop_users s on s.company = c.company and s.pvaid = c.pvaid and s.id = c.id
     where c.company = $1 and c.id = $2 and c.erased_at is null
     order by p.last_name collate "und-x-icu", p.first_name collate "und-x-icu", c.pvaid`
}
