import { parse } from 'csv-parse/sync'
import { type Decoder, type Line, maxLineBytes } from './read-lines.ts'

/** A record of a CSV file: its cells, or the reason why it has none. */
export type CsvRecord = {
  readonly line: number
  readonly text: string
  /** Whether the file ends within its last line. */
  readonly isUnended?: true
} & ({ readonly cells: readonly string[] } | { readonly refusal: string })

const quote = 0x22
const lineEnd = Buffer.from('\n')
const plainQuotes = 'where quotes mean nothing, a map says quotes: false.'

function hasOddQuotes(bytes: Buffer): boolean {
  let isOdd = false
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 1)) isOdd = !isOdd
  return isOdd
}

/** Limit of cells: the number of columns of a spreadsheet. */
const maxCells = 16_384

/** Matches a cell in quotes, in which a separator is an ordinary character. */
export const quoted = /"[^"]*"/g

/** Tells whether a text has so many cells that reading them would block the process. Only long texts are checked. */
const isTooWide = (text: string, separator: string): boolean =>
  text.length >= 4 * maxCells && text.replaceAll(quoted, '').split(separator, maxCells + 1).length > maxCells

interface CsvRecordForm {
  readonly decoder: Decoder
  readonly separator: string
  /** Whether a quote begins and ends a cell, or is an ordinary character. */
  readonly quotes: boolean
}

/**
 * Finds the records of a CSV file, many at a time. A quote that is never closed spoils only its own line: the next line
 * is read again as the beginning of a record. Without this function, csv-parse would take the rest of the file for one
 * cell.
 */
export async function* csvRecords(
  source: AsyncIterable<readonly Line[]>,
  { decoder, separator, quotes }: CsvRecordForm
): AsyncGenerator<readonly CsvRecord[]> {
  let columns: number | undefined
  /** Lines that wait: those from `from` on are in no record yet, those from `at` on were not looked at. */
  let lines: Line[] = []
  let from = 0
  let at = 0
  /** Number of bytes from an open quote on, which is in the first line of no record. */
  let openBytes: number | undefined

  const refuse = ({ line, bytes }: Line, refusal: string): CsvRecord => ({
    line,
    text: decoder.decode(bytes) ?? bytes.toString(),
    refusal
  })

  /** The cells of each record, or the sentence of its fault. */
  function cellsOf(text: string): string[][] | string {
    try {
      return parse(text, {
        delimiter: separator,
        quote: quotes && '"',
        record_delimiter: '\n',
        relax_column_count: true
      })
    } catch {
      return `Its quotes (") are wrong; ${plainQuotes}`
    }
  }

  /** Parses many records at once, ten times as fast as one by one; if any of them is broken, each alone. */
  function parseRecords(records: readonly Line[]): CsvRecord[] {
    const texts = records.map(({ bytes }) => decoder.decode(bytes))
    const rows = texts.includes(undefined)
      ? 'The line is not valid UTF-8.'
      : texts.some((text = '') => isTooWide(text, separator))
        ? `The row has more than ${maxCells} cells.`
        : cellsOf(texts.join('\n'))
    if (records.length > 1 && (typeof rows === 'string' || rows.length !== records.length))
      return records.flatMap((record) => parseRecords([record]))
    return records.map((record, index): CsvRecord => {
      if (typeof rows === 'string') return refuse(record, rows)
      const { line, isUnended } = record
      const cells = rows[index] ?? []
      // The first record is the header.
      columns ??= cells.length
      return { line, text: texts[index] ?? '', cells, ...(isUnended && { isUnended }) }
    })
  }

  function takeLines(): CsvRecord[] {
    const taken = lines.slice(from, at).filter(({ bytes }) => bytes.length > 0)
    from = at
    return parseRecords(taken)
  }

  /** Takes the lines since the open quote as one record if they are one. */
  function takeQuoted(last: Line): CsvRecord | undefined {
    const [first = last, ...others] = lines.slice(from, at)
    const bytes = Buffer.concat([first.bytes, ...others.flatMap((line) => [lineEnd, line.bytes])])
    const [record] = parseRecords([{ ...last, line: first.line, bytes }])
    if (!record || !('cells' in record)) return undefined
    if (columns !== undefined && record.cells.length !== columns) {
      // If the line has too many cells before its open quote, the quote is correct.
      const begun = cellsOf(`${decoder.decode(first.bytes)}"`)
      if (typeof begun === 'string' || (begun[0]?.length ?? 0) <= columns) return undefined
    }
    from = at
    openBytes = undefined
    return record
  }

  function giveUp(): CsvRecord {
    const first = lines[from]!
    from += 1
    at = from
    openBytes = undefined
    return refuse(first, `A quote (") is opened and not closed; ${plainQuotes}`)
  }

  function* readRecords(): Generator<CsvRecord> {
    for (let line = lines[at]; line; line = lines[at]) {
      const { bytes, isTooLong } = line
      const isOdd = quotes && !isTooLong && hasOddQuotes(bytes)
      if (openBytes === undefined && (isOdd || isTooLong)) yield* takeLines()
      at += 1
      if (openBytes !== undefined) {
        openBytes += bytes.length
        const record = isOdd ? takeQuoted(line) : undefined
        if (record) yield record
        else if (isOdd || isTooLong || openBytes > maxLineBytes) yield giveUp()
      } else if (isOdd) openBytes = bytes.length
      else if (isTooLong) {
        from = at
        yield refuse(line, 'The line is too long.')
      }
    }
    if (openBytes === undefined) yield* takeLines()
    lines = lines.slice(from)
    at -= from
    from = 0
  }

  for await (const some of source) {
    for (const line of some) lines.push(line)
    yield [...readRecords()]
  }
  while (openBytes !== undefined) yield [giveUp(), ...readRecords()]
}
