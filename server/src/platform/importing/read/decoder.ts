import { isAscii, isUtf8 } from 'node:buffer'
import { OperatorError } from '../../config/operator-error.ts'

export type Encoding = 'utf-8' | 'windows-1252'

/** Turns the bytes of one file into text. */
export interface Decoder {
  /** Decodes bytes; undefined where they are not of the file's encoding. */
  readonly decode: (bytes: Buffer) => string | undefined
  readonly encoding: () => Encoding
}

/**
 * Text of CP850 that was read as Windows-1252: characters that the latter lacks (ü is 0x81 in CP850), ä and ö as quotes
 * within a word, and the word that almost each file of addresses has.
 */
const fromDos = /[\u0081\u008D\u008F\u0090\u009D]|[A-Za-z][„”][a-z]|[Ss]traáe/
const dos =
  'The file has characters that Windows-1252 lacks, so it is probably in CP850, as programs for DOS write it: save it as UTF-8, or name its encoding in a map.'

/**
 * Decides between UTF-8 and Windows-1252 when the first bytes beyond ASCII come; up to there both mean the same.
 * Umlauts of Windows-1252 are not valid UTF-8. Of the beginning one line of UTF-8 decides, so that a broken line does
 * not decide for the file.
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
  const fromWindows = (bytes: Buffer) => {
    const text = windows.decode(bytes, { stream: true })
    if (fromDos.test(text)) throw new OperatorError(dos)
    return text
  }
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
