import { isAscii, isUtf8 } from 'node:buffer'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { limits } from '../../../platform/limits/limits.ts'

/** Limit of a line: as long as the drawing of a large seat plan. */
export const maxLineBytes = limits.rowBody.most

/** A line without its end. */
export interface Line {
  readonly line: number
  readonly bytes: Buffer
  /** Whether only its beginning was kept. */
  readonly isTooLong?: true
  /** Whether the file ends within the line, without a line feed. */
  readonly isUnended?: true
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
/** Ends of a file; that of DOS is a character. */
const ends = [Buffer.alloc(0), Buffer.of(0x1a)]
/** Number of bytes of an overlong line that are kept for a message. */
const keptBytes = 200

const withoutReturn = (bytes: Buffer) => (bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes)

/** Splits bytes at line feeds, many lines at a time. Holds at most one line; of an overlong line only its beginning. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let line = 1
  let begun: Buffer[] = []
  let length = 0
  const take = (part: Buffer) => {
    // Bytes beyond the limit are counted but not kept.
    if (length <= maxLineBytes) begun.push(part)
    length += part.length
  }
  const end = (): Line => {
    const bytes = withoutReturn(begun.length === 1 ? begun[0]! : Buffer.concat(begun))
    const ended: Line =
      length > maxLineBytes ? { line, bytes: bytes.subarray(0, keptBytes), isTooLong: true } : { line, bytes }
    line += 1
    begun = []
    length = 0
    return ended
  }
  for await (const chunk of source) {
    const lines: Line[] = []
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, at))
      lines.push(end())
      start = at + 1
    }
    if (start < chunk.length) take(chunk.subarray(start))
    if (lines.length > 0) yield lines
  }
  const last = end()
  if (!ends.some((one) => one.equals(last.bytes))) yield [{ ...last, isUnended: true }]
}

/** Turns the bytes of one file into text. */
export interface Decoder {
  /** Decodes bytes; undefined if they are invalid in the file's encoding. */
  readonly decode: (bytes: Buffer) => string | undefined
  /** Returns the encoding, which is known only at the end: up to the first umlaut all encodings are the same. */
  readonly encoding: () => string
}

/**
 * Signs of CP850 text that was read as Windows-1252: characters that Windows-1252 lacks (ü is 0x81 in CP850), ä and ö
 * as quotes within a word, and a word that almost every address file contains.
 */
const fromDos = /[\u0081\u008D\u008F\u0090\u009D]|[A-Za-z][„”][a-z]|[Ss]traáe/
const dos =
  'The file has characters that Windows-1252 lacks, so it is probably in CP850, as programs for DOS write it: save it as UTF-8, or name its encoding in a map.'

/** Returns the lines that have bytes beyond ASCII. The last line is left out: it may end within a character. */
export const foreignLines = (beginning: Buffer): Buffer[] =>
  beginning
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'latin1'))
    .filter((line) => !isAscii(line))

/**
 * Decides between UTF-8 and Windows-1252 when the first bytes beyond ASCII arrive; until then both are equal. Umlauts
 * of Windows-1252 are not valid UTF-8. A single valid UTF-8 line in the beginning decides, so that one broken line does
 * not decide for the file.
 * @param beginning of the file, as far as it was inspected
 * @param named the file's own encoding, if its bytes are UTF-8 in any case
 */
export function createDecoder(beginning: Buffer, named?: string): Decoder {
  const foreign = foreignLines(beginning)
  let isWindows = named !== undefined ? false : foreign.length > 0 ? !foreign.some((line) => isUtf8(line)) : undefined
  const windows = new TextDecoder('windows-1252')
  return {
    encoding: () => named ?? (isWindows ? 'windows-1252' : 'utf-8'),
    decode(bytes) {
      if (isUtf8(bytes) && !isWindows) {
        if (isWindows === undefined && !isAscii(bytes)) isWindows = false
        return bytes.toString()
      }
      isWindows ??= true
      if (!isWindows) return undefined
      // The decoder is a stream, because Node 20.18.3 to 24 decode a whole text as Latin-1, without €, – and „“
      // (nodejs/node#60888).
      const text = windows.decode(bytes, { stream: true })
      if (fromDos.test(text)) throw new OperatorError(dos)
      return text
    }
  }
}
