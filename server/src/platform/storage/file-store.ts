import type { Readable } from 'node:stream'
import { OperatorError } from '../config/operator-error.ts'

/** A kind of storage. Its caller checks the keys. */
export interface FileStore {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>
  readonly getStream: (key: string, signal?: AbortSignal) => Promise<Readable>
  /** Returns the size in bytes. */
  readonly size: (key: string) => Promise<number>
  readonly close: () => void
}

export class StorageError extends OperatorError {
  override readonly name = 'StorageError'
  /** Whether the file does not exist; false when the storage itself failed. */
  readonly missing: boolean

  constructor(message: string, options: { readonly missing?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.missing = options.missing ?? false
  }
}

const missingNames = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])

/** Turns an error of Node or the AWS SDK into the sentence that the operator needs. */
export function storageFailure(what: string, key: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (!(error instanceof Error)) return new StorageError(`${what} ${key} failed.`, { cause: error })
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const missing = missingNames.has(code)
  const reason = missing ? 'there is no such file' : error.message === '' ? code : `${code}: ${error.message}`
  return new StorageError(`${what} ${key} failed (${reason}).`, { missing, cause: error })
}
