import { sql } from 'kysely'
import { planAnewWithoutScans } from '../../../platform/database/plans.ts'
import { type Db, query } from '../../../platform/database/query.ts'
import { insertAuditEntries } from '../../rows/audit.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { deleteRows } from '../../rows/write-rows.ts'
import { mainTable, ImportError, rowsAtOnce } from '../import.ts'
import { type ImportSetup, keySql } from '../plan/import-setup.ts'
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
    remove ? remove(trx, providerId, gone) : deleteRows(trx, providerId, mainTable(definition), gone)
  )
  const by = { providerId, providerKey }
  if (updated) await insertAuditEntries(trx, { ...by, action: 'update' }, updated)
  else await insertAuditEntries(trx, { ...by, action: 'delete' }, deletionAudit(definition, gone))
}

/** Share of the stored rows that a full set may remove without further permission. */
const defaultShare = 0.05

/** Number of rows that are read and removed at once. */
const pageSize = 10_000

/**
 * Removes rows that a full set lacks.
 * @returns the number of rows
 * @throws ImportError if there are too many, or if refused rows have no readable key
 */
export async function removeGone(
  trx: Db,
  setup: ImportSetup,
  runId: string,
  maxRemoved = defaultShare
): Promise<number> {
  const { definition, request } = setup
  const { providerId, undoesBatches } = request
  const { removal, resource } = definition
  if (!removal) throw new ImportError(`A full set of ${resource} cannot replace what is there.`)
  const { alias, name } = mainTable(definition)
  const read = <Row>(statement: string) =>
    planAnewWithoutScans(trx, () => query<Row>(trx, statement, [providerId, runId]))
  // SQL condition that uses the index. OFFSET keeps PostgreSQL from a join, which would read all keys for each row if
  // it knows of none; and external IDs have another collation.
  const isRead = (key: string) =>
    `exists (select from import_keys k where k.provider_id = $1 and k.run_id = $2::uuid and k.key = (${key}) collate "default" offset 0)`
  const ofCompany = `from ${name} ${alias} where ${alias}.provider_id = $1`
  const of = `${ofCompany} and (${removal.removable})`
  // If rows stay because others reference them, the set counts them; rows that were removed earlier do not count.
  const counting = `select count(*) as "all", count(*) filter (where (${removal.removable}) and not ${isRead(keySql(definition))}) as gone,
    ${isRead("''")} as "isUnsure" ${removal.kept === undefined ? of : ofCompany}`
  const [counted] = await read<{ all: number; gone: number; isUnsure: boolean }>(counting)
  const { all = 0, gone = 0, isUnsure = false } = counted ?? {}
  if (gone === 0) return 0
  if (isUnsure)
    throw new ImportError('Nothing was removed: some refused rows do not say which rows they are. Correct them first.')
  // The share is compared in whole millionths, since 100 * 0.29 is less than 29.
  const millionths = Math.round(maxRemoved * 1e6)
  if (gone * 1e6 > all * millionths)
    throw new ImportError(
      `Nothing was removed: the set lacks ${gone} of ${all} rows, and at most ${millionths / 1e4} % may go.`
    )
  await sql`savepoint import_removal`.execute(trx)
  const size = rowsAtOnce(resource, pageSize)
  const selecting = `select to_json(${alias}) as row ${of} and not ${isRead(keySql(definition))} limit ${size}`
  for (let left = gone; left > 0; left -= size) {
    const page = await read<{ row: ColumnValues }>(selecting)
    const rows = page.map(({ row }) => row)
    await removeRows(trx, setup, rows)
  }
  if (undoesBatches) await sql`rollback to savepoint import_removal`.execute(trx)
  await sql`release savepoint import_removal`.execute(trx)
  return gone
}
