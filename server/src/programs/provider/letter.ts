import { type Command, InvalidArgumentError } from 'commander'
import { formatSerialNumber, parseSerialNumber, revokeLetterCommand } from '../../confirmations/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { print } from './output.ts'

function readSerialNumber(text: string): string {
  const number = parseSerialNumber(text)
  if (number === null) throw new InvalidArgumentError("It is no letter's number: one of its signs is wrong.")
  return number
}

async function revokeLetter(number: string, words: string[], _options: object, command: Command): Promise<void> {
  const reason = words.join(' ').trim()
  await runCommand(readConfig(process.env), revokeLetterCommand, { number, reason })
  const formatted = formatSerialNumber(number)
  print(command, `The letter ${formatted} is revoked.`, { number: formatted })
}

/** Configures commands for issued letters. */
export function configureLetter(command: Command): void {
  command
    .command('revoke')
    .description('revoke an issued letter for good; /verify then says so, without the reason')
    .argument('<number>', 'the number that is printed on it', readSerialNumber)
    .argument('<reason...>', 'why, for your own records')
    .action(revokeLetter)
}
