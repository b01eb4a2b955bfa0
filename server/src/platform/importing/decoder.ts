import { isAscii, isUtf8 } from 'node:buffer'

export type Encoding = 'utf-8' | 'windows-1252'

/** Turns the bytes of one file into text. */
export interface Decoder {
  /** Decodes bytes; undefined where they are not of the file's encoding. */
  readonly decode: (bytes: Buffer) => string | undefined
  readonly encoding: () => Encoding
}

/**
 * Decides between UTF-8 and Windows-1252 when the first bytes beyond ASCII come; up to there both mean the same. Umlauts of
 * Windows-1252 are not valid UTF-8. Of the beginning one line of UTF-8 decides, so that a broken line does not decide for the file.
 * @param beginning of the file, as far as it was looked at
 */
export function createDecoder(beginning: Buffer, hasMark: boolean): Decoder {
  let encoding: Encoding | undefined = hasMark ? 'utf-8' : undefined
  const foreign = beginning
    .toString('latin1')
    .split('\n')
    // The last one may end within a character.
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'latin1'))
    .filter((line) => !isAscii(line))
  if (foreign.length > 0) encoding ??= foreign.some((line) => isUtf8(line)) ? 'utf-8' : 'windows-1252'
  const windows = new TextDecoder('windows-1252')
  // The decoder is a stream, since Node 20.18.3 to 24 read the whole of a text as Latin-1, without €, – and „“
  // (nodejs/node#60888).
  const fromWindows = (bytes: Buffer) => windows.decode(bytes, { stream: true })
  return {
    encoding: () => encoding ?? 'utf-8',
    decode(bytes) {
      if (encoding === 'windows-1252') return fromWindows(bytes)
      if (isUtf8(bytes)) {
        if (encoding === undefined && !isAscii(bytes)) encoding = 'utf-8'
        return bytes.toString()
      }
      if (encoding !== undefined) return undefined
      encoding = 'windows-1252'
      return fromWindows(bytes)
    }
  }
}
