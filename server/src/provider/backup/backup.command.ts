import { resolve } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../../platform/config/operator-error.ts'
import { endOnSignal } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'

const several = (text: string, earlier: readonly string[] = []): string[] => [...earlier, text]

interface BackupOptions {
  readonly recipient?: readonly string[]
  readonly unencrypted?: true
}

const describeMissing = (missing: readonly string[]): string =>
  missing.length === 0
    ? ''
    : `\n${missing.length} files that the database names are missing in the storage, or others: ${missing.slice(0, 5).join(', ')} …`

/** Writes a backup while the server runs. */
const backupCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<folder>', 'in which each backup makes a folder of its own')
      .option('--recipient <key>', 'public key of age, or a file of some; may be given several times', several)
      .option('--unencrypted', 'anybody who has the folder may read it'),
  name: 'backup',
  input: z.object({ folder: z.string(), recipients: z.array(z.string()).nullable() }),
  run: async (db, wanted, context) => (await import('./make-backup.ts')).makeBackup(db, wanted, context),
  async act({ ask, print }, folder: string, { recipient = [], unencrypted }: BackupOptions) {
    if (recipient.length > 0 === (unencrypted ?? false))
      throw new UsageError('Name the key that may read it by --recipient, or say --unencrypted.')
    const { readRecipients } = await import('./encryption.ts')
    const recipients = unencrypted ? null : await readRecipients(recipient)
    if (recipients?.length === 0) throw new UsageError('The file of recipients names none.')
    const made = await ask({ folder: resolve(folder), recipients }, { signal: endOnSignal() })
    const { rows, files, bytes, missing, previous } = made
    if (missing.length > 0) process.exitCode = 1
    print(
      `The backup of ${made.begun} is in ${made.folder}: ${rows} rows, ${files.count} files, ${bytes} bytes written. The one before: ${previous ?? 'none'}.${describeMissing(missing)}`,
      made
    )
  }
})

export const commands = [backupCommand]
