import type { Id } from '@customer-center/contract/field-codes'
import type { SavedResource } from '../types/emit.ts'

/** What an element says of its last save. */
export interface SaveStatus {
  readonly message: string
  readonly resource: SavedResource
  /** What identifies the row that was saved, which its list marks; null where there is no list of them. */
  readonly row: Id | null
}

/** The status of the last save while it is shown: from the save until it has been read, whatever screen follows. */
export interface SaveStatusStore {
  readonly get: () => SaveStatus | null
  readonly set: (status: SaveStatus | null) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createSaveStatus(): SaveStatusStore {
  let current: SaveStatus | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(status) {
      current = status
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
