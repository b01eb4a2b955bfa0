import { Command, CommanderError } from 'commander'
import { UsageError } from '../../platform/config/operator-error.ts'
import type { OperatorCommand, ProgramCommand, Terminal } from '../../platform/operator/command.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { commandGroups } from './command-groups.ts'

const contents = () => import('../../features.ts')
const config = async () => (await import('../../platform/config/config.ts')).readConfig(process.env)

/** Adds a command to the parser of its group, with the command's arguments and options. */
function addCommand(group: Command, command: OperatorCommand | ProgramCommand): void {
  const { word, help = '' } = command
  const parser = word === undefined ? group : group.command(word).description(help)
  command.configure?.(parser)
  const terminal: Terminal<unknown, unknown> = {
    config,
    async ask(input, options) {
      const asked = 'run' in command ? command : command.asks
      if (!asked) throw new Error('This command asks no database.')
      return runCommand({ config: await config(), contents }, asked, input, options)
    },
    print(text, json) {
      const { json: asJson } = parser.optsWithGlobals<{ json?: true }>()
      process.stdout.write(`${asJson ? JSON.stringify(json) : text.trimEnd()}\n`)
    }
  }
  parser.action((...typed) => command.act(terminal, ...(typed as never[])))
}

const program = new Command('npm run provider --')
  .description(
    'What a provider does with its customer center: its keys, its data, its people.\nEach command works while the server runs, and while it does not, with the same settings.'
  )
  .usage('COMMAND [OPTIONS]')
  .option('--json', 'print JSON, in the last line')
  .helpCommand(false)
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('afterAll', '\nExit codes: 0 done, 1 failed, 2 wrong usage.')
  // Failures are thrown; runProgram prints them.
  .exitOverride()
  .configureOutput({ outputError: () => undefined })

for (const [name, { help }] of Object.entries(commandGroups)) program.command(name).description(help)
program.hook('preSubcommand', async (_program, group) => {
  const loaded = await commandGroups[group.name()]?.load()
  for (const command of loaded ?? []) addCommand(group, command)
})

/** Runs the command that the arguments of the process name. */
export async function runProvider(): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    // Help was printed, on request or because no command was named.
    if (error instanceof CommanderError && error.code === 'commander.helpDisplayed') return
    if (error instanceof CommanderError && error.code === 'commander.help') process.exitCode = 2
    else if (error instanceof CommanderError)
      throw new UsageError(`${error.message}\nnpm run provider -- --help says what there is.`)
    else throw error
  }
}
