import { importResources, type ImportResourceName, importResource } from '@customer-center/contract/import/resources'
import type { Db } from '../../platform/database/query.ts'
import type { ImportSummary } from '../../records/importing/import.ts'
import { rowReader } from '../../records/importing/read/read-row.ts'
import { isHash } from '../../records/importing/read/without-secrets.ts'
import type { SourceRow } from '../../records/importing/rows.ts'
import { refusedLines } from '../../records/importing/run/import-run.repository.ts'

const mostExamples = 5
/** Number of noted rows; it allows for some that are refused later. */
const mostNoted = 50
const hidden = '…'

/** A row as it would be stored. */
type Example = Readonly<Record<string, unknown>>

/**
 * Passes rows on, and notes the first ones in their stored form, with secrets hidden.
 * @returns the rows, and a function that returns the examples once the rows are read
 */
export function withExamples(
  resource: ImportResourceName,
  rows: AsyncGenerator<SourceRow>,
  isWanted: boolean
): {
  readonly examplesOf: (db: Db, providerId: number, summary: ImportSummary) => Promise<readonly Example[]>
  readonly noted: AsyncGenerator<SourceRow>
} {
  const examples: { readonly line: number; readonly row: Example }[] = []
  if (!isWanted) return { examplesOf: async () => [], noted: rows }
  const read = rowReader(importResources[resource])
  const { fields } = importResource(resource)
  async function* noted(): AsyncGenerator<SourceRow> {
    for await (const row of rows) {
      const { values = [] } = examples.length < mostNoted && 'value' in row ? read(row.value, row.faults) : {}
      const shown = Array.from(values, ([name, value]) => [
        name,
        (fields[name]?.secret && value !== null) || isHash(name, value) ? hidden : value
      ])
      if (shown.length > 0) examples.push({ line: row.line, row: Object.fromEntries(shown) as Example })
      yield row
    }
  }
  return {
    async examplesOf(db, providerId, { runId }) {
      const lines = examples.map(({ line }) => line)
      const refused = await refusedLines(db, { providerId, runId }, lines)
      return examples.flatMap(({ line, row }) => (refused.has(line) ? [] : [row])).slice(0, mostExamples)
    },
    noted: noted()
  }
}
