import { type RawBuilder, sql } from 'kysely'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { EventKey } from '@customer-center/contract/event-key'
import { type Invoice, invoiceFields } from '@customer-center/contract/invoice'
import { rightNames, Right } from '@customer-center/contract/rights'
import { mayOpen, type RouteRightsOverride } from '@customer-center/contract/routes'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { columnsOf } from '../../platform/database/column-name.ts'
import { defineList, nestedList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Actor, Caller } from '../../platform/http/caller.ts'
import { isOfContactSql } from '../../records/rows/audit-resources.ts'
import { customerSuffix, documentKey, type FoundDocument } from '../document/document.repository.ts'
import type { StoredFile } from '../document/stored-file.repository.ts'

const pdfKey = documentKey(':suffix')
const xmlKey = documentKey(':suffix', 'x')

/** SQL expression for a document's place in the list of an invoice's documents. */
const entry = (alias: string, key: string): string =>
  `json_build_object('caption', ${alias}.caption, 'documentHash', ${key}, 'fileName', ${alias}.file_name)`

const unpaid = (expression: string): string => `case when i.is_paid is not true then ${expression} end`

const events = nestedList<EventKey>({
  fields: { eventId: 'ordered.event_id', no: 'ordered.no' },
  from: `(
      select distinct p.event_id, p.no from participations p
      where p.provider_id = :providerId and p.customer_id = :customerId and p.order_no = i.order_no
    ) ordered`,
  orderBy: 'ordered.event_id, ordered.no'
})

export const invoices = defineList<Invoice, Pick<Caller, 'providerId' | 'customerId'> & { suffix: string }>({
  fields: {
    // Fields with a column of the same name, which need no line here.
    ...columnsOf(invoiceFields, 'i'),
    companyNo: 'i.provider_id',
    documentHash: `coalesce(${pdfKey}, ${xmlKey})`,
    fileName: 'coalesce(d.file_name, x.file_name)',
    fileSize: 'coalesce(d.size_bytes, x.size_bytes)',
    amount: 'i.amount::text',
    // A paid invoice shows no bank details, so that nobody pays it again.
    iban: unpaid(`nullif(p.iban, '')`),
    payee: unpaid(`case when p.iban <> '' then p.name end`),
    paymentReference: unpaid('coalesce(i.payment_reference, i.no)'),
    documents: `case when d.document_id is not null and x.document_id is not null
      then json_build_array(${entry('d', pdfKey)}, ${entry('x', xmlKey)}) end`,
    events
  },
  from: `invoices i
    join providers p on p.provider_id = i.provider_id
    left join documents d on d.provider_id = i.provider_id and d.document_id = i.document_id and d.customer_id = i.customer_id
    left join documents x on x.provider_id = i.provider_id and x.document_id = i.xml_document_id and x.customer_id = i.customer_id`,
  where: 'i.provider_id = :providerId and i.customer_id = :customerId',
  orderBy: 'i.date desc, i.control_no desc'
})

/** Lists the newest first. */
export function listInvoices(db: Db, caller: Caller): Promise<RawJson> {
  const { providerId, customerId } = caller
  return invoices.json(db, { providerId, customerId, suffix: customerSuffix(caller) })
}

/** Lists the same invoices for an exported file. */
export function invoiceRows(db: Db, caller: Caller): Promise<Invoice[]> {
  const { providerId, customerId } = caller
  return invoices.rows(db, { providerId, customerId, suffix: customerSuffix(caller) })
}

export interface FoundInvoice {
  readonly no: string
  readonly externalId: string | null
  readonly customer: string | null
}

/** Finds all invoices of a company that have one of these numbers, of any customer. */
export async function findInvoicesByNumber(
  db: Db,
  providerId: number,
  numbers: readonly string[]
): Promise<FoundInvoice[]> {
  const { rows } = await sql<FoundInvoice>`
    select i.no, i.external_id as "externalId", c.external_id as customer
    from invoices i join customers c on c.provider_id = i.provider_id and c.customer_id = i.customer_id
    where i.provider_id = ${providerId} and i.no = any(${numbers}::text[])`.execute(db)
  return rows
}

