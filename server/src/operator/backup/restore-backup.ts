import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openSigningKey } from '../../confirmations/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { openEmbedded } from '../../platform/database/connection.ts'
import { inCopyTransaction } from '../../platform/database/copy.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { noteRestored } from '../../platform/database/outgoing.ts'
import type { Db } from '../../platform/database/query.ts'
import type { SecurityEventName } from '../../platform/lib/security-event-name.ts'
import { type CommandContext, confirmOnTerminal } from '../../platform/operator/command.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { sleepKeys, sleepWebhooks } from '../../provider-api/index.ts'
import { eraseFound } from '../erase/erase-contact.ts'
import { erasureKey, readErasures } from '../erase/erasures.ts'
import { listContacts } from './backup.repository.ts'
import { compareTables, loadFiles, loadTables, migrateTo, openBackup, requireEmpty } from './load-backup.ts'

interface WantedRestore {
  readonly folder: string
  /** File with a private key of age; null if the backup is not encrypted. */
  readonly identity: string | null
  /** Logs of the lost installation. */
  readonly logs: readonly string[]
  /** Whether to continue although the erasures since the backup are unknown. */
  readonly agreed: boolean
}

export interface Restored {
  readonly begun: string
  readonly files: number
  /** Keys of files that the backup lacks. */
  readonly missing: readonly string[]
  /** Keys and webhooks that need a confirmation. */
  readonly keys: number
  readonly webhooks: number
  /** Persons who were erased again; null if erasures since the backup are unknown. */
  readonly erased: number | null
  readonly later: readonly LaterChange[]
}

/** Time by which the clock of the database, which dates a backup, may be ahead of the clock of `erase`. */
const clockErrorMs = 60_000

async function applyErasures(
  trx: Db,
  erased: ReadonlyMap<string, number>,
  begun: number,
  { contents }: CommandContext
) {
  const { personalData } = await contents()
  const isErased = (contact: PersonKey) => Number(erased.get(erasureKey(contact))) >= begun - clockErrorMs
  const found = (await listContacts(trx)).filter(isErased)
  for (const contact of found) await eraseFound(trx, contact.providerId, contact, personalData)
  return found.length
}

/**
 * Restores a backup into an empty installation, all of it or nothing. Ends sessions and the like before anybody can use
 * the installation.
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

/** Events that removed or changed a right, and those whose results somebody has to create again. */
const listed = new Set<SecurityEventName>([
  'shop-user-locked',
  'shop-user-unlocked',
  'right-changed',
  'password-changed',
  'email-changed',
  'passkey-removed',
  'person-erased',
  'letter-revoked',
  'key-created',
  'key-revoked',
  'webhook-added',
  'webhook-removed'
])

/** A change that is in the log but not in a backup. */
type LaterChange = Readonly<Record<string, unknown>> & { readonly event: SecurityEventName; readonly at: string }

function changeOf(line: string, begun: string): LaterChange[] {
  try {
    const { time, at, event, level: _level, msg: _msg, ...what } = JSON.parse(line) as Record<string, unknown>
    const moment = new Date(String(at ?? time))
    const name = event as SecurityEventName
    return listed.has(name) && moment >= new Date(begun) ? [{ ...what, event: name, at: moment.toISOString() }] : []
  } catch {
    // A line of another program.
    return []
  }
}

/** Lists the changes of locks, rights and keys since the backup, according to the logs of the lost installation. */
async function listLaterChanges(logs: readonly string[], begun: string): Promise<LaterChange[]> {
  const found: LaterChange[] = []
  for (const log of logs)
    for await (const line of createInterface({ input: createReadStream(log) })) found.push(...changeOf(line, begun))
  return found.toSorted((one, other) => one.at.localeCompare(other.at))
}

/**
 * Restores a backup into a temporary database, compares rows and SHA-256 of each table with the rows that it reads
 * back, and reads every file.
 * @throws OperatorError for any difference
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
