import { type RawBuilder, sql } from 'kysely'
import { importResource } from '@customer-center/contract/import/resources'
import { planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import { inSavepoint } from '../../../platform/database/transaction.ts'
import { insertAuditEntries } from '../../rows/audit.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { deleteRows } from '../../rows/write-rows.ts'
import { type ImportDefinition, mainTable, ImportError, rowsAtOnce } from '../import.ts'
import { type ImportSetup, keySql, referredIdSql } from '../plan/import-setup.ts'
import { deletionAudit } from './write-batch.ts'

/** Removes rows in the way of their resource, and records the removal. */
export async function removeRows(
  trx: Db,
  { definition, request }: ImportSetup,
  gone: readonly ColumnValues[]
): Promise<void> {
  const { providerId, providerKey } = request
  const remove = definition.removal?.remove
  const updated = await planAnewWithoutScans(trx, async () =>
    remove
      ? remove(trx, providerId, gone, request.mode === 'replace')
      : deleteRows(trx, providerId, mainTable(definition), gone)
  )
  const by = { providerId, providerKey }
  if (updated) await insertAuditEntries(trx, { ...by, action: 'update' }, updated)
  else await insertAuditEntries(trx, { ...by, action: 'delete' }, deletionAudit(definition, gone))
}

/** Number of rows that are read and removed at once. */
const pageSize = 10_000

/**
 * Returns SQL of the key by which the provider names a row: that of the row itself, or of the row to which it belongs.
 * @throws ImportError for rows that only the product's codes name
 */
function externalKeySql(definition: ImportDefinition): string {
  const { resource, fields, members } = definition
  const [member = ''] = importResource(resource).key
  const referred = referredIdSql(definition, member)
  if (referred !== undefined) return `(${referred})`
  const { column } = members[member] ?? {}
  if (column === undefined || fields[member]?.kind !== 'text')
    throw new ImportError(`Rows of ${resource} have no external key with which a prefix could be compared.`)
  return column
}

/** FROM and WHERE of the rows of which a full set may lack a part, and of those that it lacks and that may go. */
export interface GoneRows {
  readonly alias: RawBuilder<unknown>
  readonly all: RawBuilder<unknown>
  readonly gone: RawBuilder<unknown>
}

/** @throws ImportError for a resource without a removal, or without an external key for the prefix */
export function goneRows(setup: ImportSetup, runId: string, prefix: string | undefined): GoneRows {
  const { definition, request } = setup
  const { removal, resource } = definition
  if (!removal) throw new ImportError(`A full set of ${resource} cannot replace what is there.`)
  const { alias, name } = mainTable(definition)
  const key = prefix === undefined ? "''" : externalKeySql(definition)
  const ofSet = sql`from ${sql.raw(`${name} ${alias}`)}
    where ${sql.ref(`${alias}.provider_id`)} = ${request.providerId} and starts_with(${sql.raw(key)}, ${prefix ?? ''})`
  const may = sql`${ofSet} and (${sql.raw(removal.removable)})`
  // OFFSET keeps PostgreSQL from a join, which would read all keys for each row if it knows of none; and external IDs
  // have another collation.
  const isRead = sql`exists (select from import_keys k where k.provider_id = ${request.providerId}
    and k.run_id = ${runId}::uuid and k.key = (${sql.raw(keySql(definition))}) collate "default" offset 0)`
  // If rows stay because others reference them, the set counts them; rows that were removed earlier do not count.
  const all = removal.kept === undefined ? may : ofSet
  return { alias: sql.raw(alias), all, gone: sql`${may} and not ${isRead}` }
}

/** Removes rows that a full set lacks. @param count the most that may go @returns their number */
export async function removeGone(
  trx: Db,
  setup: ImportSetup,
  { alias, gone }: GoneRows,
  count: number
): Promise<number> {
  const { definition, request } = setup
  const size = rowsAtOnce(definition.resource, pageSize)
  const remove = async () => {
    let removed = 0
    for (let left = count; left > 0; left -= size) {
      const { rows } = await planAnewWithoutScans(trx, () =>
        sql<{ row: ColumnValues }>`select to_json(${alias}) as row ${gone} limit ${Math.min(size, left)}`.execute(trx)
      )
      const found = rows.map(({ row }) => row)
      await removeRows(trx, setup, found)
      removed += found.length
    }
    return removed
  }
  return request.undoesBatches ? inSavepoint(trx, remove, true) : remove()
}
