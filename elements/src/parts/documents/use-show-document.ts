import { useAppContext } from '../../context/app-context.ts'
import { useText } from '../../texts/texts.ts'
import { useAlert } from '../dialogs/alert-dialog.tsx'
import { type LoadedFile, type RemoteFile, saveFile, type DocumentTab, manualLink } from './document-tab.ts'

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
