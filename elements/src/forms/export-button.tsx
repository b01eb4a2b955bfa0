import type { Endpoint } from '@customer-center/contract/endpoint'
import type { WireRow } from '@customer-center/contract/field-codes'
import { decodeBase64 } from '../client/base64.ts'
import { CallError } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller, useBackendFeature } from '../data/backend-feature.ts'
import { asDocument } from '../data/document.ts'
import { useAction } from '../parts/dialogs/use-action.ts'
import { useDownload } from '../parts/documents/use-show-document.ts'
import { RowButton } from '../parts/lists/row-button.tsx'
import { useText } from '../texts/texts.ts'

/** Kinds of files for other programs. The feature decides on the type, whatever a backend calls the file. */
const kinds = {
  csv: { type: 'text/csv;charset=utf-8', extension: '.csv' },
  calendar: { type: 'text/calendar;charset=utf-8', extension: '.ics' }
} as const

interface ExportRequest<Query> {
  readonly kind: keyof typeof kinds
  readonly endpoint: Endpoint<Query, undefined, WireRow>
  readonly query?: Query
}

/** Loads a list or an event as a file for other programs. Throws CallError, also for an answer without a file. */
async function loadExportedFile<Query>(
  app: FeatureCaller,
  { kind, endpoint, query }: ExportRequest<Query>
): Promise<{ name: string; blob: Blob }> {
  const options = query === undefined ? { as: asDocument } : { as: asDocument, query }
  // A list always exists; an event may be gone.
  const answer = kind === 'csv' ? callFeature(app, endpoint, options) : app.call(endpoint, options)
  const { fileName, fileData } = await answer
  const bytes = fileData === null ? null : decodeBase64(fileData)
  if (!bytes) throw new CallError('unreadable')
  const { type, extension } = kinds[kind]
  const name = fileName?.endsWith(extension) ? fileName : `${fileName ?? 'Datei'}${extension}`
  return { name, blob: new Blob(bytes, { type }) }
}

interface ExportButtonProps<Query> extends ExportRequest<Query> {
  /** The subject, for people who hear the button without seeing its place. */
  subject?: string
  /** Whether there is nothing to save now. */
  inactive?: boolean
}

/** Renders a button that saves a list or an event as a file for other programs; nothing if the backend makes none. */
export function ExportButton<Query>({ subject, inactive = false, ...request }: ExportButtonProps<Query>) {
  const text = useText()
  const app = useAppContext()
  const download = useDownload()
  const isOffered = useBackendFeature(request.kind)
  const { busy, run } = useAction()
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
