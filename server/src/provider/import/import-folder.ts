import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { importResourceNames, importResources } from '@customer-center/contract/import/resources'
import { chooseCompany, findCompanies, insertProvider } from '../../company/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Db } from '../../platform/database/query.ts'
import { inDryRun } from '../../platform/database/transaction.ts'
import {
  ImportError,
  type ImportContext,
  type ImportProgress,
  type ImportRequest,
  type ImportResult,
  type ImportSummary
} from '../../platform/importing/import.ts'
import { checkEncoding, type OpenedRows, openRows } from '../../platform/importing/read/open-rows.ts'
import type { ShortRows } from '../../platform/importing/read/row-width.ts'
import { countBytes } from '../../platform/importing/read/source-bytes.ts'
import { checkMap } from '../../platform/importing/run/import-run.repository.ts'
import { runImport } from '../../platform/importing/run/run-import.ts'
import type { CommandContext } from '../../platform/operator/command.ts'
import { findSpooled, spooledRows } from '../map/spool.ts'
import { findUnusedFiles, type RefusedFile, storeDocumentFiles } from './document-files.ts'
import { withExamples } from './examples.ts'
import { findImportFiles, type ImportFile, knownNames } from './find-import-files.ts'
import { findDocumentFiles } from './folder/find-document-files.ts'
import { findNames } from './folder/read-names.ts'
import { attachInvoiceFiles } from './invoice-files.ts'
import { writeRefused } from './refused-rows.ts'

/** Rows of foreign files, as a map has made them. */
export interface MappedImport {
  /** The folder of the spool. */
  readonly spool: string
  /** SHA-256 of the map. */
  readonly hash: string
  /** The names of the foreign files, by their numbers in the spool. */
  readonly files: string[]
}

/** The files to import, and how. */
export interface WantedImport {
  /** The path of a file, or of a folder with one file or more for each resource. */
  readonly path: string
  readonly mapped?: MappedImport | undefined
  /** The company's number; missing if the provider has a single company. */
  readonly company?: number | undefined
  readonly mode: 'upsert' | 'replace'
  /** Share of the stored rows that a full set may take away, from 0 to 1. */
  readonly maxRemoved?: number | undefined
  readonly dryRun: boolean
  /** The id of an import that broke off: finished work is not done again. */
  readonly runId: string
}

/** A reason with the foreign file of its line. */
type Reason = ImportResult['reasons'][number] & { readonly source?: string }

export interface ImportedFile extends ImportResult {
  /** Path of the file; for rows that a map made, the resource. */
  readonly file: string
  readonly isMapped: boolean
  readonly reasons: readonly Reason[]
  /** The first rows of a dry run, as they would be stored; secrets are hidden. */
  readonly examples: readonly Readonly<Record<string, unknown>>[]
  readonly format: OpenedRows['format']
  readonly encoding: ReturnType<OpenedRows['encoding']>
  readonly delimiter: OpenedRows['delimiter'] | null
  readonly isPacked: boolean
  readonly short: ShortRows | null
  /** The file of its refused rows; null where there are none. */
  readonly refusedFile: string | null
}

