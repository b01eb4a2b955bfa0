import type { VirtualItem } from '@tanstack/react-virtual'
import type { EntryMemory } from '../../../context/router.ts'
import type { TableSort } from '../../../lib/sort-rows.ts'

/** The shown contacts: Aktive = 1, Inaktive = 0. */
export type ContactStatus = '1' | '0'

export const sortColumns = ['name', 'email', 'rights'] as const

export type ContactSort = TableSort<(typeof sortColumns)[number]>

interface ContactListState {
  /** The distance of the list from the top of the scrolled content. */
  readonly margin: number
  /** The height of a row of one line in the layout that was shown. */
  readonly rowHeight: number
  /** The heights of the rows that were drawn; without them the page's scroll position would lead to another row. */
  readonly measured: VirtualItem[]
  /**
   * The control that gets the focus back: the row of the contact with this `pvaid`, or the button for one or several
   * new ones.
   */
  readonly opened: { readonly pvaid: string; readonly isNew: boolean } | 'new' | 'bulk' | null
}

/** Keeps measures and focus of the list while a contact or another screen is shown in its place. */
export interface ContactListStore {
  get: () => ContactListState
  set: (part: Partial<ContactListState>) => void
}

const stateKey = 'contacts'
/** Measures of the last list: the next one is drawn with them, and need not be drawn again once it is measured. */
let measures: Pick<ContactListState, 'margin' | 'rowHeight'> = { margin: 0, rowHeight: 48 }

export function listStateOf(memory: EntryMemory): ContactListStore {
  let state = (memory.get(stateKey) ?? { ...measures, measured: [], opened: null }) as ContactListState
  return {
    get: () => state,
    set(part) {
      state = { ...state, ...part }
      measures = state
      memory.set(stateKey, state)
    }
  }
}
