import { readFile, writeFile } from 'node:fs/promises'
import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { accessStates } from '@customer-center/contract/contact-access'
import { OperatorError, UsageError } from '../../platform/config/operator-error.ts'
import type { Db } from '../../platform/database/query.ts'
import type { SecurityEventName } from '../../platform/lib/security-event-name.ts'
import { companyOption, endOnSignal, readNumber, afterOption, printPage } from '../../platform/operator/arguments.ts'
import { type CommandContext, defineCommand } from '../../platform/operator/command.ts'
import type { AccessProgress, ShopUserName } from './operate-shop-users.ts'
import type { FoundShopUser } from './shop-user-list.repository.ts'

const lineOf = ({ providerId, contactId, externalId, customerNumber, name, emailAddress, ...user }: FoundShopUser) =>
  `${providerId}/${contactId}  ${externalId}  ${emailAddress}  ${name}  customer ${customerNumber}  ${user.right}${user.locked ? '  locked' : user.active ? '' : '  inactive'}  access ${user.access}  last login ${user.lastLoginAt ?? 'never'}\n`

interface FindOptions {
  readonly access?: (typeof accessStates)[number]
  readonly providerId?: number
  readonly after?: string
}

/** Finds users by a part of the name or address, or by the customer number or external ID, and lists 200 at a time. */
export const findShopUsersCommand = defineCommand({
  word: 'find',
  help: 'list users, 200 at a time',
  configure: (parser) =>
    void parser
      .argument('[text]', 'part of a name or e-mail address, a customer number, an external ID')
      .addOption(new Option('--access <state>', 'what became of the access').choices(accessStates))
      .addOption(companyOption)
      .option(...afterOption),
  name: 'find-shop-users',
  input: z.object({
    text: z.string().optional(),
    access: z.enum(accessStates).optional(),
    providerId: z.int().optional(),
    after: z.string().optional()
  }),
  run: async (db, wanted) => (await import('./shop-user-list.repository.ts')).findShopUsers(db, wanted),
  async act({ ask, print }, text: string | undefined, options: FindOptions) {
    const page = await ask({ ...options, ...(text !== undefined && { text }) })
    printPage({ print }, page, lineOf, 'No user was found.')
  }
})

const printCsvCommand = defineCommand({
  word: 'csv',
  help: 'print all users as CSV for a spreadsheet',
  configure: (parser) =>
    void parser
      .addOption(new Option('--access <state>', 'what became of the access').choices(accessStates))
      .addOption(companyOption),
  name: 'print-shop-users-csv',
  input: z.object({ access: z.enum(accessStates).optional(), providerId: z.int().optional() }),
  async run(db, wanted) {
    const { shopUsersCsv } = await import('./shop-user-list.repository.ts')
    return { csv: (await shopUsersCsv(db, wanted)).toString() }
  },
  async act({ ask, print }, options: Pick<FindOptions, 'access' | 'providerId'>) {
    const found = await ask(options)
    print(found.csv, found)
  }
})

const countCommand = defineCommand({
  word: 'count',
  help: 'count users by what became of their access',
  configure: (parser) => void parser.addOption(companyOption),
  name: 'count-shop-users',
  input: z.object({ providerId: z.int().nullable() }),
  run: async (db, { providerId }) => (await import('./shop-user-list.repository.ts')).countShopUsers(db, providerId),
  async act({ ask, print }, { providerId }: Pick<FindOptions, 'providerId'>) {
    const counts = await ask({ providerId: providerId ?? null })
    print(
      Object.entries(counts)
        .map(([state, people]) => `${state} ${people}\n`)
        .join(''),
      counts
    )
  }
})

interface SendOptions {
  readonly file?: string
  readonly all?: true
  readonly again?: true
  readonly perMinute: number
  readonly failures?: string
  readonly providerId?: number
}

/** Reads a file with one name in each line. Ignores text after a tab, such as the reasons in a list of failures. */
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

const readRate = (text: string) => {
  const rate = readNumber(text)
  if (rate > 6000) throw new InvalidArgumentError('It must be 6000 at most.')
  return rate
}

