import { resolve } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../../platform/config/operator-error.ts'
import { endOnSignal, severalOptions } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'

interface BackupOptions {
  readonly recipient?: readonly string[]
  readonly unencrypted?: boolean
}

/** Writes a backup while the server runs. */
const backupCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<folder>', 'in which each backup makes a folder of its own')
      .option('--recipient <key>', 'public key of age, or a file of some; several times', severalOptions)
      .option('--unencrypted', 'anybody who has the folder may read it'),
  name: 'backup',
  input: z.object({ folder: z.string(), recipients: z.array(z.string()).nullable() }),
  run: async (db, wanted, context) => (await import('./make-backup.ts')).makeBackup(db, wanted, context),
  eventOf: () => ({ event: 'data-exported', data: 'backup' }),
  async act({ ask, print }, folder: string, { recipient = [], unencrypted = false }: BackupOptions) {
    const { readRecipients } = await import('./encryption.ts')
    const found = await readRecipients(recipient)
    if (found.length > 0 === unencrypted)
      throw new UsageError('Name the key that may read it by --recipient, or say --unencrypted.')
    const recipients = unencrypted ? null : found
    const made = await ask({ folder: resolve(folder), recipients }, { signal: endOnSignal() })
    const { rows, files, bytes, missing, previous } = made
    const lacking = missing.length > 0 ? `\n${missing.length} files are missing in the storage, or damaged.` : ''
    if (missing.length > 0) process.exitCode = 1
    print(
      `${made.folder}: ${rows} rows, ${files.count} files, ${bytes} bytes written; before that ${previous ?? 'none'}.${lacking}`,
      made
    )
  }
})

export const backupCommands = [backupCommand]
