import { parse } from 'node:path'
import contentDisposition from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { requestZipSchema } from '@customer-center/contract/document'
import { fileNameOf, germanFileSize } from '@customer-center/contract/file-name'
import { findCallerOfLogin } from '../../account/index.ts'
import type { Services } from '../../feature/services.ts'
import { changeableTexts } from '../../platform/config/own-texts.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { setUpCardPages } from '../../platform/http/page/page.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { semaphorePerKey } from '../../platform/lib/semaphore.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { limits } from '../../platform/limits/limits.ts'
import { formatDateTime, oneLine } from '../../platform/mail/mail-text.ts'
import { type FoundDocument, findDocuments } from '../document/document.repository.ts'
import { sentBytes, abortOnClose } from '../document/read-files.ts'
import shippedTexts from './page-texts.json' with { type: 'json' }
import texts from './texts.json' with { type: 'json' }
import { type ZipEntry, zipStream } from './zip-stream.ts'
import { storeZipDownload, takeZipDownload } from './zip.repository.ts'

const downloadPageTexts = changeableTexts('download-page', shippedTexts)

/** Path of downloads, outside the API: browsers do not send the API's headers here, and people read the refusals. */
const downloadPath = '/download'

/** Finds all documents of the keys; undefined if the caller may not have any one of them. */
async function findAll(
  { db, config }: Services,
  caller: Caller,
  keys: readonly string[]
): Promise<FoundDocument[] | undefined> {
  const documents = await findDocuments(db, caller, keys, config.routeRights)
  const found = documents.filter((document) => document !== undefined)
  return found.length === documents.length ? found : undefined
}

export function zipRoutes(app: FastifyInstance, services: Services): void {
  const bodyLimit = Math.min(services.config.maxBodyBytes, limits.listBody.most)
  route(
    app,
    requestZipSchema,
    async ({ body, caller, request }) => {
      const documentKeys = [...new Set(body.data.documentKeys)]
      if (!(await findAll(services, caller, documentKeys))) throw new Refusal('documentsNotAvailable')
      const token = newToken()
      const zip = { name: zipNameOf(body.data.name), documentKeys }
      if (!(await storeZipDownload(services.db, caller, zip, tokenHash(token))))
        throw new Refusal(limits.zipAddresses.refusal)
      noteSecurityEvent(request, 'data-exported', { data: 'documents', count: documentKeys.length })
      return { url: `..${downloadPath}/${token}` }
    },
    { bodyLimit }
  )
}

async function* bytesOf(text: Buffer) {
  yield text
}

/** Lists the index first, where people see it, then the documents in the order of the request. */
function entriesOf(
  title: string,
  documents: readonly FoundDocument[],
  open: (document: FoundDocument) => AsyncGenerator<Buffer, void>,
  now: Date
): ZipEntry[] {
  const named = nameDocuments(documents)
  const index = zipIndex(title, named, now)
  const text = Buffer.from(index.text)
  return [
    { name: index.name, size: text.length, open: () => bytesOf(text) },
    ...named.map(({ name, document }) => ({ name, size: document.size, open: () => open(document) }))
  ]
}

/**
 * Serves the file of an address. Requires that the login that requested it has not ended, and looks up every document
 * again. If a document then turns out to be damaged, the answer ends before its announced length.
 */
export async function zipDownloadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, db, storage } = services
  const streamsOf = semaphorePerKey<string>(limits.zipStreams.most)
  await setUpCardPages(app, services, downloadPath, downloadPageTexts(config).failedTitle)

  // There is no HEAD route, because a HEAD request would consume the address.
  const options = { schema: { hide: true }, exposeHeadRoute: false }
  app.get<{ Params: { token: string } }>(`${downloadPath}/:token`, options, async (request, reply) => {
    const zip = await takeZipDownload(db, tokenHash(request.params.token), config.providerId)
    const caller = zip && (await findCallerOfLogin(db, zip.family))
    // Meanwhile, the session may have been switched to another person.
    if (!caller || caller.providerId !== zip.providerId || caller.contactId !== zip.contactId)
      throw new Refusal('noSuchDownload')
    const documents = await findAll(services, caller, zip.documentKeys)
    if (!documents) throw new Refusal('noSuchDownload')

    const leave = streamsOf(`${caller.providerId}:${caller.contactId}`).tryAcquire()
    if (!leave) throw new Refusal(limits.zipStreams.refusal)
    const closed = abortOnClose(reply.raw)
    closed.addEventListener('abort', leave)

    const now = new Date()
    const open = (document: FoundDocument) => sentBytes(storage, document, request.log, closed)
    const { length, bytes } = zipStream(entriesOf(parse(zip.name).name, documents, open, now), now)
    return reply
      .type('application/zip')
      .header('content-length', String(length))
      .header('content-disposition', contentDisposition(zip.name))
      .send(bytes)
  })
}

interface NamedDocument {
  /** The name in the ZIP file, which is unique even without regard to case. */
  readonly name: string
  readonly document: FoundDocument
}

/** Makes names unique: the second of two equal names gets ` (2)` before its extension. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((first) => {
    const dot = first.lastIndexOf('.')
    let name = first
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = `${first.slice(0, dot)} (${count})${first.slice(dot)}`
    }
    taken.add(name.toLowerCase())
    return name
  })
}

/** Gives documents safe names with their extensions, none of them the index's. */
function nameDocuments(documents: readonly FoundDocument[]): NamedDocument[] {
  const own = documents.map(({ fileName, caption }) => fileNameOf(fileName, caption))
  const [, ...names] = uniqueNames([texts.index, ...own])
  return documents.map((document, index) => ({ name: names[index] ?? '', document }))
}

/** Returns the name of the ZIP file, with its extension. */
function zipNameOf(name: string): string {
  // A slash becomes a dash, because otherwise only the text after it would remain of a name such as `Modul 1/2`.
  return fileNameOf(`${name.replace(/[/\\]/g, '-')}.pdf`).replace(/\.pdf$/, '.zip')
}

/** Writes the ZIP file's content as a readable list. Lines end with CRLF, which old editors of Windows need. */
function zipIndex(title: string, documents: readonly NamedDocument[], now: Date): { name: string; text: string } {
  const at = formatDateTime(now)
  const count = fillText(documents.length === 1 ? texts.oneDocument : texts.documents, {
    count: documents.length,
    at
  })
  const lines = documents.map(({ name, document: { caption, size } }) =>
    fillText(texts.line, { name, caption: oneLine(caption), size: germanFileSize(size) })
  )
  return { name: texts.index, text: [title, count, '', ...lines, ''].join('\r\n') }
}
