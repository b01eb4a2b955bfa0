import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { importResourceNames } from '@customer-center/contract/import/resources'
import { chooseCompany, findCompanies, insertProvider } from '../../company/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Db } from '../../platform/database/query.ts'
import { inDryRun } from '../../platform/database/transaction.ts'
import type { CommandContext } from '../../platform/operator/command.ts'
import { type ImportContext, type ImportProgress, type ImportRequest } from '../../records/importing/import.ts'
import type { FileFaults } from '../../records/importing/read/csv-file.ts'
import type { OpenedRows } from '../../records/importing/read/open-rows.ts'
import { countBytes } from '../../records/importing/read/source-bytes.ts'
import { type EndedRun, endRuns, type StoredRun, unnamedSentence } from '../../records/importing/run/end-runs.ts'
import { type KeptRefusal, refusedRows } from '../../records/importing/run/import-refusal.repository.ts'
import { checkMap } from '../../records/importing/run/import-run.repository.ts'
import { storeRun } from '../../records/importing/run/run-import.ts'
import { findPlaces } from '../map/mapped-folder.ts'
import { findUnusedFiles, type RefusedFile, storeDocumentFiles } from './document-files.ts'
import { withExamples } from './examples.ts'
import { type ImportFile, findInput, openFile, shownName, withName } from './find-import-files.ts'
import { findNames } from './folder/read-folder.ts'
import { attachInvoiceFiles } from './invoice-files.ts'
import { type RowPlace, writeRefused } from './refused-rows.ts'
import type { WantedImport } from './wanted-import.ts'

export interface ImportedFile extends Omit<EndedRun, 'reasons' | 'unnamed'>, FileFaults {
  /** Path of the file; for rows that a map made, the resource. */
  readonly file: string
  readonly isMapped: boolean
  readonly reasons: readonly (EndedRun['reasons'][number] & RowPlace)[]
  /** The first rows of a dry run in their stored form; secrets are hidden. */
  readonly examples: readonly Readonly<Record<string, unknown>>[]
  readonly format: OpenedRows['format']
  readonly encoding: ReturnType<OpenedRows['encoding']>
  readonly separator: OpenedRows['separator'] | null
  readonly isPacked: boolean
  /** File of the refused rows; null without any. */
  readonly refusedFile: string | null
}

