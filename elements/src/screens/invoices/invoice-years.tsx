import { readDate } from '@customer-center/contract/dates'
import type { Invoice } from '@customer-center/contract/invoice'
import { useZipOffer, ZipButton } from '../../forms/zip-button.tsx'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import css from './invoice-years.css?inline'

addStyles(css)

/** The keys of the documents by year, in the order of the list; an invoice without a date belongs to none. */
function keysByYear(rows: readonly Invoice[]): [year: string, documentKeys: string[]][] {
  const years = new Map<string, string[]>()
  for (const { date, documentHash } of rows) {
    const year = readDate(date)?.slice(0, 4)
    if (year && documentHash) years.set(year, [...(years.get(year) ?? []), documentHash])
  }
  return [...years]
}

/** A button for each year with several invoices, which saves them as one file. */
export function InvoiceYears({ rows }: { rows: readonly Invoice[] }) {
  const text = useText()
  const isOffered = useZipOffer()
  const years = keysByYear(rows).filter(([, keys]) => isOffered(keys))
  if (years.length === 0) return null
  return (
    <div className="kc-invoice-years">
      <span>{text('invoices.all')}</span>
      {years.map(([year, documentKeys]) => {
        const values = { year, count: String(documentKeys.length) }
        return (
          <ZipButton
            key={year}
            label={text('invoices.year', values)}
            fullLabel={text('invoices.allOfYear', values)}
            documentKeys={documentKeys}
            name={text('invoices.zip', values)}
          />
        )
      })}
    </div>
  )
}
