import { useCallback, useEffect, useRef, useState } from 'react'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import type { ContactKeys } from '../data/contact.ts'
import { NavigationGuards } from '../routing/navigation-guards.ts'
import type { ContactFormStore } from './contact-form-store.ts'

interface OpenContact {
  /** Of the contact whose form is open. */
  readonly keys: ContactKeys | null
  /** For the form's context. */
  readonly blockNavigation: AppContext['blockNavigation']
}

/**
 * Follows the contact that the host asks for, as soon as unsaved input of the one before may be lost. If it may not, the form stays
 * until it is closed or the host asks for yet another contact.
 */
export function useOpenContact(requestedKeys: ContactKeys | null, store: ContactFormStore): OpenContact {
  const app = useAppContext()
  // Of this form alone: it replaces no form of another element on the page.
  const [guards] = useState(() => new NavigationGuards())
  const [keys, setKeys] = useState(requestedKeys)
  const asking = useRef(false)
  const refused = useRef<string | null>(null)
  const requested = JSON.stringify(requestedKeys)
  const open = JSON.stringify(keys)

  useEffect(() => {
    if (requested === open || requested === refused.current || asking.current) return
    asking.current = true
    void guards.mayLeave().then((mayLeave) => {
      asking.current = false
      // The host may have asked for another contact while the question was open.
      const { keys: latest } = store.get()
      refused.current = mayLeave ? null : JSON.stringify(latest)
      if (mayLeave) setKeys(latest)
    })
  }, [requested, open, guards, store])

  const blockNavigation = useCallback<AppContext['blockNavigation']>(
    (mayLeave) => {
      const unblock = [app.blockNavigation(mayLeave, { beside: true }), guards.add(mayLeave)]
      return () => unblock.forEach((one) => one())
    },
    [app, guards]
  )
  return { keys, blockNavigation }
}
