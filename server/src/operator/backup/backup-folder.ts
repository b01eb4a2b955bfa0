import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'
import { exportAndImportHint } from '../../platform/database/migrate.ts'

const sum = z.object({ rows: z.int(), columns: z.array(z.string()), sha256: z.hex().length(64) })

const manifestSchema = z.object({
  /** Version of this form of a backup: 1 was that of versions before release 0.2.0. */
  format: z.literal(2),
  /** Time of the snapshot: the backup has everything that was committed before. */
  begun: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** The last migration of the schema. */
  migration: z.string(),
  /** Public keys that encrypt the backup; null without encryption. */
  recipients: z.array(z.string()).nullable(),
  /** Number of rows, columns and SHA-256 of the file, by table. */
  tables: z.record(z.string(), sum),
  files: z.object({ count: z.int(), bytes: z.int() }),
  /** Keys of files that the database references and the storage lacks, or has with other content. */
  missing: z.array(z.string())
})

/** Content of a backup, listed in the backup's last file. */
export type BackupManifest = z.infer<typeof manifestSchema>

export const manifestName = 'manifest.json'

/** Tables and columns that are not backed up: a restored installation ends their contents or makes them again. */
export const leftOut: Readonly<Record<string, true | readonly string[]>> = {
  outgoing: true,
  sessions: true,
  passkey_challenges: true,
  zip_downloads: true,
  calendar_feeds: true,
  email_changes: true,
  password_mails: ['link_hash']
}

const suffixOf = ({ recipients }: Pick<BackupManifest, 'recipients'>): string => (recipients === null ? '' : '.age')

export const tablePath = (folder: string, table: string, of: Pick<BackupManifest, 'recipients'>): string =>
  join(folder, 'tables', `${table}.copy.gz${suffixOf(of)}`)

export const filePath = (folder: string, key: string, of: Pick<BackupManifest, 'recipients'>): string =>
  join(folder, 'files', key + suffixOf(of))

export const folderName = (begun: Date): string => begun.toISOString().replaceAll(':', '-')

const named = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** Lists the newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => named.test(name))
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))
}

const isFormer = (manifest: unknown): boolean => z.object({ format: z.literal(1) }).safeParse(manifest).success

/** @throws OperatorError if the folder is not a backup that this version can read */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const file = join(folder, manifestName)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new OperatorError(`There is no backup in ${folder}.`)
    throw error
  }
  try {
    const manifest: unknown = JSON.parse(text)
    if (isFormer(manifest))
      throw new OperatorError(
        `The backup in ${folder} was made by a version before release 0.2.0, and this version cannot restore it. Restore it with that version. ${exportAndImportHint}.`
      )
    return manifestSchema.parse(manifest)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The file ${file} is damaged, or of another version of the product.`, { cause: error })
  }
}

/** Returns the folder of a backup: the given folder, or the newest backup in it. */
export async function chooseBackup(folder: string): Promise<string> {
  const [newest = folder] = await listBackups(folder)
  return newest
}
