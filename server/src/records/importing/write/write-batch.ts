import { sql } from 'kysely'
import { memberName } from '../../../platform/database/column-name.ts'
import { errorCode, isDataError } from '../../../platform/database/errors.ts'
import { insertWithKeptPlans, planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import { inSavepoint } from '../../../platform/database/transaction.ts'
import type { AuditResource } from '../../rows/audit-resources.ts'
import { type AuditRow, recordedValue, insertAuditEntries } from '../../rows/audit.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type ImportDefinition, mainTable, type RowsToWrite } from '../import.ts'
import { type ImportedRow, leaveMember, refuseMember } from '../imported-row.ts'
import { assignOwnNumbers } from '../plan/assign-numbers.ts'
import { forgetSettled } from '../plan/customer-changes.ts'
import { type ImportSetup, referredTable } from '../plan/import-setup.ts'
import {
  type HeldMember,
  holdMember,
  type NotedMove,
  planBatch,
  type PlannedBatch,
  readStored
} from '../plan/plan-batch.ts'
import { type FoundReferences, mayDropMember } from '../plan/plan-row.ts'
import { refusedRow, refusedValue } from '../refusals.ts'
import type { ImportValues, KeyedRow, RefusedRow, RowRefusal } from '../rows.ts'

const uniqueViolation = '23505'

/** The unique index that every table with external IDs has is called `<table>_external_id`. */
const sameExternalId = ['externalId', 'is already the key of another row.'] as const

function databaseRefusal(error: unknown, definition: ImportDefinition, values: ImportValues): RowRefusal {
  const isTaken = errorCode(error) === uniqueViolation
  const constraint = (error as { readonly constraint?: string }).constraint ?? ''
  const isNumber = constraint === `${mainTable(definition).name}_pkey`
  const known = Object.entries(definition.members).flatMap(([member, { assigned, constraints }]) => {
    const ofNumber = isNumber && assigned !== undefined ? `is already the number of another ${assigned}.` : undefined
    const problem = constraints?.[constraint] ?? ofNumber
    return problem === undefined ? [] : [[member, problem] as const]
  })
  const [field, sentence] = known[0] ?? (constraint.endsWith('_external_id') ? sameExternalId : [])
  if (field !== undefined && sentence !== undefined)
    return { ...refusedValue(field, values.get(field), `${field} ${sentence}`).refusal, isTaken }
  const problem = isTaken
    ? `Another row has the same values (${constraint}).`
    : `The row does not fit what is stored (${constraint || errorCode(error)}).`
  return { ...refusedValue(null, undefined, problem).refusal, isTaken }
}

/** Makes the entry of a row for the audit of its customer. */
function auditOf(definition: ImportDefinition, resource: AuditResource, main: ColumnValues, changes: object): AuditRow {
  const { key } = mainTable(definition)
  // An entry about a contact names its customer, too.
  const columns = ['provider_id', ...(key.includes('contact_id') ? ['customer_id'] : []), ...key]
  const numbers = columns.map((column) => [memberName(column), main[column]])
  // A reader of the change may come after the removal of the row, so the key includes the external ID.
  const named = 'external_id' in main ? [['externalId', main['external_id']]] : []
  const customer_id = Number(main['customer_id'])
  return { customer_id, resource, key: Object.fromEntries([...numbers, ...named]) as object, changes }
}

/** Finds the external IDs of the customers that rows have left or come to. */
async function findCustomerIds(
  trx: Db,
  providerId: number,
  definition: ImportDefinition,
  numbers: readonly number[]
): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ customerId: number; externalId: string }>`
    select customer_id as "customerId", external_id as "externalId" from ${sql.table(referredTable(definition, 'customer'))}
    where provider_id = ${providerId} and customer_id = any(${numbers}::int[])`.execute(trx)
  return new Map(rows.map(({ customerId, externalId }) => [customerId, externalId]))
}

/**
 * Makes the audit of changed rows. A row that goes to another customer has an entry for each of the two, which names
 * neither the other customer nor the values that the row had there.
 */
