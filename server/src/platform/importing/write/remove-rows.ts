import { planAnewWithoutScans } from '../../database/plans.ts'
import type { Db } from '../../database/query.ts'
import { insertAuditEntries } from '../../rows/audit.ts'
import type { ColumnValues } from '../../rows/tables.ts'
import { deleteRows } from '../../rows/write-rows.ts'
import { mainTable } from '../import.ts'
import type { ImportSetup } from '../plan/import-setup.ts'
import { deletionAudit } from './row-audit.ts'

/** Takes rows away as their resource says, and records it. */
export async function removeRows(
  trx: Db,
  { definition, request }: ImportSetup,
  gone: readonly ColumnValues[]
): Promise<void> {
  const { provider, providerKey } = request
  const remove = definition.removal?.remove
  const updated = await planAnewWithoutScans(trx, async () =>
    remove ? remove(trx, provider, gone) : deleteRows(trx, provider, mainTable(definition), gone)
  )
  const by = { provider, providerKey }
  if (updated) await insertAuditEntries(trx, { ...by, action: 'update' }, updated)
  else await insertAuditEntries(trx, { ...by, action: 'delete' }, deletionAudit(definition, gone))
}
