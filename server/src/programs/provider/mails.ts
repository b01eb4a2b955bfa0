import type { Command } from 'commander'
import { listMailFailuresCommand } from '../../account/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { print } from './output.ts'

async function listMails(_options: object, command: Command): Promise<void> {
  const failures = await runCommand(readConfig(process.env), listMailFailuresCommand, null)
  const lines = failures.map(({ at, mail, reason }) => `${at}  ${mail}  ${reason}\n`)
  print(command, lines.join('') || 'No mail was given up.', failures)
}

export function addMailsCommand(program: Command): void {
  program.command('mails').description('list the mails that were given up, and why').action(listMails)
}
