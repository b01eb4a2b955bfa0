import { maxZipDocuments, requestZip, type ZipRequest } from '@customer-center/contract/document'
import { backendAddress } from '../client/backend-address.ts'
import { useAppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller, useBackendFeature } from '../data/backend-feature.ts'
import { useAction } from '../parts/dialogs/use-action.ts'
import { useDownload } from '../parts/documents/use-show-document.ts'
import { RowButton } from '../parts/lists/row-button.tsx'
import { useText } from '../texts/texts.ts'

/** Returns an address from which the browser can fetch the documents as one file, once. Throws CallError. */
async function zipAddress(app: FeatureCaller, data: ZipRequest): Promise<string> {
  const answer: { url?: unknown } | null = await callFeature(app, requestZip, { body: { data } })
  return backendAddress(app.session, answer?.url)
}

/**
 * Returns the props of a button that saves documents as one file. The browser fetches that file, so that none of it is
 * in the page's memory. Null where the backend makes no such file, and for a single document, which has its own buttons.
 */
export function useZip({ documentKeys, name }: ZipRequest) {
  const app = useAppContext()
  const download = useDownload()
  const isOffered = useBackendFeature('zip')
  const { busy, run } = useAction()
  const { length } = documentKeys
  if (!isOffered || length < 2 || length > maxZipDocuments) return null
  const save = async () => download({ name: `${name}.zip`, url: await zipAddress(app, { documentKeys, name }) })
  return { busy, onClick: () => void run(save) }
}

interface ListZipButtonProps extends ZipRequest {
  label: string
}

/** Renders a button beside the heading of a list that saves the documents of all rows that are shown as one file. */
export function ListZipButton({ label, ...request }: ListZipButtonProps) {
  const zip = useZip(request)
  const short = useText()('export.zip')
  return (
    zip && (
      <RowButton {...zip} short={short} aria-label={`${label}, ${short}`}>
        {label}
      </RowButton>
    )
  )
}