/** Returns the run of a file in an import: the same again when the import continues. */
function runIdOf(runId: string, part: string): string {
  const hash = createHash('sha256').update(`${runId} ${part}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

interface FileRun {
  readonly file: ImportFile
  readonly wanted: WantedImport
  readonly request: Omit<ImportRequest, 'rows' | 'resource' | 'format' | 'header'>
  readonly onBytes: (count: number) => void
}

async function openFile({ path, resource, originOf }: ImportFile, bytes: AsyncIterable<Buffer>): Promise<OpenedRows> {
  if (!originOf)
    return openRows(bytes, {
      fields: importResources[resource].fields,
      format: /\.ndjson(?:\.gz)?$/i.test(path) ? 'ndjson' : 'csv'
    })
  const rows = spooledRows(bytes, resource)
  return { format: 'ndjson', isPacked: false, header: null, encoding: () => 'utf-8', rows }
}

/** The part of an import that a file is: rows that a map made have no file of their own. */
const shownName = ({ path, resource, originOf }: ImportFile) => (originOf ? resource : basename(path))

function withName(file: ImportFile, error: unknown): unknown {
  if (!(error instanceof ImportError || error instanceof OperatorError)) return error
  return new OperatorError(`${shownName(file)}: ${error.message}`, { cause: error })
}

/** Checks the columns and the encoding of all files: a wrong one stops an import before rows of another are stored. */
async function checkFiles(files: readonly ImportFile[]): Promise<void> {
  for (const file of files) {
    const streams = [createReadStream(file.path), createReadStream(file.path)] as const
    try {
      const { rows, format } = await openFile(file, streams[0])
      // The first row is read behind the columns.
      await rows.next()
      if (format === 'csv') await checkEncoding(streams[1])
    } catch (error) {
      throw withName(file, error)
    } finally {
      for (const stream of streams) stream.destroy()
    }
  }
}

/** Finds the line of a row in the file that the provider has. */
function placeOf({ originOf }: ImportFile, { mapped }: WantedImport, line: number): Pick<Reason, 'line' | 'source'> {
  const origin = originOf?.(line)
  return origin ? { line: origin.line, source: mapped?.files[origin.file] ?? '' } : { line }
}

async function importFile(context: ImportContext, { file, wanted, request, onBytes }: FileRun): Promise<ImportedFile> {
  const stream = createReadStream(file.path)
  let read = 0
  const counted = countBytes(stream as AsyncIterable<Buffer>, (count) => {
    read += count
    onBytes(count)
  })
  const { resource } = file
  const isMapped = file.originOf !== undefined
  try {
    const { rows, format, header, ...opened } = await openFile(file, counted)
    const { examplesOf, noted } = withExamples(resource, rows, wanted.dryRun)
    const summary = await runImport(context, {
      ...request,
      resource,
      rows: noted,
      format,
      header,
      share: () => read / file.size
    })
    const examples = await examplesOf(context.db, request.provider, summary)
    const { delimiter = null, isPacked, encoding, short } = opened
    const beside = isMapped ? join((await findNames(wanted.path)).folder, `${resource}.ndjson`) : file.path
    const place = (line: number) => placeOf(file, wanted, line)
    const refusedFile = await writeRefused(context.db, request.provider, summary, beside, header, place)
    const reasons = summary.reasons.map((reason) => ({ ...reason, ...place(reason.line) }))
    const form = { format, delimiter, isPacked, encoding: encoding(), short: short?.() ?? null }
    return { file: isMapped ? resource : file.path, isMapped, ...form, ...summary, reasons, examples, refusedFile }
  } catch (error) {
    throw withName(file, error)
  } finally {
    stream.destroy()
  }
}

/** Returns the requested company, which in an empty database is made where the files have its letterhead. */
async function companyOf(db: Db, requested: number | undefined, files: readonly ImportFile[]): Promise<number> {
  if ((await findCompanies(db)).length > 0 || files.every(({ resource }) => resource !== 'provider'))
    return chooseCompany(db, requested)
  const provider = requested ?? 1
  // The company's name comes with the first row.
  await insertProvider(db, provider, String(provider))
  return provider
}

/** The result of an import. */
export interface Imported {
  readonly files: readonly ImportedFile[]
  /** Refused files of the folders `files` and `invoices`. */
  readonly refusedFiles: readonly RefusedFile[]
  /** Stored files that no document has. */
  readonly unusedFiles: readonly string[]
  /** The number of stored documents that got new bytes, since they name one of the files. */
  readonly exchanged: number
  /** The number of files that found their invoice by its number. */
  readonly attached: number
  /** Names of files in the folder that are no rows of a resource. */
  readonly notTaken: readonly string[]
}

/**
 * Finds the files to import, and checks them as far as that needs no database.
 * @throws OperatorError
 */
async function findInput({ path, mapped, mode }: WantedImport) {
  const found = mapped ? { files: await findSpooled(mapped.spool), notTaken: [] } : await findImportFiles(path)
  const { files, notTaken } = found
  if (!mapped) await checkFiles(files)
  const documentFiles = await findDocumentFiles(path)
  if (!mapped && files.length + documentFiles.length === 0)
    throw new OperatorError(
      `The folder ${path} has no files to import: they are called ${knownNames}. A file of refused rows is taken by its own path.`
    )
  if (mode === 'replace' && new Set(files.map(({ resource }) => resource)).size < files.length)
    throw new OperatorError('A full set has one file for each resource: --mode replace cannot take several.')
  return { files, documentFiles, notTaken }
}

async function importAll(
  context: ImportContext,
  input: WantedImport,
  { config, report, signal }: CommandContext
): Promise<Imported> {
  const { mapped, mode, maxRemoved, runId, dryRun } = input
  const { files, documentFiles, notTaken } = await findInput(input)
  const provider = await companyOf(context.db, input.company, files)
  const parts = [...importResourceNames, ...files.map(shownName)].flatMap((name) => [
    `upsert ${name}`,
    `replace ${name}`
  ])
  const runs = parts.map((part) => runIdOf(runId, part))
  await checkMap(context.db, provider, runs, mapped?.hash ?? null)
  // All rows of a full set come in before any goes: rows that change may still name one that goes.
  const passes = mode === 'replace' ? (['upsert', 'replace'] as const) : (['upsert'] as const)
  const sizeOf = (some: readonly { readonly size: number }[]) => some.reduce((sum, { size }) => sum + size, 0)
  const bytesTotal = passes.length * sizeOf(files) + sizeOf(documentFiles)
  let bytesRead = 0
  const onFile = (file: string, size: number) => {
    bytesRead += size
    report({ file, bytesRead, bytesTotal, rowsRead: 0, rowsRefused: 0 } satisfies ImportProgress)
  }
  const stored = await storeDocumentFiles(context.db, dryRun ? null : config, provider, documentFiles, {
    onFile,
    signal
  })
  const imported = new Map<string, ImportedFile>()
  for (const pass of passes) {
    for (const file of pass === 'replace' ? files.toReversed() : files) {
      signal.throwIfAborted()
      const name = shownName(file)
      const request = {
        provider,
        mode: pass,
        runId: runIdOf(runId, `${pass} ${name}`),
        providerKey: null,
        signal,
        ...(maxRemoved !== undefined && { maxRemoved }),
        ...(mapped && { map: mapped.hash }),
        onProgress: ({ read, refused }: ImportSummary) =>
          report({ file: name, bytesRead, bytesTotal, rowsRead: read, rowsRefused: refused } satisfies ImportProgress)
      }
      const onBytes = (count: number) => (bytesRead += count)
      const result = await importFile(context, { file, wanted: input, request, onBytes })
      const before = imported.get(file.path)
      imported.set(file.path, before ? { ...before, removed: result.removed } : result)
    }
  }
  const common = { provider, mode: 'upsert', providerKey: null, signal } as const
  const ofParts = { ...common, runIdOf: (part: string) => runIdOf(runId, part) }
  const { attached, refused } = await attachInvoiceFiles(context, ofParts, stored.ofInvoices)
  const unusedFiles = await findUnusedFiles(context.db, provider, stored.named)
  const refusedFiles = [...stored.refused, ...refused]
  return { files: [...imported.values()], refusedFiles, unusedFiles, exchanged: stored.exchanged, attached, notTaken }
}

/** Reads the files of a folder, or one file, into the database. */
export async function importFolder(db: Db, wanted: WantedImport, context: CommandContext): Promise<Imported> {
  const { config, contents, isServing, signal } = context
  const { imports } = await contents()
  const work = (on: Db) =>
    importAll({ db: on, imports, lead: config.fieldLead, ...(isServing && { isServing }) }, wanted, context)
  try {
    // One transaction of all files: later ones refer to rows of earlier ones.
    // `docs/decisions/0060-imports-in-batches.md`
    return await (wanted.dryRun ? inDryRun(db, work) : work(db))
  } catch (error) {
    if (signal.aborted) throw new OperatorError('The import was ended before it was done.', { cause: error })
    throw error
  }
}
