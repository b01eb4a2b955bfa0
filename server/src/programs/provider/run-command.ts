import { Command, CommanderError } from 'commander'
import { UsageError } from '../../platform/config/operator-error.ts'

interface Described {
  readonly description: string
  /** Configures a command with its options, arguments and commands. */
  readonly configure: () => Promise<(command: Command) => void>
}

/**
 * Loads the modules of a command when it is named: the rooms of the server take a second of processor time, the help
 * 0.2.
 */
const commands: Readonly<Record<string, Described>> = {
  init: {
    description:
      'make your company with its letterhead, its first customer and the customer’s admin; asks for missing values',
    configure: async () => (await import('./init.ts')).configureInit
  },
  check: {
    description:
      'check settings, storage, mail, database, documents, outgoing, clock, templates, texts, signing key and letterhead',
    configure: async () => (await import('./check.ts')).configureCheck
  },
  import: {
    description: 'read rows from the files of a folder, or from one file (docs/PROVIDER.md describes them)',
    configure: async () => (await import('./import.ts')).configureImport
  },
  export: {
    description: 'write all data into a folder, as files that import reads',
    configure: async () => (await import('./export.ts')).configureExport
  },
  sync: {
    description:
      'import files that another program drops into a folder, and move them to done/ or failed/, until it is ended',
    configure: async () => (await import('./sync.ts')).configureSync
  },
  jobs: {
    description: 'list the work in the background, and retry jobs that were given up',
    configure: async () => (await import('./jobs.ts')).configureJobs
  },
  outgoing: {
    description: 'release mails and webhooks that a copy of an installation holds back',
    configure: async () => (await import('./outgoing.ts')).configureOutgoing
  },
  key: {
    description: 'make, list and end the keys with which programs call /provider/v1',
    configure: async () => (await import('./key.ts')).configureKey
  },
  letter: {
    description: 'revoke a confirmation or hour record that was issued',
    configure: async () => (await import('./letter.ts')).configureLetter
  },
  texts: {
    description: 'print the texts of mails and of the server’s own pages, by id',
    configure: async () => (await import('./texts.ts')).configureTexts
  },
  user: {
    description:
      'find people, mail their access, lock them, log them out\nA user is named by e-mail address, external ID or COMPANY/PVAID.',
    configure: async () => (await import('./user.ts')).configureUser
  },
  erase: {
    description: 'erase a person’s data, but for what the law wants kept; asks before',
    configure: async () => (await import('./erase.ts')).configureErase
  },
  webhook: {
    description: 'make, list and end webhooks, which report customers’ changes',
    configure: async () => (await import('./webhook.ts')).configureWebhook
  }
}

const program = new Command('npm run provider --')
  .description(
    'Commands of a provider for its customer center: its keys, its data, its people.\nEach command works while the server runs, and while it does not, with the same settings.'
  )
  .usage('COMMAND [OPTIONS]')
  .option('--json', 'print JSON, in the last line')
  .helpCommand(false)
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('afterAll', '\nExit codes: 0 done, 1 failed, 2 wrong usage.')
  // Failures are thrown, and printed by runProgram.
  .exitOverride()
  .configureOutput({ outputError: () => undefined })

for (const [name, { description }] of Object.entries(commands)) program.command(name).description(description)
program.hook('preSubcommand', async (_program, command) => {
  const configure = await commands[command.name()]?.configure()
  configure?.(command)
})

/** Runs the command that the arguments of the process name. */
export async function runCommand(): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    // Commander printed the help: because it was asked for, or because no command was named.
    if (error instanceof CommanderError && error.code === 'commander.helpDisplayed') return
    if (error instanceof CommanderError && error.code === 'commander.help') process.exitCode = 2
    else if (error instanceof CommanderError)
      throw new UsageError(`${error.message}\nnpm run provider -- --help says what there is.`)
    else throw error
  }
}
