import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { isCalendarDay } from '@customer-center/contract/dates'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { isPlainText } from '../../platform/http/clean-text.ts'
import { dayMs } from '../../platform/lib/day-ms.ts'
import { companyOption } from '../../platform/operator/arguments.ts'
import { commandByNumber } from '../../platform/operator/command-by-number.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { ListedKey } from './provider-key.repository.ts'
import { newKey, personScopes, type KeyScope, keyScopes } from './provider-key.ts'

/** The name of a key must be one line. */
const keyName = z.string().trim().min(1).max(100).refine(isPlainText)

function readName(text: string): string {
  const name = keyName.safeParse(text)
  if (!name.success) throw new InvalidArgumentError('It must be a line of at most 100 characters.')
  return name.data
}

/** The help does not list all scopes: two for each resource would fill the screen. */
const scopeHint = `${personScopes.join(', ')}, read, write, or for one resource as in read:invoices and write:contacts`

/** Reads scopes, which are separated by commas or given by repeated options. */
function readScopes(text: string, earlier: readonly KeyScope[] = []): KeyScope[] {
  const words = text.split(',').map((word) => word.trim())
  const isScope = (word: string): word is KeyScope => (keyScopes as readonly string[]).includes(word)
  if (!words.every(isScope)) throw new InvalidArgumentError(`Allowed are ${scopeHint}.`)
  return [...new Set([...earlier, ...words])]
}

function readExpiry(text: string): Date {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1]
  const day = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text)?.[1]
  // JavaScript reads 31 February as a day in March.
  const isDate = day !== undefined && isCalendarDay(day)
  const expiry = days === undefined ? new Date(isDate ? text : Number.NaN) : new Date(Date.now() + Number(days) * dayMs)
  if (Number.isNaN(expiry.getTime()))
    throw new InvalidArgumentError('It must be a day, a point in time or a number of days.')
  if (expiry.getTime() <= Date.now()) throw new OperatorError(`The key would have expired already (${text}).`)
  return expiry
}

interface NewKey {
  readonly name: string
  readonly scope: KeyScope[]
  readonly expires: Date
  readonly providerId?: number
}

const createKeyCommand = defineCommand({
  word: 'create',
  help: 'make a key and print it, this once',
  configure: (parser) =>
    void parser
      .requiredOption('--name <name>', 'the program that will use the key, such as shop', readName)
      .requiredOption('--scope <scope>', `what the key is good for: ${scopeHint}; several with commas`, readScopes)
      .addOption(
        new Option('--expires <when>', 'a day (2027-01-31), a time (2027-01-31T12:00:00Z) or a number of days (90d)')
          .argParser(readExpiry)
          .default(readExpiry('365d'), '365d')
      )
      .addOption(companyOption),
  name: 'create-provider-key',
  input: z.object({
    name: keyName,
    scopes: z.array(z.enum(keyScopes)).min(1),
    /** The company's number; missing if the provider has a single company. */
    providerId: z.int32().optional(),
    /** SHA-256 of the key in hexadecimal digits: the key itself stays in the program that prints it. */
    keyHash: z.hex().length(64),
    expiresAt: z.iso.datetime()
  }),
  async run(db, { providerId: requested, keyHash, expiresAt, ...key }) {
    const { chooseCompany } = await import('../../company/index.ts')
    const { insertKey } = await import('./provider-key.repository.ts')
    return insertKey(db, {
      ...key,
      providerId: await chooseCompany(db, requested),
      hash: Buffer.from(keyHash, 'hex'),
      expiresAt: new Date(expiresAt)
    })
  },
  eventOf: (_input, key) => ({ event: 'key-created', key }),
  async act({ ask, print }, { name, scope, expires, ...given }: NewKey) {
    const expiresAt = expires.toISOString()
    const { key, hash } = newKey()
    const id = await ask({ name, scopes: scope, ...given, expiresAt, keyHash: hash.toString('hex') })
    print(`The key ${id} of ${name}, until ${expiresAt}. It is shown only now:\n${key}`, { key, id, expiresAt })
  }
})

const stateOf = ({ revokedAt, expiresAt, sleeping }: Pick<ListedKey, 'revokedAt' | 'expiresAt' | 'sleeping'>): string =>
  revokedAt ? `revoked ${revokedAt}` : `${sleeping ? 'sleeping ' : ''}until ${expiresAt}`

const listKeysCommand = defineCommand({
  word: 'list',
  help: 'list the keys',
  name: 'list-provider-keys',
  input: z.unknown(),
  run: async (db) => (await import('./provider-key.repository.ts')).listKeys(db),
  async act({ ask, print }) {
    const keys = await ask(null)
    const line = ({ id, name, providerId, ...key }: ListedKey) =>
      `${id}  ${name}  company ${providerId}  ${key.scopes.join(',')}  ${stateOf(key)}  used ${key.lastUsedAt ?? 'never'}\n`
    print(keys.map(line).join('') || 'There are no keys.', keys)
  }
})

export const revokeKeyCommand = commandByNumber('key', {
  word: 'revoke',
  help: 'end a key, and the sessions that it opened',
  name: 'revoke-provider-key',
  change: async (db, id) => (await import('./provider-key.repository.ts')).revokeKey(db, id),
  event: 'key-revoked',
  done: 'is revoked'
})

const confirmKeyCommand = commandByNumber('key', {
  word: 'confirm',
  help: 'let a key work again that came by a backup: it may have been revoked since',
  name: 'confirm-provider-key',
  change: async (db, id) => (await import('./provider-key.repository.ts')).confirmKey(db, id),
  event: 'key-confirmed',
  done: 'works again'
})

/** Commands on the keys with which programs of the provider, such as its shop, call `/provider/v1`. */
export const keyCommands = [createKeyCommand, listKeysCommand, revokeKeyCommand, confirmKeyCommand]
