import { resolve } from 'node:path'
import { z } from 'zod'
import { severalOptions } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { Restored } from './restore-backup.ts'

interface RestoreOptions {
  readonly identity?: string
  readonly log?: readonly string[]
  readonly yes?: true
  readonly verify?: true
}

function describeRestored({ begun, files, missing, keys, webhooks, erased, later }: Restored): string {
  return [
    `The backup of ${begun} is restored, with ${files} files${missing.length > 0 ? `; it lacks ${missing.length}` : ''}.`,
    'Everybody has to log in again; links in mails and addresses of calendars have ended.',
    erased === null ? `Erasures since ${begun} are not known.` : `${erased} persons were erased again.`,
    `${keys} keys and ${webhooks} webhooks wait for key confirm and webhook confirm.`,
    'Mails and webhooks are on hold: outgoing release lists what leaves.',
    ...(later.length > 0 ? ['Make again what the log shows as later:'] : []),
    ...later.map(({ event, at, ...what }) => `- ${at}  ${event}  ${JSON.stringify(what)}`)
  ].join('\n')
}

const restoreCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<folder>', 'of a backup, or of several: the newest')
      .option('--identity <file>', 'file with a private key of age')
      .option('--log <file>', 'log of the lost server: changes since are listed; several times', severalOptions)
      .option('--yes', 'go on though erasures since the backup are not known')
      .option('--verify', 'restore it into a scratch database only, and compare'),
  name: 'restore',
  isAlone: () => true,
  input: z.object({
    folder: z.string(),
    identity: z.string().nullable(),
    logs: z.array(z.string()),
    agreed: z.boolean()
  }),
  run: async (db, wanted, context): Promise<Restored> =>
    (await import('./restore-backup.ts')).restoreBackup(db, wanted, context),
  async act({ ask, print }, given: string, { identity: file, log = [], yes: agreed, verify }: RestoreOptions) {
    const { chooseBackup } = await import('./backup-folder.ts')
    const folder = await chooseBackup(resolve(given))
    const identity = file === undefined ? null : resolve(file)
    if (verify) {
      const { rows, files, ...verified } = await (await import('./restore-backup.ts')).verifyBackup(folder, identity)
      print(`${folder} is the same in a scratch database: ${rows} rows, ${files} files.`, { rows, files, ...verified })
    } else {
      const logs = log.map((one) => resolve(one))
      const restored = await ask({ folder, identity, logs, agreed: agreed ?? false })
      print(describeRestored(restored), restored)
    }
  }
})

export const restoreCommands = [restoreCommand]
