import { useAppContext } from '../../context/app-context.ts'
import { useText } from '../../texts/texts.ts'
import { type LoadedFile, type RemoteFile, saveFile } from './document-tab.ts'

/** Returns a function that saves a file and says so: not every browser shows it. */
export function useDownload(): (file: LoadedFile | RemoteFile) => void {
  const text = useText()
  const { tell } = useAppContext()
  return (file) => {
    saveFile(file)
    tell({ message: text('document.saved', { name: file.name }) })
  }
}