/** Returns the id of a file's run in an import, which is the same when the import continues. */
function runIdOf(runId: string, part: string): string {
  const hash = createHash('sha256').update(`${runId} ${part}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Reads the refused rows and remarks of a run, of which it keeps at most 10 MB. */
async function readRefusals(db: Db, providerId: number, { runId }: Pick<EndedRun, 'runId'>): Promise<KeptRefusal[]> {
  const refusals: KeptRefusal[] = []
  for await (const row of refusedRows(db, { providerId, runId })) refusals.push(row)
  return refusals
}

/** A file that was read; its run may wait for the end of the folder. */
interface StoredFile extends Omit<Awaited<ReturnType<typeof openFile>>, 'rows'> {
  readonly file: ImportFile
  readonly run: StoredRun
  readonly examplesOf: ReturnType<typeof withExamples>['examplesOf']
}

async function storeFile(
  context: ImportContext,
  file: ImportFile,
  { dryRun }: WantedImport,
  onBytes: ImportWatch['onBytes'],
  request: Omit<ImportRequest, 'rows' | 'resource' | 'format' | 'header'>
): Promise<StoredFile> {
  const stream = createReadStream(file.path)
  let read = 0
  const counted = countBytes(stream as AsyncIterable<Buffer>, (count) => {
    read += count
    onBytes(count)
  })
  const { resource } = file
  try {
    const { rows, ...opened } = await openFile(file, counted)
    const { examplesOf, noted } = dryRun ? withExamples(resource, rows) : { examplesOf: () => [], noted: rows }
    const { format, header } = opened
    const share = () => read / file.size
    const run = await storeRun(context, { ...request, resource, rows: noted, format, header, share })
    return { ...opened, file, run, examplesOf }
  } catch (error) {
    throw withName(file, error)
  } finally {
    stream.destroy()
  }
}

/** Returns the reasons of a file, each notice by itself: their limit would hide most of those, whose sentences differ. */
function reasonsOf(
  { reasons }: Pick<EndedRun, 'reasons'>,
  refusals: readonly KeptRefusal[],
  { isListed, place }: Placing
): ImportedFile['reasons'] {
  const notices = refusals.flatMap(({ kind, line, field, value, sentence, known }) =>
    kind === 'notice' ? [{ kind, line, field, value, sentence, known, isReference: false, count: 1 }] : []
  )
  return [...reasons.filter(({ kind }) => kind !== 'notice'), ...notices]
    .filter(isListed)
    .map((reason) => ({ ...reason, ...place(reason.line) }))
}

/** Returns why a full set has removed nothing; of rows that a map made, with their places in foreign files. */
function withheldOf({ unnamed, withheld }: EndedRun, place: Placing['place']): string | null {
  if (withheld === null || unnamed.count === 0) return withheld
  const places = unnamed.lines
    .map(place)
    .map(({ source, line }) => `${source === undefined ? '' : `${source} `}line ${line}`)
  return unnamedSentence(places, unnamed.count)
}

interface Placing {
  readonly place: (line: number) => RowPlace
  /** Tells whether a refusal is listed, and not only counted. */
  readonly isListed: (refusal: { readonly known: boolean }) => boolean
}

/** Writes the refused rows of a file beside it, and tells what became of the file. */
async function tellFile(
  db: Db,
  { path, onlyNew = false }: WantedImport,
  { file, run: { request }, examplesOf, faults, encoding, ...form }: StoredFile,
  ended: EndedRun
): Promise<ImportedFile> {
  const { providerId, resource } = request
  const { isMapped } = file
  const refusals = await readRefusals(db, providerId, ended)
  const linesOf = (some: readonly KeptRefusal[]) => new Set(some.map(({ line }) => line))
  const places = await findPlaces(file.path, linesOf(refusals))
  const placing: Placing = {
    place: (line) => places.get(line) ?? { line },
    isListed: ({ known }) => !(known && onlyNew)
  }
  const { format, header, separator = null, isPacked } = form
  const beside = isMapped ? join((await findNames(path)).folder, `${resource}.ndjson`) : file.path
  const listed = refusals.filter(placing.isListed)
  const { unnamed: _, ...result } = ended
  return {
    file: isMapped ? resource : file.path,
    isMapped,
    format,
    separator,
    isPacked,
    encoding: encoding(),
    ...(faults?.() ?? { short: null, heads: null }),
    ...result,
    withheld: isMapped && request.withheld === undefined ? withheldOf(ended, placing.place) : ended.withheld,
    reasons: reasonsOf(ended, refusals, placing),
    examples: examplesOf(linesOf(refusals.filter(({ kind }) => kind === 'row'))),
    refusedFile: await writeRefused(listed, beside, header, placing.place)
  }
}

/** Returns the requested company; in an empty database, creates it if the files have its letterhead. */
async function companyOf(db: Db, requested: number | undefined, files: readonly ImportFile[]): Promise<number> {
  if ((await findCompanies(db)).length > 0 || files.every(({ resource }) => resource !== 'provider'))
    return chooseCompany(db, requested)
  const providerId = requested ?? 1
  // The first row brings the company's name.
  await insertProvider(db, providerId, String(providerId))
  return providerId
}

export interface Imported {
  readonly files: readonly ImportedFile[]
  /** Refused files of the folders `files` and `invoices`. */
  readonly refusedFiles: readonly RefusedFile[]
  /** Stored files that no document has. */
  readonly unusedFiles: readonly string[]
  /** Number of stored documents that reference one of the files and got new bytes. */
  readonly exchanged: number
  /** Number of files that found their invoice by its number. */
  readonly attached: number
  /** Names of files in the folder that have no rows of a resource. */
  readonly notTaken: readonly string[]
}

/** Refuses to continue an import that was begun with another map. @throws ImportError */
function checkSameMap(db: Db, { runId, mapped }: WantedImport, providerId: number, files: readonly ImportFile[]) {
  const names = [...importResourceNames, ...files.map(shownName)]
  const runs = names.flatMap((name) => [runIdOf(runId, `upsert ${name}`), runIdOf(runId, `replace ${name}`)])
  return checkMap(db, providerId, runs, mapped?.hash ?? null)
}

interface ImportWatch {
  readonly onBytes: (count: number) => void
  readonly onRows: (file: string, read?: number, refused?: number) => void
  readonly signal: AbortSignal
}

/** Counts the bytes of all files as they are read, and reports them with the rows of the current file. */
function watchImport(bytesTotal: number, { report, signal }: CommandContext): ImportWatch {
  let bytesRead = 0
  return {
    onBytes: (count) => (bytesRead += count),
    onRows: (file, rowsRead = 0, rowsRefused = 0) =>
      report({ file, bytesRead, bytesTotal, rowsRead, rowsRefused } satisfies ImportProgress),
    signal
  }
}

/**
 * Stores the rows of all files, then applies the losses of all of them: changed rows may reference a removed one, and
 * the limits are those of the folder.
 */
async function importFiles(
  context: ImportContext,
  wanted: WantedImport,
  providerId: number,
  files: readonly ImportFile[],
  { onBytes, onRows, signal }: ImportWatch
): Promise<ImportedFile[]> {
  const { mapped, maxRemoved, runId } = wanted
  const stored: StoredFile[] = []
  const customersRun = () =>
    stored.find(({ file, run: { run } }) => file.resource === 'customers' && run.state !== 'done')?.run.run.run_id
  for (const file of files) {
    signal.throwIfAborted()
    const name = shownName(file)
    // The provider's own row is never removed.
    const { mode, prefix } = file.resource === 'provider' ? { mode: 'upsert' as const, prefix: undefined } : wanted
    const one = await storeFile(context, file, wanted, onBytes, {
      providerId,
      mode,
      prefix,
      runId: runIdOf(runId, `${mode} ${name}`),
      earlierRuns: stored.flatMap(({ run: { request, run } }) =>
        request.resource === file.resource ? [run.run_id] : []
      ),
      providerKey: null,
      signal,
      customersRun: mode === 'replace' ? customersRun() : undefined,
      withheld: wanted.withheld?.[file.resource],
      ...(maxRemoved !== undefined && { maxRemoved }),
      ...(mapped && { map: mapped.hash }),
      onProgress: ({ read, refused }) => onRows(name, read, refused)
    })
    stored.push(one)
  }
  const ended = await endRuns(
    context,
    stored.map(({ run }) => run)
  )
  const imported: ImportedFile[] = []
  for (const [index, one] of stored.entries()) imported.push(await tellFile(context.db, wanted, one, ended[index]!))
  return imported
}

/** Finds all files, stores the documents' files, imports the rows, and attaches the files of invoices. */
async function importAll(context: ImportContext, wanted: WantedImport, command: CommandContext): Promise<Imported> {
  const { db } = context
  if (wanted.prefix !== undefined && wanted.mode !== 'replace')
    throw new OperatorError('A prefix is that of full sets: it goes with the mode replace.')
  const { files, documentFiles, notTaken } = await findInput(wanted)
  const providerId = await companyOf(db, wanted.providerId, files)
  await checkSameMap(db, wanted, providerId, files)
  const bytesOf = (some: readonly { readonly size: number }[]) => some.reduce((sum, { size }) => sum + size, 0)
  const watch = watchImport(bytesOf(files) + bytesOf(documentFiles), command)
  const { onBytes, onRows, signal } = watch
  const onFile = (file: string, size: number) => {
    onBytes(size)
    onRows(file)
  }
  const config = wanted.dryRun ? null : command.config
  const stored = await storeDocumentFiles(db, config, providerId, documentFiles, { onFile, signal })
  const imported = await importFiles(context, wanted, providerId, files, watch)
  const { attached, refused } = await attachInvoiceFiles(context, { providerId, signal }, stored.ofInvoices)
  return {
    files: imported,
    refusedFiles: [...stored.refused, ...refused],
    unusedFiles: await findUnusedFiles(db, providerId, stored.named),
    exchanged: stored.exchanged,
    attached,
    notTaken
  }
}

/** Imports the files of a folder, or a single file. */
export async function importFolder(db: Db, wanted: WantedImport, context: CommandContext): Promise<Imported> {
  const { config, contents, isServing, signal } = context
  const { imports } = await contents()
  const work = (on: Db) =>
    importAll({ db: on, imports, lead: config.fieldLead, ...(isServing && { isServing }) }, wanted, context)
  try {
    // All files are in one transaction, because later files reference rows of earlier ones.
    // `docs/decisions/0060-imports-in-batches.md`
    return await (wanted.dryRun ? inDryRun(db, work) : work(db))
  } catch (error) {
    if (signal.aborted) throw new OperatorError('The import was ended before it was done.', { cause: error })
    throw error
  }
}