export async function findInvoice(
  db: Db,
  { providerId, customerId }: Actor,
  controlNo: number
): Promise<{ readonly no: string; readonly date: string; readonly controlNo: number } | undefined> {
  const { rows } = await sql<{ no: string; date: string; controlNo: number }>`
    select no, date, control_no as "controlNo" from invoices
    where provider_id = ${providerId} and customer_id = ${customerId} and control_no = ${controlNo}`.execute(db)
  return rows[0]
}

export type InvoiceFile = StoredFile & Pick<FoundDocument, 'providerId' | 'documentId' | 'fileName'>

/** Finds the files of an invoice, beginning with the one that people read first. */
export async function findInvoiceFiles(
  db: Db,
  { providerId, customerId }: Pick<Actor, 'providerId' | 'customerId'>,
  controlNo: number
): Promise<InvoiceFile[]> {
  const { rows } = await sql<InvoiceFile>`
    select d.provider_id as "providerId", d.document_id as "documentId", d.file_name as "fileName",
           d.storage_key as "storageKey", d.sha256, d.size_bytes as size
    from invoices i
    join documents d on d.provider_id = i.provider_id and d.customer_id = i.customer_id
      and d.document_id in (i.document_id, i.xml_document_id)
    where i.provider_id = ${providerId} and i.customer_id = ${customerId} and i.control_no = ${controlNo}
    order by d.document_id is distinct from i.document_id`.execute(db)
  return rows
}

interface InvoiceRecipient {
  /** Null for the company. */
  readonly contactId: number | null
  readonly address: string
  /**
   * Whether the address was set or changed less than a day ago, or came with a contact of another customer: somebody
   * may have redirected the mails.
   */
  readonly isNew: boolean
}

const isNewSql = (entries: RawBuilder<unknown>, codes: readonly string[]) => sql`exists (
  select from audit_entries entry
  where entry.provider_id = c.provider_id and entry.customer_id = c.customer_id and entry.at > now() - interval '24 hours'
    and entry.action in ('create', 'update') and (${entries}) and entry.changes ?| ${[...codes]}::text[])`

const isOfSql = (contacts: string) => sql.raw(`${isOfContactSql('entry')} and entry.key->>'contactId' in (${contacts})`)

/** SQL of the contact that is the private customer itself, whose address is the customer's. */
const ownContact = `
  select own.contact_id::text from contacts own
  where own.provider_id = c.provider_id and own.customer_id = c.customer_id and own.person_id = c.customer_id`

/**
 * Finds the company's address, if it has one, and the addresses of the given contacts that are active and may see
 * invoices.
 */
export async function findInvoiceRecipients(
  db: Db,
  { providerId, customerId }: Pick<Actor, 'providerId' | 'customerId'>,
  contacts: readonly number[],
  routeRights: RouteRightsOverride
): Promise<InvoiceRecipient[]> {
  const rights = rightNames.filter((right) => mayOpen('invoices', right, routeRights)).map((right) => Right[right])
  const { rows } = await sql<InvoiceRecipient>`
    select null::int as "contactId", person.email_address as address,
           ${isNewSql(sql`entry.resource = 'customer' or ${isOfSql(ownContact)}`, [
             customerFields.emailAddress.code,
             contactFields.eMailAddress.code
           ])} as "isNew"
    from customers c join persons person on person.provider_id = c.provider_id and person.person_id = c.customer_id
    where c.provider_id = ${providerId} and c.customer_id = ${customerId} and person.email_address <> ''
    union all
    select c.contact_id, users.email_address,
           ${isNewSql(isOfSql('c.contact_id::text'), [contactFields.shopEmail.code, shopUserFields.emailAddress.code, 'customer'])}
    from contacts c join shop_users users on users.provider_id = c.provider_id and users.contact_id = c.contact_id
    where c.provider_id = ${providerId} and c.customer_id = ${customerId} and c.contact_id = any(${contacts}::int[])
      and c.active and users.rights = any(${rights}::int[]) and users.email_address <> ''`.execute(db)
  return rows
}
