import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { errorCode } from '../../../platform/database/errors.ts'
import { findDocumentFiles, findUnended, movingFile, readNames, setFile } from './read-folder.ts'

/** A file in the folder; its size and time tell whether it has changed. */
const fileState = z.object({ path: z.string(), size: z.number(), mtimeMs: z.number() })
type FileState = z.output<typeof fileState>

async function stateOf(folder: string, path: string): Promise<FileState> {
  const { size, mtimeMs } = await stat(join(folder, path))
  return { path, size, mtimeMs }
}

interface Look {
  /** The states of a batch's files as JSON; empty while there is none with rows or of a document. */
  readonly state: string
  /** Names of files whose last line has no end yet. */
  readonly unended: readonly string[]
  /** Names of files that no import takes; they stay in the folder. */
  readonly others: readonly string[]
}

/**
 * Reads names, sizes and times of the files in a folder to import: two equal results mean that no program is still
 * writing.
 */
export async function lookIntoFolder(folder: string, isTaken: (name: string) => boolean): Promise<Look> {
  const all = await readNames(folder)
  const rows = all.filter(isTaken)
  const documents = await findDocumentFiles(folder)
  const paths = [...rows, ...documents.map(({ path }) => relative(folder, path))]
  const sets = paths.length > 0 && existsSync(join(folder, setFile)) ? [setFile] : []
  const states = await Promise.all([...sets, ...paths].map((path) => stateOf(folder, path)))
  const unended = await findUnended(rows.map((name) => join(folder, name)))
  const state = states.length === 0 ? '' : JSON.stringify(states)
  return { state, unended, others: all.filter((name) => !isTaken(name)) }
}

/** Time for which a batch waits for the end of a last line, since its program may write in several steps. */
const patienceMs = 60_000

/**
 * Tells whether the files of a look are whole: they have not changed, and a last line without an end has had its time.
 *
 * @param since milliseconds for which the state has been the same; undefined if it has just changed
 */
export const isWholeBatch = ({ state, unended }: Pick<Look, 'state' | 'unended'>, since: number | undefined): boolean =>
  state !== '' && since !== undefined && (unended.length === 0 || since >= patienceMs)

export const batchName = (time: Date): string => time.toISOString().replaceAll(':', '-')

/** Begins a batch, whose files `moveFiles` moves. Other programs see it whole or not at all. @returns its name */
export async function beginBatch(folder: string, state: string): Promise<string> {
  const [importing, name] = [join(folder, 'importing'), batchName(new Date())]
  const begun = join(importing, '.begun')
  await mkdir(begun, { recursive: true, mode: 0o700 })
  // File systems keep the order of renames through a power failure, but not that of the bytes of a file.
  await writeFile(join(begun, movingFile), state, { mode: 0o600, flush: true })
  await rename(begun, join(importing, name))
  return name
}

/** Reads the list of a batch. @throws OperatorError */
async function readMoving(list: string): Promise<readonly FileState[]> {
  try {
    return z.array(fileState).parse(JSON.parse(await readFile(list, 'utf8')))
  } catch (error) {
    throw new OperatorError(
      `Nothing was imported: ${movingFile}, the list of this batch, cannot be read, so files of it may be missing here. They are in the next batch. If none is missing, import this folder (a full set: remove ${movingFile} first), otherwise send all files again.`,
      { cause: error }
    )
  }
}

/**
 * Moves the files of a batch out of the folder, so that later ones are the next batch. After a kill it moves the rest:
 * rows refer to rows of other files, and `set.json` alone would make a full set of the next batch.
 * `docs/decisions/0179-a-batch-stays-whole.md`
 * @returns whether the batch has files
 * @throws OperatorError if the list cannot be read, or a full set is not whole; the list stays, so that a kill before
 * the batch is in `failed/` changes nothing
 */
export async function moveFiles(folder: string, batch: string): Promise<boolean> {
  const list = join(batch, movingFile)
  if (!existsSync(list)) return true
  const files = await readMoving(list)
  for (const file of files) {
    const now = await stateOf(folder, file.path).catch(noneWithout)
    // A file that was written anew while nobody watched belongs to the next batch.
    if (!isDeepStrictEqual(now, file)) continue
    await mkdir(dirname(join(batch, file.path)), { recursive: true, mode: 0o700 })
    await rename(join(folder, file.path), join(batch, file.path))
  }
  const folders = new Set(files.map(({ path }) => dirname(path)).filter((name) => name !== '.'))
  // A program that puts documents there may begin with a new folder.
  for (const name of folders) await rmdir(join(folder, name)).catch(() => undefined)
  const missing = files.filter(({ path }) => !existsSync(join(batch, path)))
  if (missing.length === files.length) {
    await rm(batch, { recursive: true })
    return false
  }
  // Only files of rows make a full set.
  const lacking = missing.flatMap(({ path }) => (dirname(path) === '.' ? [path] : []))
  if (lacking.length > 0 && files.some(({ path }) => path === setFile))
    throw new OperatorError(
      `Nothing was imported: this full set lacks ${lacking.join(', ')}, written anew or removed before the set was moved whole. What is new is in the next batch: send all files of the set again, with ${setFile}.`
    )
  await rm(list)
  return true
}

/** Returns a fallback for something that is missing: a folder without a batch yet, or a file that was moved before. */
export function noneWithout(error: unknown): [] {
  if (errorCode(error) !== 'ENOENT') throw error
  return []
}
