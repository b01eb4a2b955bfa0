import { readLastBackup } from '../database/outgoing.ts'
import type { SharedGauges } from './metric.ts'

/** When the last backup began; a database that was never backed up has none. */
export const backupGauges: SharedGauges = {
  gauges: { shared_backup_timestamp_seconds: ['When the last backup began, in Unix time'] },
  async read({ db }) {
    const last = await readLastBackup(db)
    return last ? [['shared_backup_timestamp_seconds', last.getTime() / 1000]] : []
  }
}