function showProgress({ done, of }: AccessProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of} queued${done === of ? '\n' : ''}`)
}

/** Says how far a sending came before it was stopped, and how to go on. */
function stoppedSentence(why: string, { done, of, last }: AccessProgress, again: boolean): string {
  const goOn =
    again && last !== undefined
      ? `Go on without those up to ${last}: --again would mail them once more.`
      : 'The same command goes on with the others.'
  return `${why} ${done} of ${of} users are done, and their mails leave. ${goOn}`
}

export const sendAccessCommand = defineCommand({
  word: 'send-access',
  help: 'mail a first password, or a link to set one, to those who have none',
  configure: (parser) =>
    void parser
      .argument('[users...]', 'whom')
      .option('--file <file>', 'a file with a user in each line')
      .option(
        '--all',
        'all who were never mailed, in vain, or too long ago; go on with the same command if it broke off'
      )
      .option('--again', 'also those who were mailed before and have time left')
      .option('--per-minute <number>', 'how many mails are queued in a minute', readRate, 60)
      .option(
        '--failures <file>',
        'where to write whom nothing was mailed to, and why: correct it and use it with --file'
      )
      .addOption(companyOption),
  name: 'send-access',
  input: z.object({
    names: z.array(z.string()).nullable(),
    providerId: z.int().nullable(),
    again: z.boolean(),
    perMinute: z.int().min(1).max(6000)
  }),
  run: async (db, wanted, context) => (await import('./operate-shop-users.ts')).sendAccess(db, wanted, context),
  async act({ ask, print }, users: readonly string[], options: SendOptions) {
    const { file, all, again = false, perMinute, failures: list, providerId = null } = options
    const ways = [users.length > 0, file !== undefined, all === true].filter(Boolean)
    if (ways.length !== 1) throw new UsageError('Name users, or a file of them with --file, or --all.')
    const names = all ? null : file === undefined ? users : await readNames(file)
    const input = { names: names && [...new Set(names)], providerId, again, perMinute }
    const signal = endOnSignal()
    let reached: AccessProgress = { done: 0, of: 0 }
    const onProgress = (progress: object) => {
      reached = progress as AccessProgress
      showProgress(reached)
    }
    const sent = await ask(input, { onProgress, signal }).catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof OperatorError && reached.of > 0)) throw error
      const why = error instanceof OperatorError ? error.message : 'It was stopped.'
      throw new OperatorError(stoppedSentence(why, reached, again), { cause: error })
    })
    const lines = sent.failures.map(({ name, reason }) => `${name}\t${reason}\n`).join('')
    if (list !== undefined) await writeFile(list, lines)
    const skipped = sent.skipped > 0 ? ` ${sent.skipped} were mailed before: --again mails them once more.` : ''
    const mails = sent.queued === 1 ? '1 mail is' : `${sent.queued} mails are`
    print(`${mails} queued.${skipped}\n${lines}`, sent)
    if (sent.failures.length > 0) process.exitCode = 1
  }
})

interface ShopUserStep {
  readonly name: string
  readonly help: string
  readonly event: SecurityEventName
  /** The end of the sentence that reports the user's new state. */
  readonly done: string
  readonly run: (db: Db, name: ShopUserName, context: CommandContext) => Promise<FoundShopUser>
}

const stepCommand = (word: string, { name, help, event, done, run }: ShopUserStep) =>
  defineCommand({
    word,
    help,
    configure: (parser) =>
      void parser.argument('<user>', 'e-mail address, external ID or COMPANY/CONTACT').addOption(companyOption),
    name,
    input: z.object({ name: z.string(), providerId: z.int().nullable() }),
    run,
    eventOf: (_input, { providerId, contactId }) => ({
      event,
      person: `${providerId}/${contactId}`,
      reason: 'operator'
    }),
    async act({ ask, print }, given: string, options: { readonly providerId?: number }) {
      const found = await ask({ name: given, providerId: options.providerId ?? null })
      print(`${found.emailAddress} (${found.providerId}/${found.contactId}) ${done}.`, found)
    }
  })

export const sendResetCommand = stepCommand('send-reset', {
  name: 'send-reset',
  help: 'mail a link to set another password to a user who has one',
  event: 'access-mailed',
  done: 'is mailed a link',
  run: async (db, input, { config }) => (await import('./operate-shop-users.ts')).sendReset(db, input, config)
})

export const lockShopUserCommand = stepCommand('lock', {
  name: 'lock-shop-user',
  help: 'keep a user out, and end the sessions',
  event: 'shop-user-locked',
  done: 'is locked',
  run: async (db, input) => (await import('./operate-shop-users.ts')).lockShopUser(db, input)
})

export const unlockShopUserCommand = stepCommand('unlock', {
  name: 'unlock-shop-user',
  help: 'let a user in again',
  event: 'shop-user-unlocked',
  done: 'may log in again',
  run: async (db, input) => (await import('./operate-shop-users.ts')).unlockShopUser(db, input)
})

const endSessionsCommand = stepCommand('end-sessions', {
  name: 'end-sessions',
  help: 'log a user out everywhere',
  event: 'sessions-ended',
  done: 'is logged out',
  run: async (db, input) => (await import('./operate-shop-users.ts')).endSessionsOfShopUser(db, input)
})

/** The people who may log in. */
export const shopUserCommands = [
  findShopUsersCommand,
  printCsvCommand,
  countCommand,
  sendAccessCommand,
  sendResetCommand,
  lockShopUserCommand,
  unlockShopUserCommand,
  endSessionsCommand
]
