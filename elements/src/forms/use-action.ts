import { useState } from 'react'
import { sentenceOf } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'

/** Runs one action at a time, names it while it runs, and shows why it failed unless the element has gone. */
export function useAction() {
  const { signal } = useAppContext()
  const { alert } = useAlert()
  const [running, setRunning] = useState<string | null>(null)

  async function run(name: string, action: () => Promise<unknown>, failed: string) {
    if (running !== null) return
    setRunning(name)
    try {
      await action()
    } catch (error) {
      if (!signal.aborted) await alert(sentenceOf(error, failed))
    } finally {
      setRunning(null)
    }
  }
  return { running, run }
}
