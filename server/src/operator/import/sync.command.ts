import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { InvalidArgumentError } from 'commander'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { DatabaseError, errorCode, errorMessage } from '../../platform/database/errors.ts'
import { companyOption, endOnSignal, readNumber } from '../../platform/operator/arguments.ts'
import type { ProgramCommand, Terminal } from '../../platform/operator/command.ts'
import { ServerGoneError } from '../../platform/operator/run-command.ts'
import type { LoadedMap } from '../map/load-map.ts'
import { resourceOf } from './find-import-files.ts'
import { documentFolders, errorFile, findDocumentFiles, hasLineEnd, readNames, setFile } from './folder/read-folder.ts'
import { readSet } from './folder/read-set.ts'
import type { Imported } from './import-folder.ts'
import { type AskedImport, movedImport, stoppedOf, textOf } from './import-report.ts'
import { askImport, giveWay, importCommand, progressOption } from './import.command.ts'
import type { ProgressForm } from './show-progress.ts'
import type { WantedImport } from './wanted-import.ts'

/**
 * Folders of batches: one for those that were read, even if rows of them were refused, one for the others.
 * `docs/decisions/0143-batches-that-were-read.md`
 */
const ends = ['done', 'failed'] as const

interface SyncOptions {
  readonly interval: number
  readonly providerId?: number
  readonly progress?: ProgressForm | undefined
}

