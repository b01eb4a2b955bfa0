import { OperatorError } from '../config/operator-error.ts'

/** A stored file cannot be read or written. */
export class StorageError extends OperatorError {
  override readonly name = 'StorageError'
  /** True when there is no such file, false when the storage itself failed. */
  readonly missing: boolean

  constructor(message: string, options: { readonly missing?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.missing = options.missing ?? false
  }
}

/** What lies at the bottom of a chain of causes: flydrive wraps what Node or the AWS SDK threw. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error
}

const missingNames = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])

/** Turns what flydrive threw into the sentence that the operator needs. */
export function storageFailure(what: string, key: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const root = rootOf(error)
  if (!(root instanceof Error)) return new StorageError(`${what} ${key} failed.`, { cause: error })
  const code = 'code' in root && typeof root.code === 'string' ? root.code : root.name
  const missing = missingNames.has(code)
  const reason = missing ? 'there is no such file' : root.message === '' ? code : `${code}: ${root.message}`
  return new StorageError(`${what} ${key} failed (${reason}).`, { missing, cause: error })
}
