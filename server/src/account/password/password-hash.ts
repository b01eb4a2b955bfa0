import { pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/** A hash that the server can check at an acceptable cost. */
export interface PasswordHash {
  /** Scheme and cost: hashes of equal kind take equally long to check. */
  readonly kind: string
  fits(password: string): Promise<boolean>
}

/** The error for a text that is no hash, or for a hash that takes too long to check. */
class HashError extends Error {}

// Limits beyond which a check takes more than about half a second of a processor, or more than 128 MiB.
const most = { argon2Kib: 131_072, argon2KibPasses: 524_288, bcrypt: 13, pbkdf2: 1_500_000, scrypt: 2 ** 20 }

/** Decodes base64 of a hash: passlib writes `.` where others write `+`; neither pads. */
function bytesOf(base64: string, what: string, least: number): Buffer {
  const bytes = Buffer.from(base64.replaceAll('.', '+'), 'base64')
  if (bytes.length < least || bytes.length > 64) throw new HashError(`its ${what} must have ${least} to 64 bytes`)
  return bytes
}

function atMost(value: number, limit: number, what: string): void {
  if (value > limit) throw new HashError(`its ${what} of ${value} is more than ${limit}`)
}

const digestBytes = { sha1: 20, sha256: 32, sha512: 64 }

type HashParts = Readonly<Record<string, string>>

function readArgon2(text: string, { kib, passes, lanes, salt = '', hash = '' }: HashParts): PasswordHash {
  atMost(Number(kib), most.argon2Kib, 'memory in KiB')
  atMost(Number(kib) * Number(passes), most.argon2KibPasses, 'memory in KiB times passes')
  atMost(Number(lanes), 16, 'parallelism')
  if (Number(passes) < 1 || Number(lanes) < 1 || Number(kib) < 8 * Number(lanes))
    throw new HashError('its memory, passes or parallelism are too small')
  bytesOf(salt, 'salt', 8)
  bytesOf(hash, 'hash', 16)
  return { kind: text.slice(0, text.indexOf(salt)), fits: (password) => verifyArgon2(text, password) }
}

function readBcrypt(text: string, { cost }: HashParts): PasswordHash {
  atMost(Number(cost), most.bcrypt, 'cost')
  if (Number(cost) < 4) throw new HashError('its cost is less than 4')
  return { kind: text.slice(0, 7), fits: (password) => verifyBcrypt(password, text) }
}

function readScrypt(text: string, { ln, r, p, salt = '', hash = '' }: HashParts): PasswordHash {
  const [N, blockSize, parallelization] = [2 ** Number(ln), Number(r), Number(p)]
  if (Number(ln) < 1 || blockSize < 1 || parallelization < 1) throw new HashError('its ln, r or p is less than 1')
  atMost(N * blockSize, most.scrypt, '2^ln times r')
  atMost(N * blockSize * parallelization, most.scrypt * 2, '2^ln times r times p')
  const [saltBytes, expected] = [bytesOf(salt, 'salt', 8), bytesOf(hash, 'hash', 16)]
  const options = { N, r: blockSize, p: parallelization, maxmem: 2 * 128 * N * blockSize + 2 ** 20 }
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return {
    kind: text.slice(0, text.indexOf(salt)),
    fits: async (password) => timingSafeEqual(await derive(password, saltBytes, expected.length, options), expected)
  }
}

function readPbkdf2(text: string, { digest = 'sha1', rounds, salt = '', hash = '' }: HashParts): PasswordHash {
  if (Number(rounds) < 1) throw new HashError('its number of rounds is less than 1')
  const [saltBytes, expected] = [bytesOf(salt, 'salt', 8), bytesOf(hash, 'hash', 16)]
  // A hash longer than the digest consists of several pieces, each of which takes all rounds.
  const pieces = Math.ceil(expected.length / digestBytes[digest as keyof typeof digestBytes])
  atMost(Number(rounds) * pieces, most.pbkdf2, 'number of rounds')
  const derive = promisify(pbkdf2)
  return {
    kind: text.slice(0, text.indexOf(salt)),
    fits: async (password) =>
      timingSafeEqual(await derive(password, saltBytes, Number(rounds), expected.length, digest), expected)
  }
}

const readers: readonly (readonly [pattern: RegExp, read: (text: string, parts: HashParts) => PasswordHash])[] = [
  [
    /^\$argon2(?:i|id)\$(?:v=(?:16|19)\$)?m=(?<kib>\d{1,7}),t=(?<passes>\d{1,5}),p=(?<lanes>\d{1,3})\$(?<salt>[\w+/.-]+)\$(?<hash>[\w+/.-]+)$/,
    readArgon2
  ],
  [/^\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/, readBcrypt],
  [/^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,5}),p=(?<p>\d{1,5})\$(?<salt>[\w+/.-]+)\$(?<hash>[\w+/.-]+)$/, readScrypt],
  [
    /^\$pbkdf2(?:-(?<digest>sha1|sha256|sha512))?\$(?:i=)?(?<rounds>\d{1,8})(?:,l=\d{1,3})?\$(?<salt>[\w+/.-]+)\$(?<hash>[\w+/.-]+)$/,
    readPbkdf2
  ]
]

/** @throws HashError that tells what is wrong */
function read(text: string): PasswordHash {
  if (text.length > 255) throw new HashError('it has more than 255 characters')
  for (const [pattern, reader] of readers) {
    const match = pattern.exec(text)
    if (match) return reader(text, match.groups ?? {})
  }
  throw new HashError('it is none of argon2id, argon2i, bcrypt, scrypt and PBKDF2 in PHC or modular crypt format')
}

/** Parses a stored hash; returns undefined for a text of no known scheme. */
export function readPasswordHash(text: string): PasswordHash | undefined {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof HashError) return undefined
    throw error
  }
}

/**
 * Tells why the server cannot store a password's hash from another system, as the end of an English sentence; undefined
 * if it can. It can store argon2i and argon2id, bcrypt (`$2a$`, `$2b$`, `$2y$`), scrypt, and PBKDF2 with SHA-1, SHA-256
 * or SHA-512, in PHC or modular crypt format. The cost of a hash is limited, because everybody who tries to log in
 * makes the server spend it.
 */
export function whyNoPasswordHash(text: string): string | undefined {
  try {
    read(text)
    return undefined
  } catch (error) {
    if (error instanceof HashError) return error.message
    throw error
  }
}
