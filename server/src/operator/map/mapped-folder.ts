import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportResourceName } from '@customer-center/contract/import/resources'
import { isPlainText } from '../../platform/http/clean-text.ts'
import { readLines } from '../../records/importing/read/read-lines.ts'

/**
 * Removes the folder once its standard input ends, which the end of the other process does in any case. A service
 * manager sends SIGTERM to all processes of a service at once.
 */
const remover = `process.on('SIGTERM', () => undefined);process.stdin.resume().on('end', () => require('fs').rmSync(process.argv[1], { recursive: true, force: true }))`

/** Number of characters that wait before they are written. */
const largestBlock = 256 * 1024

/** Rows of one resource: those that wait to be written, and a hash of each row so far. */
interface MappedFile {
  text: string
  readonly seen: Set<string>
}

/**
 * Temporary folder with the rows that a map has made, as NDJSON with a file for each resource: foreign files are read
 * once for all resources. The rows are personal data, so a process of its own removes the folder, even if this process
 * is killed.
 */
export class MappedFolder {
  readonly path: string
  readonly #remover: ReturnType<typeof spawn>
  readonly #removed: Promise<unknown>
  readonly #files = new Map<ImportResourceName, MappedFile>()

  static async create(): Promise<MappedFolder> {
    const path = await mkdtemp(join(tmpdir(), 'customer-center-map-'))
    // A signal of the terminal ends its whole group of processes.
    const child = spawn(process.execPath, ['-e', remover, path], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true
    })
    await once(child, 'spawn')
    return new MappedFolder(path, child)
  }

  private constructor(path: string, child: ReturnType<typeof spawn>) {
    this.path = path
    this.#remover = child
    this.#removed = once(child, 'close')
  }

  /**
   * Adds a row unless it repeats another one whole.
   * @param row with the members that name the meanings of its ambiguous cells
   * @param place members that name its place in the foreign files, which come first in its line
   * @returns whether it was added
   */
  add(resource: ImportResourceName, row: object, place: object): boolean {
    const file = this.#files.get(resource) ?? { text: '', seen: new Set() }
    this.#files.set(resource, file)
    const members = JSON.stringify(row)
    const before = file.seen.size
    if (file.seen.add(hash('sha256', members, 'binary')).size === before) return false
    file.text += `${JSON.stringify(place).slice(0, -1)}${members === '{}' ? '' : ','}${members.slice(1)}\n`
    return true
  }

  /** Writes the waiting rows once there are many; callers call it repeatedly. */
  async flush(least = largestBlock): Promise<void> {
    for (const [resource, file] of this.#files) {
      const { text } = file
      if (text.length <= least) continue
      file.text = ''
      await appendFile(join(this.path, `${resource}.ndjson`), text)
    }
  }

  async remove(): Promise<void> {
    this.#remover.stdin?.end()
    await this.#removed
    // Something may have killed the remover.
    await rm(this.path, { recursive: true, force: true })
  }
}

/** Place of a row in a foreign file. */
export interface ForeignPlace {
  readonly source: string
  readonly line: number
}

const placeOf = /^\{"\$file":("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"),"\$line":(\d+)/u
/** As of a file's name. A file of refused rows that somebody has edited may name anything. */
const longestSource = 255

/** Finds the places in the foreign files from which a map has made the rows of these lines. */
export async function findPlaces(path: string, lines: ReadonlySet<number>): Promise<Map<number, ForeignPlace>> {
  const places = new Map<number, ForeignPlace>()
  if (lines.size === 0) return places
  for await (const some of readLines(createReadStream(path) as AsyncIterable<Buffer>))
    for (const { line, bytes } of some) {
      const [, file, number] = (lines.has(line) && placeOf.exec(bytes.toString())) || []
      if (file === undefined) continue
      const source = String(JSON.parse(file))
      if (source.length <= longestSource && isPlainText(source)) places.set(line, { source, line: Number(number) })
    }
  return places
}