async function updateAudit(
  trx: Db,
  providerId: number,
  definition: ImportDefinition,
  rows: readonly ImportedRow[]
): Promise<AuditRow[]> {
  const { audit, changedBy, fields } = definition
  if (!audit) return []
  const { alias } = mainTable(definition)
  const changed = rows.flatMap(({ stored: { [alias]: main }, columns, changes }) => {
    const before = main?.['customer_id']
    if (!main || typeof before !== 'number') return []
    const after = Number(columns[alias]?.['customer_id'] ?? before)
    return [{ main, changes, before, after, isMoved: before !== after }]
  })
  const moved = changed.filter(({ isMoved }) => isMoved)
  const customers = moved.flatMap(({ before, after }) => [before, after])
  const externalIds = await findCustomerIds(trx, providerId, definition, customers)
  // Codes are for fields that people also change; all other members have their import names.
  const codeOf = (member: string) => (changedBy ? fields[member]?.code : null) ?? member
  return changed.flatMap(({ main, changes, before, after, isMoved }) => {
    const entries = [...changes].map(([member, values]) => [
      codeOf(member),
      recordedValue(isMoved ? { ...values, old: null } : values, fields[member]?.secret === true)
    ])
    const values = Object.fromEntries(entries) as object
    if (!isMoved) return [auditOf(definition, audit, main, values)]
    const [former, next] = [before, after].map((id) => externalIds.get(id) ?? null)
    return [
      auditOf(definition, audit, main, { customer: { old: former, new: null } }),
      auditOf(definition, audit, { ...main, customer_id: after }, { ...values, customer: { old: null, new: next } })
    ]
  })
}

/** Makes the audit of deleted rows; empty for rows that belong to no customer. */
export function deletionAudit(definition: ImportDefinition, rows: readonly ColumnValues[]): AuditRow[] {
  const { audit } = definition
  const ofCustomers = rows.filter(({ customer_id }) => typeof customer_id === 'number')
  return audit ? ofCustomers.map((main) => auditOf(definition, audit, main, {})) : []
}

type Consequences = Parameters<RowsToWrite['store']>[0]

/** Writes new and changed rows with their audit and consequences. */
async function writeAllRows(
  trx: Db,
  setup: ImportSetup,
  rows: readonly ImportedRow[],
  then: Consequences
): Promise<void> {
  const { definition, request } = setup
  const { providerId, providerKey } = request
  const written = rows.filter(({ isNew, changes }) => isNew || changes.size > 0)
  if (written.length > 0) {
    const entries = await updateAudit(trx, providerId, definition, written)
    await insertWithKeptPlans(trx, async () => {
      await writeRows(trx, providerId, definition.tables, written)
      await insertAuditEntries(trx, { providerId, providerKey, action: 'update' }, entries)
    })
    await then?.(written)
  }
  await forgetSettled(trx, setup, rows)
}

/** Takes a member that the database has refused out of a row. @returns whether the row may be written without it */
function leaveRefused(definition: ImportDefinition, row: ImportedRow, refusal: RowRefusal): boolean {
  const { field } = refusal
  const isSent = field !== null && row.values.has(field) && mayDropMember(definition, field)
  if (!isSent || row.refusedFields.some((one) => one.field === field)) return false
  leaveMember(row, field)
  refuseMember(row, refusal)
  return true
}

/** Writes rows, and finds those that the database refuses by halving. */
async function writeImportedRows(
  trx: Db,
  setup: ImportSetup,
  rows: readonly ImportedRow[],
  then: Consequences
): Promise<RefusedRow[]> {
  const { definition } = setup
  const [row] = rows
  if (!row) return []
  try {
    await inSavepoint(trx, () => writeAllRows(trx, setup, rows, then))
    return []
  } catch (error) {
    if (!isDataError(error)) throw error
    if (rows.length === 1) {
      const refusal = databaseRefusal(error, definition, row.values)
      return leaveRefused(definition, row, refusal)
        ? writeImportedRows(trx, setup, rows, then)
        : [refusedRow(row, refusal)]
    }
    const half = Math.ceil(rows.length / 2)
    return [
      ...(await writeImportedRows(trx, setup, rows.slice(0, half), then)),
      ...(await writeImportedRows(trx, setup, rows.slice(half), then))
    ]
  }
}

