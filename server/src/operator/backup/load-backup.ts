import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { type TableColumns, copyIn, copyOut, readTables } from '../../platform/database/copy.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import { isKnown, migrate, readAppliedMigrations } from '../../platform/database/migrate.ts'
import { migrations } from '../../platform/database/migrations.ts'
import type { Db } from '../../platform/database/query.ts'
import { mapConcurrently } from '../../platform/lib/map-concurrently.ts'
import { type BackupManifest, filePath, leftOut, readManifest, tablePath } from './backup-folder.ts'
import { type BackedUpFile, emptyTables, finishTables, isEmpty, listFiles, lockProviders } from './backup.repository.ts'
import { type Passage, asItIs, decryptBy } from './encryption.ts'

interface OpenedBackup {
  readonly folder: string
  readonly manifest: BackupManifest
  readonly decrypt: Passage
}

/** @throws OperatorError if the backup is unreadable, or was made by a later version */
export async function openBackup(folder: string, identity: string | null): Promise<OpenedBackup> {
  const manifest = await readManifest(folder)
  if (!isKnown(manifest.migration))
    throw new OperatorError(
      `The backup in ${folder} was made by a later version of the product (migration ${manifest.migration}): restore it with that version.`
    )
  if (manifest.recipients === null) return { folder, manifest, decrypt: asItIs }
  if (identity === null)
    throw new OperatorError(
      `The backup is encrypted for ${manifest.recipients.join(', ')}: name the file with a private key by --identity.`
    )
  return { folder, manifest, decrypt: await decryptBy(identity) }
}

/** @throws OperatorError if the installation is already in use */
export async function requireEmpty(db: Db): Promise<void> {
  if (!(await isEmpty(db)))
    throw new OperatorError('The installation is not empty: a backup is restored into an empty one only.')
}

export async function migrateTo(db: Db, { migration }: BackupManifest): Promise<void> {
  const done = await readAppliedMigrations(db)
  const upTo = Object.entries(migrations).filter(([name]) => name <= migration)
  if (done.length === 0) return migrate(db, Object.fromEntries(upTo))
  if (done.at(-1) !== migration)
    throw new OperatorError(
      `A program of another version than the backup's has begun with this database: begin with an empty one (migration ${migration} is needed).`
    )
}

/** @throws OperatorError if a table's part is not the one that the manifest names */
async function checkTablePart(name: string, { folder, manifest }: OpenedBackup): Promise<void> {
  const expected = manifest.tables[name]
  if (!expected) throw new OperatorError(`The backup in ${folder} lacks the table ${name}: it is damaged.`)
  const path = tablePath(folder, name, manifest)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    throw damaged(path, error)
  })
  if (hash.digest('hex') !== expected.sha256) throw swapped(path)
}

async function loadTable(client: PoolClient, table: TableColumns, { folder, manifest, decrypt }: OpenedBackup) {
  const expected = manifest.tables[table.name]!
  const hash = createHash('sha256')
  let rows = 0
  const path = tablePath(folder, table.name, manifest)
  await readTablePart(path, decrypt, async (piece) => {
    hash.update(piece)
    rows += await copyIn(client, { name: table.name, columns: expected.columns }, piece)
  })
  if (rows !== expected.rows)
    throw new OperatorError(`The part ${path} has ${rows} rows in place of ${expected.rows}: the backup is damaged.`)
  return { name: table.name, columns: expected.columns, content: hash.digest('hex') }
}

interface LoadedTable extends TableColumns {
  readonly content: string
}

/**
 * Loads all tables.
 * @throws OperatorError if the installation is not empty, or the backup is damaged
 */
