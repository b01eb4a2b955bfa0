import { useState } from 'react'
import { sentenceOf } from '../../client/call-error.ts'
import { useAppContext } from '../../context/app-context.ts'
import { type TextId, useText } from '../../texts/texts.ts'
import { useAlert } from '../dialogs/alert-dialog.tsx'
import { type LoadedFile, type RemoteFile, saveFile, type DocumentTab, manualLink } from './document-tab.ts'

/**
 * Returns a function that runs a button's action. `busy` is true while it runs. If it fails, an alert shows the server's
 * reason, else the sentence `failed`, unless the person who asked is gone.
 */
export function useDocumentAction(failed: TextId = 'document.failed') {
  const text = useText()
  const { signal } = useAppContext()
  const { alert } = useAlert()
  const [busy, setBusy] = useState(false)

  /** Resolves to the result of the action; undefined if it fails. */
  async function run<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
    setBusy(true)
    try {
      return await action()
    } catch (error) {
      if (!signal.aborted) void alert(sentenceOf(error, text(failed)))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { busy, run }
}

/**
 * Returns a function that shows a file in its tab. If the tab was blocked, it shows an alert with a link to open the
 * file by hand; a file that no browser shows, such as one of Word, is offered by a link that saves it.
 */
export function useShowDocument(): (file: LoadedFile, tab: DocumentTab | null) => void {
  const text = useText()
  const { alert } = useAlert()
  return (file, tab) => {
    if (tab?.show(file)) return
    const { link, release } = manualLink(file)
    void alert(text(tab ? 'document.notShown' : 'document.blocked'), link).then(release)
  }
}

/** Returns a function that saves a file and says so: not every browser shows it. */
export function useDownload(): (file: LoadedFile | RemoteFile) => void {
  const text = useText()
  const { tell } = useAppContext()
  return (file) => {
    saveFile(file)
    tell({ message: text('document.saved', { name: file.name }) })
  }
}
