import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { isImportResource } from '@customer-center/contract/import/resources'
import { emailPattern } from '@customer-center/contract/input-patterns'
import { type RightName, rightNames } from '@customer-center/contract/rights'
import { type RouteName, routes } from '@customer-center/contract/routes'
import { linkNames } from '@customer-center/contract/runtime-config'

/** Parser of an environment variable, with the allowed values for the error message. */
export interface SettingType<Schema extends z.ZodType> {
  readonly schema: Schema
  readonly allowed: string
}

export const nonEmptyText = { schema: z.string().min(1), allowed: 'a text that is not empty' }

export const anyText = { schema: z.string(), allowed: 'any text' }

/** Returns the type of a whole number with inclusive bounds. */
export function wholeNumber(least: number, most: number) {
  const schema = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
  return { schema, allowed: `a whole number from ${least} to ${most}` }
}

export function oneOf<const Word extends string>(...words: [Word, ...Word[]]) {
  return { schema: z.enum(words), allowed: words.map((word) => `"${word}"`).join(' or ') }
}

export const trueOrFalse = {
  schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
  allowed: '"true" or "false"'
}

function isReadableFolder(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}

/**
 * A folder of the operator. It must exist, because a typing error would otherwise show only when the first file is
 * read.
 */
export const optionalFolder = {
  schema: z.string().refine((value) => value === '' || isReadableFolder(value)),
  allowed: 'a folder that exists and can be read, or nothing'
}

function urlWith(value: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url && protocols.includes(url.protocol) ? url : undefined
}

const web = ['http:', 'https:']

export const optionalUrl = {
  schema: z.string().refine((value) => value === '' || urlWith(value, web) !== undefined),
  allowed: 'an address that begins with http:// or https://'
}

/** Limit in bytes: the capacity of a letter's QR code at a size that is still readable in copies. */
export const maxPublicUrlBytes = 120

/** A public URL; paths are appended to it, so it must end with its own path. */
export const publicUrl = {
  schema: z.string().refine((value) => {
    const url = urlWith(value, web)
    const clean = url !== undefined && url.search === '' && url.hash === '' && url.username === ''
    return value === '' || (clean && Buffer.byteLength(value) <= maxPublicUrlBytes)
  }),
  allowed: 'an address of at most 120 bytes that begins with http:// or https://, without user, query or hash'
}

/** Tells whether each % begins an escaped byte, and the bytes are UTF-8. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

// Address of a mail server. A query string is refused: it could switch off the mailer's checks, and readers would not
// look for options there.
export const smtpUrl = {
  schema: z.string().refine((value) => {
    const url = urlWith(value, ['smtp:', 'smtps:'])
    const bare = url?.hostname && url.search === '' && url.hash === '' && /^\/?$/.test(url.pathname)
    return value === '' || (bare && isDecodable(url.username) && isDecodable(url.password))
  }),
  allowed:
    'an address such as smtp://user:password@host:587 or smtps://user:password@host:465 (a % in it is written %25), or nothing to write mails into the data folder'
}

export const optionalEmail = {
  schema: z.string().refine((value) => value === '' || emailPattern.test(value)),
  allowed: 'an e-mail address'
}

export const databaseUrl = {
  schema: z.string().refine((value) => value === '' || urlWith(value, ['postgres:', 'postgresql:']) !== undefined),
  allowed: 'an address such as postgres://user:password@host:5432/database, or nothing for the embedded database'
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

// Origins of pages, in the form that browsers send: without path, trailing slash or capitals. Any other form would
// match nothing.
export const originList = {
  schema: z
    .string()
    .transform(listOf)
    .refine((list) => list.every((origin) => urlWith(origin, web)?.origin === origin)),
  allowed: 'a comma list of exact origins such as https://shop.example, without "*", path or trailing slash'
}

/** Names by which browsers ask for a page. */
export const hostNames = {
  schema: z
    .string()
    .transform((value) => listOf(value.toLowerCase()))
    .pipe(z.array(z.hostname())),
  allowed: 'a comma list of names such as demo.example, without "*", port or path'
}

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])])

/**
 * `false`, or the addresses of the proxies. A number of hops is not allowed: fastify ignores it, because anybody who
 * reaches the server directly could name any address.
 */
export const trustProxy = {
  schema: z.union([
    z.literal('false').transform(() => false as const),
    z.string().transform(listOf).pipe(z.array(address).min(1))
  ]),
  allowed: '"false", or a comma list of addresses or networks such as 127.0.0.1,10.0.0.0/8'
}

function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const json = <Schema extends z.ZodType>(schema: Schema) => z.string().transform(parsedJson).pipe(schema)

export const linkSetting = {
  schema: json(
    z.partialRecord(
      z.enum(linkNames),
      z.string().refine((value) => urlWith(value, web) !== undefined)
    )
  ),
  allowed: `a JSON object of addresses that begin with http:// or https://, by these names: ${linkNames.join(', ')}`
}

const rightName = z.enum(rightNames as [RightName, ...RightName[]]).exclude(['none'])

export const routeRights = {
  schema: json(z.partialRecord(z.enum(routes as [RouteName, ...RouteName[]]), z.array(rightName))),
  allowed: 'a JSON object of route to right names, such as {"confirmations/evaluation":["admin"]}'
}

export const fieldLead = {
  schema: json(
    z
      .record(z.string(), z.enum(['provider', 'customer', 'last']))
      .refine((leads) => Object.keys(leads).every(isImportResource))
  ),
  allowed: 'a JSON object of resource to "provider", "customer" or "last", such as {"contacts":"last"}'
}

/** Number of the stamp, as text because the elements' runtime configuration has an empty text by default. */
export const stampNo = { schema: z.string().regex(/^\d{0,9}$/), allowed: 'a whole number, or nothing for no stamp' }

const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(value: string, type: 'ed25519' | 'rsa'): KeyObject | null {
  const pem = value.startsWith('-----BEGIN')
  const seed = Buffer.from(value, 'base64')
  if (!pem && (type === 'rsa' || seed.length !== 32)) return null
  try {
    const key = pem
      ? createPrivateKey(value.replaceAll('\\n', '\n'))
      : createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === type ? key : null
  } catch {
    return null
  }
}

/** A private key as an object instead of text, so that printing the configuration does not print the key. */
const privateKey = (type: 'ed25519' | 'rsa', allowed: string) => ({
  schema: z
    .string()
    .transform((value) => (value === '' ? undefined : privateKeyOf(value, type)))
    .refine((key) => key !== null),
  allowed
})

export const signingKey = privateKey(
  'ed25519',
  'an Ed25519 private key, as PEM (PKCS#8; \\n may stand for a line break) or as its 32 bytes in base64, or nothing'
)

export const rsaKey = privateKey('rsa', 'an RSA private key as PEM (\\n may stand for a line break), or nothing')

export const certificateText = {
  schema: z.string().regex(/^(?:-----BEGIN CERTIFICATE-----[^]+)?$/),
  allowed: 'certificates in PEM, or nothing'
}

/** Addresses of servers; Node checks their form when it uses them. */
export const serverList = {
  schema: z.string().transform(listOf),
  allowed: 'a comma list of IP addresses, with a port as in 127.0.0.1:53, or nothing'
}
