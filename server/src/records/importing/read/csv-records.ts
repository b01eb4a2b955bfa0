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
const plainQuotes = 'where quotes mean nothing, a map says quotes: false.'

// Appends one by one: a hundred thousand lines would exceed the number of arguments of one push.
function append<Item>(list: Item[], more: readonly Item[]): void {
  for (const item of more) list.push(item)
}

function hasOddQuotes(bytes: Buffer): boolean {
  let isOdd = false
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 1)) isOdd = !isOdd
  return isOdd
}

/** Limit of cells: the number of columns of a spreadsheet. */
const mostCells = 16_384

/** Matches a cell in quotes, in which a separator is an ordinary character. */
const quoted = /"[^"]*"/g

/** Tells whether a text has so many cells that reading them would block the process. Only long texts are checked. */
const isTooWide = (text: string, delimiter: string): boolean =>
  text.length >= 4 * mostCells && text.replaceAll(quoted, '').split(delimiter, mostCells + 1).length > mostCells

/** Lines that may be one record, because a quote opens in the first line and closes in the last. */
interface Candidate {
  readonly first: Line
  readonly text: string | undefined
}

/**
 * Finds the records of a CSV file, many at a time. A quote that is never closed spoils only its own line: the next line
 * is read again as the beginning of a record. Without this class, csv-parse would take the rest of the file for one
 * cell.
 */
export class CsvRecords {
  readonly #decoder: Decoder
  readonly #delimiter: string
  /** Whether a quote begins and ends a cell, or is an ordinary character. */
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

  /** Returns the records that these lines complete. */
  read(lines: readonly Line[]): CsvRecord[] {
    const records: CsvRecord[] = []
    let whole: Candidate[] = []
    const flush = () => {
      append(records, this.#parse(whole))
      whole = []
    }
    // The lines are a stack: lines that have to be read again go back on top.
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
      else if (next.isTooLong) records.push(this.#refuse(next, 'The line is too long.'))
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

  /**
   * Refuses the first of these lines, which do not form a record.
   * @returns the others, the last one first, to be read again
   */
  #giveUp(records: CsvRecord[], lines = this.#takeOpen()): Line[] {
    const [first, ...others] = lines
    if (first) records.push(this.#refuse(first, `A quote (") is opened and not closed; ${plainQuotes}`))
    return others.toReversed()
  }

  /**
   * Ends the open record with this line if both form one.
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

  /** Tells whether a line has too many cells before its open quote: then the quote is correct. */
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

  /** Parses many records at once, ten times as fast as one by one; if any of them is broken, each alone. */
  #parse(candidates: readonly Candidate[]): CsvRecord[] {
    const texts = candidates.map(({ text }) => text).filter((text) => text !== undefined)
    const isWide = texts.some((text) => isTooWide(text, this.#delimiter))
    const rows =
      texts.length < candidates.length
        ? 'The line is not valid UTF-8.'
        : isWide
          ? `The row has more than ${mostCells} cells.`
          : this.#cells(texts.join('\n'))
    if (candidates.length > 1 && (typeof rows === 'string' || rows.length !== candidates.length))
      return candidates.flatMap((candidate) => this.#parse([candidate]))
    return candidates.map(({ first, text = '' }, index): CsvRecord => {
      if (typeof rows === 'string')
        return text === '' ? this.#refuse(first, rows) : { line: first.line, text, refusal: rows }
      const cells = rows[index] ?? []
      // The first record is the header.
      this.#columns ??= cells.length
      return { line: first.line, text, cells }
    })
  }

  /** The cells of each record, or the sentence of its fault. */
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
