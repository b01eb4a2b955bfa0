import { readConfig, SettingsError } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { DatabaseError } from '../platform/database/failures.ts'
import { migrate } from '../platform/database/migrate.ts'
import { withdrawLetter } from '../confirmations/verification/issued-letter.repository.ts'
import { readNumber, shownNumber } from '../confirmations/verification/number.ts'

/** What an operator did wrong, in one sentence. */
class CommandError extends Error {}

const usage = 'Usage: npm run letters -- withdraw NUMBER REASON'

async function main(): Promise<void> {
  const [command, typed = '', ...words] = process.argv.slice(2)
  const reason = words.join(' ').trim()
  if (command !== 'withdraw' || reason === '') throw new CommandError(usage)
  const number = readNumber(typed)
  if (number === null) throw new CommandError(`${typed} is no letter's number: one of its signs is wrong.`)
  const database = await openDatabase(readConfig(process.env))
  try {
    await migrate(database.db)
    if (!(await withdrawLetter(database.db, number, reason)))
      throw new CommandError(`There is no letter ${shownNumber(number)}.`)
    process.stdout.write(`The letter ${shownNumber(number)} is withdrawn.\n`)
  } finally {
    await database.close()
  }
}

const expected = [SettingsError, DatabaseError, CommandError]

await main().catch((error: unknown) => {
  const known = error instanceof Error && expected.some((kind) => error instanceof kind)
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
