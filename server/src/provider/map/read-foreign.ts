import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import type { ImportProgress } from '../../platform/importing/import.ts'
import type { ShortRows } from '../../platform/importing/read/row-width.ts'
import { withoutHashes } from '../../platform/lib/hashes.ts'
import type { MappedFile } from './import-map.ts'
import { type LoadedMap, partFor } from './load-map.ts'
import { mapRow, type MappedRow } from './map-row.ts'
import { openForeign } from './open-foreign.ts'
import { Spool } from './spool.ts'

/** Rows that a map could make nothing of, for one reason. */
interface ForeignReason {
  readonly sentence: string
  /** The first one's. */
  readonly line: number
  readonly count: number
}

/** The rows that were read of a foreign file, counted. */
export interface ForeignResult {
  readonly file: string
  readonly encoding: string
  readonly separator: string
  readonly read: number
  readonly refused: number
  readonly short: ShortRows | null
  /** The first 20 reasons at most. */
  readonly reasons: readonly ForeignReason[]
}

/** Foreign files whose rows are in a spool. */
export interface MappedFolder {
  readonly spool: Spool
  readonly sources: readonly ForeignResult[]
  /** Names of files that no part of the map reads. */
  readonly notTaken: readonly string[]
}

const mostReasons = 20

interface Refusal {
  readonly line: number
  readonly sentence: string
}

interface Following {
  readonly onBytes: (count: number) => void
  readonly onRows: (read: number, refused: number) => void
}

async function spoolFile(
  path: string,
  { file, index }: { readonly file: string; readonly index: number },
  part: MappedFile,
  spool: Spool,
  { onBytes, onRows }: Following
): Promise<ForeignResult> {
  const { rows, separator, encoding, short } = await openForeign(path, part, onBytes)
  const refused: Refusal[] = []
  let read = 0
  for await (const some of rows) {
    for (const row of some) {
      read += 1
      const { line } = row
      let mapped: readonly MappedRow[] = []
      try {
        if ('refusal' in row) refused.push({ line, sentence: row.refusal })
        else mapped = mapRow(part, row.cells, { file, line })
      } catch (error) {
        refused.push({ line, sentence: withoutHashes(errorMessage(error)) })
      }
      for (const one of mapped) spool.add(one, { file: index, line })
    }
    await spool.flush()
    onRows(read, refused.length)
  }
  await writeReasons(path, refused)
  const reasons = new Map<string, ForeignReason>()
  for (const { line, sentence } of refused) {
    const known = reasons.get(sentence)
    reasons.set(sentence, known ? { ...known, count: known.count + 1 } : { sentence, line, count: 1 })
  }
  const shown = [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, mostReasons)
  const counts = { read, refused: refused.length, short: short() ?? null }
  return { file, encoding: encoding(), separator, ...counts, reasons: shown }
}

/** Writes beside a file which of its rows were refused, and why; the rows themselves are in the file. */
async function writeReasons(path: string, refused: readonly Refusal[]): Promise<void> {
  const to = `${path}.refused.txt`
  await rm(to, { force: true })
  if (refused.length === 0) return
  const lines = refused.map(({ line, sentence }) => `line ${line}: ${sentence}\n`)
  await pipeline(Readable.from(lines), createWriteStream(to, { mode: 0o600 }))
}

/**
 * Reads foreign files in the order of a map, and spools the rows that it makes.
 * @param report called with the progress of the reading, which comes before that of the import
 * @throws OperatorError where a file cannot be read, or no part of the map fits any
 */
export async function readForeign(
  map: LoadedMap,
  folder: string,
  names: readonly string[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: (progress: ImportProgress) => void }
): Promise<MappedFolder> {
  const taken = map.files.flatMap((part) =>
    names.filter((name) => partFor(map, name) === part).map((file) => ({ file, part }))
  )
  if (taken.length === 0)
    throw new OperatorError(
      `The map ${map.name} reads no file of ${folder}: it has ${map.files.map(({ name }) => name).join(', ')}.`
    )
  const sizes = await Promise.all(taken.map(async ({ file }) => (await stat(join(folder, file))).size))
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0)
  let bytesRead = 0
  const spool = await Spool.create()
  try {
    const sources: ForeignResult[] = []
    for (const [index, { file, part }] of taken.entries()) {
      signal.throwIfAborted()
      try {
        const following: Following = {
          onBytes: (count) => (bytesRead += count),
          onRows: (rowsRead, rowsRefused) => report({ file, bytesRead, bytesTotal, rowsRead, rowsRefused })
        }
        sources.push(await spoolFile(join(folder, file), { file, index }, part, spool, following))
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
        throw new OperatorError(`${file}: ${error.message}`, { cause: error })
      }
    }
    await spool.end()
    return { spool, sources, notTaken: names.filter((name) => !partFor(map, name) && join(folder, name) !== map.path) }
  } catch (error) {
    await spool.remove()
    throw error
  }
}
