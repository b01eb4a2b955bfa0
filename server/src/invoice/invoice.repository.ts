import { CompiledQuery, type Kysely } from 'kysely'
import { jsonArray, jsonLiteral, jsonObject, jsonPlain, jsonText } from '../database/json-text.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import { customerMark, documentKey } from '../document/document-key.ts'
import type { Caller } from '../http/caller.ts'
import { RawJson } from '../http/raw-json.ts'

const invoice = jsonObject({
  companyNo: jsonLiteral('i.company'),
  controlNo: jsonLiteral('i.control_no'),
  no: jsonText('i.no'),
  date: jsonPlain('i.date'),
  documentHash: jsonPlain(documentKey('$3'))
})

const list = prepared(`
  select ${jsonArray(invoice, 'i.date desc, i.control_no desc')} as json
  from invoices i
  left join documents d on d.company = i.company and d.document_id = i.document_id and d.id = i.id
  where i.company = $1 and i.id = $2`)

/** The invoices of the caller's customer, newest first. */
export async function listInvoicesOf(db: Kysely<Tables>, caller: Caller): Promise<RawJson> {
  const { company, id } = caller
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(list, [company, id, customerMark(caller)]))
  return new RawJson(rows[0]?.json ?? '[]')
}
