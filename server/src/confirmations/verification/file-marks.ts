import { createHash } from 'node:crypto'
import { longestToken, tokenInside } from './token.ts'
import type { FileMarks } from './verdict.ts'

/**
 * Reads a file as it comes in and keeps none of it but the last few kilobytes, in which a token may have begun.
 * @returns undefined for what is no PDF
 */
export async function readFileMarks(file: AsyncIterable<Buffer>): Promise<FileMarks | undefined> {
  const hash = createHash('sha256')
  let head = ''
  let tail = ''
  let token: string | undefined
  for await (const chunk of file) {
    hash.update(chunk)
    const text = chunk.toString('latin1')
    if (head.length < 1024) head = (head + text).slice(0, 1024)
    if (token !== undefined) continue
    const seen = tail + text
    // One that reaches the end of what has come in may be cut there.
    const found = tokenInside.exec(seen)
    token = found && found.index + found[0].length < seen.length ? found[0] : undefined
    tail = seen.slice(-longestToken)
  }
  // Readers take a PDF whose head comes late, and so do mail gateways that put a line before it.
  if (!head.includes('%PDF-')) return undefined
  return { sha256: hash.digest('hex'), ...(token !== undefined && { token }) }
}
