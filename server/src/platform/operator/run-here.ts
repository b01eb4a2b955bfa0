import { openDatabase } from '../database/connection.ts'
import { migrate } from '../database/migrate.ts'
import { noteInstallation } from '../database/outgoing.ts'
import { type Command, type CommandContext, tellOutage } from './command.ts'
import { noteOperatorEvent } from './operator-events.ts'

/**
 * Runs a command in this process.
 * @throws FolderHeldError if another process has the embedded database
 */
export async function runHere<Input, Output>(
  command: Command<Input, Output>,
  input: Input,
  context: Omit<CommandContext, 'pool'>
): Promise<Output> {
  const { config } = context
  // A command may wait longer for a busy database than a call: no person waits for an answer.
  const databaseConnectMs = Math.max(config.databaseConnectMs, 10_000)
  const database = await openDatabase({ ...config, databaseConnectMs })
  const { background } = database
  try {
    return await tellOutage(command, input, async () => {
      if (!command.isAlone?.(input)) {
        await migrate(background)
        await noteInstallation(database, config)
      }
      const output = await command.run(background, input, { ...context, pool: database.pool })
      const event = command.eventOf?.(input, output)
      if (event) await noteOperatorEvent(background, event)
      return output
    })
  } finally {
    await database.close()
  }
}
