import { formatSerialNumber, parseSerialNumber, revokeLetter } from '../confirmations/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError } from '../platform/config/operator-error.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.ts'
import { runProgram } from './run-program.ts'

const usage = 'Usage: npm run letters -- withdraw NUMBER REASON'

await runProgram(async () => {
  const [command, typed = '', ...words] = process.argv.slice(2)
  const reason = words.join(' ').trim()
  if (command !== 'withdraw' || reason === '') throw new OperatorError(usage)
  const number = parseSerialNumber(typed)
  if (number === null) throw new OperatorError(`${typed} is no letter's number: one of its signs is wrong.`)
  const database = await openDatabase(readConfig(process.env))
  try {
    await migrate(database.db)
    if (!(await revokeLetter(database.db, number, reason)))
      throw new OperatorError(`There is no letter ${formatSerialNumber(number)}.`)
    process.stdout.write(`The letter ${formatSerialNumber(number)} is withdrawn.\n`)
  } finally {
    await database.close()
  }
})
