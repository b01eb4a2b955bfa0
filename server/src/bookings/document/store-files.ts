import { hash } from 'node:crypto'
import type { Db } from '../../platform/database/query.ts'
import { limits } from '../../platform/limits/limits.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { noteStoredFiles, findStored } from './stored-file.repository.ts'

/**
 * First bytes of the file types of documents: PDF, and the new (zipped) and old formats of Office.
 * `checkKind` checks XML.
 */
const signatures = [Buffer.from('%PDF-'), Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]

/** Encodings in which the characters of `activeXml` are the bytes of ASCII, so that none of them can be hidden. */
const readableEncoding = /^(?:utf-8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i
/**
 * Finds XML that would load other files or run as a page if a browser or an editor opened it. E-invoices contain no
 * such XML.
 */
const activeXml = /<!DOCTYPE|<\?xml-stylesheet|<(?:[\w.-]+:)?(?:html|svg|script)[\s/>]/i

/**
 * Checks that a file is PDF, Office, or XML for e-invoices. Does not check whether the XML is a valid invoice.
 * @throws FileRefusal
 */
function checkKind(bytes: Buffer): void {
  if (signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature))) return
  const text = bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
  const encoding = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'
  if (!/^\s*<[?A-Za-z_]/.test(text) || !readableEncoding.test(encoding))
    throw new FileRefusal('It is neither a PDF nor a document of Office nor XML in UTF-8 or a Latin encoding.')
  if (activeXml.test(text)) throw new FileRefusal('It is XML with a DOCTYPE, a style sheet or elements of HTML or SVG.')
}

/** Limit of a document's file, in bytes. The whole file is read when it is stored and when it is sent. */
export const maxFileBytes = limits.fileBody.most

/** The error for a file that no document may have; the message is one English sentence for the operator. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'
}

/**
 * Stores files for documents, whose rows then name them by their SHA-256. Does not write a file again that is already
 * stored with the right size.
 * @param storage null: writes no file, only rows in the database's transaction
 * @returns the SHA-256 of each
 * @throws FileRefusal, StorageError
 */
export async function storeFiles(
  db: Db,
  storage: Storage | null,
  providerId: number,
  files: readonly Buffer[]
): Promise<string[]> {
  const hashes = files.map((bytes) => {
    if (bytes.length > maxFileBytes) throw new FileRefusal(`It is larger than ${maxFileBytes} bytes.`)
    checkKind(bytes)
    return hash('sha256', bytes)
  })
  const known = await findStored(db, providerId, hashes)
  const bytesOf = new Map(hashes.map((sha256, index) => [sha256, files[index]!]))
  const stored = await Promise.all(
    [...bytesOf].map(async ([sha256, bytes]) => {
      const storageKey = known.get(sha256) ?? `${providerId}/files/${sha256}`
      // The file is stored before its row: a row without its file could not be opened.
      const isThere = known.has(sha256) && (await storage?.size(storageKey)) === bytes.length
      if (!isThere) await storage?.put(storageKey, bytes)
      return { provider_id: providerId, sha256, storage_key: storageKey, size_bytes: bytes.length }
    })
  )
  await noteStoredFiles(db, stored)
  return hashes
}
