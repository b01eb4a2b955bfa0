import { today } from '@customer-center/contract/dates'
import type { Invoice } from '@customer-center/contract/invoice'
import { documentsOf } from '../../data/invoice.ts'
import { useZipOffer, ZipButton } from '../../forms/zip-button.tsx'
import { useText } from '../../texts/texts.ts'

/** A button that saves the invoices that are shown, of a year or of all, as one file, each with all its documents. */
export function InvoicesZipButton({ rows, year }: { rows: readonly Invoice[]; year: string }) {
  const text = useText()
  const isOffered = useZipOffer()
  const documents = rows.map(documentsOf).filter(({ length }) => length > 0)
  const documentKeys = documents.flat().map(({ documentHash }) => documentHash ?? '')
  if (documents.length < 2 || !isOffered(documentKeys)) return null
  const label = text(year === '' ? 'invoices.save' : 'invoices.saveYear', { count: String(documents.length), year })
  const name = text('invoices.zip', { year: year || today() })
  return <ZipButton inHeader label={label} documentKeys={documentKeys} name={name} />
}
