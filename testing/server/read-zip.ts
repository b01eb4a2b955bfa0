import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type Options, type ZipFile } from 'yauzl'

const open = promisify<Buffer, Options, ZipFile>(yauzl.fromBuffer)

/**
 * Reads the entries in their order by the directory at the end, and checks each against its checksum.
 * @throws for anything but a whole ZIP file
 */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const file = await open(bytes, { lazyEntries: true, autoClose: false, strictFileNames: true })
  const openEntry = promisify<Entry, NodeJS.ReadableStream>(file.openReadStream.bind(file))
  const entries = new Map<string, Buffer>()
  for (let count = 0; count < file.entryCount; count += 1) {
    const next = once(file, 'entry')
    file.readEntry()
    const [entry] = (await next) as [Entry]
    const content = await buffer(await openEntry(entry))
    if (crc32(content) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} is wrong.`)
    if (entries.has(entry.fileName)) throw new Error(`There are two ${entry.fileName}.`)
    entries.set(entry.fileName, content)
  }
  return entries
}
