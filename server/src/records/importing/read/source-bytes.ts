import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { errorCode } from '../../../platform/database/errors.ts'

const gzipMark = Buffer.from([0x1f, 0x8b])

/** Beginnings of workbooks: `.xlsx`, which is a ZIP file, and `.xls`. */
const excelMarks = [Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0', 'hex')]

/**
 * Refuses text that is no CSV.
 * @param first its beginning
 * @throws OperatorError
 */
export function checkText(first: Buffer): void {
  const text = first.toString('latin1')
  if (/^\s*<(?:!|\?xml|html|head|body|table)/i.test(text))
    throw new OperatorError(
      'The file is HTML or XML and not CSV, whatever its name: open it in Excel and save it as CSV.'
    )
  if (text.includes('\r') && !text.includes('\n'))
    throw new OperatorError(
      'The lines of the file end in CR alone, as on an old Mac: save it with CR and LF, as Windows does.'
    )
}

/** Yields the part that was already taken from an iterator, then the rest. */
export async function* withFirst(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      const { buffer, byteOffset, byteLength } = next.value
      yield Buffer.from(buffer, byteOffset, byteLength)
    }
  } finally {
    await rest.return?.()
  }
}

/** Returns the first bytes of a stream, at least `wanted` unless the stream is shorter, and the rest of the stream. */
export async function peekBytes(
  source: AsyncIterable<Uint8Array>,
  wanted: number
): Promise<{ readonly first: Buffer; readonly rest: AsyncIterator<Uint8Array> }> {
  const rest = source[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  while (first.length < wanted) {
    const next = await rest.next()
    if (next.done === true) break
    first = Buffer.concat([first, next.value])
  }
  return { first, rest }
}

/** Limit of unpacking: the demo's rows shrink to a fifteenth; a body that grows far more than any rows is an attack. */
const mostUnpacked = { ratio: 100, bytes: 10 * 1024 * 1024 }

async function* unpackBytes(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  let unpacked = 0
  // The reader gets the failures of this stream; with a plain pipe, failures of the source would end the process.
  pipeline(packed, gunzip, () => undefined)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      unpacked += chunk.length
      if (unpacked > mostUnpacked.bytes + gunzip.bytesWritten * mostUnpacked.ratio)
        throw new OperatorError(`The file unpacks to more than ${mostUnpacked.ratio} times its size: send it unpacked.`)
      yield chunk
    }
  } catch (error) {
    if (!errorCode(error).startsWith('Z_')) throw error
    throw new OperatorError('The file is broken: its gzip data ends too early or is damaged.', { cause: error })
  }
}

async function* limitBytes(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
  signal: AbortSignal | undefined
): AsyncGenerator<Buffer> {
  let read = 0
  for await (const chunk of source) {
    signal?.throwIfAborted()
    read += chunk.length
    if (read > maxBytes) throw new OperatorError(`The file is larger than ${maxBytes} bytes: split it.`)
    yield chunk
  }
}

export interface SourceBytes {
  /** Unpacked, and without a mark of the encoding. */
  readonly bytes: AsyncIterable<Buffer>
  readonly isPacked: boolean
  /** Whether a mark says that it is UTF-8. */
  readonly hasMark: boolean
  /** The beginning of the bytes. */
  readonly first: Buffer
}

/** Number of bytes that are inspected to recognise a file's form. */
export const lookedAt = 16_384

interface OpenBytesOptions {
  readonly signal?: AbortSignal | undefined
  /** Converts unpacked bytes from another encoding to UTF-8. */
  readonly transcode?: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
}

/** Limit of a file of an operator, in bytes. */
export const largestFile = 100e9

export async function* countBytes<Chunk extends Uint8Array>(
  source: AsyncIterable<Chunk>,
  onBytes: (count: number) => void
): AsyncGenerator<Chunk> {
  for await (const chunk of source) {
    onBytes(chunk.length)
    yield chunk
  }
}

/**
 * Unpacks a packed file, and removes a byte order mark.
 * @param maxBytes limit of the unpacked file
 * @throws OperatorError
 */
export async function openBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  { signal, transcode = (bytes) => bytes }: OpenBytesOptions = {}
): Promise<SourceBytes> {
  const given = await peekBytes(source, 4)
  if (excelMarks.some((excel) => given.first.subarray(0, excel.length).equals(excel))) {
    await given.rest.return?.()
    throw new OperatorError('The file is a workbook of Excel and not CSV, whatever its name: save it in Excel as CSV.')
  }
  const isPacked = given.first.subarray(0, gzipMark.length).equals(gzipMark)
  const all = withFirst(given.first, given.rest)
  const { first, rest } = await peekBytes(
    transcode(limitBytes(isPacked ? unpackBytes(all) : all, maxBytes, signal)),
    lookedAt
  )
  const mark = first.subarray(0, 3).toString('hex')
  if (mark.startsWith('fffe') || mark.startsWith('feff')) {
    await rest.return?.()
    throw new OperatorError('The file is UTF-16: save it as UTF-8.')
  }
  const hasMark = mark === 'efbbbf'
  const beginning = hasMark ? first.subarray(3) : first
  return { bytes: withFirst(beginning, rest), isPacked, hasMark, first: beginning }
}
