import { CompiledQuery, type Kysely } from 'kysely'
import { jsonArray, jsonObject, jsonValue } from '../database/json-text.ts'
import type { Tables } from '../database/tables.ts'
import { documentKey } from '../document/document-key.ts'
import type { Caller } from '../http/caller.ts'
import { RawJson } from '../http/raw-json.ts'

const invoice = jsonObject({
  companyNo: jsonValue('i.company'),
  controlNo: jsonValue('i.control_no'),
  no: jsonValue('i.no'),
  date: jsonValue('i.date'),
  documentHash: jsonValue(documentKey)
})

const list = `
  select ${jsonArray(invoice, 'i.date desc, i.control_no desc')} as json
  from invoices i
  left join documents d on d.company = i.company and d.document_id = i.document_id and d.id = i.id
  where i.company = $1 and i.id = $2`

/** The invoices of the caller's customer, newest first. */
export async function listInvoicesOf(db: Kysely<Tables>, { company, id }: Caller): Promise<RawJson> {
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(list, [company, id]))
  return new RawJson(rows[0]?.json ?? '[]')
}
