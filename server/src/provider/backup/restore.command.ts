import { resolve } from 'node:path'
import { z } from 'zod'
import { defineCommand, type Terminal } from '../../platform/operator/command.ts'
import type { Restored, WantedRestore } from './restore-backup.ts'

const several = (text: string, earlier: readonly string[] = []): string[] => [...earlier, text]

interface RestoreOptions {
  readonly identity?: string
  readonly log?: readonly string[]
  readonly yes?: true
  readonly verify?: true
}

function describeRestored({ begun, files, missing, keys, webhooks, later, ...restored }: Restored): string {
  return [
    `The backup of ${begun} is restored, with ${files} files${missing.length > 0 ? `; it lacks ${missing.length}` : ''}.`,
    `Everybody has to log in again; links in mails and addresses of calendars have ended.`,
    `${restored.erased} persons were erased again; erasures after ${restored.erasuresUntil} are not known.`,
    restored.isKeyNew
      ? 'A new key signs letters from now on; those of before are still checked.'
      : 'Letters are signed by the key that was there.',
    `${keys} keys and ${webhooks} webhooks wait: key list, key confirm, webhook list, webhook confirm.`,
    'Mails and webhooks are on hold: outgoing release lists what leaves.',
    ...(later.length > 0 ? ['Make again what the log shows as later:'] : []),
    ...later.map(({ event, at, ...what }) => `- ${at}  ${event}  ${JSON.stringify(what)}`)
  ].join('\n')
}

async function verify({ print }: Terminal<WantedRestore, Restored>, folder: string, identity: string | null) {
  const { verifyBackup } = await import('./verify-backup.ts')
  const verified = await verifyBackup(folder, identity)
  const { begun, rows, files, missing } = verified
  print(
    `The backup of ${begun} was read into a scratch database, and is the same there: ${rows} rows, ${files} files${missing.length > 0 ? `; it lacks ${missing.length}` : ''}.`,
    verified
  )
}

/** Brings a backup back, into an empty installation. */
const restoreCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<folder>', 'of a backup, or of several: the newest')
      .option('--identity <file>', 'file with a private key of age')
      .option('--log <file>', 'log of the lost server: changes since the backup are listed; several times', several)
      .option('--yes', 'go on though erasures since the backup are not known')
      .option('--verify', 'restore it into a scratch database only, and compare'),
  name: 'restore',
  isAlone: true,
  input: z.object({
    folder: z.string(),
    identity: z.string().nullable(),
    logs: z.array(z.string()),
    agreed: z.boolean()
  }),
  run: async (db, wanted, context): Promise<Restored> =>
    (await import('./restore-backup.ts')).restoreBackup(db, wanted, context),
  async act(terminal, given: string, { identity: file, log = [], yes, verify: isTry }: RestoreOptions) {
    const { chooseBackup } = await import('./backup-folder.ts')
    const folder = await chooseBackup(resolve(given))
    const identity = file === undefined ? null : resolve(file)
    if (isTry) return verify(terminal, folder, identity)
    const restored = await terminal.ask({
      folder,
      identity,
      logs: log.map((one) => resolve(one)),
      agreed: yes ?? false
    })
    terminal.print(describeRestored(restored), restored)
  }
})

export const commands = [restoreCommand]
