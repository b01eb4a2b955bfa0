import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { documentFields } from '@customer-center/contract/document'
import type { WireRow } from '@customer-center/contract/field-codes'

type Cell = string | number | null

/** Lines that are written in one piece, in two milliseconds. */
const linesOfPiece = 250

function write(lines: readonly (readonly Cell[])[], bom: boolean): string {
  return stringify(
    lines.map((line) => [...line]),
    {
      bom,
      delimiter: ';',
      record_delimiter: 'windows',
      // Such a text is quoted: otherwise a line feed in it would end the record.
      quoted_match: /[\r\n]/,
      escape_formulas: true,
      // A number below zero is no formula.
      cast: { number: (value) => ({ value: String(value).replace('.', ','), escape_formulas: false }) }
    }
  )
}

/**
 * Makes a table into a CSV document that Excel in German-speaking countries opens with a double click: UTF-8 with a
 * byte order mark, semicolons, Windows line ends, decimal commas. A text that a spreadsheet would take for a formula
 * begins with an apostrophe. Other calls run between its pieces.
 */
export async function csvOf<Row>(
  header: readonly string[],
  rows: readonly Row[],
  linesOf: (row: Row) => readonly (readonly Cell[])[]
): Promise<Buffer> {
  const pieces = [Buffer.from(write([header], true))]
  let lines: (readonly Cell[])[] = []
  for (const row of rows)
    for (const line of linesOf(row)) {
      lines.push(line)
      if (lines.length < linesOfPiece) continue
      pieces.push(Buffer.from(write(lines, false)))
      lines = []
      await nextTurn()
    }
  pieces.push(Buffer.from(write(lines, false)))
  return Buffer.concat(pieces)
}

/**
 * Makes a table into a row with a CSV document.
 * @param name of the file, without extension
 */
export async function csvFile<Row>(name: string, ...table: Parameters<typeof csvOf<Row>>): Promise<WireRow> {
  const { responseInfo, fileName, fileData } = documentFields
  return {
    [responseInfo.code]: name,
    [fileName.code]: `${name}.csv`,
    [fileData.code]: (await csvOf(...table)).toString('base64')
  }
}
