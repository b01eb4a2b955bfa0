import { importResource, type ImportResourceName } from '@customer-center/contract/import/resources'
import type { RefusalKind } from '@customer-center/contract/import/run'
import { planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import type { ImportSetup } from '../plan/import-setup.ts'
import { findReferences, refuseDuplicates } from '../plan/plan-batch.ts'
import { resolveKey, type FoundReferences } from '../plan/plan-row.ts'
import type { checkRow } from '../read/read-row.ts'
import { textWithoutSecrets } from '../read/without-secrets.ts'
import { refusedRow } from '../refusals.ts'
import type { CheckedRow, KeyedRow, RefusedRow } from '../rows.ts'
import { checkMoves } from '../write/check-losses.ts'
import { storeRows, type StoredBatch } from '../write/write-batch.ts'
import { findHeld, noteHeld, reduceHeldToKeys, takeHeld } from './held-rows.repository.ts'
import { type ImportRun, keptRefusals, nameOf, noteKeys, noteProgress } from './import-run.repository.ts'

/** Rows of a batch whose keys are resolved, and those that name a row which is not there. */
function resolveRows(setup: ImportSetup, rows: readonly CheckedRow[], found: FoundReferences) {
  const resolved = rows.map((row) => ({ row, ...resolveKey(setup, row.values, found) }))
  return {
    named: resolved.flatMap((one): KeyedRow[] =>
      'key' in one ? [{ ...one.row, key: one.key, keyText: one.keyText }] : []
    ),
    refused: resolved.flatMap((one) => ('refusal' in one ? [refusedRow(one.row, one.refusal)] : []))
  }
}

/**
 * Notes the keys of the rows, each key once in the whole run.
 * @returns the rows that can be stored, those with a key of an earlier row, and the refused ones
 */
async function keyRows(
  trx: Db,
  setup: ImportSetup,
  runId: string,
  rows: readonly CheckedRow[],
  found: FoundReferences
) {
  const { named, refused } = resolveRows(setup, rows, found)
  const first = new Map<string, KeyedRow>()
  for (const row of named) if (!first.has(row.keyText)) first.set(row.keyText, row)
  const fresh = await noteKeys(trx, { providerId: setup.request.providerId, runId }, [...first.keys()], true)
  const isFirst = (row: KeyedRow) => first.get(row.keyText) === row && fresh.has(row.keyText)
  return { keyed: named.filter(isFirst), duplicates: named.filter((row) => !isFirst(row)), refused }
}

const shownKey = (resource: ImportResourceName, values: CheckedRow['values']) =>
  importResource(resource)
    .key.flatMap((member) => values.get(member) ?? [])
    .join('/')

/** Number of lines of rows without a readable key that a run notes. */
const maxLines = 20

/** Notes stored rows in their run. @returns the run with them */
async function noteStored(
  trx: Db,
  { definition: { resource, fields } }: ImportSetup,
  run: ImportRun,
  stored: StoredBatch,
  { rows, refused = [], read = 0, line = run.line, unnamed = [] }: BatchNotes
): Promise<ImportRun> {
  const valuesOf = new Map(rows.map((row) => [row.line, row.values]))
  const all = [...refused, ...stored.refusals]
    .map((row) => {
      const values = valuesOf.get(row.line)
      return {
        ...row,
        text: textWithoutSecrets(row.text, values ?? [], fields),
        key: values ? shownKey(resource, values) : null
      }
    })
    .toSorted((one, other) => one.line - other.line)
  const countOf = (kind: RefusalKind) => all.filter((row) => row.kind === kind).length
  const { kept, ...counts } = keptRefusals(run, all)
  const added = {
    ...counts,
    line,
    read: run.read + read,
    created: run.created + stored.created,
    updated: run.updated + stored.updated,
    unchanged: run.unchanged + stored.unchanged,
    refused: run.refused + countOf('row'),
    refused_fields: run.refused_fields + countOf('field'),
    conflicts: run.conflicts + countOf('conflict'),
    unnamed: run.unnamed + unnamed.length,
    unnamed_lines: [run.unnamed_lines || [], unnamed.slice(0, Math.max(0, maxLines - run.unnamed))].flat().join(', '),
    share: run.share
  }
  await noteProgress(trx, run, added, kept)
  return { ...run, ...added }
}

interface BatchNotes {
  readonly rows: readonly Pick<CheckedRow, 'line' | 'values'>[]
  readonly refused?: readonly RefusedRow[]
  /** Number of rows that the batch has read. */
  readonly read?: number
  /** The last line of the batch. */
  readonly line?: number | undefined
  /** Lines of refused rows without a readable key. */
  readonly unnamed?: readonly number[]
}

const findRows = (trx: Db, setup: ImportSetup, values: readonly CheckedRow['values'][]) =>
  planAnewWithoutScans(trx, () => findReferences(trx, setup, values))

/**
 * Stores rows together with the members that rows of earlier runs with the same keys hold back; a member of the row
 * itself counts instead. The earlier runs keep only the key: so a contact that ends in one file and moves in the next
 * ends with the move, and not at the end of all runs.
 */
async function storeWithHeld(
  trx: Db,
  setup: ImportSetup,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<StoredBatch> {
  const { providerId, earlierRuns = [] } = setup.request
  if (earlierRuns.length === 0) return storeRows(trx, setup, keyed, found)
  const earlier = { providerId, earlierRuns }
  const keys = keyed.map(({ keyText }) => keyText)
  const held = await planAnewWithoutScans(trx, () => findHeld(trx, earlier, keys))
  if (held.size === 0) return storeRows(trx, setup, keyed, found)
  const rows = keyed.map((row) => {
    const { changedAt: _, ...before } = held.get(row.keyText) ?? {}
    return { ...row, values: new Map([...Object.entries(before), ...row.values]) }
  })
  const stored = await storeRows(trx, setup, rows, found)
  const refused = new Set(stored.refusals.flatMap(({ kind, line }) => (kind === 'row' ? [line] : [])))
  const passed = rows.flatMap(({ line, keyText }) => (held.has(keyText) && !refused.has(line) ? [keyText] : []))
  const { key } = importResource(setup.definition.resource)
  await planAnewWithoutScans(trx, () => reduceHeldToKeys(trx, earlier, passed, key))
  return stored
}

/**
 * Stores one batch of rows and its run's progress in the given transaction.
 * @returns the run with it
 */
export async function importBatch(
  trx: Db,
  setup: ImportSetup,
  run: ImportRun,
  batch: readonly ReturnType<typeof checkRow>[]
): Promise<ImportRun> {
  const rows = batch.filter((row) => 'values' in row)
  const unread = batch.filter((row) => 'refusal' in row)
  const keys = unread.flatMap(({ key }) => key ?? [])
  const found = await findRows(trx, setup, [...rows.map(({ values }) => values), ...keys])
  const { keyed, duplicates, refused } = await keyRows(trx, setup, run.run_id, rows, found)
  // A refused row whose key can be read is still part of a full set.
  const { named } = resolveRows(
    setup,
    keys.map((values) => ({ line: 0, text: '', values, refusedFields: [] })),
    found
  )
  await noteKeys(
    trx,
    nameOf(run),
    named.map(({ keyText }) => keyText),
    false
  )
  const stored = await storeWithHeld(trx, setup, keyed, found)
  await noteHeld(trx, nameOf(run), [...stored.held, ...stored.moves])
  if (stored.moves.length > 0) await checkMoves(trx, setup, run.run_id)
  const repeated = await refuseDuplicates(trx, setup, duplicates, found, run.map !== null)
  return noteStored(trx, setup, run, stored, {
    rows: [...rows, ...unread.flatMap(({ line, key }) => (key ? [{ line, values: key }] : []))],
    refused: [...unread.map((row) => refusedRow(row, row.refusal)), ...refused, ...repeated],
    read: batch.length,
    line: batch.at(-1)?.line,
    unnamed: unread.flatMap(({ line, key }) => (key ? [] : [line]))
  })
}

/**
 * Stores some of the parts that the rows of a run have left for its end.
 * @returns the run with them; undefined if nothing is left
 */
export async function importHeld(
  trx: Db,
  setup: ImportSetup,
  run: ImportRun,
  count: number
): Promise<ImportRun | undefined> {
  const held = await takeHeld(trx, nameOf(run), count)
  if (held.length === 0) return undefined
  const rows = held.map(({ line, values }) => ({
    line,
    text: JSON.stringify(values),
    values: new Map(Object.entries(values)),
    refusedFields: []
  }))
  const found = await findRows(
    trx,
    setup,
    rows.map(({ values }) => values)
  )
  const { named, refused } = resolveRows(setup, rows, found)
  const stored = await storeRows(trx, { ...setup, holds: false }, named, found)
  return noteStored(trx, setup, run, stored, { rows, refused })
}
