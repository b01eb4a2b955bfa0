import { sql } from 'kysely'
import { memberName } from '../../../platform/database/column-name.ts'
import { errorCode, isDataError } from '../../../platform/database/errors.ts'
import { insertWithKeptPlans, planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import { type AuditRow, recordedValue, insertAuditEntries } from '../../rows/audit.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type ImportBatch, type ImportDefinition, mainTable } from '../import.ts'
import { assignOwnNumbers } from '../plan/assign-numbers.ts'
import { forgetSettled } from '../plan/customer-changes.ts'
import type { ImportSetup } from '../plan/import-setup.ts'
import { type HeldMember, planBatch, type PlannedBatch, readStored } from '../plan/plan-batch.ts'
import { type FoundReferences, isOptional, leaveMember } from '../plan/plan-row.ts'
import { refusedValue, refusedRow } from '../read/read-row.ts'
import type { CellValue, ImportValues, ImportedRow, KeyedRow, RefusedRow, RowRefusal } from '../rows.ts'

const uniqueViolation = '23505'

/** The unique index that every table with external IDs has is called `<table>_external_id`. */
const sameExternalId = ['externalId', 'is already the key of another row.'] as const

function databaseRefusal(error: unknown, { members }: ImportDefinition, values: ImportValues): RowRefusal {
  const isTaken = errorCode(error) === uniqueViolation
  const constraint = (error as { readonly constraint?: string }).constraint ?? ''
  const known = Object.entries(members).flatMap(([member, { constraints }]) => {
    const problem = constraints?.[constraint]
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

type ImportAuditKey = NonNullable<ImportDefinition['audit']>

function auditKey(audit: ImportAuditKey, main: ColumnValues): Record<string, CellValue> {
  const numbers = ['provider_id', ...audit.key].map((column) => [memberName(column), main[column]])
  // A reader of the change may come after the removal of the row, so the key includes the external ID.
  return Object.fromEntries([...numbers, ...('external_id' in main ? [['externalId', main['external_id']]] : [])])
}

/** Returns the numbers of a row's customer before and after its change; undefined for a row without a customer. */
function customersOf(definition: ImportDefinition, { stored, columns }: ImportedRow): [number, number] | undefined {
  const { alias } = mainTable(definition)
  const before = stored[alias]?.['customer_id']
  const after = columns[alias]?.['customer_id'] ?? before
  return typeof before === 'number' && typeof after === 'number' ? [before, after] : undefined
}

async function findCustomerIds(trx: Db, providerId: number, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ customerId: number; externalId: string }>`
    select customer_id as "customerId", external_id as "externalId" from customers
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
  const { audit, fields } = definition
  if (!audit) return []
  const moved = rows.map((row) => customersOf(definition, row) ?? []).filter(([before, after]) => before !== after)
  const externalIds = await findCustomerIds(trx, providerId, moved.flat())
  // Codes are for fields that people also change; all other members have their import names.
  const codeOf = (member: string) => (audit.changedBy ? fields[member]?.code : null) ?? member
  return rows.flatMap((row): AuditRow[] => {
    const customers = customersOf(definition, row)
    if (row.changes.size === 0 || !customers) return []
    const [before, after] = customers
    const isMoved = before !== after
    const changed = [...row.changes].map(([member, values]) => [
      codeOf(member),
      recordedValue(isMoved ? { ...values, old: null } : values, fields[member]?.secret === true)
    ])
    const entryOf = (customer_id: number, changes: object): AuditRow => {
      const key = auditKey(audit, { ...row.stored[mainTable(definition).alias], customer_id })
      return { customer_id, resource: audit.resource, key, changes }
    }
    const changes = Object.fromEntries(changed) as object
    if (!isMoved) return [entryOf(before, changes)]
    const [former, next] = customers.map((id) => externalIds.get(id) ?? null)
    return [
      entryOf(before, { customer: { old: former, new: null } }),
      entryOf(after, { ...changes, customer: { old: null, new: next } })
    ]
  })
}

/** Makes the audit of deleted rows; empty for rows that belong to no customer. */
export function deletionAudit(definition: ImportDefinition, rows: readonly ColumnValues[]): AuditRow[] {
  const { audit } = definition
  if (!audit) return []
  return rows.flatMap((main) => {
    const { customer_id } = main
    if (typeof customer_id !== 'number') return []
    return [{ customer_id, resource: audit.resource, key: auditKey(audit, main), changes: {} }]
  })
}

/** Writes new and changed rows with their consequences, and finds rows that the database refuses by halving. */
async function writeImportedRows(
  trx: Db,
  setup: ImportSetup,
  rows: readonly ImportedRow[],
  then?: Parameters<ImportBatch['store']>[0]
): Promise<RefusedRow[]> {
  const { definition, request } = setup
  const { providerId, providerKey } = request
  if (rows.length === 0) return []
  await sql`savepoint import_rows`.execute(trx)
  try {
    const written = rows.filter(({ stored, changes }) => !stored[mainTable(definition).alias] || changes.size > 0)
    if (written.length > 0) {
      const entries = await updateAudit(trx, providerId, definition, written)
      await insertWithKeptPlans(trx, async () => {
        await writeRows(trx, providerId, definition.tables, written)
        await insertAuditEntries(trx, { providerId, providerKey, action: 'update' }, entries)
      })
      await then?.(written)
    }
    await forgetSettled(trx, setup, rows)
    await sql`release savepoint import_rows`.execute(trx)
    return []
  } catch (error) {
    if (!isDataError(error)) throw error
    await sql`rollback to savepoint import_rows`.execute(trx)
    await sql`release savepoint import_rows`.execute(trx)
    const [row] = rows
    if (rows.length === 1 && row) {
      const refusal = databaseRefusal(error, definition, row.values)
      const { field } = refusal
      if (
        field === null ||
        !row.values.has(field) ||
        !isOptional(definition, field) ||
        row.refusedFields.some((one) => one.field === field)
      )
        return [refusedRow(row, refusal)]
      leaveMember(setup, row, field)
      row.refusedFields.push(refusal)
      return writeImportedRows(trx, setup, rows, then)
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
  readonly refused: readonly RefusedRow[]
  readonly refusedFields: readonly RefusedRow[]
  readonly conflicts: readonly RefusedRow[]
  /** Parts of accepted rows that wait for the run's end; until then none of the counts has these rows. */
  readonly held: readonly HeldMember[]
}

/** Writes new rows, and the differences of stored ones. */
async function writeBatch(
  trx: Db,
  setup: ImportSetup,
  { held, fresh, known, refused }: PlannedBatch
): Promise<StoredBatch> {
  const { definition, request } = setup
  const { providerId, providerKey, undoesBatches } = request
  const failed: RefusedRow[] = []
  const store: ImportBatch['store'] = async (then) => {
    const changed = known.filter(({ changes, settled }) => changes.size > 0 || settled.length > 0)
    failed.push(...(await writeImportedRows(trx, setup, [...fresh, ...changed], then)))
  }
  if (undoesBatches) await sql`savepoint import_batch`.execute(trx)
  await assignOwnNumbers(trx, setup, fresh)
  const batch = { providerId, providerKey, rows: [...fresh, ...known], fresh, store }
  await (definition.write ? definition.write(trx, batch) : store())
  if (undoesBatches) await sql`rollback to savepoint import_batch`.execute(trx)
  const lines = new Set(failed.map(({ line }) => line))
  const stored = [...fresh, ...known].filter(({ line }) => !lines.has(line))
  const waiting = new Set(held.map(({ line }) => line))
  const count = (some: readonly ImportedRow[]) =>
    some.filter(({ line }) => !lines.has(line) && !waiting.has(line)).length
  return {
    held: held.filter(({ line }) => !lines.has(line)),
    created: count(fresh),
    updated: count(known.filter(({ changes }) => changes.size > 0)),
    unchanged: count(known.filter(({ changes }) => changes.size === 0)),
    refused: [...refused, ...failed],
    refusedFields: stored.flatMap((row) => row.refusedFields.map((one) => refusedRow(row, one, 'field'))),
    conflicts: stored.flatMap((row) => row.conflicts.map((one) => refusedRow(row, one, 'conflict')))
  }
}

/** Finds refused rows that somebody else has created since they were looked up: they exist and can be changed now. */
async function findCreated(
  trx: Db,
  setup: ImportSetup,
  keyed: readonly KeyedRow[],
  refused: readonly RefusedRow[]
): Promise<readonly KeyedRow[]> {
  const taken = new Set(refused.filter(({ isTaken }) => isTaken).map(({ line }) => line))
  const rows = keyed.filter(({ line }) => taken.has(line))
  if (rows.length === 0) return []
  const keys = rows.map(({ key }) => key)
  const stored = await readStored(trx, setup, keys)
  return rows.filter(({ name }) => stored.has(name))
}

export function storeRows(
  trx: Db,
  setup: ImportSetup,
  keyed: readonly KeyedRow[],
  found: FoundReferences
): Promise<StoredBatch> {
  return planAnewWithoutScans(trx, async () => {
    const planned = await planBatch(trx, setup, keyed, found)
    const first = await writeBatch(trx, setup, planned)
    const fresh = new Set(planned.fresh.map(({ line }) => line))
    const created = await findCreated(
      trx,
      setup,
      keyed.filter(({ line }) => fresh.has(line)),
      first.refused
    )
    if (created.length === 0) return first
    const second = await writeBatch(trx, setup, await planBatch(trx, setup, created, found))
    const lines = new Set(created.map(({ line }) => line))
    return {
      created: first.created + second.created,
      updated: first.updated + second.updated,
      unchanged: first.unchanged + second.unchanged,
      refused: [...first.refused.filter(({ line }) => !lines.has(line)), ...second.refused],
      refusedFields: [...first.refusedFields, ...second.refusedFields],
      conflicts: [...first.conflicts, ...second.conflicts],
      held: [...first.held, ...second.held]
    }
  })
}
