import { useAppContext } from '../context/app-context.ts'
import { useBackendFeature } from '../data/backend-feature.ts'
import { type ExportRequest, loadExportedFile } from '../data/exported-file.ts'
import { useDocumentAction } from '../parts/documents/use-document-action.ts'
import { useDownload } from '../parts/documents/use-download.ts'
import { RowButton } from '../parts/lists/row-button.tsx'
import { useText } from '../texts/texts.ts'
import { useFailureSentence } from './use-failure-sentence.ts'

export interface ExportButtonProps<Query> extends ExportRequest<Query> {
  /** The subject, for people who hear the button without seeing its place. */
  subject?: string
  /** Whether there is nothing to save now. */
  inactive?: boolean
}

/** Saves a list or an event as a file for other programs; nothing where the backend makes none. */
export function ExportButton<Query>({ subject, inactive = false, ...request }: ExportButtonProps<Query>) {
  const text = useText()
  const app = useAppContext()
  const download = useDownload()
  const isOffered = useBackendFeature(request.kind)
  const { busy, run } = useDocumentAction(useFailureSentence())
  if (!isOffered) return null
  const isFile = request.kind === 'csv'
  const label = text(isFile ? 'export.csv' : 'export.calendar')
  return (
    <RowButton
      icon={isFile ? undefined : 'calendar'}
      short={text('export.csvShort')}
      busy={busy}
      inactive={inactive}
      aria-label={subject === undefined ? label : `${label}: ${subject}`}
      onClick={() => void run(async () => download(await loadExportedFile(app, request)))}
    >
      {label}
    </RowButton>
  )
}
