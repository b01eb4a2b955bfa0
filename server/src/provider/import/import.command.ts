import { randomUUID } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { basename, resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { companyOption, endOnSignal } from '../../platform/operator/arguments.ts'
import { defineCommand, type Terminal } from '../../platform/operator/command.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { ImportProgress } from '../../platform/importing/import.ts'
import { leftOut } from '../../platform/importing/read/read-row.ts'
import type { ShortRows } from '../../platform/importing/read/row-width.ts'
import type { LoadedMap } from '../map/load-map.ts'
import type { ForeignResult } from '../map/read-foreign.ts'
import { findNames } from './folder/read-names.ts'
import type { Imported, ImportedFile, WantedImport } from './import-folder.ts'
import { halfOf, type ProgressForm, showProgress } from './show-progress.ts'

interface ImportOptions {
  readonly company?: number
  readonly mode: 'upsert' | 'replace'
  readonly maxRemoved?: number
  readonly dryRun?: true
  readonly run?: string
  readonly map?: string
  readonly progress?: ProgressForm
}

/** Done, but not every row was taken. */
const rowsRefused = 3

const count = new Intl.NumberFormat('en')
const encodings = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' }

function understood({ isMapped, format, delimiter, encoding, isPacked }: ImportedFile): string {
  if (isMapped) return 'made by the map'
  const kind = format === 'csv' ? `CSV with ${delimiter}s, ${encodings[encoding]}` : 'NDJSON'
  return isPacked ? `${kind}, gzip` : kind
}

function lineOf(result: ImportedFile): string {
  const { file, read, created, updated, unchanged, removed, refused, refusedFields, conflicts } = result
  const counts = {
    new: created,
    changed: updated,
    unchanged,
    removed,
    refused,
    'without a field': refusedFields,
    conflicts
  }
  const words = Object.entries(counts).flatMap(([what, number]) =>
    number > 0 ? [`${count.format(number)} ${what}`] : []
  )
  return `${basename(file)} (${understood(result)}): ${rowsOf(read)}${words.length > 0 ? `: ${words.join(', ')}` : ''}\n`
}

const rowsOf = (number: number) => `${count.format(number)} ${number === 1 ? 'row' : 'rows'}`

const shortLines = (file: string, short: ShortRows | null) =>
  short
    ? [`${file}: ${rowsOf(short.count)} without the last columns, from line ${short.line} on: they count as empty.\n`]
    : []

const separators: Readonly<Record<string, string>> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs', '|': 'bars' }

function sourceLines({ file, encoding, separator, read, refused, short, reasons }: ForeignResult): string[] {
  const form = `CSV with ${separators[separator] ?? separator}, ${encodings[encoding as keyof typeof encodings] ?? encoding}`
  const counts = `${rowsOf(read)}${refused > 0 ? `: ${count.format(refused)} refused` : ''}`
  const shown = reasons.map(
    ({ sentence, line, count: times }) => `  ${count.format(times)}: ${sentence} (line ${line})\n`
  )
  const beside = refused > 0 ? [`  All reasons are in ${file}.refused.txt beside it.\n`] : []
  return [`${file} (${form}): ${counts}\n`, ...shown, ...beside, ...shortLines(file, short)]
}

const exampleLines = ({ file, examples }: ImportedFile) =>
  examples.length === 0
    ? []
    : [`${basename(file)} as they would be stored:\n`, ...examples.map((row) => `  ${JSON.stringify(row)}\n`)]

/** Of reasons, of refused files of documents, and of files with refused rows: the others are counted. */
const mostShown = { reasons: 12, documents: 3 }

/** Why rows were refused: first what the rows themselves are the reason of, then what follows from it, then what customers changed. */
function reasonLines(files: readonly ImportedFile[]): string[] {
  const all = files.flatMap(({ file, reasons }) => reasons.map((reason) => ({ file: basename(file), ...reason })))
  const place = ({ isConflict, isReference }: (typeof all)[number]) => (isConflict ? 2 : isReference ? 1 : 0)
  const sorted = all.toSorted((a, b) => place(a) - place(b) || b.count - a.count)
  const shown = sorted.slice(0, mostShown.reasons).map(({ file, count: times, sentence, line, source, value }) => {
    const example = value === null ? '' : `: ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
    return `  ${count.format(times)} in ${file}: ${sentence} (${source === undefined ? '' : `${source}, `}line ${line}${example})\n`
  })
  if (all.length === 0) return []
  const left = sorted.length - shown.length
  const lost = all.reduce(
    (sum, { isReference, sentence, count: times }) => sum + (isReference && !sentence.endsWith(leftOut) ? times : 0),
    0
  )
  const beside = files.flatMap(({ refusedFile }) => refusedFile ?? [])
  const notKept = files.reduce((sum, file) => sum + file.notKept, 0)
  return [
    'Why, with causes before what follows from them:\n',
    ...shown,
    ...(left > 0 ? [`  and ${left} more ${left === 1 ? 'reason' : 'reasons'}\n`] : []),
    ...(lost > 0
      ? [`${rowsOf(lost)} of them only ${lost === 1 ? 'names' : 'name'} another row that was refused or is missing.\n`]
      : []),
    ...(beside.length > 0
      ? [
          `The refused rows are in ${beside[0]}${beside.length > 1 ? ' and the like' : ''}, with the reasons beside them.\n`
        ]
      : []),
    ...(notKept > 0
      ? [
          `${count.format(notKept)} more are not kept, of files with more than 10 MB of them: correct these and import again.\n`
        ]
      : [])
  ]
}

/** What became of an import, for people. */
export function textOf({
  sources,
  files,
  refusedFiles,
  unusedFiles,
  exchanged,
  attached,
  notTaken
}: AskedImport): string {
  const documents = [
    ...refusedFiles.map(({ file, sentence }) => `${file} was refused: ${sentence}\n`),
    ...unusedFiles.map((file) => `${file} is stored, but no document names it.\n`)
  ]
  const left = documents.length - mostShown.documents
  return [
    ...sources.flatMap(sourceLines),
    ...files.flatMap((file) => [lineOf(file), ...shortLines(basename(file.file), file.short)]),
    ...(exchanged > 0 ? [`Documents whose file was exchanged: ${count.format(exchanged)}\n`] : []),
    ...(attached > 0 ? [`Invoices that got their file by its number: ${count.format(attached)}\n`] : []),
    ...notTaken.map(
      (name) =>
        `${name} was not taken: ${sources.length > 0 ? 'the map has no part for it' : 'its name says no resource'}.\n`
    ),
    ...files.flatMap(exampleLines),
    ...reasonLines(files),
    ...documents.slice(0, mostShown.documents),
    ...(left > 0 ? [`and ${left} more files were refused or are unnamed; --json names all\n`] : [])
  ].join('')
}

/** A server on the same machine comes first. */
export const giveWay = (): void => setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

function readShare(text: string): number {
  const share = Number(/^(\d{1,3}(?:\.\d+)?) ?%?$/.exec(text)?.[1] ?? Number.NaN)
  if (!(share <= 100)) throw new InvalidArgumentError('It must be a number of per cent, from 0 to 100.')
  return share / 100
}

function readRunId(text: string): string {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text))
    throw new InvalidArgumentError('It is no number of an import.')
  return text
}

const importInput = z.object({
  path: z.string().min(1),
  mapped: z.object({ spool: z.string(), hash: z.string(), files: z.array(z.string()) }).optional(),
  company: z.int32().optional(),
  mode: z.enum(['upsert', 'replace']),
  maxRemoved: z.number().min(0).max(1).optional(),
  dryRun: z.boolean(),
  runId: z.uuid()
})

/** The result of an import, and of the foreign files that a map has read for it. */
export interface AskedImport extends Imported {
  readonly sources: readonly ForeignResult[]
}

/** Tells whether every row and file was taken whole. */
export const isWhole = ({ sources, files, refusedFiles }: AskedImport): boolean =>
  refusedFiles.length === 0 &&
  sources.every(({ refused }) => refused === 0) &&
  files.every(({ refused, refusedFields }) => refused + refusedFields === 0)

/**
 * Asks for an import, of foreign files once a map has read them. The map runs in this process alone, which the operator has
 * started, and never in a server.
 */
export async function askImport(
  { ask }: Pick<Terminal<WantedImport, Imported>, 'ask'>,
  wanted: WantedImport,
  map: LoadedMap | undefined,
  { form, signal }: { readonly form: ProgressForm; readonly signal: AbortSignal }
): Promise<AskedImport> {
  const { onProgress, end } = await showProgress(form)
  const asked = (input: WantedImport, report = onProgress) => ask(input, { onProgress: report, signal })
  return (map ? askMapped(asked, wanted, map, { report: onProgress, signal }) : askPlain(asked, wanted)).finally(end)
}

const askPlain = async (
  ask: (input: WantedImport) => Promise<Imported>,
  wanted: WantedImport
): Promise<AskedImport> => ({
  sources: [],
  ...(await ask(wanted))
})

async function askMapped(
  ask: (input: WantedImport, report?: (progress: object) => void) => Promise<Imported>,
  wanted: WantedImport,
  map: LoadedMap,
  { report, signal }: { readonly report: (progress: object) => void; readonly signal: AbortSignal }
): Promise<AskedImport> {
  const { folder, names } = await findNames(wanted.path)
  // Files of documents may come alone, to exchange those that are stored.
  if (names.length === 0) return askPlain(ask, wanted)
  const { readForeign } = await import('../map/read-foreign.ts')
  const reportHalf = (pass: 0 | 1) => (now: object) => report(halfOf(pass, now as ImportProgress))
  const following = { report: reportHalf(0), signal }
  const { spool, sources, notTaken } = await readForeign(map, folder, names, following)
  try {
    const refused = sources.find((source) => source.refused > 0)
    if (wanted.mode === 'replace' && refused)
      throw new OperatorError(
        `A full set needs every row, and ${refused.refused} of ${refused.file} were refused: ${refused.reasons[0]?.sentence}`
      )
    const files = sources.map(({ file }) => file)
    const mapped = { spool: spool.folder, hash: map.hash, files }
    const imported = await ask({ ...wanted, mapped }, reportHalf(1))
    return { ...imported, sources, notTaken }
  } finally {
    await spool.remove()
  }
}

/** How an import or a sync says how far it is. */
export const progressOption = new Option(
  '--progress <form>',
  'json: a line each second on stderr; otherwise a bar, or a line every 30 seconds where there is no terminal'
).choices(['json'])

/** The provider's data, from its files. */
export const importCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<path>', 'a folder, or a file such as contacts.csv')
      .addOption(
        new Option('--mode <mode>', 'replace: the files are full sets, and what they lack is removed')
          .choices(['upsert', 'replace'])
          .default('upsert')
      )
      .option('--max-removed <percent>', 'how much of each resource a full set may remove (default: 5)', readShare)
      .option('--map <module>', 'read foreign files as this TypeScript module says (docs/PROVIDER.md describes it)')
      .option('--dry-run', 'do everything but store it')
      .option('--run <id>', 'go on with an import that broke off', readRunId)
      .addOption(progressOption)
      .option(...companyOption)
      .addHelpText(
        'after',
        `\nExit code ${rowsRefused}: done, but rows or fields were refused; they are in a file beside.`
      ),
  name: 'import',
  input: importInput,
  run: async (db, wanted, context) => (await import('./import-folder.ts')).importFolder(db, wanted, context),
  afterOutage: ({ dryRun, runId }) =>
    dryRun
      ? 'Nothing was written: run the command again.'
      : `What is stored stays; the same command with --run ${runId} goes on behind it.`,
  async act({ ask, print }, path: string, options: ImportOptions) {
    giveWay()
    const { run: runId = randomUUID(), dryRun = false, map: mapPath, progress, ...given } = options
    const map = mapPath === undefined ? undefined : await (await import('../map/load-map.ts')).loadMap(mapPath)
    if (!dryRun) process.stderr.write(`Import ${runId}. If it breaks off: the same command with --run ${runId}\n`)
    const input = { ...given, path: resolve(path), dryRun, runId }
    const imported = await askImport({ ask }, input, map, { form: progress, signal: endOnSignal() })
    const text = textOf(imported)
    print(dryRun ? `${text}Nothing was written: this was a dry run.` : text, { runId, ...imported })
    if (!isWhole(imported)) process.exitCode = rowsRefused
  }
})

export const commands = [importCommand]
