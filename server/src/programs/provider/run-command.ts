import { Command, CommanderError } from 'commander'
import { UsageError } from '../../platform/config/operator-error.ts'
import { addCheckCommand } from './check.ts'
import { addEraseCommand } from './erase.ts'
import { addExportCommand } from './export.ts'
import { addImportCommand } from './import.ts'
import { addInitCommand } from './init.ts'
import { addJobsCommands } from './jobs.ts'
import { addKeyCommands } from './key.ts'
import { addLetterCommands } from './letter.ts'
import { addOutgoingCommands } from './outgoing.ts'
import { addSyncCommand } from './sync.ts'
import { addTextsCommand } from './texts.ts'
import { addUserCommands } from './user.ts'
import { addWebhookCommands } from './webhook.ts'

const program = new Command('npm run provider --')
  .description(
    'What a provider does with its customer center: its keys, its data, its people.\nEach command works while the server runs, and while it does not, with the same settings.'
  )
  .usage('COMMAND [OPTIONS]')
  .option('--json', 'print JSON, in the last line')
  .helpCommand(false)
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('afterAll', '\nExit codes: 0 done, 1 failed, 2 wrong usage.')
  // Failures are thrown, and printed by runProgram.
  .exitOverride()
  .configureOutput({ outputError: () => undefined })

addInitCommand(program)
addCheckCommand(program)
addImportCommand(program)
addExportCommand(program)
addSyncCommand(program)
addJobsCommands(program)
addOutgoingCommands(program)
addKeyCommands(program)
addLetterCommands(program)
addTextsCommand(program)
addUserCommands(program)
addEraseCommand(program)
addWebhookCommands(program)

/** Runs the command that the arguments of the process name. */
export async function runCommand(): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    // Help was printed: because it was asked for, or because no command was named.
    if (error instanceof CommanderError && error.code === 'commander.helpDisplayed') return
    if (error instanceof CommanderError && error.code === 'commander.help') process.exitCode = 2
    else if (error instanceof CommanderError)
      throw new UsageError(`${error.message}\nnpm run provider -- --help says what there is.`)
    else throw error
  }
}
