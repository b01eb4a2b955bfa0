import { parseArgs } from 'node:util'
import { listMailFailuresCommand } from '../account/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError, UsageError } from '../platform/config/operator-error.ts'
import { errorMessage } from '../platform/database/errors.ts'
import { runCommand } from '../platform/operator/run-command.ts'
import { createKeyCommand, listKeysCommand, newKey, revokeKeyCommand, type Scope, scopes } from '../provider/index.ts'
import { runProgram } from './run-program.ts'

const help = `Usage: npm run provider -- COMMAND [OPTIONS]

Makes and ends the keys with which programs of the provider, such as its shop, call /provider/v1,
and says which mails did not go.
Works while the server runs, and while it does not, with the same settings.

Commands:
  key --name NAME --scope SCOPE   makes a key and prints it, this once
  keys                            lists the keys
  revoke NUMBER                   ends a key, and the sessions that it opened
  mails                           lists the mails of the last week that were given up, and why

Options:
  --name NAME       the program that will use the key, such as shop
  --scope SCOPE     what the key is good for: ${scopes.join(', ')}; several with commas
  --expires WHEN    a day (2027-01-31), a point in time (2027-01-31T12:00:00Z) or a number of days (90d);
                    default: 365d
  --company NUMBER  the company of the provider; needed where it has several
  --json            prints JSON, in the last line
  -h, --help        prints this

Exit codes: 0 done, 1 failed, 2 wrong usage.
`

const wrong = (sentence: string) => new UsageError(`${sentence}\nnpm run provider -- --help says what there is.`)

function readArguments() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    name: text,
    scope: { ...text, multiple: true },
    expires: text,
    company: text,
    json: flag,
    help: { ...flag, short: 'h' }
  } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw wrong(errorMessage(error))
  }
}

function readNumber(text: string | undefined, what: string): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw wrong(`${what} must be a whole number.`)
  return Number(text)
}

function readScopes(given: readonly string[] = []): Scope[] {
  const words = given.flatMap((text) => text.split(',').map((word) => word.trim()))
  const isScope = (word: string): word is Scope => (scopes as readonly string[]).includes(word)
  if (words.length === 0 || !words.every(isScope)) throw wrong(`--scope takes ${scopes.join(', ')}.`)
  return [...new Set(words)]
}

const dayMs = 24 * 3_600_000

function readExpiry(given = '365d'): Date {
  const days = /^([1-9]\d{0,4})d$/.exec(given)?.[1]
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(given)
  const expiry =
    days === undefined ? new Date(isDate ? given : Number.NaN) : new Date(Date.now() + Number(days) * dayMs)
  if (Number.isNaN(expiry.getTime())) throw wrong('--expires takes a day, a point in time or a number of days.')
  if (expiry.getTime() <= Date.now()) throw new OperatorError(`The key would have expired already (${given}).`)
  return expiry
}

await runProgram(async () => {
  const { values, positionals } = readArguments()
  const [command, ...rest] = positionals
  const print = (text: string, json: unknown) =>
    process.stdout.write(`${values.json ? JSON.stringify(json) : text.trimEnd()}\n`)

  if (values.help) {
    process.stdout.write(help)
  } else if (command === 'key' && rest.length === 0) {
    const name = values.name?.trim()
    if (!name) throw wrong('--name is missing.')
    const expiresAt = readExpiry(values.expires).toISOString()
    const company = values.company === undefined ? {} : { company: readNumber(values.company, '--company') }
    const { key, hash } = newKey()
    const wanted = { name, scopes: readScopes(values.scope), ...company, expiresAt, keyHash: hash.toString('hex') }
    const input = createKeyCommand.input.safeParse(wanted)
    if (!input.success) throw wrong('--name is a line of at most 100 characters.')
    const id = await runCommand(readConfig(process.env), createKeyCommand, input.data)
    print(`The key ${id} of ${name}, until ${expiresAt}. It is shown only now:\n${key}`, { key, id, expiresAt })
  } else if (command === 'keys' && rest.length === 0) {
    const keys = await runCommand(readConfig(process.env), listKeysCommand, null)
    const line = ({ id, name, company, ...key }: (typeof keys)[number]) =>
      `${id}  ${name}  company ${company}  ${key.scopes.join(',')}  ${key.revokedAt ? `revoked ${key.revokedAt}` : `until ${key.expiresAt}`}  used ${key.lastUsedAt ?? 'never'}\n`
    print(keys.map(line).join('') || 'There are no keys.', keys)
  } else if (command === 'mails' && rest.length === 0) {
    const failures = await runCommand(readConfig(process.env), listMailFailuresCommand, null)
    const lines = failures.map(({ at, mail, reason }) => `${at}  ${mail}  ${reason}\n`)
    print(lines.join('') || 'No mail was given up.', failures)
  } else if (command === 'revoke' && rest.length <= 1) {
    const id = readNumber(rest[0], 'The number of the key')
    await runCommand(readConfig(process.env), revokeKeyCommand, { id })
    print(`The key ${id} is revoked.`, { id })
  } else {
    throw wrong(command === undefined ? 'A command is missing.' : `There is no command "${positionals.join(' ')}".`)
  }
})
