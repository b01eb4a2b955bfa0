import { useCallback, useEffect, useRef } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { useAlert } from '../parts/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'

export interface UnsavedChanges {
  /** Asks the question of section 2, if there is something to lose. */
  mayLeave: () => Promise<boolean>
  /** Whether the form is still there and nobody is leaving it; waits for the answer while the question stands open. */
  stays: () => Promise<boolean>
}

/** While `dirty`, no way leads off the screen without the question of section 2. */
export function useUnsavedChanges(dirty: boolean): UnsavedChanges {
  const text = useText()
  const { confirm } = useAlert()
  const { blockNavigation } = useAppContext()
  const leaves = useRef<Promise<boolean> | false>(false)
  const ask = useCallback(() => {
    const answer = confirm(text('guard.question'))
    leaves.current = answer
    return answer
  }, [confirm, text])
  useEffect(() => (dirty ? blockNavigation(ask) : undefined), [dirty, blockNavigation, ask])

  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  return {
    mayLeave: async () => !dirty || ask(),
    async stays() {
      const left = await leaves.current
      // Whoever asked hears the answer first, or what goes on here would be taken for one more way off the screen.
      if (leaves.current) await new Promise((heard) => setTimeout(heard))
      leaves.current = false
      return here.current && !left
    }
  }
}
