import { mimeTypeOf, savedType } from '@customer-center/contract/document'
import { decodeBase64 } from './base64.ts'

/**
 * Decodes a file that was sent as base64; null if there is no content. The file's type follows from its name (section
 * 9), never from the backend, so that no backend can make the browser run a page with our page's rights. A file that is
 * named like a PDF and is none is only saved.
 */
export function decodeFile(name: string, content: string | null): { name: string; blob: Blob } | null {
  const bytes = content === null ? null : decodeBase64(content)
  if (!bytes) return null
  const type = mimeTypeOf(name)
  return { name, blob: new Blob(bytes, { type: type === mimeTypeOf('.pdf') && !isPdf(bytes) ? savedType : type }) }
}

// Viewers accept other bytes before the header, up to this many.
const maxHeaderStart = 1024

function isPdf([first]: readonly Uint8Array[]): boolean {
  return new TextDecoder('latin1').decode(first?.subarray(0, maxHeaderStart)).includes('%PDF-')
}
