import { type FoundInvoice, findInvoicesByNumber, nameFiles, type NamedFile } from '../../bookings/index.ts'
import type { Db } from '../../platform/database/query.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import type { ImportContext, ImportRequest } from '../../records/importing/import.ts'
import { importEach, type ResourceRow } from '../../records/importing/run/import-rows.ts'
import { inParts, type RefusedFile } from './document-files.ts'
import { invoiceFolder } from './folder/read-folder.ts'
import texts from './texts.json' with { type: 'json' }

/** Number of an invoice and kind of its file, from the name of the file. */
const fileOfInvoice = /^(.+)\.(pdf|xml)$/i

interface InvoiceFile {
  /** The name of the file, with its folder. */
  readonly name: string
  readonly no: string
  readonly member: 'document' | 'xml'
}

function readName(name: string): InvoiceFile | undefined {
  const [, no, ending] = fileOfInvoice.exec(name.slice(invoiceFolder.length + 1)) ?? []
  if (no === undefined || ending === undefined) return undefined
  return { name, no, member: ending.toLowerCase() === 'xml' ? 'xml' : 'document' }
}

/** Returns the reason why a file has no unique invoice. */
function whyNone(no: string, found: readonly FoundInvoice[]): string {
  if (found.length === 0) return `No invoice has the number ${no}.`
  if (found.length > 1) return `Several invoices have the number ${no}: name the file in a row of documents.`
  return `The invoice ${no} or its customer has no externalId.`
}

/**
 * Attaches the files of the folder `invoices` to invoices, by their numbers alone. A file with a number of no invoice,
 * or of several invoices, is refused: nobody may see another customer's invoice. Each call has runs of its own: their
 * lines are the files of this call, and an import that continues may find others.
 * @returns the number of files that found their invoice, and the refused ones
 */
export async function attachInvoiceFiles(
  context: ImportContext,
  request: Pick<ImportRequest, 'providerId' | 'signal'>,
  files: readonly NamedFile[]
): Promise<{ readonly attached: number; readonly refused: readonly RefusedFile[] }> {
  const refused: RefusedFile[] = []
  const documents: ResourceRow<'documents'>[] = []
  // The PDF and the XML of an invoice are in one row.
  const invoices = new Map<string, ResourceRow<'invoices'>>()
  const known: NamedFile[] = []
  const byNumber = await findByNumber(context.db, request.providerId, files)
  for (const stored of files) {
    const { name } = stored
    const file = readName(name)
    const found = file ? (byNumber.get(file.no) ?? []) : []
    const { externalId = null, customer = null } = found[0] ?? {}
    if (!file) refused.push({ file: name, sentence: 'Its name is not the number of an invoice with .pdf or .xml.' })
    else if (found.length !== 1 || externalId === null || customer === null)
      refused.push({ file: name, sentence: whyNone(file.no, found) })
    else {
      known.push(stored)
      const fileName = name.slice(invoiceFolder.length + 1)
      const caption = fillText(texts.invoice, { no: file.no })
      documents.push({ externalId: name, kind: 'invoice', customer, caption, fileName, file: name })
      invoices.set(externalId, { ...invoices.get(externalId), externalId, [file.member]: name })
    }
  }
  if (known.length === 0) return { attached: 0, refused }
  // The document's row sets its customer together with the bytes: an older document of that name may belong to another
  // customer.
  for (const some of inParts(known)) await nameFiles(context.db, request.providerId, some, { exchanges: false })
  const failed = new Set<unknown>()
  const rows = { documents, invoices: [...invoices.values()] }
  for await (const { resource, sentence, line, field } of importEach(context, request, rows)) {
    const { document, xml } = rows.invoices[line - 1] ?? {}
    // An invoice is imported without a refused file; if the file's row is refused, the invoice gets neither.
    const ofInvoice = [field === 'xml' ? undefined : document, field === 'document' ? undefined : xml]
    for (const file of resource === 'documents' ? [documents[line - 1]?.externalId] : ofInvoice) {
      // The invoice is refused because its document is refused.
      if (typeof file !== 'string' || failed.has(file)) continue
      refused.push({ file, sentence })
      failed.add(file)
    }
  }
  return { attached: known.length - failed.size, refused }
}

async function findByNumber(
  db: Db,
  providerId: number,
  files: readonly NamedFile[]
): Promise<ReadonlyMap<string, readonly FoundInvoice[]>> {
  const numbers = [...new Set(files.flatMap(({ name }) => readName(name)?.no ?? []))]
  const byNumber = new Map<string, FoundInvoice[]>()
  for (const some of inParts(numbers))
    for (const found of await findInvoicesByNumber(db, providerId, some))
      byNumber.set(found.no, [...(byNumber.get(found.no) ?? []), found])
  return byNumber
}
