import { useSyncExternalStore } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { ReturnFocus } from './return-focus.tsx'

/** Hides what surrounds it while the page's other function is asked whose the session is; who types there goes on afterwards. */
export function HideWhileAsked() {
  const { session } = useAppContext()
  const { asking, generation } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  if (asking !== generation) return null
  return (
    <>
      <span hidden className="kc-asking" />
      <ReturnFocus />
    </>
  )
}
