import type { FastifyInstance } from 'fastify'
import { documentFields, getDocumentSchema, listEventDocumentsSchema } from '@customer-center/contract/document'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { Services } from '../../feature/services.ts'
import { resFields } from '../../platform/http/query-parameters.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { JsonPieces, jsonWithFile, route } from '../../platform/http/route.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { findDocuments, type FoundDocument, listEventDocuments } from './document.repository.ts'
import { createFileReader, fileRefusal, maxInMemoryBytes, abortOnClose } from './read-files.ts'
import texts from './texts.json' with { type: 'json' }

const { responseInfo, fileData, fileName } = documentFields

function describe({ caption, kind }: FoundDocument, stampNo: string): string {
  if (stampNo === '' || kind !== 'invoice') return caption
  return fillText(texts.stamped, { caption, stampNo })
}

/** Adds the extension of PDF to a name without one, because no program would open the saved file. */
function named(name: string): string {
  return /\.[A-Za-z0-9]+$/.test(name) ? name : `${name}.pdf`
}

export function documentRoutes(app: FastifyInstance, { config, db, storage }: Services): void {
  const files = createFileReader(storage)

  route(app, listEventDocumentsSchema, ({ caller }) => listEventDocuments(db, caller))

  route(app, getDocumentSchema, async ({ query, caller, request, reply }) => {
    const codes = resFields(documentFields, query.RES_FIELDS)
    const stampNo = query.stampNo ?? ''
    if (stampNo !== '' && stampNo !== config.invoiceStampNo) throw new Refusal('badValue', { name: 'stampNo' })
    const [document] = await findDocuments(db, caller, [query.documentKey], config.routeRights)
    if (!document) throw new Refusal('noSuchDocument')
    const wire: WireRow = {}
    if (codes.includes(responseInfo.code)) wire[responseInfo.code] = describe(document, stampNo)
    if (codes.includes(fileName.code)) wire[fileName.code] = named(document.fileName)
    if (!codes.includes(fileData.code)) return wire
    app.admission.pause(request)
    const closed = abortOnClose(reply.raw)
    try {
      if (document.size <= maxInMemoryBytes) return { ...wire, [fileData.code]: await files.readAll(document, closed) }
      const data = await files.stream(document, `${caller.providerId}:${caller.contactId}`, request.log, closed)
      return new JsonPieces(jsonWithFile(wire, fileData.code, data))
    } catch (error) {
      throw fileRefusal(error, document, request.log, closed)
    }
  })
}
