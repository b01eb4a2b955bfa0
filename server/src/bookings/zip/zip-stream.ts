import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { timeZone } from '@customer-center/contract/dates'

export interface ZipEntry {
  readonly name: string
  /** The exact number of bytes. */
  readonly size: number
  /**
   * Opens the content when it is the entry's turn. The content is closed after the last byte, or when nobody reads any
   * more.
   */
  readonly open: () => AsyncGenerator<Buffer, void>
}

// The sections are those of the format's description, PKWARE's APPNOTE 6.3.10.
const localSignature = 0x04034b50
const descriptorSignature = 0x08074b50
const centralSignature = 0x02014b50
const end64Signature = 0x06064b50
const locator64Signature = 0x07064b50
const endSignature = 0x06054b50
/** Flags of section 4.4.4: the checksum follows the content, and names are UTF-8. */
const flags = 0x0808
/** Stands in place of a number that is in the field of ZIP64, because it needs more room. */
const in64 = 0xffffffff
const most16 = 0xffff
const extraOf64 = 1

const isLarge = (value: number): boolean => value >= in64
const short = (value: number): number => Math.min(value, in64)

/** Writes numbers in little-endian order; each field is the count of bytes and the number. */
function record(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let offset = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), offset)
    else buffer.writeUIntLE(value, offset, bytes)
    offset += bytes
  }
  return buffer
}

const clock = new Intl.DateTimeFormat('en', {
  calendar: 'gregory',
  numberingSystem: 'latn',
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric'
})

/**
 * Converts a time as section 4.4.6 says. The format has no time zone, so the time is the provider's, as in the index.
 */
function dosTime(at: Date): number {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const day = ((part('year') - 1980) << 9) | (part('month') << 5) | part('day')
  return day * 0x10000 + ((part('hour') << 11) | (part('minute') << 5) | (part('second') >> 1))
}

/** Writes the fields that local header and directory share: version, flags, method (none), time. */
const common = (large: boolean, time: number) =>
  [
    [2, large ? 45 : 20],
    [2, flags],
    [2, 0],
    [4, time]
  ] as const

/** Writes the header of section 4.3.7; checksum and sizes are empty, since they follow (4.3.9). */
function localHeader({ name, size }: ZipEntry, time: number): Buffer {
  const large = isLarge(size)
  const field = large ? record([2, extraOf64], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0)
  const place = large ? in64 : 0
  const bytes = Buffer.from(name)
  const sizes = [
    [4, 0],
    [4, place],
    [4, place],
    [2, bytes.length],
    [2, field.length]
  ] as const
  return Buffer.concat([record([4, localSignature], ...common(large, time), ...sizes), bytes, field])
}

function descriptor(size: number, checksum: number): Buffer {
  const bytes = isLarge(size) ? 8 : 4
  return record([4, descriptorSignature], [4, checksum], [bytes, size], [bytes, size])
}

/** Writes the entry of section 4.3.12. */
function directoryEntry({ name, size }: ZipEntry, time: number, checksum: number, offset: number): Buffer {
  const values = [...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : [])]
  const large = values.length > 0
  const head = [[2, extraOf64] as const, [2, values.length * 8] as const]
  const field = large ? record(...head, ...values.map((value) => [8, value] as const)) : Buffer.alloc(0)
  const bytes = Buffer.from(name)
  return Buffer.concat([
    record(
      [4, centralSignature],
      [2, 45],
      ...common(large, time),
      [4, checksum],
      [4, short(size)],
      [4, short(size)],
      [2, bytes.length],
      [2, field.length],
      // No comment, the first disk, no attributes.
      [8, 0],
      [2, 0],
      [4, short(offset)]
    ),
    bytes,
    field
  ])
}

/** Writes the end, as sections 4.3.14 to 4.3.16 say. */
function end(count: number, length: number, offset: number): Buffer {
  const large = count >= most16 || isLarge(offset) || isLarge(length)
  const end64 = record(
    [4, end64Signature],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, offset]
  )
  const locator = record([4, locator64Signature], [4, 0], [8, offset + length], [4, 1])
  const few = Math.min(count, most16)
  const last = record([4, endSignature], [4, 0], [2, few], [2, few], [4, short(length)], [4, short(offset)], [2, 0])
  return large ? Buffer.concat([end64, locator, last]) : last
}

/** Counts the bytes of the file, whose length does not depend on the checksums. */
function lengthOf(entries: readonly ZipEntry[], time: number): number {
  let offset = 0
  let directory = 0
  for (const entry of entries) {
    directory += directoryEntry(entry, time, 0, offset).length
    offset += localHeader(entry, time).length + entry.size + descriptor(entry.size, 0).length
  }
  return offset + directory + end(entries.length, directory, offset).length
}

async function* write(entries: readonly ZipEntry[], time: number): AsyncGenerator<Buffer, void> {
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const header = localHeader(entry, time)
    yield header
    let checksum = 0
    let size = 0
    for await (const chunk of entry.open()) {
      checksum = crc32(chunk, checksum)
      size += chunk.length
      yield chunk
    }
    if (size !== entry.size) throw new Error(`${entry.name} has ${size} bytes instead of ${entry.size}.`)
    const after = descriptor(size, checksum)
    yield after
    directory.push(directoryEntry(entry, time, checksum, offset))
    offset += header.length + size + after.length
  }
  const bytes = Buffer.concat(directory)
  yield Buffer.concat([bytes, end(entries.length, bytes.length, offset)])
}

/**
 * Streams the bytes of a ZIP file that stores its entries as they are, and counts them. The stream fails when reading
 * an entry does.
 */
export function zipStream(entries: readonly ZipEntry[], now: Date): { length: number; bytes: Readable } {
  const time = dosTime(now)
  return { length: lengthOf(entries, time), bytes: Readable.from(write(entries, time), { objectMode: false }) }
}
