import { sql } from 'kysely'
import { importResources, type ImportResourceName } from '@customer-center/contract/import/resources'
import { isDataError } from '../../../platform/database/errors.ts'
import type { Db } from '../../../platform/database/query.ts'
import { inSavepoint, inTransaction } from '../../../platform/database/transaction.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { type ImportContext, mainTable } from '../import.ts'
import { joinKey, type ImportSetup, setUpImport } from '../plan/import-setup.ts'
import { findReferences } from '../plan/plan-batch.ts'
import { resolveKey, type FoundReferences } from '../plan/plan-row.ts'
import { refusedValue } from '../refusals.ts'
import type { ImportValues, KeyedRow, RefusedRow, RowRefusal } from '../rows.ts'
import { removeRows } from '../write/remove-rows.ts'
import { storeRows } from '../write/write-batch.ts'
import { exportRow } from './export-rows.ts'

type RowMembers = Readonly<Record<string, unknown>>

export interface RowAddress {
  readonly providerId: number
  readonly resource: ImportResourceName
  readonly key: RowMembers
  readonly providerKey: number
}

interface Resolved extends Pick<KeyedRow, 'key' | 'keyText'> {
  readonly values: ImportValues
  readonly found: FoundReferences
}

/** Finds the rows that the key and the references of the row identify. */
async function resolveRow(
  db: Db,
  setup: ImportSetup,
  key: RowMembers,
  row: ImportValues = new Map()
): Promise<Resolved | { readonly refusal: RowRefusal }> {
  const { values, refusal } = setup.read(key)
  if (refusal) return { refusal }
  const found = await findReferences(db, setup, [values, row])
  const named = resolveKey(setup, values, found)
  return 'refusal' in named ? named : { values, ...named, found }
}

/** Reads a row in the form of an export; undefined if it does not exist or belongs to another company. */
export async function readRow(context: ImportContext, address: RowAddress): Promise<string | undefined> {
  const setup = setUpImport(context, address)
  const resolved = await resolveRow(context.db, setup, address.key)
  if ('refusal' in resolved) return undefined
  return exportRow(context.db, setup.definition, address.providerId, resolved.key)
}

export type PutRow =
  | {
      readonly isNew: boolean
      /** The row as an export has it. */
      readonly row: string
      /** Members that a customer has changed and for which another value came. */
      readonly conflicts: readonly (RowRefusal & Pick<RefusedRow, 'kind'>)[]
    }
  | { readonly refusal: RowRefusal }
  | 'missing'

/** Rolls back a transaction and carries its outcome. */
class Undone extends Error {
  readonly outcome: PutRow
  constructor(outcome: PutRow) {
    super('A row is not written.')
    this.outcome = outcome
  }
}

/** Describes how a key member contradicts the address. The external ID is exempt, since another one renames the row. */
function otherKey(
  { key }: { readonly key: readonly string[] },
  address: ImportValues,
  row: ImportValues
): RowRefusal | undefined {
  const other = key.find(
    (member) => member !== 'externalId' && (row.get(member) ?? null) !== (address.get(member) ?? null)
  )
  return other === undefined
    ? undefined
    : refusedValue(other, row.get(other), `${other} is not the one of the address.`).refusal
}

const withoutLine = ({ kind, field, value, stored, sentence, isTaken }: RefusedRow) => ({
  kind,
  field,
  value,
  sentence,
  ...(stored !== undefined && { stored }),
  ...(isTaken && { isTaken })
})

/** Writes a row like an import of this one row. Another external ID renames the stored row. */
export async function putRow(context: ImportContext, address: RowAddress, row: RowMembers): Promise<PutRow> {
  const setup = setUpImport(context, address)
  const { values, refusal, refusedFields } = setup.read({ ...address.key, ...row })
  if (refusal) return { refusal }
  // A single row is refused for any fault: its sender learns of it at once, and no other row depends on it.
  if (refusedFields[0]) return { refusal: refusedFields[0] }
  const work = async (trx: Db): Promise<PutRow> => {
    const resolved = await resolveRow(trx, setup, address.key, values)
    if ('refusal' in resolved) return resolved
    const { key, keyText, found } = resolved
    const other = otherKey(importResources[address.resource], resolved.values, values)
    if (other) return { refusal: other }
    const stored = await storeRows(trx, setup, [{ line: 1, text: '', values, refusedFields, key, keyText }], found)
    const refused = stored.refusals.find(({ kind }) => kind !== 'conflict')
    if (refused) throw new Undone({ refusal: withoutLine(refused) })
    const isNew = stored.created > 0
    const renamed = values.get('externalId') !== resolved.values.get('externalId')
    if (isNew && renamed) throw new Undone('missing')
    const now = renamed ? { ...key, external_id: values.get('externalId') ?? null } : key
    const line = await exportRow(trx, setup.definition, address.providerId, now)
    if (line === undefined) throw new Error('A row that was stored is there.')
    return { isNew, row: line, conflicts: stored.refusals.map(withoutLine) }
  }
  return inTransaction(context.db, work).catch((error: unknown) => {
    if (error instanceof Undone) return error.outcome
    throw error
  })
}

/**
 * Removes a row like a full set without it: a contact becomes inactive.
 * @returns the reason why it stays, or that it does not exist
 */
export async function deleteRow(
  context: ImportContext,
  address: RowAddress
): Promise<'removed' | 'missing' | { readonly kept: string }> {
  const setup = setUpImport(context, address)
  const { definition } = setup
  const { removal } = definition
  const { name, alias } = mainTable(definition)
  if (!removal) throw new Error(`Rows of ${address.resource} are never taken away.`)
  return inTransaction(context.db, async (trx) => {
    const resolved = await resolveRow(trx, setup, address.key)
    if ('refusal' in resolved) return 'missing'
    const row = sql.table(alias)
    const { rows } = await sql<{ row: ColumnValues; removable: boolean }>`
      select to_json(${row}) as row, (${sql.raw(removal.deletable ?? removal.removable)}) as removable
      from ${sql.table(name)} ${row} ${joinKey(definition, resolved.key)}
      where ${row}.provider_id = ${address.providerId} for no key update of ${row}`.execute(trx)
    const [found] = rows
    if (!found) return 'missing'
    if (!found.removable) return removal.kept === undefined ? 'removed' : { kept: removal.kept }
    try {
      await inSavepoint(trx, () => removeRows(trx, setup, [found.row]))
      return 'removed'
    } catch (error) {
      if (!isDataError(error)) throw error
      return { kept: 'Other rows refer to it.' }
    }
  })
}
