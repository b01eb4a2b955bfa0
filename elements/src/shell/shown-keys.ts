import { useCallback, useEffect, useRef, useState } from 'react'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import type { ContactKeys } from '../data/contact.ts'
import type { ContactOrder, ContactOrders } from './contact-order.ts'
import { Guards } from './guards.ts'

export interface ShownKeys {
  /** Of the contact whose form is open. */
  readonly keys: ContactKeys | null
  /** Of the form's surroundings. */
  readonly blockNavigation: AppContext['blockNavigation']
}

/**
 * Whose form is open: the contact that the host asks for, once unsaved input of the one before may be lost. If it may not, the
 * form stays until it is closed or the host asks for yet another contact.
 */
export function useShownKeys(order: ContactOrder, orders: ContactOrders): ShownKeys {
  const app = useAppContext()
  // Of this form alone: a form of another element on the page loses nothing.
  const [guards] = useState(() => new Guards())
  const [keys, setKeys] = useState(order.keys)
  const asking = useRef(false)
  const refused = useRef<string | null>(null)
  const wanted = JSON.stringify(order.keys)
  const shown = JSON.stringify(keys)

  useEffect(() => {
    if (wanted === shown || wanted === refused.current || asking.current) return
    asking.current = true
    void guards.mayLeave().then((may) => {
      asking.current = false
      // The host may have gone on while the question stood open.
      const { keys: now } = orders.read()
      refused.current = may ? null : JSON.stringify(now)
      if (may) setKeys(now)
    })
  }, [wanted, shown, guards, orders])

  const blockNavigation = useCallback<AppContext['blockNavigation']>(
    (mayLeave) => {
      const releases = [app.blockNavigation(mayLeave, { beside: true }), guards.block(mayLeave)]
      return () => releases.forEach((release) => release())
    },
    [app, guards]
  )
  return { keys, blockNavigation }
}