export async function loadTables(trx: Db, client: PoolClient, backup: OpenedBackup): Promise<LoadedTable[]> {
  await lockProviders(trx)
  const tables = await readTables(client)
  const names = tables.map(({ name }) => name)
  const kept = tables.filter(({ name }) => leftOut[name] !== true)
  await requireEmpty(trx)
  // All parts are checked before the first row: rows of a swapped part may fit its table.
  for (const { name } of kept) await checkTablePart(name, backup)
  await emptyTables(trx, names)
  const loaded: LoadedTable[] = []
  for (const table of kept) loaded.push(await loadTable(client, table, backup))
  await finishTables(trx, names)
  return loaded
}

/** Compares the rows that the database returns with those that were loaded. @throws OperatorError if a table differs */
export async function compareTables(client: PoolClient, loaded: readonly LoadedTable[]): Promise<void> {
  for (const { content, ...table } of loaded) {
    const hash = createHash('sha256')
    for await (const { bytes } of copyOut(client, table)) hash.update(bytes)
    if (hash.digest('hex') !== content)
      throw new OperatorError(`The table ${table.name} is another one when it is read back.`)
  }
}

/**
 * Reads all files that rows reference, and stores them in their places.
 * @returns their number
 */
export async function loadFiles(
  trx: Db,
  { folder, manifest, decrypt }: OpenedBackup,
  put: (file: BackedUpFile, bytes: Buffer) => Promise<unknown>
): Promise<number> {
  const missing = new Set(manifest.missing)
  const files = (await listFiles(trx)).filter(({ key }) => !missing.has(key))
  if (files.length + missing.size !== manifest.files.count)
    throw new OperatorError(
      `The backup in ${folder} names ${manifest.files.count} files, its rows others: it is damaged.`
    )
  await mapConcurrently(files, 8, async (file) =>
    put(file, await readFilePart(filePath(folder, file.key, manifest), file.sha256, decrypt))
  )
  return files.length
}

type Bytes = AsyncIterable<Uint8Array>

/** Minimum number of bytes in one statement. */
const chunkBytes = 1_048_576
const lineBreak = 10

/** Splits a stream of rows into pieces that end at the end of a row. */
async function* wholeRows(source: Bytes): AsyncGenerator<Buffer, void> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    parts.push(chunk)
    length += chunk.length
    if (length < chunkBytes) continue
    const piece = Buffer.concat(parts)
    const end = piece.lastIndexOf(lineBreak) + 1
    if (end > 0) yield piece.subarray(0, end)
    parts = [piece.subarray(end)]
    length = piece.length - end
  }
  if (length > 0) yield Buffer.concat(parts)
}

const damaged = (path: string, error: unknown) =>
  new OperatorError(
    `The part ${path} cannot be read (${errorMessage(error)}): the backup is damaged or cut, or the identity is that of another recipient. No row was restored.`,
    { cause: error }
  )

const swapped = (path: string) =>
  new OperatorError(
    `The part ${path} is not the one that this backup was made with (its SHA-256 is another): the part is damaged, or was swapped for another. No row was restored.`
  )

/** An error of the consumer of a part, which says nothing about the part itself. */
class TakerError extends Error {}

/** Passes on the rows of a table. @throws OperatorError if they cannot be decrypted */
async function readTablePart(path: string, decrypt: Passage, take: (rows: Buffer) => Promise<void>): Promise<void> {
  async function takeAll(source: Bytes) {
    for await (const rows of wholeRows(source))
      await take(rows).catch((error: unknown) => {
        throw new TakerError('', { cause: error })
      })
  }
  try {
    await pipeline([createReadStream(path), decrypt, createGunzip(), takeAll] as never)
  } catch (error) {
    if (error instanceof TakerError) throw error.cause
    throw damaged(path, error)
  }
}

/**
 * Reads a file of the storage.
 * @throws OperatorError if it differs from the file that the row references
 */
async function readFilePart(path: string, sha256: string, decrypt: Passage): Promise<Buffer> {
  const parts: Uint8Array[] = []
  try {
    for await (const chunk of decrypt(createReadStream(path))) parts.push(chunk)
  } catch (error) {
    throw damaged(path, error)
  }
  const bytes = Buffer.concat(parts)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw swapped(path)
  return bytes
}
