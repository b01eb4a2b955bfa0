import { formatSerialNumber, parseSerialNumber, withdrawLetterCommand } from '../confirmations/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError, UsageError } from '../platform/config/operator-error.ts'
import { runCommand } from '../platform/operator/run-command.ts'
import { runProgram } from './run-program.ts'

const usage = 'Usage: npm run letters -- withdraw NUMBER REASON'

await runProgram(async () => {
  const [command, typed = '', ...words] = process.argv.slice(2)
  const reason = words.join(' ').trim()
  if (command !== 'withdraw' || reason === '') throw new UsageError(usage)
  const number = parseSerialNumber(typed)
  if (number === null) throw new OperatorError(`${typed} is no letter's number: one of its signs is wrong.`)
  await runCommand(readConfig(process.env), withdrawLetterCommand, { number, reason })
  process.stdout.write(`The letter ${formatSerialNumber(number)} is withdrawn.\n`)
})
