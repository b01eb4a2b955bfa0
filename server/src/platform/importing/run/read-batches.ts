import { setImmediate as turn } from 'node:timers/promises'
import { hasHash } from '../../lib/hashes.ts'
import type { SourceRow } from '../import.ts'
import type { ImportSetup } from '../plan/import-setup.ts'
import { type RowRefusal, refusedValue, type ValidRow } from '../read/read-row.ts'
import { keptText } from '../read/without-secrets.ts'

/** Stands in place of the key of a row that names none: then nobody knows which stored rows are gone. */
const unnamed = ''

/** A row that reads well; otherwise why it does not, and its key where it can be told. */
export type CheckedRow =
  | ValidRow
  | (Pick<SourceRow, 'line' | 'text'> & { readonly refusal: RowRefusal; readonly key: string })

/** Checks a row by itself, without the database. */
function checkRow({ definition: { fields }, read }: ImportSetup, row: SourceRow): CheckedRow {
  const { line, text } = row
  if ('refusal' in row)
    return { line, text: hasHash(text) ? '' : text, ...refusedValue(null, undefined, row.refusal), key: unnamed }
  const { values, refusal, refusedFields } = read(row.value, row.faults)
  const kept = () => keptText(text, Object.entries(row.value), fields)
  if (values) return { line, text: refusedFields.length > 0 ? kept() : text, values, refusedFields }
  const id = row.value['externalId']
  const isNamed = 'externalId' in fields && refusal.field !== 'externalId' && typeof id === 'string'
  return { line, text: kept(), refusal, key: isNamed ? id.normalize('NFC').trim() : unnamed }
}

/** Rows that are read and checked before people's requests and the statements of the batch before get their turn. */
const rowsInTurn = 30
/** Characters, since a row of some resources is a whole drawing. */
const largestBatch = 1_000_000

async function* batches(
  rows: AsyncIterable<SourceRow>,
  setup: ImportSetup,
  after: number,
  size: () => number
): AsyncGenerator<CheckedRow[], void> {
  let batch: CheckedRow[] = []
  let length = 0
  let read = 0
  for await (const row of rows) {
    read += 1
    if (read % rowsInTurn === 0) await turn()
    if (row.line <= after) continue
    batch.push(checkRow(setup, row))
    length += row.text.length
    if (batch.length < size() && length < largestBatch) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/** Reads one item ahead. */
async function* readAhead<Item>(source: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  const read = () => {
    const next = source.next()
    // The error is thrown once the item is requested, which is after the item before it was stored.
    next.catch(() => undefined)
    return next
  }
  try {
    for (let next = read(); ;) {
      const { done, value } = await next
      if (done === true) return
      next = read()
      yield value
    }
  } finally {
    // Nothing waits for this: it answers once the item that is being read is there, which may be never.
    source.return().catch(() => undefined)
  }
}

/** Reads and checks rows, batch by batch; the next one while the database stores the one before. */
export const readBatches = (...of: Parameters<typeof batches>): AsyncGenerator<CheckedRow[], void> =>
  readAhead(batches(...of))