export interface StoredBatch {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refusals: readonly RefusedRow[]
  readonly moves: readonly NotedMove[]
  /** Parts of accepted rows that wait for the run's end; until then none of the counts has these rows. */
  readonly held: readonly HeldMember[]
}

const nothing: StoredBatch = { created: 0, updated: 0, unchanged: 0, refusals: [], moves: [], held: [] }

/**
 * Calls the noun, which writes new rows and the differences of stored ones.
 * @returns the rows that the database has refused, the members held for the run's end, and moves by the lines of their rows
 */
async function callNoun(trx: Db, setup: ImportSetup, { fresh, known }: Pick<PlannedBatch, 'fresh' | 'known'>) {
  const { definition, request } = setup
  const { providerId, providerKey, mode, undoesBatches: isUndone = false, customersRun: runId, prefix = '' } = request
  const isFullSet = mode === 'replace'
  const failed: RefusedRow[] = []
  const held: HeldMember[] = []
  // A batch that is halved may note a move twice.
  const moves = new Map<number, NotedMove>()
  const hold: RowsToWrite['hold'] = (row, member, subject) => {
    if (setup.holds) held.push(holdMember(setup, row, { member, subject }))
  }
  const noteMove: RowsToWrite['noteMove'] = ({ line, keyText }, move) => moves.set(line, { line, keyText, ...move })
  const store: RowsToWrite['store'] = async (then) => {
    const changed = known.filter(({ changes, settled }) => changes.size > 0 || settled.length > 0)
    failed.push(...(await writeImportedRows(trx, setup, [...fresh, ...changed], then)))
  }
  const customers = runId === undefined ? undefined : { runId, prefix }
  const rows = [...fresh, ...known]
  const batch = { providerId, providerKey, isFullSet, isUndone, customers, rows, fresh, hold, noteMove, store }
  const write = async () => {
    await assignOwnNumbers(trx, setup, fresh)
    await definition.write(trx, batch)
  }
  await (isUndone ? inSavepoint(trx, write, true) : write())
  return { failed, held, moves }
}

const linesOf = (rows: readonly { readonly line: number }[]) => new Set(rows.map(({ line }) => line))

/** Compares and writes rows. New ones that somebody else has created meanwhile exist, and are changed instead. */
export function storeRows(
  trx: Db,
  setup: ImportSetup,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<StoredBatch> {
  return planAnewWithoutScans(trx, async () => {
    const { fresh, known, refused } = await planBatch(trx, setup, keyed, found)
    const { failed, held, moves } = await callNoun(trx, setup, { fresh, known })
    const freshLines = linesOf(fresh)
    const taken = linesOf(failed.filter(({ line, isTaken }) => isTaken && freshLines.has(line)))
    const mayExist = keyed.filter(({ line }) => taken.has(line))
    const there = await readStored(trx, setup, mayExist)
    const created = mayExist.filter(({ keyText }) => there.has(keyText))
    const again = created.length > 0 ? await storeRows(trx, setup, created, found) : nothing
    const [failedLines, createdLines, waiting] = [linesOf(failed), linesOf(created), linesOf(held)]
    const stored = [...fresh, ...known].filter(({ line }) => !failedLines.has(line))
    const count = (some: readonly ImportedRow[]) =>
      some.filter(({ line }) => !failedLines.has(line) && !waiting.has(line)).length
    return {
      moves: [...stored.flatMap(({ line }) => moves.get(line) ?? []), ...again.moves],
      held: [...held.filter(({ line }) => !failedLines.has(line)), ...again.held],
      created: count(fresh) + again.created,
      updated: count(known.filter(({ changes }) => changes.size > 0)) + again.updated,
      unchanged: count(known.filter(({ changes }) => changes.size === 0)) + again.unchanged,
      refusals: [
        ...refused,
        ...failed.filter(({ line }) => !createdLines.has(line)),
        ...stored.flatMap((row) => row.refusedFields.map((one) => refusedRow(row, one, 'field'))),
        ...stored.flatMap((row) => row.conflicts.map((one) => refusedRow(row, one, 'conflict'))),
        ...again.refusals
      ]
    }
  })
}
