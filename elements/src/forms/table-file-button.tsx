import type { Endpoint } from '@customer-center/contract/endpoint'
import type { WireRow } from '@customer-center/contract/field-codes'
import { sentenceOf } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { useBackendFeature } from '../data/backend-feature.ts'
import { loadTableFile } from '../data/table-file.ts'
import { Button } from '../parts/button.tsx'
import { saveFile } from '../parts/document-tab.ts'
import { useDocumentAction } from '../parts/use-document-action.ts'
import { useText } from '../texts/texts.ts'

/** Saves a list as a file for spreadsheets; nothing where the backend writes none. */
export function TableFileButton({ endpoint }: { endpoint: Endpoint<undefined, undefined, WireRow> }) {
  const text = useText()
  const app = useAppContext()
  const isOffered = useBackendFeature('csv')
  const { busy, run } = useDocumentAction((error) =>
    app.signal.aborted ? null : sentenceOf(error, text('document.failed'))
  )
  if (!isOffered) return null
  return (
    <Button kind="plain" busy={busy} onClick={() => void run(async () => saveFile(await loadTableFile(app, endpoint)))}>
      {text('list.file')}
    </Button>
  )
}
