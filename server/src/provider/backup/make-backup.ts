import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { type TableColumns, copyOut, inCopyTransaction, readTables } from '../../platform/database/copy.ts'
import { readDone } from '../../platform/database/migrate.ts'
import { noteBackup, readLastBackup } from '../../platform/database/outgoing.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { createSemaphore } from '../../platform/lib/semaphore.ts'
import { syncFolder, writeWhole } from '../../platform/lib/write-whole.ts'
import type { CommandContext } from '../../platform/operator/command.ts'
import { openStorage, type Storage } from '../../platform/storage/storage.ts'
import { noteErasures } from '../erase/erasures.ts'
import * as folders from './backup-folder.ts'
import { type BackedUpFile, listErased, listFiles, readBegin } from './backup.repository.ts'
import { asItIs, encryptFor, type Passage } from './encryption.ts'

export interface WantedBackup {
  readonly folder: string
  /** Public keys of age; null: it is not encrypted. */
  readonly recipients: readonly string[] | null
}

export interface MadeBackup extends Pick<
  folders.BackupManifest,
  'begun' | 'ended' | 'recipients' | 'files' | 'missing'
> {
  readonly folder: string
  readonly rows: number
  /** Time of the backup before; null where there was none. */
  readonly previous: string | null
  /** Bytes that were written; those of files that an earlier backup shares are not among them. */
  readonly bytes: number
}

interface WrittenPart {
  readonly sha256: string
  readonly bytes: number
}

async function writePart(
  path: string,
  source: AsyncIterable<Uint8Array>,
  ...passages: Passage[]
): Promise<WrittenPart> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(part: AsyncIterable<Uint8Array>) {
    for await (const chunk of part) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline([source, ...passages, counted, target] as never)
  return { sha256: hash.digest('hex'), bytes }
}

/** A backup while it is written. */
interface OpenBackup extends Pick<folders.BackupManifest, 'recipients'> {
  /** The folder until it is whole. */
  readonly folder: string
  readonly encrypt: Passage
  /** A whole backup with files for the same recipients. */
  readonly earlier: string | undefined
}

const packed = async function* gzip(source: AsyncIterable<Uint8Array>) {
  const packer = createGzip({ level: 1 })
  const packing = pipeline(source, packer)
  yield* packer
  await packing
}

async function writeTable(client: PoolClient, table: TableColumns, backup: OpenBackup) {
  let rows = 0
  async function* copied() {
    for await (const part of copyOut(client, table)) {
      rows += part.rows
      yield part.bytes
    }
  }
  const path = folders.tablePath(backup.folder, table.name, backup)
  const { sha256, bytes } = await writePart(path, copied(), packed, backup.encrypt)
  return { bytes, part: { rows, columns: [...table.columns], sha256 } }
}

/** Yields a file of the storage; it is an error where it is not the one that the row names. */
async function* checkedFile(storage: Storage, { key, sha256 }: BackedUpFile): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  for await (const chunk of (await storage.getStream(key)) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw new OperatorError(`The file ${key} is not the one that was stored.`)
}

/**
 * Writes a file, or gives one of the last backup a second name: it is never changed.
 * @returns the bytes that were written; null where the storage has no such file
 */
async function writeFile(storage: Storage, file: BackedUpFile, backup: OpenBackup): Promise<number | null> {
  const path = folders.filePath(backup.folder, file.key, backup)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if (backup.earlier !== undefined)
    try {
      await link(folders.filePath(backup.earlier, file.key, backup), path)
      return 0
    } catch {
      // It is new, or the file system has no second names.
    }
  try {
    return (await writePart(path, checkedFile(storage, file), backup.encrypt)).bytes
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    await rm(path, { force: true })
    return null
  }
}

async function findEarlier(folder: string, recipients: readonly string[] | null): Promise<string | undefined> {
  for (const earlier of await folders.listBackups(folder)) {
    const manifest = await folders.readManifest(earlier).catch(() => undefined)
    if (JSON.stringify(manifest?.recipients) === JSON.stringify(recipients)) return earlier
  }
  return undefined
}

async function writeTables(trx: Kysely<Tables>, client: PoolClient, backup: OpenBackup, signal: AbortSignal) {
  await mkdir(join(backup.folder, 'tables'), { recursive: true, mode: 0o700 })
  const migration = (await readDone(trx)).at(-1) ?? ''
  const tables: folders.BackupManifest['tables'] = {}
  let bytes = 0
  for (const { name, columns } of await readTables(client)) {
    signal.throwIfAborted()
    const out = folders.leftOut[name] ?? []
    if (out === true) continue
    const written = await writeTable(client, { name, columns: columns.filter((one) => !out.includes(one)) }, backup)
    tables[name] = written.part
    bytes += written.bytes
  }
  return { migration, tables, bytes, files: await listFiles(trx) }
}

async function writeFiles(context: CommandContext, files: readonly BackedUpFile[], backup: OpenBackup) {
  const storage = openStorage(context.config)
  const places = createSemaphore(8)
  try {
    const written = await Promise.all(
      files.map((file) =>
        places.run(async () => {
          context.signal.throwIfAborted()
          return writeFile(storage, file, backup)
        })
      )
    )
    const missing = files.filter((_file, index) => written[index] === null).map(({ key }) => key)
    return { bytes: written.reduce<number>((all, one) => all + (one ?? 0), 0), missing }
  } finally {
    storage.close()
  }
}

/** Writes a backup into a new folder of `folder`, while people work: under another name until it is whole. */
export async function makeBackup(
  db: Kysely<Tables>,
  { folder, recipients: given }: WantedBackup,
  context: CommandContext
): Promise<MadeBackup> {
  const recipients = given && [...given]
  const encrypt = recipients === null ? asItIs : await encryptFor(recipients)
  const draft = join(folder, `unfinished-${process.pid}-${Date.now()}`)
  const backup = { folder: draft, recipients, encrypt, earlier: await findEarlier(folder, recipients) }
  try {
    const { begun, tables, ...copied } = await inCopyTransaction(context.pool, async (trx, client) => ({
      begun: await readBegin(trx),
      ...(await writeTables(trx, client, backup, context.signal))
    }))
    // No file of the storage is ever changed or deleted: they need no snapshot.
    const written = await writeFiles(context, copied.files, backup)
    const manifest: folders.BackupManifest = {
      format: 1,
      begun: begun.toISOString(),
      ended: new Date().toISOString(),
      migration: copied.migration,
      recipients,
      tables,
      files: { count: copied.files.length, bytes: copied.files.reduce((all, { size }) => all + size, 0) },
      missing: written.missing
    }
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await writeWhole(join(draft, folders.manifestName), text, join(draft, `${folders.manifestName}.new`))
    const whole = join(folder, folders.folderName(begun))
    await rename(draft, whole)
    await syncFolder(folder)
    const previous = (await readLastBackup(db))?.toISOString() ?? null
    await noteBackup(db, begun)
    await noteErasures(context.config, await listErased(db))
    const rows = Object.values(tables).reduce((all, table) => all + table.rows, 0)
    const { ended, missing, files } = manifest
    return {
      folder: whole,
      begun: manifest.begun,
      ended,
      recipients,
      files,
      missing,
      rows,
      previous,
      bytes: copied.bytes + written.bytes
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
