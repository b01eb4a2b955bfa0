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

function readMembers(resource: ImportResourceName, row: object, part: MappedFile): MappedRow {
  const { fields } = importResource(resource)
  const read: RowCells = { value: {} }
  for (const [name, given] of Object.entries(row) as [string, unknown][]) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) throw new Error(`${resource} has no column ${name}.`)
    if (given === undefined) continue
    if (typeof given === 'string') readCell(read, name, field, given, part)
    else if (given !== null || !field.notNull) read.value[name] = asText(given, field)
  }
  return { resource, ...read }
}

/** Makes the rows of each resource of one row of a foreign file. It throws what the map throws. */
export function mapRow(part: MappedFile, cells: SourceCells, from: { file: string; line: number }): MappedRow[] {
  return Object.entries(part.rows(cells, from) ?? {}).flatMap(([resource, given]): MappedRow[] => {
    if (!isImportResource(resource)) throw new Error(`There is no resource ${resource}.`)
    const rows: readonly object[] = given === undefined ? [] : Array.isArray(given) ? given : [given]
    return rows.map((row) => readMembers(resource, row, part))
  })
}
