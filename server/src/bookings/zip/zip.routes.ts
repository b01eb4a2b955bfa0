import { parse } from 'node:path'
import contentDisposition from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { requestZipSchema } from '@customer-center/contract/zip.schema'
import { findCallerOfLogin } from '../../account/index.ts'
import { defineTexts } from '../../platform/config/own-texts.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { setUpCardPages } from '../../platform/http/page.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { noteSecurityEvent } from '../../platform/http/security-event.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { atOnce } from '../../platform/limits/at-once.ts'
import { limits } from '../../platform/limits/limits.ts'
import type { Services } from '../../platform/services.ts'
import { findDocuments, type FoundDocument } from '../document/document.repository.ts'
import { sentBytes } from '../document/read-files.ts'
import { untilClosed } from '../document/verify-file.ts'
import shippedTexts from './page-texts.json' with { type: 'json' }
import { nameDocuments, zipIndex, zipNameOf } from './zip-content.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'
import { storeZipDownload, takeZipDownload } from './zip.repository.ts'

const downloadPageTexts = defineTexts('download-page', shippedTexts)

/** Path of downloads, beside the API: a browser sends no headers of the API, and people see the refusal. */
const downloadPath = '/download'

/** Finds all documents of the keys; undefined if one of them may not be had. */
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
  route(app, requestZipSchema, async ({ body, caller, request }) => {
    const documentKeys = [...new Set(body.data.documentKeys)]
    if (!(await findAll(services, caller, documentKeys))) throw new Refusal('documentsNotAvailable')
    const token = newToken()
    const zip = { name: zipNameOf(body.data.name), documentKeys }
    if (!(await storeZipDownload(services.db, caller, zip, tokenHash(token))))
      throw new Refusal(limits.zipAddresses.refusal)
    noteSecurityEvent(request, 'data-exported', { data: 'documents', count: documentKeys.length })
    return { url: `..${downloadPath}/${token}` }
  })
}

async function* bytesOf(text: Buffer) {
  yield text
}

/** Lists the index first, where people find it, then the documents in the order of the request. */
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
 * Serves the file of an address: the login that requested it must not have ended, and every document is looked up
 * again. A document that is then found to be damaged breaks the answer off before its announced length.
 */
export async function zipDownloadRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, db, storage } = services
  const takeStream = atOnce(limits.zipStreams.most)
  await setUpCardPages(app, services, downloadPath, downloadPageTexts(config).failedTitle)

  // A HEAD request would use the address up.
  const options = { schema: { hide: true }, exposeHeadRoute: false }
  app.get<{ Params: { token: string } }>(`${downloadPath}/:token`, options, async (request, reply) => {
    const zip = await takeZipDownload(db, tokenHash(request.params.token), config.company)
    const caller = zip && (await findCallerOfLogin(db, zip.family))
    // A login can have been given to another person since.
    if (!caller || caller.provider !== zip.provider || caller.contact !== zip.contact)
      throw new Refusal('noSuchDownload')
    const documents = await findAll(services, caller, zip.documentKeys)
    if (!documents) throw new Refusal('noSuchDownload')

    const leave = takeStream(`${caller.provider}:${caller.contact}`)
    if (!leave) throw new Refusal(limits.zipStreams.refusal)
    const closed = untilClosed(reply.raw)
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
