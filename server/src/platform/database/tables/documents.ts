import type { Generated } from 'kysely'

interface DocumentTable {
  company: number
  external_id: Generated<string>
  document_id: number
  kind: 'script' | 'recording' | 'invoice'
  event_id: number | null
  no: number | null
  id: number | null
  caption: string
  file_name: string
  storage_key: string
  sha256: string
  size_bytes: number
  dpo_id: number | null
  dpd_id: number | null
  position: Generated<number>
  lookup_key: Generated<string>
  secret: Generated<string>
  added_at: Generated<Date>
}

interface StoredFileTable {
  company: number
  sha256: string
  storage_key: string
  size_bytes: number
  stored_at: Generated<Date>
}

interface InvoiceTable {
  company: number
  external_id: Generated<string>
  control_no: number
  id: number
  no: string
  date: string
  /** Null until the provider has sent it. */
  document_id: number | null
  /** The e-invoice, beside the PDF or alone. */
  xml_document_id: number | null
  order_no: number | null
  /** A decimal number, VAT included. */
  amount: string | null
  currency: string | null
  due_date: string | null
  is_paid: boolean | null
}

interface LetterTable {
  company: number
  external_id: Generated<string>
  letter_no: number
  kind: 'participation' | 'timesheet'
  event_id: number | null
  no: number | null
}

interface ZipDownloadTable {
  token_hash: Buffer
  company: number
  pvaid: number
  family: string
  name: string
  document_keys: string[]
  expires_at: Date
}

interface VisitTable {
  company: number
  pvaid: number
  last_at: Generated<Date>
  /** The visit before. */
  previous_at: Date | null
}

export interface DocumentTables {
  visits: VisitTable
  documents: DocumentTable
  invoices: InvoiceTable
  stored_files: StoredFileTable
  letters: LetterTable
  zip_downloads: ZipDownloadTable
}
