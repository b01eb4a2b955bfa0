import { contactFields } from '@customer-center/contract/contact'
import { contactFileColumns } from '@customer-center/contract/contact.fields'
import type { WireRow } from '@customer-center/contract/field-codes'
import { rightName } from '@customer-center/contract/rights'
import { csvFile } from '../../platform/http/csv-file.ts'
import { fieldName } from '../../platform/saving/field-name.ts'
import texts from './texts.json' with { type: 'json' }

type Column = (typeof contactFileColumns)[number]

/** Two columns are e-mail addresses: that of the login is the user name. */
const headerOf = (column: Column) => (column === 'shopEmail' ? texts.userName : fieldName(contactFields[column].code))

function cell(row: WireRow, column: Column): string | null {
  const value = row[contactFields[column].code]
  if (column === 'webshopRights') return texts.rights[rightName(Number(value))]
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  return value === null || value === undefined ? null : String(value)
}

/** Makes the CSV file of contacts, with a line for each. */
export function contactFile(rows: readonly WireRow[]): WireRow {
  return csvFile(
    texts.fileName,
    contactFileColumns.map(headerOf),
    rows.map((row) => contactFileColumns.map((column) => cell(row, column)))
  )
}
