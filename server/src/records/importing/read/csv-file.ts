import { CsvRecords, type CsvRecord } from './csv-records.ts'
import { type Decoder, type Line, createDecoder, readLines } from './read-lines.ts'
import { checkText, type SourceBytes } from './source-bytes.ts'

/** Lines of a file with the same fault. */
export interface FaultyLines {
  readonly count: number
  /** The first one's number. */
  readonly line: number
}

const addLine = (before: FaultyLines | undefined, line: number): FaultyLines => ({
  line: before?.line ?? line,
  count: (before?.count ?? 0) + 1
})

/** Faults that do not refuse rows: rows that end before the last column, and lines that repeat the head. */
export interface FileFaults {
  readonly short: FaultyLines | null
  readonly heads: FaultyLines | null
}

/**
 * The expected width of rows. Excel omits separators if the last columns of sixteen rows are empty, and some programs
 * omit them in each row; so a shorter row is filled with empty cells, counted and named. A row without more than half
 * of the columns is refused, and so is a row that the end of the file may have cut off.
 */
export class RowWidth {
  #columns = 0
  #isNeeded: (index: number) => boolean = () => false
  #head: string | undefined
  #short: FaultyLines | undefined
  #heads: FaultyLines | undefined

  /**
   * @param head the line that names the columns, if there is one
   * @param isNeeded tells whether a row needs a column
   */
  begin(columns: number, head?: string, isNeeded: (index: number) => boolean = () => false): void {
    this.#columns = columns
    this.#head = head
    this.#isNeeded = isNeeded
  }

  get faults(): FileFaults {
    return { short: this.#short ?? null, heads: this.#heads ?? null }
  }

  /** Tells whether a line is the head once more, as in a file that was joined of several, each with a mark. */
  isHead(line: number, text: string): boolean {
    if (text !== this.#head && (this.#head === undefined || text !== `\uFEFF${this.#head}`)) return false
    this.#heads = addLine(this.#heads, line)
    return true
  }

  /** @returns the refusal of a row of a wrong width */
  check(line: number, cells: readonly string[], isUnended = false): string | undefined {
    const { length } = cells
    const columns = this.#columns
    if (length === columns) return undefined
    const missing = Array.from({ length: Math.max(0, columns - length) }, (_, index) => length + index)
    // Some programs end each row with a separator, but not the header.
    const isWhole =
      length > columns ? cells.slice(columns).every((cell) => cell === '') : length * 2 >= columns && !isUnended
    if (!isWhole || missing.some(this.#isNeeded))
      return `The row has ${length} ${length === 1 ? 'cell' : 'cells'} instead of ${columns}.`
    if (length < columns) this.#short = addLine(this.#short, line)
    return undefined
  }
}

export const csvDelimiters = { semicolon: ';', comma: ',', tab: '\t', bar: '|' }

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
  /** The first line, as far as it is ASCII. */
  readonly header: string
  readonly encoding: Decoder['encoding']
  /** The records, the header's too, many at a time. */
  readonly records: AsyncGenerator<readonly CsvRecord[]>
}

const quoted = /"[^"]*"/g

/** Detects the delimiter between the names of the header; a file of one column has none. */
function detectDelimiter(header: string): string {
  const bare = header.replace(quoted, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return Object.values(csvDelimiters).reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The optional first line in which Excel names the separator. */
const mark = /^sep=(.)$/i

/** The end of a file of DOS. */
const endOfFile = 0x1a

async function* withoutEndOfFile(lines: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
  for await (const some of lines) {
    const last = some.at(-1)
    yield last?.isUnended && last.bytes.length === 1 && last.bytes[0] === endOfFile ? some.slice(0, -1) : some
  }
}

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
  const all = withoutEndOfFile(readLines(bytes))
  for await (const lines of footer > 0 ? withoutFooter(all, footer) : all)
    yield (lines[0]?.line ?? 0) > skip ? lines : lines.filter(({ line }) => line > skip)
}

/**
 * Opens CSV, with a few lines in memory.
 * @param isUtf8 whether the encoding is known in advance to be UTF-8
 * @throws OperatorError
 */
export function openCsv(
  { bytes, first, hasMark }: SourceBytes,
  { separator: told, quotes, skip = 0, footer = 0 }: CsvForm = {},
  isUtf8 = false
): CsvFile {
  checkText(first)
  const decoder = createDecoder(first, hasMark || isUtf8)
  const [above = '', ...below] = first
    .toString('latin1')
    .split(/\r?\n/, skip + 2)
    .slice(skip)
  const marked = mark.exec(above)?.[1]
  const header = marked === undefined ? above : (below[0] ?? '')
  const separator = told ?? marked ?? detectDelimiter(header)
  const last = marked === undefined ? skip : skip + 1
  const reader = new CsvRecords(decoder, separator, quotes)
  async function* records() {
    for await (const lines of readRowLines(bytes, { skip: last, footer })) {
      const read = reader.read(lines)
      yield lines.at(-1)?.isUnended ? read.map((record) => ({ ...record, isUnended: true as const })) : read
    }
    yield reader.end()
  }
  return { separator, header, encoding: decoder.encoding, records: records() }
}
