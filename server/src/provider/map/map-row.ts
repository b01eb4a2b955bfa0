import type { ImportField } from '@customer-center/contract/import-field'
import { importResource, type ImportResourceName, isImportResource } from '@customer-center/contract/import/resources'
import { readCell, type RowCells } from '../../platform/importing/read/cell-value.ts'
import type { MappedFile, SourceCells } from './import-map.ts'

/** A row of a resource that a map has made. */
export interface MappedRow extends RowCells {
  readonly resource: ImportResourceName
}

/** Numbers that a map made are no cells, but keys and the like are texts. */
const asText = (value: unknown, { kind }: ImportField): unknown =>
  typeof value === 'number' && (kind === 'text' || kind === 'reference') ? String(value) : value

/** A condition in the place of a row leaves it out. */
const isLeftOut = (row: unknown): row is undefined | null | false => row === undefined || row === null || row === false

function readMembers(resource: ImportResourceName, row: object, part: MappedFile): MappedRow {
  if (typeof row !== 'object') throw new Error(`${resource} is no row, but ${JSON.stringify(row)}.`)
  const { fields } = importResource(resource)
  const read: RowCells = { value: {} }
  for (const [name, given] of Object.entries(row) as [string, unknown][]) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) throw new Error(`${resource} has no column ${name}.`)
    if (given === undefined) continue
    if (Number.isNaN(given)) throw new Error(`${name} of ${resource} is not a number.`)
    if (typeof given === 'string') readCell(read, name, field, given, part)
    else if (given !== null || !field.notNull) read.value[name] = asText(given, field)
  }
  return { resource, ...read }
}

/** Makes the rows of each resource of one row of a foreign file. It throws what the map throws. */
export function mapRow(part: MappedFile, cells: SourceCells, from: { file: string; line: number }): MappedRow[] {
  const made = part.rows(cells, from) ?? {}
  if (made instanceof Promise) throw new Error('rows is async: it has to return its rows, not to promise them.')
  return Object.entries(made).flatMap(([resource, given]): MappedRow[] => {
    if (!isImportResource(resource)) throw new Error(`There is no resource ${resource}.`)
    return [given].flat().flatMap((row) => (isLeftOut(row) ? [] : [readMembers(resource, row, part)]))
  })
}
