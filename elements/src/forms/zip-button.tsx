import { readDate, today } from '@customer-center/contract/dates'
import { maxZipDocuments, requestZip, type ZipRequest } from '@customer-center/contract/document'
import { backendAddress } from '../client/backend-address.ts'
import { useAppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller, useBackendFeature } from '../data/backend-feature.ts'
import { Button } from '../parts/button.tsx'
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
function useZip({ documentKeys, name }: ZipRequest) {
  const app = useAppContext()
  const download = useDownload()
  const isOffered = useBackendFeature('zip')
  const { busy, run } = useAction()
  const { length } = documentKeys
  if (!isOffered || length < 2 || length > maxZipDocuments) return null
  const save = async () => download({ name: `${name}.zip`, url: await zipAddress(app, { documentKeys, name }) })
  return { busy, onClick: () => void run(save) }
}

/** Limit of an event's caption in the name of a ZIP file, whose length the contract limits. */
const longestCaption = 150

interface EventZipButtonProps extends Pick<ZipRequest, 'documentKeys'> {
  event: { readonly caption: string | null; readonly from: string | null }
  heading: string
  label: string
}

/** Renders a button that saves the documents of an event as one file. */
export function EventZipButton({ event, heading, label, documentKeys }: EventZipButtonProps) {
  const name = [heading, event.caption?.slice(0, longestCaption), readDate(event.from)].filter(Boolean).join(' ')
  const zip = useZip({ documentKeys, name })
  return (
    zip && (
      <Button kind="plain" {...zip} aria-label={`${label}: ${event.caption ?? heading}`}>
        {label}
      </Button>
    )
  )
}

const listTexts = {
  scripts: { save: 'scripts.save', saveYear: 'scripts.saveYear', name: 'scripts.zip' },
  invoices: { save: 'invoices.save', saveYear: 'invoices.saveYear', name: 'invoices.zip' }
} as const

interface ListZipButtonProps extends Pick<ZipRequest, 'documentKeys'> {
  list: keyof typeof listTexts
  /** The year of the rows that are shown; empty for all years. */
  year: string
  /** The number of documents or invoices, for the label. */
  count: number
}

/** Renders a button beside the heading of a list that saves the documents of all rows that are shown as one file. */
export function ListZipButton({ list, year, count, documentKeys }: ListZipButtonProps) {
  const text = useText()
  const zip = useZip({ documentKeys, name: text(listTexts[list].name, { year: year || today() }) })
  const label = text(listTexts[list][year === '' ? 'save' : 'saveYear'], { count, year })
  const short = text('export.zip')
  return (
    zip && (
      <RowButton {...zip} short={short} aria-label={`${label}, ${short}`}>
        {label}
      </RowButton>
    )
  )
}
