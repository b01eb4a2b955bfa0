import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { type CsvRecord, CsvRecords } from '../../platform/importing/csv-records.ts'
import { delimiters, detectDelimiter } from '../../platform/importing/csv-rows.ts'
import { createDecoder } from '../../platform/importing/decoder.ts'
import { maxLineBytes } from '../../platform/importing/open-rows.ts'
import { type Line, readLines } from '../../platform/importing/read-lines.ts'
import { countBytes, largestFile, openBytes } from '../../platform/importing/source-bytes.ts'
import type { MappedFile, SourceCells } from './import-map.ts'

/** A row of a foreign file, or why it is none. */
type ForeignRow = { readonly line: number } & ({ readonly cells: SourceCells } | { readonly refusal: string })

/** An opened foreign file. */
export interface ForeignFile {
  readonly separator: string
  /** The encoding, known at the end. */
  readonly encoding: () => string
  /** The names of its columns, known with the first row. */
  readonly columns: () => readonly string[]
  readonly rows: AsyncGenerator<readonly ForeignRow[]>
}

const unreadable = '\uFFFD'

async function* transcode(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = iconv.getDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.write(chunk))
  yield Buffer.from(decoder.end() ?? '')
}

/** Gives rows a prototype that throws for a column that is not there, so that a wrong name in a map leaves nothing empty. */
function prototypeOf(columns: readonly string[]): object {
  const asked = new Set<PropertyKey>([...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'then'])
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      if (typeof name === 'symbol' || asked.has(name)) return undefined
      throw new Error(`There is no column ${name}. There are ${columns.filter((column) => column !== '').join(', ')}.`)
    }
  })
}

function namesOf(head: readonly string[]): string[] {
  const names = head.map((cell) => cell.trim())
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index)
  if (twice !== undefined)
    throw new OperatorError(`Its head has ${twice} twice: let the map skip the head and name the columns by place.`)
  return names
}

/** Turns records into rows; the first record is the head unless the map names the columns. */
function rowMaker(given: readonly string[] | undefined) {
  let columns = given && namesOf(given)
  let width = columns && !given ? columns.length : undefined
  let prototype = columns && prototypeOf(columns)
  return {
    columns: () => columns ?? [],
    toRow: (record: CsvRecord): ForeignRow | undefined => {
      const { line } = record
      if (!('cells' in record)) {
        if (!columns) throw new OperatorError(`The head in line ${line} cannot be read: ${record.refusal}`)
        return { line, refusal: record.refusal }
      }
      const { cells, text } = record
      if (cells.every((cell) => cell.trim() === '')) return undefined
      if (!columns) {
        columns = namesOf(cells)
        width = columns.length
        prototype = prototypeOf(columns)
        return undefined
      }
      width ??= cells.length
      // Some programs end each row with a separator, and the head with none.
      const isWhole = cells.length >= width && cells.slice(width).every((cell) => cell === '')
      if (!isWhole) return { line, refusal: `The row has ${cells.length} cells instead of ${width}.` }
      if (text.includes(unreadable)) return { line, refusal: 'It has characters that its encoding lacks.' }
      const named = columns.flatMap((name, index) =>
        name === '' ? [] : [[name, (cells[index] ?? '').trim()] as const]
      )
      return { line, cells: { __proto__: prototype, ...Object.fromEntries(named) } as unknown as SourceCells }
    }
  }
}

/**
 * Opens a foreign file as its map says, holding a few lines of it.
 * @throws OperatorError, here or while it is read
 */
export async function openForeign(
  path: string,
  part: Omit<MappedFile, 'rows' | 'name'>,
  onBytes: (count: number) => void = () => undefined
): Promise<ForeignFile> {
  const { encoding: given, skip = 0, separator: told, quotes, columns } = part
  const isForeign = given !== undefined && !/^utf-?8$/i.test(given)
  const { bytes, hasMark, first } = await openBytes(countBytes(createReadStream(path), onBytes), largestFile, {
    ...(isForeign && { transcode: (source) => transcode(source, given) })
  })
  const decoder = createDecoder(first, hasMark || given !== undefined)
  const beginning = first.toString('latin1').split(/\r?\n/).slice(skip)
  const mark = /^sep=(.)$/i.exec(beginning[0] ?? '')?.[1]
  const separator = told ?? mark ?? delimiters[detectDelimiter(beginning[mark === undefined ? 0 : 1] ?? '')]
  const above = mark === undefined ? skip : skip + 1
  const records = new CsvRecords(decoder, separator, maxLineBytes, quotes)
  const { toRow, columns: known } = rowMaker(columns)
  const rowsOf = (read: readonly CsvRecord[]) => read.map(toRow).filter((row) => row !== undefined)
  async function* rows(lines: AsyncIterable<Line[]>) {
    for await (const some of lines) yield rowsOf(records.read(some.filter(({ line }) => line > above)))
    yield rowsOf(records.end())
  }
  return {
    separator,
    encoding: () => given ?? decoder.encoding(),
    columns: known,
    rows: rows(readLines(bytes, maxLineBytes))
  }
}
