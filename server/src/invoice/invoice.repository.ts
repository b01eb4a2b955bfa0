import { type Kysely, sql } from 'kysely'
import { jsonArray, jsonObject, jsonValue } from '../database/json-text.ts'
import type { Tables } from '../database/tables.ts'
import { documentKey } from '../document/document-key.ts'
import type { Caller } from '../http/caller.ts'
import { RawJson } from '../http/raw-json.ts'

/** The invoices of the caller's customer, newest first. */
export async function listInvoicesOf(db: Kysely<Tables>, caller: Caller): Promise<RawJson> {
  const invoice = jsonObject({
    companyNo: jsonValue(sql`i.company`),
    controlNo: jsonValue(sql`i.control_no`),
    no: jsonValue(sql`i.no`),
    date: jsonValue(sql`i.date`),
    documentHash: jsonValue(documentKey(caller))
  })
  const { rows } = await sql<{ json: string }>`
    select ${jsonArray(invoice, sql`i.date desc, i.control_no desc`)} as json
    from invoices i
    left join documents d on d.company = i.company and d.document_id = i.document_id and d.id = i.id
    where i.company = ${caller.company} and i.id = ${caller.id}`.execute(db)
  return new RawJson(rows[0]?.json ?? '[]')
}
