import { mimeTypeOf } from '@customer-center/contract/document'
import { decodeBase64 } from './base64.ts'

/**
 * A file that was sent as base64; null if there is no content. Its type follows from its name alone (section 9), so that no
 * backend can have a page run with the rights of ours.
 */
export function decodeFile(name: string, content: unknown): { name: string; blob: Blob } | null {
  const bytes = typeof content === 'string' ? decodeBase64(content) : null
  return bytes && { name, blob: new Blob(bytes, { type: mimeTypeOf(name) }) }
}
