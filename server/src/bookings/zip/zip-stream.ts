import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'

export interface ZipEntry {
  readonly name: string
  /** Bytes, exactly. */
  readonly size: number
  /** Called when it is the entry's turn; closed when it has been read or nobody reads any more. */
  readonly open: () => AsyncGenerator<Buffer, void>
}

/** The entries one after the other; of a stream that ends early, the library closes only this generator. */
async function* inputsOf(entries: readonly ZipEntry[], lastModified: Date) {
  for (const { name, size, open } of entries) {
    const input = open()
    try {
      yield { name, size, lastModified, input }
    } finally {
      await input.return()
    }
  }
}

/** The bytes of a ZIP file that stores its entries as they are, and how many there are. It fails when reading an entry does. */
export function zipStream(entries: readonly ZipEntry[], now: Date): { length: bigint; bytes: Readable } {
  return {
    length: predictLength(entries.map(({ name, size }) => ({ name, size }))),
    bytes: Readable.from(makeZip(inputsOf(entries, now)), { objectMode: false })
  }
}
