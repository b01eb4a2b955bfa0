import type { ContactKeys } from '../data/contact.ts'

/** What the host asks `<customer-contact>` for, and whether its form is open. */
export interface ContactOrder {
  /** Null for a new contact. */
  readonly keys: ContactKeys | null
  readonly requireEmail: boolean
  readonly open: boolean
}

/** Stays while the person changes: whoever has to log in first gets the form after it. */
export interface ContactOrders {
  readonly read: () => ContactOrder
  readonly change: (part: Partial<ContactOrder>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createContactOrders(): ContactOrders {
  let order: ContactOrder = { keys: null, requireEmail: false, open: false }
  const listeners = new Set<() => void>()
  return {
    read: () => order,
    change(part) {
      order = { ...order, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
