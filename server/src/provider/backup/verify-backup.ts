import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../platform/database/connection.ts'
import { inCopyTransaction } from '../../platform/database/copy.ts'
import { compareTables, loadFiles, loadTables, migrateTo, openBackup } from './load-backup.ts'

/**
 * Restores a backup into a database that is deleted at the end, compares rows and SHA-256 of each table with what is
 * read back, and reads every file.
 * @throws OperatorError where anything differs
 */
export async function verifyBackup(folder: string, identity: string | null) {
  const backup = await openBackup(folder, identity)
  const { begun, missing, tables } = backup.manifest
  const scratch = await mkdtemp(join(tmpdir(), 'customer-center-verify-'))
  const database = await openEmbedded({ folder: join(scratch, 'database') })
  try {
    await migrateTo(database.db, backup.manifest)
    const files = await inCopyTransaction(database.pool, async (trx, client) => {
      await compareTables(client, await loadTables(trx, client, backup))
      return loadFiles(trx, backup, async () => undefined)
    })
    return { begun, files, missing, rows: Object.values(tables).reduce((all, { rows }) => all + rows, 0) }
  } finally {
    await database.close()
    await rm(scratch, { recursive: true, force: true })
  }
}
