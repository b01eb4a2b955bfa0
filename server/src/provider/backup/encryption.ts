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

async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`The file ${file} cannot be read (${errorMessage(error)}).`, { cause: error })
  })
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

/** Returns the public keys that words of the command line are, or name by files. */
export async function readRecipients(words: readonly string[]): Promise<string[]> {
  const found = await Promise.all(words.map(async (word) => (word.startsWith('age1') ? [word] : readKeys(word))))
  return [...new Set(found.flat())].toSorted()
}

function addAll(keys: readonly string[], add: (key: string) => void, what: string): void {
  try {
    for (const key of keys) add(key)
  } catch (error) {
    throw new OperatorError(`${what} is none of age (${errorMessage(error)}).`, { cause: error })
  }
}

/** Encrypts for public keys of age; the reader of one of the private keys alone decrypts it. */
export async function encryptFor(recipients: readonly string[]): Promise<Passage> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  addAll(recipients, (key) => encrypter.addRecipient(key), 'A public key')
  return async function* encrypt(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }
}

/** Decrypts by the private keys in a file; a changed or cut stream ends with an error. */
export async function decryptBy(file: string): Promise<Passage> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  addAll(await readKeys(file), (key) => decrypter.addIdentity(key), `A private key in ${file}`)
  return async function* decrypt(source) {
    yield* await decrypter.decrypt(ReadableStream.from(source))
  }
}
