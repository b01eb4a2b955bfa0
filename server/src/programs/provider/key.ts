import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import {
  createKeyCommand,
  keyName,
  listKeysCommand,
  newKey,
  revokeKeyCommand,
  type Scope,
  scopes
} from '../../provider/index.ts'
import { companyOption, readNumber } from './arguments.ts'
import { print } from './output.ts'

function readName(text: string): string {
  const name = keyName.safeParse(text)
  if (!name.success) throw new InvalidArgumentError('It must be a line of at most 100 characters.')
  return name.data
}

/** The hint does not list all scopes: two for each resource would fill the screen. */
const scopeHint = 'sessions, read, write, or for one resource as in read:invoices and write:contacts'

/** Reads several scopes with commas, or from several options. */
function readScopes(text: string, earlier: readonly Scope[] = []): Scope[] {
  const words = text.split(',').map((word) => word.trim())
  const isScope = (word: string): word is Scope => (scopes as readonly string[]).includes(word)
  if (!words.every(isScope)) throw new InvalidArgumentError(`Allowed are ${scopeHint}.`)
  return [...new Set([...earlier, ...words])]
}

const dayMs = 24 * 3_600_000

function readExpiry(text: string): Date {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1]
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const expiry = days === undefined ? new Date(isDate ? text : Number.NaN) : new Date(Date.now() + Number(days) * dayMs)
  if (Number.isNaN(expiry.getTime()))
    throw new InvalidArgumentError('It must be a day, a point in time or a number of days.')
  if (expiry.getTime() <= Date.now()) throw new OperatorError(`The key would have expired already (${text}).`)
  return expiry
}

interface NewKey {
  readonly name: string
  readonly scope: Scope[]
  readonly expires: Date
  readonly company?: number
}

async function createKey({ name, scope, expires, ...company }: NewKey, command: Command): Promise<void> {
  const expiresAt = expires.toISOString()
  const { key, hash } = newKey()
  const wanted = { name, scopes: scope, ...company, expiresAt, keyHash: hash.toString('hex') }
  const id = await runCommand(readConfig(process.env), createKeyCommand, wanted)
  print(command, `The key ${id} of ${name}, until ${expiresAt}. It is shown only now:\n${key}`, { key, id, expiresAt })
}

async function listKeys(_options: object, command: Command): Promise<void> {
  const keys = await runCommand(readConfig(process.env), listKeysCommand, null)
  const line = ({ id, name, company, ...key }: (typeof keys)[number]) =>
    `${id}  ${name}  company ${company}  ${key.scopes.join(',')}  ${key.revokedAt ? `revoked ${key.revokedAt}` : `until ${key.expiresAt}`}  used ${key.lastUsedAt ?? 'never'}\n`
  print(command, keys.map(line).join('') || 'There are no keys.', keys)
}

async function revokeKey(id: number, _options: object, command: Command): Promise<void> {
  await runCommand(readConfig(process.env), revokeKeyCommand, { id })
  print(command, `The key ${id} is revoked.`, { id })
}

/** Configures commands for the keys with which programs of the provider, such as its shop, call `/provider/v1`. */
export function configureKey(key: Command): void {
  key
    .command('create')
    .description('make a key and print it, this once')
    .requiredOption('--name <name>', 'the program that will use the key, such as shop', readName)
    .requiredOption('--scope <scope>', `what the key is good for: ${scopeHint}; several with commas`, readScopes)
    .addOption(
      new Option('--expires <when>', 'a day (2027-01-31), a time (2027-01-31T12:00:00Z) or a number of days (90d)')
        .argParser(readExpiry)
        .default(readExpiry('365d'), '365d')
    )
    .option(...companyOption)
    .action(createKey)
  key.command('list').description('list the keys').action(listKeys)
  key
    .command('revoke')
    .description('end a key, and the sessions that it opened')
    .argument('<number>', 'as key list names it', readNumber)
    .action(revokeKey)
}
