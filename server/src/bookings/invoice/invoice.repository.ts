import { listText, plainValue, textValue } from '../../platform/database/list-text.ts'
import { documentKey, markOfCaller } from '../document/document-key.ts'
import type { CallerList } from '../../platform/http/caller.ts'

const invoices = listText(
  {
    companyNo: 'i.company',
    controlNo: 'i.control_no',
    no: textValue('i.no'),
    date: plainValue('i.date'),
    documentHash: plainValue(documentKey('mark.text'))
  },
  'i.date desc, i.control_no desc'
)

/** The invoices of the caller's customer, newest first. */
export const invoicesOfCaller: CallerList = {
  ...invoices,
  sql: `
  select ${invoices.sql}
  from ${markOfCaller} mark
  join invoices i on i.company = caller.company and i.id = caller.id
  left join documents d on d.company = i.company and d.document_id = i.document_id and d.id = i.id`
}
