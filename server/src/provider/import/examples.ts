import { importResources, type ImportResourceName, importResource } from '@customer-center/contract/import/resources'
import type { SourceRow } from '../../platform/importing/import.ts'
import { rowReader } from '../../platform/importing/read/read-row.ts'
import { isHash } from '../../platform/importing/read/without-secrets.ts'

const mostExamples = 5
const hidden = '…'

/** A row as it would be stored. */
type Example = Readonly<Record<string, unknown>>

/** Passes rows on, and notes the first ones as they would be stored, with secrets hidden. */
export function withExamples(
  resource: ImportResourceName,
  rows: AsyncGenerator<SourceRow>,
  isWanted: boolean
): { readonly examples: readonly Example[]; readonly noted: AsyncGenerator<SourceRow> } {
  const examples: Example[] = []
  if (!isWanted) return { examples, noted: rows }
  const read = rowReader(importResources[resource])
  const { fields } = importResource(resource)
  async function* noted(): AsyncGenerator<SourceRow> {
    for await (const row of rows) {
      const { values = [] } = examples.length < mostExamples && 'value' in row ? read(row.value, row.faults) : {}
      const shown = Array.from(values, ([name, value]) => [
        name,
        (fields[name]?.secret && value !== null) || isHash(name, value) ? hidden : value
      ])
      if (shown.length > 0) examples.push(Object.fromEntries(shown) as Example)
      yield row
    }
  }
  return { examples, noted: noted() }
}
