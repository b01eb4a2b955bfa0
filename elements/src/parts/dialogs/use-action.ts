import { useState } from 'react'
import { errorSentence } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { type TextId, useText } from '../../texts/texts.ts'
import { useAlert } from './alert-dialog.tsx'

type Failed = TextId | ((error: unknown) => TextId)

/**
 * Returns a function that runs one action of a button at a time. `busy` is true while it runs, and `running` is its
 * name. If it fails, an alert shows the server's reason, else the text `failed`, unless the person who asked is gone.
 */
export function useAction() {
  const text = useText()
  const { signal } = useAppContext()
  const { alert } = useAlert()
  const [running, setRunning] = useState<string | null>(null)
  /** Resolves to the result of the action; undefined if it fails, or another one is running. */
  async function run<Result>(
    action: () => Promise<Result>,
    failed: Failed = 'document.failed',
    name = 'action'
  ): Promise<Result | undefined> {
    if (running !== null) return undefined
    setRunning(name)
    try {
      return await action()
    } catch (error) {
      const otherwise = typeof failed === 'function' ? failed(error) : failed
      if (!signal.aborted) void alert(errorSentence(error, text(otherwise)))
      return undefined
    } finally {
      setRunning(null)
    }
  }
  return { busy: running !== null, running, run }
}
