import { useState } from 'react'
import { useText } from '../texts/texts.ts'
import { useAlert } from './alert-dialog.tsx'
import { type DocumentTab, handLink, type LoadedFile } from './document-tab.ts'

/** One button's work: busy while it runs, and an alert if it fails; none where `reasonOf` has null, because nobody is there to read it. */
export function useDocumentAction(reasonOf: (error: unknown) => string | null) {
  const { alert } = useAlert()
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    const failure = await work().then(
      () => null,
      (error: unknown) => ({ error })
    )
    setBusy(false)
    const reason = failure && reasonOf(failure.error)
    if (reason !== null) void alert(reason)
  }

  return { busy, run }
}

/** Shows a file in its tab; without one (blocked) the alert of section 8 with a link to open it by hand. */
export function useShowDocument(): (file: LoadedFile, tab: DocumentTab | null) => void {
  const text = useText()
  const { alert } = useAlert()
  return (file, tab) => {
    if (tab) return tab.show(file)
    const { link, release } = handLink(file)
    void alert(text('document.blocked'), link).then(release)
  }
}
