import { readFile } from 'node:fs/promises'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Changes a stream of bytes on its way into a part of a backup, or out of it. */
export type Passage = (source: Bytes) => AsyncGenerator<Uint8Array, void>

/** Passes a part of a backup that is not encrypted. */
export async function* asItIs(source: Bytes): AsyncGenerator<Uint8Array, void> {
  yield* source
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

async function readLines(file: string, what: string): Promise<string[]> {
  try {
    return linesOf(await readFile(file, 'utf8'))
  } catch (error) {
    throw new OperatorError(`The ${what} ${file} cannot be read (${errorMessage(error)}).`, { cause: error })
  }
}

/** Returns the public keys that words of the command line are, or name by files. */
export async function readRecipients(words: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    words.map(async (word) => (word.startsWith('age1') ? [word] : readLines(word, 'file of recipients')))
  )
  return [...new Set(found.flat())].toSorted()
}

/** Encrypts for public keys of age; the reader of one of the private keys alone decrypts it. */
export async function encryptFor(recipients: readonly string[]): Promise<Passage> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new OperatorError(`${recipient} is no public key of age.`)
    }
  return async function* encrypt(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }
}

/** Decrypts by the private keys in a file; a changed or cut stream ends with an error. */
export async function decryptBy(file: string): Promise<Passage> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of await readLines(file, 'file of the identity'))
    try {
      decrypter.addIdentity(identity)
    } catch {
      throw new OperatorError(`The file ${file} holds no private key of age.`)
    }
  return async function* decrypt(source) {
    yield* await decrypter.decrypt(ReadableStream.from(source))
  }
}
