import { useAppContext } from '../../context/app-context.ts'
import { type LoadedFile, openDocumentTab } from '../../parts/documents/document-tab.ts'
import { useShowDocument } from '../../parts/documents/use-document-action.ts'
import { useText } from '../../texts/texts.ts'

/** Returns a function that says that a confirmation is ready and offers to open it, unless all is done with it: its row may be far above. */
export function useReadyMessage(): (caption: string, file: LoadedFile, isSaved?: boolean) => void {
  const text = useText()
  const { tell } = useAppContext()
  const show = useShowDocument()
  return (caption, file, isSaved = false) =>
    tell({
      message: text('participation.ready', { caption }),
      ...(!isSaved && { open: () => show(file, openDocumentTab(text('document.loading'))) })
    })
}
