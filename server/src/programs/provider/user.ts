import { readFile, writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  accessStates,
  endSessionsCommand,
  findUsersCommand,
  type FoundUser,
  lockUserCommand,
  sendAccessCommand,
  unlockUserCommand
} from '../../people/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { OperatorError, UsageError } from '../../platform/config/operator-error.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { companyOption, readNumber } from './arguments.ts'
import { print } from './output.ts'

const lineOf = ({ company, pvaid, externalId, customerNumber, name, emailAddress, ...user }: FoundUser) =>
  `${company}/${pvaid}  ${externalId}  ${emailAddress}  ${name}  customer ${customerNumber}  ${user.right}${user.locked ? '  locked' : user.active ? '' : '  inactive'}  access ${user.access}  last login ${user.lastLoginAt ?? 'never'}\n`

async function find(
  text: string | undefined,
  options: { readonly access?: (typeof accessStates)[number]; readonly company?: number },
  command: Command
): Promise<void> {
  const users = await runCommand(readConfig(process.env), findUsersCommand, {
    ...options,
    ...(text !== undefined && { text })
  })
  print(command, users.map(lineOf).join('') || 'No user was found.', users)
}

interface SendOptions {
  readonly file?: string
  readonly all?: true
  readonly again?: true
  readonly perMinute: number
  readonly failures?: string
  readonly company?: number
}

/** Reads one name from each line; text after a tab, as in a list of failures, is left out. */
async function readNames(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`The file ${file} cannot be read.`, { cause: error })
  })
  const names = text.split(/\r?\n/).map(
    (line) =>
      line
        .replace(/^\uFEFF/, '')
        .split('\t', 1)[0]
        ?.trim() ?? ''
  )
  return names.filter((name) => name !== '')
}

async function sendAccess(users: readonly string[], options: SendOptions, command: Command): Promise<void> {
  const { file, all, again = false, perMinute, failures: list, company = null } = options
  const ways = [users.length > 0, file !== undefined, all === true].filter(Boolean)
  if (ways.length !== 1) throw new UsageError('Name users, or a file of them with --file, or --all.')
  const names = all ? null : file === undefined ? users : await readNames(file)
  const onProgress = (progress: object) => {
    const { queued, of } = progress as { queued: number; of: number }
    if (process.stderr.isTTY) process.stderr.write(`\r${queued} of ${of} queued${queued === of ? '\n' : ''}`)
  }
  const input = { names: names && [...new Set(names)], company, again, perMinute }
  const sent = await runCommand(readConfig(process.env), sendAccessCommand, input, { onProgress })
  const lines = sent.failures.map(({ name, reason }) => `${name}\t${reason}\n`).join('')
  if (list !== undefined) await writeFile(list, lines)
  const skipped = sent.skipped > 0 ? ` ${sent.skipped} were mailed before: --again mails them once more.` : ''
  const mails = sent.queued === 1 ? '1 mail is' : `${sent.queued} mails are`
  print(command, `${mails} queued.${skipped}\n${lines}`, sent)
  if (sent.failures.length > 0) process.exitCode = 1
}

const readRate = (text: string) => {
  const rate = readNumber(text)
  if (rate > 6000) throw new InvalidArgumentError('It must be 6000 at most.')
  return rate
}

/** Configures commands for the people who may log in. */
export function configureUser(user: Command): void {
  user
    .command('find')
    .description('list users, at most 200')
    .argument('[text]', 'part of a name or e-mail address, a customer number, an external ID')
    .addOption(new Option('--access <state>', 'what became of the access').choices(accessStates))
    .option(...companyOption)
    .action(find)
  user
    .command('send-access')
    .description('mail a first password, or a link to set one, to people without a password')
    .argument('[users...]', 'whom')
    .option('--file <file>', 'a file with a user in each line')
    .option(
      '--all',
      'people without a mail, whose mail failed or has expired; the same command continues if it broke off'
    )
    .option('--again', 'also people whose mail has not expired')
    .option('--per-minute <number>', 'number of mails to queue in a minute', readRate, 60)
    .option(
      '--failures <file>',
      'write people to whom no mail went, each with the reason, into a file to correct and use with --file'
    )
    .option(...companyOption)
    .action(sendAccess)
  for (const [name, run, description, done] of [
    ['lock', lockUserCommand, 'keep a user out, and end the sessions', 'is locked'],
    ['unlock', unlockUserCommand, 'let a user in again', 'may log in again'],
    ['end-sessions', endSessionsCommand, 'log a user out everywhere', 'is logged out']
  ] as const)
    user
      .command(name)
      .description(description)
      .argument('<user>', 'e-mail address, external ID or COMPANY/PVAID')
      .option(...companyOption)
      .action(async (given: string, options: { readonly company?: number }, command: Command) => {
        const input = { name: given, company: options.company ?? null }
        const found = await runCommand(readConfig(process.env), run, input)
        print(command, `${found.emailAddress} (${found.company}/${found.pvaid}) ${done}.`, found)
      })
}
