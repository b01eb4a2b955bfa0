import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { copyOut, inCopyTransaction, readTables } from '../../platform/database/copy.ts'
import { readAppliedMigrations } from '../../platform/database/migrate.ts'
import { noteBackup, readLastBackup } from '../../platform/database/outgoing.ts'
import type { Db } from '../../platform/database/query.ts'
import { mapConcurrently } from '../../platform/lib/map-concurrently.ts'
import { syncFolder, writeWhole } from '../../platform/lib/write-whole.ts'
import type { CommandContext } from '../../platform/operator/command.ts'
import { openStorage, type Storage } from '../../platform/storage/storage.ts'
import { noteErasures } from '../erase/erasures.ts'
import * as folders from './backup-folder.ts'
import { type BackedUpFile, listErasures, listFiles, readBegin } from './backup.repository.ts'
import { asItIs, encryptFor, type Passage } from './encryption.ts'

export interface WantedBackup {
  readonly folder: string
  /** Public keys of age; null without encryption. */
  readonly recipients: string[] | null
}

export interface MadeBackup extends Omit<folders.BackupManifest, 'format' | 'migration' | 'tables'> {
  readonly folder: string
  readonly rows: number
  /** Time of the previous backup; null without one. */
  readonly previous: string | null
  /** Bytes that were written, without files that an earlier backup shares. */
  readonly bytes: number
}

/** A backup that is being written, into a folder with a temporary name. */
interface OpenBackup extends WantedBackup {
  readonly encrypt: Passage
  /** A complete backup with files for the same recipients. */
  readonly earlier: string | undefined
}

/** Writes a file of the backup; the arguments are those of `pipeline`. */
async function writePart(path: string, ...passages: readonly unknown[]) {
  const hash = createHash('sha256')
  let bytes = 0
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  async function* counted(source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline([...passages, counted, target] as never)
  return { sha256: hash.digest('hex'), bytes }
}

/** Copies all tables from one snapshot. */
async function writeTables(trx: Db, client: PoolClient, backup: OpenBackup, signal: AbortSignal) {
  const begun = await readBegin(trx)
  const tables: folders.BackupManifest['tables'] = {}
  let bytes = 0
  for (const { name, columns: all } of await readTables(client)) {
    const out = folders.leftOut[name] ?? []
    if (out === true) continue
    const columns = all.filter((one) => !out.includes(one))
    let rows = 0
    const copied = async function* copied() {
      for await (const part of copyOut(client, { name, columns })) {
        signal.throwIfAborted()
        rows += part.rows
        yield part.bytes
      }
    }
    const path = folders.tablePath(backup.folder, name, backup)
    const written = await writePart(path, copied, createGzip({ level: 1 }), backup.encrypt)
    tables[name] = { rows, columns, sha256: written.sha256 }
    bytes += written.bytes
  }
  return {
    begun,
    tables,
    bytes,
    files: await listFiles(trx),
    migration: (await readAppliedMigrations(trx)).at(-1) ?? ''
  }
}

/**
 * Writes a file, or links the file of the last backup, which never changes.
 * @returns the bytes that were written; null if the storage lacks the file
 */
async function writeFile(storage: Storage, { key, sha256 }: BackedUpFile, backup: OpenBackup): Promise<number | null> {
  const path = folders.filePath(backup.folder, key, backup)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await link(folders.filePath(backup.earlier ?? '', key, backup), path)
    return 0
  } catch {
    // Either the file is new, or the file system has no hard links.
  }
  async function* checked() {
    const hash = createHash('sha256')
    for await (const chunk of (await storage.getStream(key)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') !== sha256) throw new OperatorError(`The file ${key} is not the one that was stored.`)
  }
  try {
    return (await writePart(path, checked, backup.encrypt)).bytes
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    await rm(path, { force: true })
    return null
  }
}

async function writeFiles({ config, signal }: CommandContext, files: readonly BackedUpFile[], backup: OpenBackup) {
  const storage = openStorage(config)
  try {
    const written = await mapConcurrently(files, 8, async (file) => {
      signal.throwIfAborted()
      return writeFile(storage, file, backup)
    })
    const missing = files.filter((_file, index) => written[index] === null).map(({ key }) => key)
    return { bytes: written.reduce<number>((all, one) => all + (one ?? 0), 0), missing }
  } finally {
    storage.close()
  }
}

async function findEarlier({ folder, recipients }: WantedBackup): Promise<string | undefined> {
  for (const earlier of await folders.listBackups(folder)) {
    const manifest = await folders.readManifest(earlier).catch(() => undefined)
    if (JSON.stringify(manifest?.recipients) === JSON.stringify(recipients)) return earlier
  }
  return undefined
}

/**
 * Writes a backup into a new folder of `folder` while people work. The folder has a temporary name until it is
 * complete.
 */
export async function makeBackup(db: Db, wanted: WantedBackup, context: CommandContext): Promise<MadeBackup> {
  const { folder, recipients } = wanted
  const encrypt = recipients === null ? asItIs : await encryptFor(recipients)
  const draft = join(folder, `unfinished-${process.pid}-${Date.now()}`)
  const backup = { folder: draft, recipients, encrypt, earlier: await findEarlier(wanted) }
  try {
    const { begun, tables, files, migration, ...copied } = await inCopyTransaction(context.pool, (trx, client) =>
      writeTables(trx, client, backup, context.signal)
    )
    // The storage never changes or deletes a file, so files need no snapshot.
    const { bytes, missing } = await writeFiles(context, files, backup)
    const told = {
      begun: begun.toISOString(),
      ended: new Date().toISOString(),
      recipients,
      files: { count: files.length, bytes: files.reduce((all, { size }) => all + size, 0) },
      missing
    }
    const manifest: folders.BackupManifest = { format: 2, ...told, migration, tables }
    const path = join(draft, folders.manifestName)
    await writeWhole(path, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), `${path}.new`)
    const whole = join(folder, folders.folderName(begun))
    await rename(draft, whole)
    await syncFolder(folder)
    const previous = (await readLastBackup(db))?.toISOString() ?? null
    await noteBackup(db, begun)
    await noteErasures(context.config, await listErasures(db))
    const rows = Object.values(tables).reduce((all, table) => all + table.rows, 0)
    return { ...told, folder: whole, rows, previous, bytes: copied.bytes + bytes }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
