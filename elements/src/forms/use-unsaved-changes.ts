import { useCallback, useEffect, useRef } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { useMounted } from '../context/use-mounted.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'

/** Asks a question before the screen is left in any way, while `dirty`. */
export function useUnsavedChanges(dirty: boolean) {
  const text = useText()
  const { confirm } = useAlert()
  const { blockNavigation, pausing } = useAppContext()
  const leaving = useRef<Promise<boolean> | false>(false)
  const ask = useCallback(() => {
    const answer = confirm(text('guard.question'))
    leaving.current = answer
    return answer
  }, [confirm, text])
  useEffect(() => (dirty ? blockNavigation(ask) : undefined), [dirty, blockNavigation, ask])
  const mounted = useMounted()

  return {
    /** Leaves by a button of the screen, after the question if there are unsaved changes. */
    leaveBy: async (to: () => void) => {
      if (!dirty || (await ask())) to()
    },
    /** Tells whether the form is still shown and stays so; waits for the answer while the question is open. */
    isStillShown: async () => {
      // An element that is out of the page has not been left.
      await pausing.get()?.over
      const left = await leaving.current
      // The router has to get the answer first, or the navigation after a save would ask again.
      if (leaving.current) await new Promise((resolve) => setTimeout(resolve))
      leaving.current = false
      return mounted.current && !left
    }
  }
}
