import type { Id } from '@customer-center/contract/field-codes'
import type { Store } from '../lib/store.ts'
import type { SavedResource } from '../types/emit.ts'

/** An element's message about its last save. */
export interface SaveStatus {
  readonly message: string
  readonly resource: SavedResource
  /** The key of the saved row, which its list marks; null where there is no list of them. */
  readonly row: Id | null
}

/** The status of the last save while it is shown: from the save until it has been read, whatever screen follows. */
export type SaveStatusStore = Store<SaveStatus | null>
