import { stringify } from 'csv-stringify/sync'
import { documentFields } from '@customer-center/contract/document'
import type { WireRow } from '@customer-center/contract/field-codes'

type Cell = string | number | null

/**
 * Makes a table into a CSV document that Excel in German-speaking countries opens with a double click: UTF-8 with a
 * byte order mark, semicolons, Windows line ends, decimal commas. A text that a spreadsheet would take for a formula
 * begins with an apostrophe.
 * @param name of the file, without extension
 */
export function csvFile(name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): WireRow {
  const text = stringify([[...header], ...rows.map((row) => [...row])], {
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    // Such a text is quoted: otherwise a line feed in it would end the record.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    // A number below zero is no formula.
    cast: { number: (value) => ({ value: String(value).replace('.', ','), escape_formulas: false }) }
  })
  const { responseInfo, fileName, fileData } = documentFields
  return {
    [responseInfo.code]: name,
    [fileName.code]: `${name}.csv`,
    [fileData.code]: Buffer.from(text).toString('base64')
  }
}
