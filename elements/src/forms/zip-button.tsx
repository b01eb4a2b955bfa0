import { maxZipDocuments, requestZip, type ZipRequest } from '@customer-center/contract/document'
import { backendAddress } from '../client/backend-address.ts'
import { useAppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller, useBackendFeature } from '../data/backend-feature.ts'
import { Button } from '../parts/button.tsx'
import { useDocumentAction, useDownload } from '../parts/documents/use-document-action.ts'
import { RowButton } from '../parts/lists/row-button.tsx'
import { useText } from '../texts/texts.ts'

/** Returns an address from which the browser can fetch the documents as one file, once. Throws CallError. */
async function zipAddress(app: FeatureCaller, data: ZipRequest): Promise<string> {
  const answer: { url?: unknown } | null = await callFeature(app, requestZip, { body: { data } })
  return backendAddress(app.session, answer?.url)
}

/**
 * Returns a function that tells whether to offer these documents as one file, which a backend must support; a single
 * document has its own buttons.
 */
export function useZipOffer(): (documentKeys: readonly string[]) => boolean {
  const isOffered = useBackendFeature('zip')
  return ({ length }) => isOffered && length > 1 && length <= maxZipDocuments
}

interface ZipButtonProps extends ZipRequest {
  /** Whether the button is beside the heading, where a short word replaces it in a narrow column. */
  inHeader?: boolean
  label: string
  /** The label for people who hear the button without seeing its place; contains the visible label. */
  fullLabel?: string
}

/**
 * Renders a button that saves documents as one file. The browser fetches it, so that none of it is in the page's
 * memory.
 */
export function ZipButton({ inHeader = false, label, fullLabel = label, documentKeys, name }: ZipButtonProps) {
  const text = useText()
  const app = useAppContext()
  const download = useDownload()
  const { busy, run } = useDocumentAction()
  const save = () =>
    void run(async () => download({ name: `${name}.zip`, url: await zipAddress(app, { documentKeys, name }) }))
  if (inHeader) {
    const short = text('export.zip')
    return (
      <RowButton short={short} busy={busy} aria-label={`${fullLabel}, ${short}`} onClick={save}>
        {label}
      </RowButton>
    )
  }
  return (
    <Button kind="plain" busy={busy} aria-label={fullLabel} onClick={save}>
      {label}
    </Button>
  )
}
