import { csvRecords, type CsvRecord, quoted } from './csv-records.ts'
import { type Line, readLines } from './read-lines.ts'
import { checkText, type SourceBytes } from './source-bytes.ts'

/** Lines of a file with the same fault. */
interface FaultyLines {
  readonly count: number
  /** The first one's number. */
  readonly line: number
}

/** Faults that do not refuse rows: rows that end before the last column, and lines that repeat the head. */
export interface FileFaults {
  readonly short: FaultyLines | null
  readonly heads: FaultyLines | null
}

interface TableHead {
  /** Number of columns, where no record names them. */
  readonly columns?: number | undefined
  /**
   * Reads the record that names the columns.
   * @returns a function that tells whether a row needs a column; undefined if it is not that record
   */
  readonly readHead: (record: CsvRecord) => ((column: number) => boolean) | undefined
}

/**
 * Yields the rows below a head, and refuses those of a wrong width. Excel omits separators if the last columns of
 * sixteen rows are empty, and some programs omit them in each row; so a shorter row is filled with empty cells, counted
 * and named. A row without more than half of the columns is refused, and so is a row that the end of the file may have
 * cut off.
 */
export function readTable(
  records: AsyncIterable<readonly CsvRecord[]>,
  { columns = 0, readHead }: TableHead
): { readonly faults: () => FileFaults; readonly rows: AsyncGenerator<readonly CsvRecord[]> } {
  const faults: { -readonly [Kind in keyof FileFaults]: FileFaults[Kind] } = { short: null, heads: null }
  let isNeeded: ReturnType<TableHead['readHead']> = columns > 0 ? () => false : undefined
  let width = 0
  let head: string | undefined

  const note = (kind: keyof FileFaults, line: number) => {
    const { count, line: first } = faults[kind] ?? { count: 0, line }
    faults[kind] = { count: count + 1, line: first }
  }

  function readRow(record: CsvRecord): CsvRecord | undefined {
    if (!isNeeded) {
      isNeeded = readHead(record)
      if (isNeeded && 'cells' in record) [width, head] = [record.cells.length, record.text]
      return undefined
    }
    if (!('cells' in record)) return record
    const { line, text, cells, isUnended } = record
    const { length } = cells
    // A spreadsheet writes empty rows as separators alone.
    if (cells.every((cell) => cell.trim() === '')) return undefined
    // A file that was joined of several has the head of each, with a mark.
    if (head !== undefined && (text === head || text === `\uFEFF${head}`)) {
      note('heads', line)
      return undefined
    }
    width ||= Math.max(columns, length)
    if (length === width) return record
    const missing = Array.from({ length: Math.max(0, width - length) }, (_, index) => length + index)
    // Some programs end each row with a separator, but not the header.
    const isWhole = length > width ? cells.slice(width).every((cell) => cell === '') : length * 2 >= width && !isUnended
    if (!isWhole || missing.some(isNeeded))
      return { line, text, refusal: `The row has ${length} ${length === 1 ? 'cell' : 'cells'} instead of ${width}.` }
    if (length < width) note('short', line)
    return record
  }

  async function* rows() {
    for await (const some of records) yield some.map(readRow).filter((row) => row !== undefined)
  }
  return { faults: () => faults, rows: rows() }
}

export const csvSeparators = { semicolon: ';', comma: ',', tab: '\t', bar: '|' }

/** The form of a CSV file, as far as it is given; the rest is detected. */
export interface CsvForm {
  readonly separator?: string
  /** False if a quotation mark is an ordinary character. */
  readonly quotes?: boolean
  /** Number of lines that are left out. */
  readonly skip?: number
  /** Number of lines at the end that are skipped; blank lines do not count. */
  readonly footer?: number
}

export interface CsvFile {
  readonly separator: string
  /** The record that names the columns, as far as it is ASCII. */
  readonly header: string
  /** The records, the header's too, many at a time. */
  readonly records: AsyncGenerator<readonly CsvRecord[]>
}

/** Detects the separator between the names of the header; a file of one column has none. */
function detectSeparator(header: string): string {
  const bare = header.replace(quoted, '')
  const count = (separator: string) => bare.split(separator).length
  return Object.values(csvSeparators).reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Returns the first record of a text: the name of a column may have line breaks, which a cell in quotes keeps. */
function firstRecord(text: string, quotes: boolean): string {
  const [whole = ''] = quotes ? (/^(?:[^"\n]|"[^"]*")*(?=\n|$)/.exec(text) ?? []) : []
  return (whole || text.split('\n', 1)[0]!).replace(/\r$/, '')
}

/** The optional first line in which Excel names the separator. */
const mark = /^sep=(.)$/i

async function* withoutFooter(lines: AsyncIterable<Line[]>, footer: number): AsyncGenerator<Line[]> {
  let held: Line[] = []
  for await (const some of lines) {
    const all = held.length > 0 ? held.concat(some) : some
    let at = all.length
    for (let left = footer; left > 0 && at > 0; at -= 1) if (all[at - 1]!.bytes.length > 0) left -= 1
    held = all.slice(at)
    if (at > 0) yield all.slice(0, at)
  }
}

/** Reads the lines of a file without those above and below its rows. */
export async function* readRowLines(
  bytes: AsyncIterable<Buffer>,
  { skip = 0, footer = 0 }: Pick<CsvForm, 'skip' | 'footer'>
): AsyncGenerator<Line[]> {
  const all = readLines(bytes)
  for await (const lines of footer > 0 ? withoutFooter(all, footer) : all)
    yield (lines[0]?.line ?? 0) > skip ? lines : lines.filter(({ line }) => line > skip)
}

/**
 * Opens CSV, with a few lines in memory.
 * @throws OperatorError
 */
export function openCsv(
  { bytes, first, decoder }: SourceBytes,
  { separator: told, quotes = true, skip = 0, footer = 0 }: CsvForm = {}
): CsvFile {
  checkText(first)
  const beginning = first.toString('latin1').split('\n').slice(skip).join('\n')
  const above = firstRecord(beginning, quotes)
  const marked = mark.exec(above)?.[1]
  const header = marked === undefined ? above : firstRecord(beginning.slice(beginning.indexOf('\n') + 1), quotes)
  const separator = told ?? marked ?? detectSeparator(header)
  const lines = readRowLines(bytes, { skip: marked === undefined ? skip : skip + 1, footer })
  return { separator, header, records: csvRecords(lines, { decoder, separator, quotes }) }
}
