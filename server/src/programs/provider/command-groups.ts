import type { OperatorCommand, ProgramCommand } from '../../platform/operator/command.ts'

interface CommandGroup {
  readonly help: string
  readonly load: () => Promise<readonly (OperatorCommand | ProgramCommand)[]>
}

/**
 * Groups of commands. A group loads only if it is named: all rooms of the server take a second of processor time, the
 * help a tenth.
 */
export const commandGroups: Readonly<Record<string, CommandGroup>> = {
  init: {
    help: 'make your company with its letterhead, its first customer and that one’s admin; asks for what is missing',
    load: async () => (await import('../../operator/init/init.command.ts')).initCommands
  },
  check: {
    help: 'look at all that the server needs, and say what to do where it is not fine',
    load: async () => (await import('../../operator/check/check.command.ts')).checkCommands
  },
  import: {
    help: 'read rows from the files of a folder, or from one file (docs/PROVIDER.md describes them)',
    load: async () => (await import('../../operator/import/import.command.ts')).importCommands
  },
  export: {
    help: 'write all data into a folder, as files that import reads',
    load: async () => (await import('../../operator/export/export.command.ts')).exportCommands
  },
  backup: {
    help: 'write all data into a folder, encrypted, while the server runs (docs/operations/backup.md)',
    load: async () => (await import('../../operator/backup/backup.command.ts')).backupCommands
  },
  restore: {
    help: 'bring a backup back into an empty installation, on either kind of database and storage',
    load: async () => (await import('../../operator/backup/restore.command.ts')).restoreCommands
  },
  sync: {
    help: 'import what is dropped into a folder, until it is ended; then it lies in done/ or failed/',
    load: async () => (await import('../../operator/import/sync.command.ts')).syncCommands
  },
  jobs: {
    help: 'list the work in the background, and try again what was given up',
    load: async () => (await import('../../platform/queue/jobs.command.ts')).jobCommands
  },
  outgoing: {
    help: 'mails and webhooks, which a copy of an installation holds back',
    load: async () => (await import('../../platform/queue/outgoing.command.ts')).outgoingCommands
  },
  key: {
    help: 'make, list and end the keys with which programs call /provider/v1',
    load: async () => (await import('../../provider-api/provider-key/key.command.ts')).keyCommands
  },
  letter: {
    help: 'revoke a confirmation or hour record that was issued, and change the key that signs them',
    load: async () => (await import('../../confirmations/verification/letter.command.ts')).letterCommands
  },
  texts: {
    help: 'print the texts of mails and of the server’s own pages, by id',
    load: async () => (await import('./texts.command.ts')).textCommands
  },
  'shop-user': {
    help: 'find people, mail their access, lock them, log them out, list what is known of one\nA user is named by e-mail address, external ID or COMPANY/PVAID.',
    load: async () => [
      ...(await import('../../people/shop-user/shop-user.command.ts')).shopUserCommands,
      ...(await import('../../provider-api/office/office.command.ts')).officeCommands
    ]
  },
  erase: {
    help: 'erase a person’s data, but for what the law wants kept; asks before',
    load: async () => (await import('../../operator/erase/erase.command.ts')).eraseCommands
  },
  webhook: {
    help: 'make, list and end what is told of customers’ changes',
    load: async () => (await import('../../provider-api/webhook/webhook.command.ts')).webhookCommands
  }
}

/** Loads all commands that an operator's program may request from a server. */
export async function loadCommands(): Promise<OperatorCommand[]> {
  const loaded = await Promise.all(Object.values(commandGroups).map(({ load }) => load()))
  return loaded.flat().filter((command) => 'run' in command)
}
