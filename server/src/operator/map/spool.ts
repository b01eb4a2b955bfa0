import { hash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  importResource,
  importResourceNames,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Faults, SourceRow } from '../../records/importing/import.ts'
import type { RowCells } from '../../records/importing/read/cell-value.ts'
import { readLines } from '../../records/importing/read/read-lines.ts'
import { hasSecret, withoutSecretMembers } from '../../records/importing/read/without-secrets.ts'

/** Number of 32-bit words for a row: half a SHA-256, which is long enough to exclude collisions. */
const words = 4

/** Set of the rows so far, in 16 bytes each: a million rows in a Set of texts would take some 300 MB. */
class RowSet {
  #slots = new Uint32Array(2 ** 16 * words)
  readonly #row = new Uint32Array(words)
  readonly #bytes = Buffer.from(this.#row.buffer)
  #size = 0

  /** @returns false if the row was added before */
  add(row: string): boolean {
    const own = this.#row
    // Rows are texts, since a buffer would keep its memory outside of the heap until the garbage collection.
    this.#bytes.write(hash('sha256', row, 'binary'), 0, own.byteLength, 'latin1')
    // A word of 0 marks a free slot.
    own[0] = (own[0] ?? 0) || 1
    if (!this.#put(own)) return false
    this.#size += 1
    if (this.#size * words > this.#slots.length * 0.7) this.#grow()
    return true
  }

  #put(row: Uint32Array): boolean {
    const slots = this.#slots
    const count = slots.length / words
    for (let slot = (row[1] ?? 0) % count; ; slot = (slot + 1) % count) {
      const at = slot * words
      if (slots[at] === 0) {
        slots.set(row, at)
        return true
      }
      let word = 0
      while (word < words && slots[at + word] === row[word]) word += 1
      if (word === words) return false
    }
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Uint32Array(before.length * 2)
    for (let at = 0; at < before.length; at += words) if (before[at] !== 0) this.#put(before.subarray(at, at + words))
  }
}

export interface MappedRow extends RowCells {
  readonly resource: ImportResourceName
}

/** The place of a row in the foreign files. */
export interface Origin {
  /** Number of its file in the order of reading. */
  readonly file: number
  readonly line: number
}

const bytesOfOrigin = 8
const prefix = 'customer-center-map-'
const dayMs = 86_400_000

/** Removes spools of killed processes, since they contain personal data. */
async function removeLost(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    // Folders of other users, and those that have just disappeared, are skipped.
    const age = Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (age > dayMs) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Number of characters that wait before they are written. */
const largestBlock = 256 * 1024

const pathsOf = (folder: string, resource: ImportResourceName) => ({
  rows: join(folder, `${resource}.rows`),
  origins: join(folder, `${resource}.origins`)
})

/** Rows of a resource that wait before they are written. */
interface Waiting {
  /** The text of the row before. */
  last: string
  text: string
  places: number[]
}

/**
 * Rows that a map has made, in a temporary folder with a file for each resource: foreign files are read only once for
 * all resources, and each resource is imported separately. Repeated rows are written once.
 */
export class Spool {
  readonly folder: string
  readonly #waiting = new Map<ImportResourceName, Waiting>()
  #seen = new RowSet()

  static async create(): Promise<Spool> {
    await removeLost()
    return new Spool(await mkdtemp(join(tmpdir(), prefix)))
  }

  private constructor(folder: string) {
    this.folder = folder
  }

  add({ resource, value, faults }: MappedRow, { file, line }: Origin): void {
    const text = JSON.stringify(value)
    const waiting = this.#waiting.get(resource) ?? { last: '', text: '', places: [] }
    this.#waiting.set(resource, waiting)
    // Most rows of a joined file repeat the previous one.
    if (text === waiting.last || !this.#seen.add(`${resource} ${text}`)) return
    waiting.last = text
    waiting.text += `[${text}${faults ? `,${JSON.stringify(faults)}` : ''}]\n`
    waiting.places.push(file, line)
  }

  /** Writes the waiting rows once there are many; callers call it repeatedly. */
  async flush(least = largestBlock): Promise<void> {
    for (const [resource, waiting] of this.#waiting) {
      const { text, places } = waiting
      if (text.length <= least) continue
      const paths = pathsOf(this.folder, resource)
      waiting.text = ''
      waiting.places = []
      await appendFile(paths.rows, text)
      await appendFile(paths.origins, new Uint8Array(Uint32Array.from(places).buffer))
    }
  }

  async end(): Promise<void> {
    await this.flush(0)
    this.#seen = new RowSet()
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

export interface SpooledFile {
  readonly path: string
  readonly resource: ImportResourceName
  /** The size in bytes. */
  readonly size: number
  /** Returns the place in the foreign file from which a map made the row of this line. */
  readonly originOf: (line: number) => Origin
}

/**
 * Finds the files of a spool, in the order of the resources.
 * @throws OperatorError if the process of the database cannot see the folder
 */
export async function findSpooled(folder: string): Promise<SpooledFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new OperatorError(`The server cannot read ${folder}: let TMPDIR name a folder that it can.`, { cause: error })
  })
  const found: SpooledFile[] = []
  for (const resource of importResourceNames) {
    const { rows: path, origins } = pathsOf(folder, resource)
    if (!names.includes(basename(path))) continue
    const { size } = await stat(path)
    const places = await readFile(origins)
    const originOf = (line: number) => ({
      file: places.readUInt32LE((line - 1) * bytesOfOrigin),
      line: places.readUInt32LE((line - 1) * bytesOfOrigin + 4)
    })
    found.push({ path, resource, size, originOf })
  }
  return found
}

/**
 * Reads the rows of a spooled file. The text of each row is its strict JSON, without the parts that the map did not
 * use.
 */
export async function* spooledRows(
  bytes: AsyncIterable<Buffer>,
  resource: ImportResourceName
): AsyncGenerator<SourceRow> {
  const { fields } = importResource(resource)
  const hides = hasSecret(fields)
  for await (const lines of readLines(bytes))
    for (const { line, bytes: spooled, isTooLong } of lines) {
      if (isTooLong) {
        yield { line, text: '', refusal: 'The row is too long.' }
        continue
      }
      const both = spooled.toString()
      const [value, faults] = JSON.parse(both) as [Record<string, unknown>, Faults?]
      const text = faults ? JSON.stringify(value) : both.slice(1, -1)
      const row = { line, text, value, ...(faults && { faults }) }
      yield hides ? withoutSecretMembers(row, fields) : row
    }
}
