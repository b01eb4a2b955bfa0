import { parse } from 'csv-parse/sync'
import { type Decoder, type Line, maxLineBytes } from './read-lines.ts'

/** A record of a CSV file: its cells, or why it has none. */
export type CsvRecord = {
  readonly line: number
  readonly text: string
  /** Whether the file ends within its last line. */
  readonly isUnended?: true
} & ({ readonly cells: readonly string[] } | { readonly refusal: string })

const quote = 0x22
const plainQuotes = 'where quotes mean nothing, a map says quotes: false.'

// Appends one by one: as arguments of push, a hundred thousand lines would be more than a call may have.
function append<Item>(list: Item[], more: readonly Item[]): void {
  for (const item of more) list.push(item)
}

function hasOddQuotes(bytes: Buffer): boolean {
  let isOdd = false
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 1)) isOdd = !isOdd
  return isOdd
}

/** Limit of cells: as many as a spreadsheet has columns. */
const mostCells = 16_384

/**
 * Tells whether a text has so many cells that reading them would keep everybody waiting. Only a long text is looked
 * through.
 */
function isTooWide(text: string, delimiter: string): boolean {
  if (text.length < 4 * mostCells) return false
  const mark = delimiter.charCodeAt(0)
  let isQuoted = false
  let cells = 1
  for (let at = 0; at < text.length && cells <= mostCells; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) isQuoted = !isQuoted
    else if (code === mark && !isQuoted) cells += 1
  }
  return cells > mostCells
}

const tooLong = ({ line, bytes }: Line): CsvRecord => ({
  line,
  text: bytes.toString(),
  refusal: 'The line is too long.'
})

/** Lines that may be one record, because a quote that was opened in the first is closed in the last. */
interface Candidate {
  readonly first: Line
  readonly text: string | undefined
}

/**
 * Finds the records of a CSV file, many at a time. A quote that is never closed costs its own line alone: the next one
 * is read again as the beginning of a record. csv-parse by itself would take all that follows for one cell.
 */
export class CsvRecords {
  readonly #decoder: Decoder
  readonly #delimiter: string
  /** Whether a quote begins and ends a cell; otherwise it is a character like any other. */
  readonly #hasQuotes: boolean
  /** Lines of a record whose quote is still open. */
  #open: Line[] = []
  #openBytes = 0
  #columns: number | undefined

  constructor(decoder: Decoder, delimiter: string, hasQuotes = true) {
    this.#decoder = decoder
    this.#delimiter = delimiter
    this.#hasQuotes = hasQuotes
  }

  /** The records that are complete with these lines. */
  read(lines: readonly Line[]): CsvRecord[] {
    const records: CsvRecord[] = []
    let whole: Candidate[] = []
    const flush = () => {
      append(records, this.#parse(whole))
      whole = []
    }
    // The last line is the next: lines that have to be read again go back on top.
    const left = lines.toReversed()
    for (let next = left.pop(); next; next = left.pop()) {
      const isOpen = this.#open.length > 0
      const isOdd = this.#hasQuotes && hasOddQuotes(next.bytes)
      if (!isOpen && !isOdd && !next.isTooLong) {
        if (next.bytes.length > 0) whole.push(this.#candidate(next))
        continue
      }
      flush()
      if (next.isTooLong && isOpen) append(left, [next, ...this.#giveUp(records)])
      else if (next.isTooLong) records.push(tooLong(next))
      else if (isOpen && isOdd) append(left, this.#close(next, records))
      else {
        this.#open.push(next)
        this.#openBytes += next.bytes.length
        if (this.#openBytes > maxLineBytes) append(left, this.#giveUp(records))
      }
    }
    flush()
    return records
  }

  /** Returns the remaining records when the file has ended. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = []
    while (this.#open.length > 0) {
      const again = this.#giveUp(records)
      append(records, this.read(again.toReversed()))
    }
    return records
  }

  #takeOpen(): Line[] {
    const lines = this.#open
    this.#open = []
    this.#openBytes = 0
    return lines
  }

  /** Refuses the first of the lines that are no record. @returns the others, the last one first, to be read again */
  #giveUp(records: CsvRecord[], lines = this.#takeOpen()): Line[] {
    const [first, ...others] = lines
    if (first) records.push(this.#refuse(first, `A quote (") is opened and not closed; ${plainQuotes}`))
    return others.toReversed()
  }

  /**
   * Ends the open record with this line, if that makes one.
   * @returns the lines that have to be read again, the last one first
   */
  #close(last: Line, records: CsvRecord[]): Line[] {
    const lines = [...this.#takeOpen(), last]
    const [first = last, ...others] = lines
    const [record] = this.#parse([this.#candidate(first, others)])
    const columns = this.#columns
    const fits =
      record &&
      'cells' in record &&
      (columns === undefined || record.cells.length === columns || this.#isWide(first, columns))
    if (!fits) return this.#giveUp(records, lines)
    records.push(record)
    return []
  }

  /**
   * Tells whether a line has too many cells by itself, before its quote that is still open: then the quote is right.
   */
  #isWide({ bytes }: Line, columns: number): boolean {
    const cells = this.#cells(`${this.#decoder.decode(bytes)}"`)
    return Array.isArray(cells) && (cells[0]?.length ?? 0) > columns
  }

  #candidate(first: Line, others: readonly Line[] = []): Candidate {
    const parts = others.flatMap(({ bytes }) => [Buffer.from('\n'), bytes])
    return {
      first,
      text: this.#decoder.decode(others.length > 0 ? Buffer.concat([first.bytes, ...parts]) : first.bytes)
    }
  }

  #refuse({ line, bytes }: Line, refusal: string): CsvRecord {
    return { line, text: this.#decoder.decode(bytes) ?? bytes.toString(), refusal }
  }

  #parse(candidates: readonly Candidate[]): CsvRecord[] {
    const records = this.#parseTogether(candidates) ?? candidates.map((candidate) => this.#parseOne(candidate))
    // The first record is the header.
    this.#columns ??= records.find((record) => 'cells' in record)?.cells.length
    return records
  }

  /** Parses many records at once, ten times as fast as one after the other; undefined where one of them is broken. */
  #parseTogether(candidates: readonly Candidate[]): CsvRecord[] | undefined {
    if (candidates.some(({ text }) => text === undefined || isTooWide(text, this.#delimiter))) return undefined
    const rows = this.#cells(candidates.map(({ text }) => text).join('\n'))
    if (!Array.isArray(rows) || rows.length !== candidates.length) return undefined
    return candidates.map(({ first: { line }, text = '' }, index) => ({ line, text, cells: rows[index] ?? [] }))
  }

  #parseOne({ first, text }: Candidate): CsvRecord {
    if (text === undefined) return this.#refuse(first, 'The line is not valid UTF-8.')
    if (isTooWide(text, this.#delimiter))
      return { line: first.line, text, refusal: `The row has more than ${mostCells} cells.` }
    const cells = this.#cells(text)
    if (!Array.isArray(cells)) return { line: first.line, text, refusal: cells }
    return { line: first.line, text, cells: cells[0] ?? [] }
  }

  /** The cells of each record, or a sentence. */
  #cells(text: string): string[][] | string {
    try {
      return parse(text, {
        delimiter: this.#delimiter,
        quote: this.#hasQuotes && '"',
        record_delimiter: '\n',
        relax_column_count: true
      })
    } catch {
      return `Its quotes (") are wrong; ${plainQuotes}`
    }
  }
}
