/** Decodes some MB at a time: decoding a text of 50 MB at once by `atob` takes several times its size in memory. */
const sliceLength = 4 * 1024 * 1024

interface Base64Decoder {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>
}

/** Decodes base64 (RFC 4648, section 4), whose padding may be missing. Null if it is empty or no base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer>[] | null {
  const decode = (Uint8Array as typeof Uint8Array & Base64Decoder).fromBase64?.bind(Uint8Array) ?? decodeWithAtob
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    for (let start = 0; start < text.length; start += sliceLength)
      parts.push(decode(text.slice(start, start + sliceLength)))
  } catch {
    return null
  }
  return parts.length > 0 ? parts : null
}

function decodeWithAtob(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}
