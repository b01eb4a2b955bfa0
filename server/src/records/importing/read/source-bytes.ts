import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import iconv from 'iconv-lite'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { errorCode } from '../../../platform/database/errors.ts'
import { createDecoder, type Decoder, foreignLines } from './read-lines.ts'

const gzipMark = Buffer.from([0x1f, 0x8b])
const utf8Mark = Buffer.from('\uFEFF')
const utf16Marks = [Buffer.from('fffe', 'hex'), Buffer.from('feff', 'hex')]

/** Encodings in whose text UTF-8 is no mistake. */
const unicode = /^(?:utf|ucs|cesu|unicode)/i

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
async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** Returns the first bytes of a stream, at least `wanted` unless the stream is shorter, and the rest of the stream. */
async function peekBytes(
  source: AsyncIterable<Buffer>,
  wanted: number
): Promise<{ readonly first: Buffer; readonly rest: AsyncIterator<Buffer> }> {
  const rest = source[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  while (first.length < wanted) {
    const next = await rest.next()
    if (next.done === true) break
    first = Buffer.concat([first, next.value])
  }
  return { first, rest }
}

export async function* countBytes(
  source: AsyncIterable<Buffer>,
  onBytes: (count: number) => void
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onBytes(chunk.length)
    yield chunk
  }
}

/** Limit of unpacking: the demo's rows shrink to a fifteenth; a body that grows far more than any rows is an attack. */
const maxUnpacked = { ratio: 100, bytes: 10 * 1024 * 1024 }

async function* unpackBytes(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  let unpacked = 0
  // The reader gets the failures of this stream; with a plain pipe, failures of the source would end the process.
  pipeline(packed, gunzip, () => undefined)
  const limit = (count: number) => {
    unpacked += count
    if (unpacked > maxUnpacked.bytes + gunzip.bytesWritten * maxUnpacked.ratio)
      throw new OperatorError(`The file unpacks to more than ${maxUnpacked.ratio} times its size: send it unpacked.`)
  }
  try {
    yield* countBytes(gunzip, limit)
  } catch (error) {
    if (!errorCode(error).startsWith('Z_')) throw error
    throw new OperatorError('The file is broken: its gzip data ends too early or is damaged.', { cause: error })
  }
}

async function* transcode(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = iconv.getDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.write(chunk))
  yield Buffer.from(decoder.end() ?? '')
}

const startsWith = (bytes: Buffer, ...marks: readonly Buffer[]) =>
  marks.some((mark) => bytes.subarray(0, mark.length).equals(mark))

export interface SourceBytes {
  /** Unpacked, in UTF-8 unless the decoder finds Windows-1252, and without a mark of the encoding. */
  readonly bytes: AsyncIterable<Buffer>
  readonly isPacked: boolean
  readonly decoder: Decoder
  /** The beginning of the bytes. */
  readonly first: Buffer
}

/** Number of bytes that are inspected to recognise a file's form. */
const lookedAt = 16_384

interface OpenBytesOptions {
  /** Limit of the unpacked file; default: 100 GB. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
  /** Name of the encoding in iconv-lite; by default UTF-16 is recognised by its mark, and UTF-8 and Windows-1252. */
  readonly encoding?: string | undefined
}

/**
 * Unpacks a packed file, converts another encoding to UTF-8, and removes a byte order mark.
 * @throws OperatorError
 */
export async function openBytes(
  source: AsyncIterable<Buffer>,
  { maxBytes = 100e9, signal, encoding: told }: OpenBytesOptions = {}
): Promise<SourceBytes> {
  const given = await peekBytes(source, 4)
  if (startsWith(given.first, ...excelMarks)) {
    await given.rest.return?.()
    throw new OperatorError('The file is a workbook of Excel and not CSV, whatever its name: save it in Excel as CSV.')
  }
  const isPacked = startsWith(given.first, gzipMark)
  const all = withFirst(given.first, given.rest)
  let read = 0
  const limit = (count: number) => {
    signal?.throwIfAborted()
    read += count
    if (read > maxBytes) throw new OperatorError(`The file is larger than ${maxBytes} bytes: split it.`)
  }
  const unpacked = await peekBytes(countBytes(isPacked ? unpackBytes(all) : all, limit), lookedAt)
  const encoding = told ?? (startsWith(unpacked.first, ...utf16Marks) ? 'utf-16' : undefined)
  const isUtf8Text = startsWith(unpacked.first, utf8Mark) || foreignLines(unpacked.first).some((line) => isUtf8(line))
  if (encoding !== undefined && !unicode.test(encoding) && isUtf8Text) {
    await unpacked.rest.return?.()
    throw new OperatorError(`The file is UTF-8, and the map says ${encoding}.`)
  }
  const { first, rest } =
    encoding === undefined || /^utf-?8$/i.test(encoding)
      ? unpacked
      : await peekBytes(transcode(withFirst(unpacked.first, unpacked.rest), encoding), lookedAt)
  const hasMark = startsWith(first, utf8Mark)
  const beginning = hasMark ? first.subarray(utf8Mark.length) : first
  const decoder = createDecoder(beginning, encoding ?? (hasMark ? 'utf-8' : undefined))
  return { bytes: withFirst(beginning, rest), isPacked, decoder, first: beginning }
}
