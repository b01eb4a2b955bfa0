import { readFile } from 'node:fs/promises'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Transforms the bytes of a part of a backup while they are written or read. */
export type Passage = (source: Bytes) => AsyncGenerator<Uint8Array, void>

/** Passes on a part of an unencrypted backup. */
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

/** Returns the public keys from the arguments of a command, each a key or the path of a file with keys. */
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

/** Encrypts for public keys of age; only a holder of one of the private keys can decrypt it. */
export async function encryptFor(recipients: readonly string[]): Promise<Passage> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  addAll(recipients, (key) => encrypter.addRecipient(key), 'A public key')
  return async function* encrypt(source) {
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }
}

/** Decrypts with the private keys in a file; a changed or truncated stream ends with an error. */
export async function decryptBy(file: string): Promise<Passage> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  addAll(await readKeys(file), (key) => decrypter.addIdentity(key), `A private key in ${file}`)
  return async function* decrypt(source) {
    yield* await decrypter.decrypt(ReadableStream.from(source))
  }
}
