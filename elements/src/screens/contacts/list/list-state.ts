import type { Id } from '@customer-center/contract/field-codes'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { TableSort } from '../../../lib/sort-rows.ts'

/** The shown contacts (section 2: Aktive = 1, Inaktive = 0). */
export type ContactStatus = '1' | '0'

export type ContactSort = TableSort<'name' | 'email' | 'rights'>

interface ContactListState {
  readonly status: ContactStatus
  readonly search: string
  readonly sort: ContactSort
  /** The scroll position of the list's box or of the page's scroller; null before the list was shown. */
  readonly offset: number | null
  /** The distance of the list from the top of the scrolled content. */
  readonly margin: number
  /** The height of a row of one line in the layout that was shown. */
  readonly rowHeight: number
  /** The heights of the rows that were drawn; without them the offset would lead to another row. */
  readonly measured: VirtualItem[]
  /**
   * The control that gets the focus back: the row of the contact with this `pvaid`, or the button for one or several
   * new ones.
   */
  readonly opened: { readonly pvaid: Id } | 'new' | 'bulk' | null
}

/** Keeps filter, search, scroll position and focus of the list while a contact is shown in its place. */
export interface ContactListStore {
  get: () => ContactListState
  set: (part: Partial<ContactListState>) => void
}

export function createListState(): ContactListStore {
  let state: ContactListState = {
    status: '1',
    search: '',
    sort: { column: 'name', descending: false },
    offset: null,
    margin: 0,
    rowHeight: 44,
    measured: [],
    opened: null
  }
  return {
    get: () => state,
    set(part) {
      state = { ...state, ...part }
    }
  }
}
