import { BusinessError } from '@customer-center/contract/envelope'
import { useRef, useState } from 'react'
import { CallError, sentenceOf } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { useAlert } from '../parts/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'

interface SaveSteps<Data> {
  send: () => Promise<Data>
  /** After `data-saved` has been told to the host. */
  onSaved: (data: Data) => Promise<void>
  /** The row was changed by somebody else in the meantime: `error` says so. */
  onStale: (error: unknown) => Promise<void>
}

export interface Save {
  saving: boolean
  /** Runs one save; another one that is begun meanwhile, as by a double click, does nothing. Never throws. */
  save: <Data>(steps: SaveSteps<Data>) => Promise<void>
  /** Shows the first sentence of the server, else 'Speichern fehlgeschlagen' (section 8). */
  tell: (error: unknown) => Promise<void>
}

/** Saves `resource`, a noun of the glossary, and says so to the host, or to the person what went wrong. */
export function useSave(resource: string): Save {
  const text = useText()
  const { alert } = useAlert()
  const { emit, signal } = useAppContext()
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)

  const tell: Save['tell'] = async (error) => {
    // Somebody else is logged in by now, who must not read about it.
    if (!signal.aborted) await alert(sentenceOf(error, text('save.failed')))
  }

  const save: Save['save'] = async ({ send, onSaved, onStale }) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    const failure = await send().then(
      async (data) => {
        emit('data-saved', { resource })
        await onSaved(data)
        return null
      },
      (error: unknown) => ({ error })
    )
    const stale = failure !== null && isStale(failure.error)
    if (stale) await onStale(failure.error)
    busy.current = false
    setSaving(false)
    if (failure && !stale) await tell(failure.error)
  }
  return { saving, save, tell }
}

function isStale(error: unknown): boolean {
  return error instanceof CallError && error.restCode === BusinessError.staleData
}
