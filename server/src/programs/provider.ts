import { Command, CommanderError } from 'commander'
import { UsageError } from '../platform/config/operator-error.ts'
import { addCheckCommand } from './provider/check.ts'
import { addEraseCommand } from './provider/erase.ts'
import { addExportCommand } from './provider/export.ts'
import { addImportCommand } from './provider/import.ts'
import { addInitCommand } from './provider/init.ts'
import { addJobsCommands } from './provider/jobs.ts'
import { addKeyCommands } from './provider/key.ts'
import { addLetterCommands } from './provider/letter.ts'
import { addOutgoingCommands } from './provider/outgoing.ts'
import { addSyncCommand } from './provider/sync.ts'
import { addTextsCommand } from './provider/texts.ts'
import { addUserCommands } from './provider/user.ts'
import { addWebhookCommands } from './provider/webhook.ts'
import { runProgram } from './run-program.ts'

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

await runProgram(async () => {
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
})
