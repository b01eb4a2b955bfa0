import { openSigningKey } from '../../confirmations/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { inCopyTransaction } from '../../platform/database/copy.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { noteRestored } from '../../platform/database/outgoing.ts'
import type { Db } from '../../platform/database/query.ts'
import { type CommandContext, confirmOnTerminal } from '../../platform/operator/command.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { eraseFound } from '../erase/erase-contact.ts'
import { erasureKey, readErasures } from '../erase/erasures.ts'
import { sleepKeys } from '../provider-key/provider-key.repository.ts'
import { sleepWebhooks } from '../webhook/webhook.repository.ts'
import { listContacts } from './backup.repository.ts'
import { type LaterChange, listLaterChanges } from './later-changes.ts'
import { loadFiles, loadTables, migrateTo, openBackup, requireEmpty } from './load-backup.ts'

export interface WantedRestore {
  /** Folder of one backup. */
  readonly folder: string
  /** File with a private key of age; null: the backup is not encrypted. */
  readonly identity: string | null
  /** Logs of the lost installation. */
  readonly logs: readonly string[]
  /** Goes on though erasures since the backup are unknown. */
  readonly agreed: boolean
}

export interface Restored {
  readonly begun: string
  readonly files: number
  /** Keys of files that the backup lacks. */
  readonly missing: readonly string[]
  /** Keys and webhooks that wait for a confirmation. */
  readonly keys: number
  readonly webhooks: number
  /** Persons who were erased again; null: erasures since are not known. */
  readonly erased: number | null
  readonly later: readonly LaterChange[]
}

/** Time by which the clock of the database, which says when a backup began, may be ahead of that of `erase`. */
const clockErrorMs = 60_000

/** Erases again who was erased since the backup. */
async function applyErasures(
  trx: Db,
  erased: ReadonlyMap<string, number>,
  begun: number,
  { contents }: CommandContext
) {
  const { personalData } = await contents()
  const isErased = (contact: PersonKey) => Number(erased.get(erasureKey(contact))) >= begun - clockErrorMs
  const found = (await listContacts(trx)).filter(isErased)
  for (const contact of found) await eraseFound(trx, contact.provider, contact, personalData)
  return found.length
}

/**
 * Restores a backup into an empty installation: all of it or nothing. What must not live on is ended before anybody can
 * use it.
 */
export async function restoreBackup(
  db: Db,
  { folder, identity, logs, agreed }: WantedRestore,
  context: CommandContext
): Promise<Restored> {
  const { config } = context
  const backup = await openBackup(folder, identity)
  const { begun, missing } = backup.manifest
  await requireEmpty(db)
  const erasures = await readErasures(config)
  const without = `Erasures since ${begun} are not known, so persons who were erased since then come back`
  if (!erasures && !agreed && !(await confirmOnTerminal(`${without}.`, 'Go on without them?')))
    throw new OperatorError(`${without}: set ERASURES_FILE to the file beside the backups, or go on by --yes.`)
  const later = await listLaterChanges(logs, begun)
  await migrateTo(db, backup.manifest)
  const storage = openStorage(config)
  try {
    const done = await inCopyTransaction(context.pool, async (trx, client) => {
      await loadTables(trx, client, backup)
      const files = await loadFiles(trx, backup, ({ key }, bytes) => storage.put(key, bytes))
      await noteRestored(trx, new Date(begun))
      await openSigningKey(config, trx, true)
      const [keys, webhooks] = [await sleepKeys(trx), await sleepWebhooks(trx)]
      return {
        files,
        keys,
        webhooks,
        erased: erasures ? await applyErasures(trx, erasures, Date.parse(begun), context) : null
      }
    })
    await migrate(db)
    return { ...done, begun, missing, later }
  } finally {
    storage.close()
  }
}
