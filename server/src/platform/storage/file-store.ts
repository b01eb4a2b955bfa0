import type { Readable } from 'node:stream'

/** One kind of storage; the keys are checked before. */
export interface FileStore {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>
  readonly getStream: (key: string, signal?: AbortSignal) => Promise<Readable>
  /** Returns the size in bytes. */
  readonly size: (key: string) => Promise<number>
  readonly close: () => void
}
