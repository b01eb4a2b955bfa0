import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { importResource } from '@customer-center/contract/import/resources'
import type { ImportResult } from '@customer-center/contract/import/run'
import { renewStatistics } from '../../../platform/database/plans.ts'
import { inSameTransaction } from '../../../platform/database/transaction.ts'
import { type ImportContext, ImportError, type ImportRequest, rowsAtOnce } from '../import.ts'
import { type ImportSetup, setUpImport } from '../plan/import-setup.ts'
import { checkRow } from '../read/read-row.ts'
import type { SourceRow } from '../rows.ts'
import { goneRows } from '../write/remove-rows.ts'
import { closeOrWait, endRuns, type StoredRun, importErrorOf } from './end-runs.ts'
import { yieldsToRequests, pauseAfter, whileServing } from './give-way.ts'
import { importBatch } from './import-batch.ts'
import { checkKey, failRun, type ImportRun, nameOf, openRun } from './import-run.repository.ts'

/** Limit of a batch in ms, and so of the wait for its locks or for the only connection. */
const batchMs = 250
// Minimum and maximum of rows: in smaller batches the statements around the rows take most of the time; larger ones are
// no faster and take more memory.
const [fewest, most] = [250, 1000]
/** Returns the minimum number of rows in each table that a run writes, after the given number of further rows. */
function leastRows({ definition, request }: ImportSetup, run: ImportRun, more: number): Record<string, number> {
  const stored = run.updated + run.unchanged + (request.undoesBatches ? 0 : run.created) + more
  const rows = definition.tables.map(({ name }) => [name, stored] as const)
  return {
    ...Object.fromEntries(rows),
    ...(definition.audit && { audit_entries: request.undoesBatches ? 0 : run.updated })
  }
}

/** Number of rows after which reading gives way to people's requests and the statements of the previous batch. */
const rowsInTurn = 30
/** Limit of characters in a batch, since a row of some resources is a whole drawing. */
const largestBatch = 1_000_000

async function* readBatches(
  rows: AsyncIterable<SourceRow>,
  setup: ImportSetup,
  after: number,
  size: () => number
): AsyncGenerator<ReturnType<typeof checkRow>[], void> {
  let batch: ReturnType<typeof checkRow>[] = []
  let length = 0
  let read = 0
  for await (const row of rows) {
    read += 1
    if (read % rowsInTurn === 0) await turn()
    if (row.line <= after) continue
    batch.push(checkRow(setup.read, importResource(setup.definition.resource), row))
    length += row.text.length
    if (batch.length < size() && length < largestBatch) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/** Reads one item ahead: the next batch while the database stores the current one. */
async function* readAhead<Item>(source: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  const read = () => {
    const next = source.next()
    // The error is thrown when the item is requested, after the previous item was stored.
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
    // The result is not awaited: it comes only after the item that is being read, which may never arrive.
    source.return().catch(() => undefined)
  }
}

async function storeBatches(
  context: ImportContext,
  { rows, onProgress, share, signal }: ImportRequest,
  setup: ImportSetup,
  begun: ImportRun
): Promise<ImportRun> {
  const { db } = context
  let run = begun
  let size: number = fewest
  const rowsOfBatch = () => rowsAtOnce(setup.definition.resource, yieldsToRequests(context) ? whileServing.rows : size)
  for await (const batch of readAhead(readBatches(rows, setup, begun.line, rowsOfBatch))) {
    signal?.throwIfAborted()
    const started = performance.now()
    const current = run
    await renewStatistics(db, leastRows(setup, run, batch.length))
    run = await inSameTransaction(db, async (trx) => {
      await checkKey(trx, setup.request)
      return importBatch(trx, setup, { ...current, share: share?.() ?? null }, batch)
    })
    const took = Math.max(1, performance.now() - started)
    size = Math.round(Math.min(most, Math.max(fewest, (batch.length / took) * batchMs, size / 2), size * 2))
    onProgress?.(run)
    await pauseAfter(context, took)
  }
  return run
}

/**
 * Stores rows of one resource in batches of one transaction each, so that memory does not grow with the file. The same
 * id continues an interrupted run. Of rows with the same key the first counts, and later ones are refused.
 * @returns the run, whose end applies the held members and removes the rows that a full set lacks
 * @throws ImportError
 */
export async function storeRun(context: ImportContext, request: ImportRequest): Promise<StoredRun> {
  const { db } = context
  const setup = setUpImport(context, request, true)
  // A prefix that cannot be compared is reported before anything is stored.
  if (request.prefix !== undefined) goneRows(setup, '', request.prefix)
  const begun = await openRun(db, request.runId ?? randomUUID(), request)
  if (begun.state === 'done') return { request, setup, run: begun }
  try {
    const run = await storeBatches(context, request, setup, begun)
    return await closeOrWait(db, { request, setup, run })
  } catch (error) {
    await failRun(db, nameOf(begun), importErrorOf(error).message)
    throw error
  }
}

/**
 * Imports rows of one resource.
 * @throws ImportError when the run as a whole stops
 */
export async function runImport(context: ImportContext, request: ImportRequest): Promise<ImportResult> {
  const [ended] = await endRuns(context, [await storeRun(context, request)])
  const { stopped, neededShare: _share, withheld, unnamed: _unnamed, ...result } = ended!
  const failure = stopped ?? withheld
  if (failure !== null) throw new ImportError(failure)
  return result
}
