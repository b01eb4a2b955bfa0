import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { InvalidArgumentError } from 'commander'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { DatabaseError, errorCode, errorMessage } from '../../platform/database/errors.ts'
import { companyOption, endOnSignal, readNumber } from '../../platform/operator/arguments.ts'
import type { ProgramCommand, Terminal } from '../../platform/operator/command.ts'
import { ServerGoneError } from '../../platform/operator/run-command.ts'
import type { LoadedMap } from '../map/load-map.ts'
import { resourceOf } from './find-import-files.ts'
import { batchName, beginBatch, isWholeBatch, lookIntoFolder, moveFiles, noneWithout } from './folder/batch-files.ts'
import { errorFile } from './folder/read-folder.ts'
import { readSet } from './folder/read-set.ts'
import type { Imported } from './import-folder.ts'
import { type AskedImport, movedImport, stoppedOf, textOf, withheldOf } from './import-report.ts'
import { askImport, lowerPriority, importCommand, progressOption } from './import.command.ts'
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

/** Tells whether a failure is temporary and has nothing to do with the files. */
const isOutage = (error: unknown): boolean => error instanceof DatabaseError || error instanceof ServerGoneError

/** Result of a batch: its import, or the reason why it was not imported; null if none of its files is there any more. */
type SyncedBatch = AskedImport | { readonly error: string } | null

/** Says how to import a batch that a limit of `--max-removed` has stopped, whose needed value it gives. */
function againText(
  { files }: Imported,
  batch: string,
  map: LoadedMap | undefined,
  providerId: number | undefined
): string {
  const needed = Math.max(0, ...files.map(({ neededShare }) => neededShare ?? 0))
  if (needed === 0) return ''
  const options = [map ? `--map '${map.path}'` : [], providerId === undefined ? [] : `--company ${providerId}`].flat()
  const command = ['import', `'${batch}'`, ...options, `--max-removed ${Math.round(needed * 100)}`].join(' ')
  return `To go on: npm run provider -- ${command}\n`
}

type SyncTerminal = Terminal<WantedImport, Imported>

async function importArrived(
  terminal: SyncTerminal,
  folder: string,
  path: string,
  { progress, ...given }: Pick<SyncOptions, 'providerId' | 'progress'> & Pick<WantedImport, 'onlyNew'>,
  map: LoadedMap | undefined
): Promise<SyncedBatch> {
  try {
    if (!(await moveFiles(folder, path))) return null
    // A new run starts at the first line, also for a batch of a killed process: rows that are stored already count as
    // unchanged.
    const wanted = { path, ...(await readSet(path)), dryRun: false, runId: randomUUID(), ...given }
    // The signal that ends the command does not reach a batch: an interrupted import would count as failed.
    const signal = new AbortController().signal
    const imported = await askImport(terminal, wanted, map?.renew(), { form: progress, signal })
    const stopped = stoppedOf(imported)
    const failed = join(folder, ends[1], basename(path))
    const told = `${stopped}${withheldOf(imported)}${againText(imported, failed, map, given.providerId)}`
    if (told !== '') await writeFile(join(path, errorFile), told, { mode: 0o600 })
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
  begun: string | undefined
): Promise<void> {
  const importing = join(folder, 'importing')
  const entries = await readdir(importing, { withFileTypes: true }).catch(noneWithout)
  // A Mac that opens the share leaves a .DS_Store beside the batches.
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  for (const name of names.toSorted()) {
    const place = join(importing, name)
    const given = { ...(providerId !== undefined && { providerId }), progress, onlyNew: name === begun }
    const imported = await importArrived(terminal, folder, place, given, map)
    if (!imported) continue
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

/** Makes a function that writes a sentence to stderr once, until its subject is forgotten. */
function createNotices() {
  const told = new Set<string>()
  const tellOnce = (subject: string, sentence: string) => {
    if (!told.has(subject)) process.stderr.write(`${sentence}\n`)
    told.add(subject)
  }
  return { tellOnce, forget: (subject: string) => void told.delete(subject) }
}

/** Makes a function that looks into the folder, and begins a batch once its files are whole; it returns the batch's name. */
function watchFolder(
  folder: string,
  { map, isTaken }: Awaited<ReturnType<typeof readMap>>,
  { tellOnce, forget }: ReturnType<typeof createNotices>
): () => Promise<string | undefined> {
  let before = { state: '', since: 0 }
  return async () => {
    const { others, ...look } = await lookIntoFolder(folder, isTaken)
    const { unended, state } = look
    for (const name of others)
      tellOnce(name, `${name} stays: ${map ? 'the map has no part for it' : 'its name says no resource'}.`)
    forget(folder)
    const since = state === before.state ? performance.now() - before.since : undefined
    if (isWholeBatch(look, since)) {
      for (const name of unended) forget(name)
      return beginBatch(folder, state)
    }
    if (since === undefined) before = { state, since: performance.now() }
    else
      for (const name of unended)
        tellOnce(name, `${name} waits for a minute: its last line has no end, so more of it may come.`)
    return undefined
  }
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
    lowerPriority()
    const folder = resolve(path)
    const signal = endOnSignal()
    await mkdir(join(folder, 'importing'), { recursive: true, mode: 0o700 })
    const config = await terminal.config()
    const files = await readMap(config.syncMap, folder)
    const notices = createNotices()
    const beginWhole = watchFolder(folder, files, notices)
    let begun: string | undefined
    while (!signal.aborted) {
      try {
        await importTaken(terminal, folder, options, files.map, begun)
        await removeOldBatches(folder, config)
        const name = await beginWhole()
        if (name !== undefined) {
          begun = name
          continue
        }
      } catch (error) {
        begun = undefined
        if (isOutage(error)) process.stderr.write(`${errorMessage(error)} It is tried again.\n`)
        else if (errorCode(error) !== 'ENOENT') throw error
        // If the folder exists, a file has just disappeared: another program works in the folder.
        else if (!existsSync(folder)) notices.tellOnce(folder, `${folder} is not there. It is tried again.`)
      }
      await wait(options.interval * 1000, undefined, { signal }).catch(() => undefined)
    }
  }
}

export const syncCommands = [syncCommand]
