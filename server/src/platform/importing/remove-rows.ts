import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { insertImportAudit } from '../saving/audit.ts'
import { withCurrentPlans } from './current-plans.ts'
import type { ColumnValues } from './import.ts'
import { deletionAudit } from './row-audit.ts'
import type { ImportSetup } from './import-setup.ts'
import { deleteRows } from './write-rows.ts'

/** Takes rows away as their resource says, and records it. */
export async function removeRows(
  trx: Kysely<Tables>,
  { definition, request }: ImportSetup,
  gone: readonly ColumnValues[]
): Promise<void> {
  const { company, providerKey } = request
  const remove = definition.removal?.remove
  const updated = await withCurrentPlans(trx, async () =>
    remove ? remove(trx, company, gone) : deleteRows(trx, company, definition, gone)
  )
  const by = { company, providerKey }
  if (updated) await insertImportAudit(trx, { ...by, action: 'update' }, updated)
  else await insertImportAudit(trx, { ...by, action: 'delete' }, deletionAudit(definition, gone))
}
