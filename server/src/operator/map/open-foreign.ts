import { createReadStream } from 'node:fs'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { type CsvForm, openCsv, readRowLines, readTable } from '../../records/importing/read/csv-file.ts'
import type { CsvRecord } from '../../records/importing/read/csv-records.ts'
import type { Line } from '../../records/importing/read/read-lines.ts'
import { checkText, countBytes, openBytes, type SourceBytes } from '../../records/importing/read/source-bytes.ts'
import type { MappedFile, SourceCells } from './import-map.ts'

const unreadable = '\uFFFD'

/**
 * Gives rows a prototype that throws for a missing column, so that a wrong name in a map does not produce empty values.
 */
function prototypeOf(columns: () => readonly string[]): object {
  const asked = new Set<PropertyKey>([...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'then'])
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      if (typeof name === 'symbol' || asked.has(name)) return undefined
      const known = columns().filter((column) => column !== '')
      throw new Error(`There is no column ${name}. There are ${known.join(', ')}.`)
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

type Positions = NonNullable<MappedFile['positions']>

const inOrder = (positions: Positions) => Object.entries(positions).toSorted(([, a], [, b]) => a[0] - b[0])

/**
 * Opens a file of fixed width, whose lines are cut into cells. Programs leave out blanks at the end of a line, so a
 * record has the columns that its line reaches.
 * @throws OperatorError for a file whose rows have no line of their own: only the first one would be read
 */
function openFixed({ bytes, first, decoder }: SourceBytes, positions: Positions, form: CsvForm) {
  checkText(first)
  const columns = inOrder(positions).map(([, range]) => range)
  const width = Math.max(...columns.map(([, last]) => last))
  if (!first.includes('\n') && first.toString().length >= 2 * width)
    throw new OperatorError('The file has no line ends: write each row on a line of its own.')
  const least = columns.at(-1)?.[0] ?? 0
  const cut = ({ line, bytes: read, isTooLong, isUnended }: Line): CsvRecord => {
    const text = decoder.decode(read)
    if (isTooLong || text === undefined) return { line, text: '', refusal: 'It is too long, or no valid UTF-8.' }
    if (isUnended && text.length < least) return { line, text, refusal: 'The file breaks off within the row.' }
    const reached = columns.filter(([begin]) => begin <= text.length)
    return { line, text, cells: reached.map(([begin, end]) => text.slice(begin - 1, end)) }
  }
  async function* records() {
    for await (const lines of readRowLines(bytes, form)) yield lines.filter((one) => one.bytes.length > 0).map(cut)
  }
  return { separator: null, records: records() }
}

/**
 * Opens a foreign file, with a few lines in memory.
 * @returns its rows, and a function that gives them the columns of the map; encoding and faults are known at the end
 * @throws OperatorError, here or during the reading
 */
export async function openForeign(
  path: string,
  { encoding, positions, columns, ...form }: Omit<MappedFile, 'rows' | 'name'>,
  onBytes: (count: number) => void
) {
  const opened = await openBytes(countBytes(createReadStream(path), onBytes), { encoding })
  const { separator, records } = positions ? openFixed(opened, positions, form) : openCsv(opened, form)
  let names = namesOf(positions ? inOrder(positions).map(([name]) => name) : (columns ?? []))
  const prototype = prototypeOf(() => names)
  const table = readTable(records, {
    columns: names.length,
    readHead(record) {
      if (!('cells' in record))
        throw new OperatorError(`The head in line ${record.line} cannot be read: ${record.refusal}`)
      if (record.cells.every((cell) => cell.trim() === '')) return undefined
      names = namesOf(record.cells)
      return () => false
    }
  })
  /** @throws Error for an unreadable row */
  function toCells(record: CsvRecord): SourceCells {
    if (!('cells' in record)) throw new Error(record.refusal)
    if (record.text.includes(unreadable)) throw new Error('It has characters that its encoding lacks.')
    const named: Record<string, string> = {}
    for (const [index, name] of names.entries()) if (name !== '') named[name] = (record.cells[index] ?? '').trim()
    return { __proto__: prototype, ...named } as unknown as SourceCells
  }
  return { separator, encoding: opened.decoder.encoding, ...table, toCells }
}