/** A file in the folder; its size and time tell whether it has changed. */
interface FileState {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

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
async function lookIntoFolder(folder: string, isTaken: (name: string) => boolean): Promise<Look> {
  const all = await readNames(folder)
  const rows = all.filter(isTaken)
  const documents = await findDocumentFiles(folder)
  const paths = [...rows, ...documents.map(({ path }) => relative(folder, path))]
  const sets = paths.length > 0 && existsSync(join(folder, setFile)) ? [setFile] : []
  const states = await Promise.all([...sets, ...paths].map((path) => stateOf(folder, path)))
  const ended = await Promise.all(rows.map((name) => hasLineEnd(join(folder, name))))
  const unended = rows.filter((_, index) => ended[index] === false)
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

const batchName = (time: Date): string => time.toISOString().replaceAll(':', '-')

/** Removes batches that are older than the records of their runs in the database. */
async function removeOldBatches(folder: string, { importDays }: Config): Promise<void> {
  const oldest = batchName(new Date(Date.now() - importDays * 86_400_000))
  for (const end of ends) {
    // The folder is created with its first batch. Files that an operator has put there have other names.
    const names = await readdir(join(folder, end)).catch(() => [])
    for (const name of names.filter((one) => /^\d{4}-\d\d-\d\dT[\d.-]+Z$/.test(one) && one < oldest))
      await rm(join(folder, end, name), { recursive: true, force: true })
  }
}

/** Name of the file in a batch that lists its files while they are moved. */
const movingFile = '.moving'

/** Begins a batch, whose files `moveFiles` moves. Other programs see it whole or not at all. @returns its name */
async function beginBatch(folder: string, state: string): Promise<string> {
  const [importing, name] = [join(folder, 'importing'), batchName(new Date())]
  const begun = join(importing, '.begun')
  await mkdir(begun, { recursive: true, mode: 0o700 })
  await writeFile(join(begun, movingFile), state, { mode: 0o600 })
  await rename(begun, join(importing, name))
  return name
}

/**
 * Moves the files of a batch out of the folder, so that later ones are the next batch. After a kill it moves the rest:
 * rows refer to rows of other files, and `set.json` alone would make a full set of the next batch.
 * `docs/decisions/0179-a-batch-stays-whole.md`
 * @returns whether the batch has files
 */
async function moveFiles(folder: string, batch: string): Promise<boolean> {
  const list = join(batch, movingFile)
  if (!existsSync(list)) return true
  const files = JSON.parse(await readFile(list, 'utf8')) as FileState[]
  const move = (name: string) => rename(join(folder, name), join(batch, name))
  for (const file of files.filter(({ path }) => dirname(path) === '.')) {
    const now = await stateOf(folder, file.path).catch(noneWithout)
    // A file that was written anew while nobody watched belongs to the next batch.
    if (isDeepStrictEqual(now, file)) await move(file.path)
  }
  for (const name of documentFolders)
    if (existsSync(join(folder, name)) && !existsSync(join(batch, name))) await move(name)
  await rm(list)
  const isEmpty = (await readdir(batch)).length === 0
  if (isEmpty) await rm(batch, { recursive: true })
  return !isEmpty
}

/** Returns a fallback for what is not there: a folder without a batch yet, or a file that was moved before. */
function noneWithout(error: unknown): [] {
  if (errorCode(error) !== 'ENOENT') throw error
  return []
}

/** Tells whether a failure is temporary and has nothing to do with the files. */
const isOutage = (error: unknown): boolean => error instanceof DatabaseError || error instanceof ServerGoneError

/** Result of a batch: its import, or the reason why it was not imported. */
type SyncedBatch = AskedImport | { readonly error: string }

type SyncTerminal = Terminal<WantedImport, Imported>

async function importArrived(
  terminal: SyncTerminal,
  path: string,
  { progress, ...given }: Pick<SyncOptions, 'providerId' | 'progress'> & Pick<WantedImport, 'onlyNew'>,
  map: LoadedMap | undefined
): Promise<SyncedBatch> {
  try {
    // A new run starts at the first line, also for a batch of a killed process: rows that are stored already count as
    // unchanged.
    const wanted = { path, ...(await readSet(path)), dryRun: false, runId: randomUUID(), ...given }
    // The signal that ends the command does not reach a batch: an interrupted import would count as failed.
    const signal = new AbortController().signal
    const imported = await askImport(terminal, wanted, map?.renew(), { form: progress, signal })
    const stopped = stoppedOf(imported)
    if (stopped !== '') await writeFile(join(path, errorFile), stopped, { mode: 0o600 })
    return imported
  } catch (error) {
    if (!(error instanceof OperatorError) || isOutage(error)) throw error
    await writeFile(join(path, errorFile), `${error.message}\n`, { mode: 0o600 })
    return { error: error.message }
  }
}

/**
 * Imports all batches in the folder, including those of a killed process.
 * @param begun the batch that nobody has imported before: refusals that the last run had, too, are not listed. The last
 * run of another one may be its own, after which the process was killed.
 */
async function importTaken(
  terminal: SyncTerminal,
  folder: string,
  { providerId, progress }: SyncOptions,
  map: LoadedMap | undefined,
  begun: string
): Promise<void> {
  const importing = join(folder, 'importing')
  const entries = await readdir(importing, { withFileTypes: true }).catch(noneWithout)
  // A Mac that opens the share leaves a .DS_Store beside the batches.
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  for (const name of names.toSorted()) {
    const place = join(importing, name)
    if (!(await moveFiles(folder, place))) continue
    const given = { ...(providerId !== undefined && { providerId }), progress, onlyNew: name === begun }
    const imported = await importArrived(terminal, place, given, map)
    const end = ends['files' in imported && stoppedOf(imported) === '' ? 0 : 1]
    await mkdir(join(folder, end), { recursive: true, mode: 0o700 })
    await rename(place, join(folder, end, name))
    const batch = 'files' in imported ? movedImport(imported, place, join(folder, end, name)) : imported
    const text = 'files' in batch ? textOf(batch) : `${batch.error}\n`
    terminal.print(`${end}/${name}\n${text}`, { batch: name, state: end, text, ...batch })
  }
}

function readSeconds(text: string): number {
  const seconds = readNumber(text)
  if (seconds > 3600) throw new InvalidArgumentError('It must be at most 3600.')
  return seconds
}

/**
 * Loads the map of SYNC_MAP once: a changed map needs a restart.
 * @throws OperatorError also if the map is in the folder, since other programs write there
 */
async function readMap(path: string, folder: string) {
  if (path === '') return { map: undefined, isTaken: (name: string) => resourceOf(name) !== undefined }
  // Links, too, may lead into the folder.
  const place = relative(await realpath(folder), await realpath(path).catch(() => resolve(path)))
  if (place !== '..' && !place.startsWith('../'))
    throw new OperatorError('SYNC_MAP names a module in the folder of the files: keep it where only you write.')
  const { loadMap, partFor } = await import('../map/load-map.ts')
  const map = await loadMap(path)
  return { map, isTaken: (name: string) => partFor(map, name) !== undefined }
}

/** Imports files that another program puts into a folder. */
const syncCommand: ProgramCommand<WantedImport, Imported> = {
  asks: { ...importCommand, afterOutage: () => 'What is stored stays.' },
  configure: (parser) =>
    void parser
      .argument('<folder>', 'in which another program writes files as import reads them')
      .option(
        '--interval <seconds>',
        'between two looks; a file counts as whole when it has not changed',
        readSeconds,
        5
      )
      .addOption(progressOption)
      .addOption(companyOption),
  async act(terminal, path: string, options: SyncOptions) {
    giveWay()
    const folder = resolve(path)
    const signal = endOnSignal()
    await mkdir(join(folder, 'importing'), { recursive: true, mode: 0o700 })
    const config = await terminal.config()
    const { map, isTaken } = await readMap(config.syncMap, folder)
    let before = { state: '', since: 0 }
    let begun = ''
    const told = new Set<string>()
    const tellOnce = (what: string, sentence: string) => {
      if (!told.has(what)) process.stderr.write(`${sentence}\n`)
      told.add(what)
    }
    while (!signal.aborted) {
      try {
        await importTaken(terminal, folder, options, map, begun)
        await removeOldBatches(folder, config)
        const { others, ...look } = await lookIntoFolder(folder, isTaken)
        const { unended, state } = look
        for (const name of others)
          tellOnce(name, `${name} stays: ${map ? 'the map has no part for it' : 'its name says no resource'}.`)
        told.delete(folder)
        const since = state === before.state ? performance.now() - before.since : undefined
        if (isWholeBatch(look, since)) {
          for (const name of unended) told.delete(name)
          begun = await beginBatch(folder, state)
          continue
        }
        if (since === undefined) before = { state, since: performance.now() }
        else
          for (const name of unended)
            tellOnce(name, `${name} waits for a minute: its last line has no end, so more of it may come.`)
        await wait(options.interval * 1000, undefined, { signal }).catch(() => undefined)
      } catch (error) {
        begun = ''
        if (isOutage(error)) process.stderr.write(`${errorMessage(error)} It is tried again.\n`)
        else if (errorCode(error) !== 'ENOENT') throw error
        // If the folder exists, a file has just disappeared: another program works in the folder.
        else if (!existsSync(folder)) tellOnce(folder, `${folder} is not there. It is tried again.`)
        await wait(options.interval * 1000, undefined, { signal }).catch(() => undefined)
      }
    }
  }
}

export const syncCommands = [syncCommand]
