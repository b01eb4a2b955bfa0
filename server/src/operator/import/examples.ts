import { importResources, type ImportResourceName, importResource } from '@customer-center/contract/import/resources'
import { rowReader } from '../../records/importing/read/read-row.ts'
import { isHash } from '../../records/importing/refusals.ts'
import type { SourceRow } from '../../records/importing/rows.ts'

const maxExamples = 5
/** Number of noted rows; it allows for some that are refused later. */
const maxNoted = 50
const hidden = '…'

/** A row as it would be stored. */
type Example = Readonly<Record<string, unknown>>

interface NotedRows {
  readonly noted: AsyncGenerator<SourceRow>
  /** Returns the examples, once the rows are read. @param refused lines of rows that were not taken */
  readonly examplesOf: (refused: ReadonlySet<number>) => readonly Example[]
}

/** Passes rows on, and notes the first ones in their stored form, with secrets hidden. */
export function withExamples(resource: ImportResourceName, rows: AsyncGenerator<SourceRow>): NotedRows {
  const examples: { readonly line: number; readonly row: Example }[] = []
  const read = rowReader(importResources[resource])
  const { fields } = importResource(resource)
  async function* noted(): AsyncGenerator<SourceRow> {
    for await (const row of rows) {
      const { values = [] } = examples.length < maxNoted && 'value' in row ? read(row.value, row.faults) : {}
      const shown = Array.from(values, ([name, value]) => [
        name,
        (fields[name]?.secret && value !== null) || isHash(name, value) ? hidden : value
      ])
      if (shown.length > 0) examples.push({ line: row.line, row: Object.fromEntries(shown) as Example })
      yield row
    }
  }
  return {
    noted: noted(),
    examplesOf: (refused) => examples.flatMap(({ line, row }) => (refused.has(line) ? [] : [row])).slice(0, maxExamples)
  }
}
