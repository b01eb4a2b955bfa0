/** Limit of a line: as long as the drawing of a large seat plan. */
export const maxLineBytes = 4 * 1024 * 1024

/** A line without its end. */
export interface Line {
  readonly line: number
  readonly bytes: Buffer
  /** Whether only its beginning was kept. */
  readonly isTooLong?: true
  /** Whether the file ends within it: the end of a whole line is missing. */
  readonly isUnended?: true
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
/** Number of bytes that are kept of a line that is too long, for a message. */
const keptBytes = 200

const withoutReturn = (bytes: Buffer) => (bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes)

/**
 * Splits bytes at line feeds, many lines at a time. It holds one line at most, and of one that is too long its
 * beginning.
 */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let line = 1
  let begun: Buffer[] = []
  let length = 0
  const take = (part: Buffer) => {
    // Bytes behind the limit are counted, and not kept.
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
  if (length > 0) yield [{ ...end(), isUnended: true }]
}
