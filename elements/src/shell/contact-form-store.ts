import type { ContactKeys, NewContact } from '../data/contact.ts'

/** What the host asks `<customer-contact>` for, and whether the form is open. */
export interface ContactFormState {
  /** Null for a new contact. */
  readonly keys: ContactKeys | null
  /** Of a new contact, if the host names the customer. */
  readonly customer: NonNullable<NewContact['customer']> | null
  readonly requireEmail: boolean
  readonly open: boolean
}

/** Outlives a change of the person: whoever has to log in first gets the form after it. */
export interface ContactFormStore {
  readonly get: () => ContactFormState
  readonly update: (part: Partial<ContactFormState>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createContactFormStore(): ContactFormStore {
  let state: ContactFormState = { keys: null, customer: null, requireEmail: false, open: false }
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    update(part) {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
