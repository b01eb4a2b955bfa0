import { useState } from 'react'
import { sentenceOf } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'

/**
 * Runs one action at a time, names it while it runs, and shows why it failed unless the element has gone: with the
 * server's reason, else with `failed`, which may know the reason of other errors.
 */
export function useAction() {
  const { signal } = useAppContext()
  const { alert } = useAlert()
  const [running, setRunning] = useState<string | null>(null)

  async function run(name: string, action: () => Promise<unknown>, failed: string | ((error: unknown) => string)) {
    if (running !== null) return
    setRunning(name)
    try {
      await action()
    } catch (error) {
      if (!signal.aborted) await alert(typeof failed === 'string' ? sentenceOf(error, failed) : failed(error))
    } finally {
      setRunning(null)
    }
  }
  return { running, run }
}
