import { useRef, useState } from 'react'
import { BusinessError } from '@customer-center/contract/envelope'
import type { RoutePath } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { CallError, errorSentence } from '../client/call-error.ts'
import { type SaveStatus, useAppContext } from '../context/app-context.ts'
import { useAlert } from '../parts/dialogs/alert-dialog.tsx'
import { useText } from '../texts/texts.ts'
import type { SavedResource } from '../types/emit.ts'

interface SaveSteps<Data> {
  send: () => Promise<Data>
  /** Returns the message that names the saved row, and the row that its list marks. */
  statusOf?: ((data: Data) => Partial<Omit<SaveStatus, 'resource'>>) | undefined
  /** Runs after `data-saved`. */
  onSaved: (data: Data) => Promise<void>
  /**
   * Handles a row that somebody else has changed meanwhile. Null for a save without a VERSION: there a backend may use
   * the error's number for something else.
   */
  onStale: ((error: unknown) => Promise<void>) | null
}

/** Saves `resource`, a noun of the glossary; the host gets `data-saved` and the person a message, or an alert. */
export function useSave(resource: SavedResource) {
  const text = useText()
  const { alert } = useAlert()
  const { emit, signal, saveStatus } = useAppContext()
  const [saving, setSaving] = useState(false)
  const writing = useRef<Promise<unknown>>(undefined)

  /** Shows the first sentence of the server, else 'Speichern fehlgeschlagen'. */
  async function showFailure(error: unknown): Promise<void> {
    // An aborted signal means that another person may be logged in, who must not read about the failure.
    if (!signal.aborted) await alert(errorSentence(error, text('save.failed')))
  }

  /** Takes all steps of a save, and returns the failure that the person is still to be told. */
  async function write<Data>({
    send,
    statusOf,
    onSaved,
    onStale
  }: SaveSteps<Data>): Promise<{ error: unknown } | null> {
    const failure = await send().then(
      async (data) => {
        emit('data-saved', { resource })
        const { undo, ...status } = statusOf?.(data) ?? {}
        // The message is there before the save has ended, and until then a second save would do nothing.
        const undoAfter = undo && { undo: () => Promise.resolve(writing.current).then(undo) }
        saveStatus.set({ message: text('save.saved'), row: null, ...status, ...undoAfter, resource })
        await onSaved(data)
        return null
      },
      (error: unknown) => ({ error })
    )
    if (failure === null || onStale === null || !isStale(failure.error)) return failure
    await onStale(failure.error)
    return null
  }

  /** Runs one save and shows its failure. Ignores a second save meanwhile, as by a double click. */
  async function save<Data>(steps: SaveSteps<Data>): Promise<void> {
    if (writing.current) return
    saveStatus.set(null)
    setSaving(true)
    const work = write(steps)
    writing.current = work
    const failure = await work.finally(() => {
      writing.current = undefined
      setSaving(false)
    })
    if (failure) await showFailure(failure.error)
  }
  return { saving, save, showFailure }
}

function isStale(error: unknown): boolean {
  return error instanceof CallError && error.restCode === BusinessError.staleData
}

/**
 * Returns the route after a save of a form of 'Meine Daten'; the overview if the provider has not enabled
 * that section.
 */
export function routeAfterSave({ allowedRoutes }: Pick<RuntimeConfig, 'allowedRoutes'>): RoutePath {
  return allowedRoutes.includes('mydata') ? 'mydata' : 'overview'
}
