import type { VirtualItem } from '@tanstack/react-virtual'

/** Which contacts are shown (section 2: Aktive = 1, Inaktive = 0). */
export type Status = '1' | '0'

/** How somebody left the list. */
interface Left {
  readonly status: Status
  readonly search: string
  readonly offset: number
  /** Heights of the rows that were drawn, without which an offset means another place. */
  readonly measured: VirtualItem[]
  /** The pvaid of the contact that was opened, or the button, which gets the focus back. */
  readonly opened: number | 'new' | null
}

/** Makes the list the same again for whoever comes back from a contact. */
export interface ListMemory {
  read: () => Left
  keep: (part: Partial<Left>) => void
}

export function createListMemory(): ListMemory {
  let left: Left = { status: '1', search: '', offset: 0, measured: [], opened: null }
  return {
    read: () => left,
    keep(part) {
      left = { ...left, ...part }
    }
  }
}
