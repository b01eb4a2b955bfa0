import { randomUUID } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { basename, resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { companyOption, endOnSignal } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { Imported, ImportedFile, ImportProgress } from './import-files.ts'

interface ImportOptions {
  readonly company?: number
  readonly mode: 'upsert' | 'replace'
  readonly maxRemoved?: number
  readonly dryRun?: true
  readonly run?: string
}

/** Done, but not every row was taken. */
const rowsRefused = 3

const count = new Intl.NumberFormat('en')
const encodings = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' }

function understood({ format, delimiter, encoding, isPacked }: ImportedFile): string {
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
  return `${basename(file)} (${understood(result)}): ${count.format(read)} ${read === 1 ? 'row' : 'rows'}${words.length > 0 ? `: ${words.join(', ')}` : ''}\n`
}

/** Of reasons, of refused files of documents, and of files with refused rows: the others are counted. */
const mostShown = { reasons: 12, documents: 3 }

/** Why rows were refused: first what the rows themselves are the reason of, then what follows from it, then what customers changed. */
function reasonLines(files: readonly ImportedFile[]): string[] {
  const all = files.flatMap(({ file, reasons }) => reasons.map((reason) => ({ file: basename(file), ...reason })))
  const place = ({ isConflict, isReference }: (typeof all)[number]) => (isConflict ? 2 : isReference ? 1 : 0)
  const sorted = all.toSorted((a, b) => place(a) - place(b) || b.count - a.count)
  const shown = sorted.slice(0, mostShown.reasons).map(({ file, count: times, sentence, line, value }) => {
    const example = value === null ? '' : `: ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
    return `  ${count.format(times)} in ${file}: ${sentence} (line ${line}${example})\n`
  })
  if (all.length === 0) return []
  const left = sorted.length - shown.length
  const beside = files.flatMap(({ refusedFile }) => refusedFile ?? [])
  return [
    'Why, with causes before what follows from them:\n',
    ...shown,
    ...(left > 0 ? [`  and ${left} more reasons\n`] : []),
    ...(beside.length > 0
      ? [
          `The refused rows are in ${beside[0]}${beside.length > 1 ? ' and the like' : ''}, with the reasons beside them.\n`
        ]
      : [])
  ]
}

/** What became of an import, for people. */
export function textOf({ files, refusedFiles, unusedFiles, exchanged, attached }: Imported): string {
  const documents = [
    ...refusedFiles.map(({ file, sentence }) => `${file} was refused: ${sentence}\n`),
    ...unusedFiles.map((file) => `${file} is stored, but no document names it.\n`)
  ]
  const left = documents.length - mostShown.documents
  return [
    ...files.map(lineOf),
    ...(exchanged > 0 ? [`Documents whose file was exchanged: ${count.format(exchanged)}\n`] : []),
    ...(attached > 0 ? [`Invoices that got their file by its number: ${count.format(attached)}\n`] : []),
    ...reasonLines(files),
    ...documents.slice(0, mostShown.documents),
    ...(left > 0 ? [`and ${left} more files were refused or are unnamed; --json names all\n`] : [])
  ].join('')
}

function remaining(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s left`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min left` : `${(seconds / 3600).toFixed(1)} h left`
}

/** A bar with the remaining time on a terminal, and nothing elsewhere: a log needs no bar. */
async function showProgress(): Promise<{
  readonly onProgress: (progress: object) => void
  readonly end: () => void
}> {
  if (!process.stderr.isTTY) return { onProgress: () => undefined, end: () => undefined }
  const { progress } = await import('@clack/prompts')
  const bar = progress({ max: 1000, output: process.stderr })
  const begun = performance.now()
  let shown = 0
  bar.start('import')
  return {
    onProgress(given) {
      const { file, bytesRead, bytesTotal, rowsRead, rowsRefused: refused } = given as ImportProgress
      const done = bytesTotal === 0 ? 1 : bytesRead / bytesTotal
      const left = done > 0 ? remaining(((performance.now() - begun) / done) * (1 - done)) : ''
      const at = Math.floor(done * 1000)
      bar.advance(at - shown, `${file}: ${count.format(rowsRead)} rows, ${count.format(refused)} refused, ${left}`)
      shown = at
    },
    end: () => bar.stop('')
  }
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
  company: z.int32().optional(),
  mode: z.enum(['upsert', 'replace']),
  maxRemoved: z.number().min(0).max(1).optional(),
  dryRun: z.boolean(),
  runId: z.uuid()
})

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
      .option('--dry-run', 'do everything but store it')
      .option('--run <id>', 'go on with an import that broke off', readRunId)
      .option(...companyOption)
      .addHelpText(
        'after',
        `\nExit code ${rowsRefused}: done, but rows or fields were refused; they are in a file beside.`
      ),
  name: 'import',
  input: importInput,
  run: async (db, wanted, context) => (await import('./import-files.ts')).importFiles(db, wanted, context),
  afterOutage: ({ dryRun, runId }) =>
    dryRun
      ? 'Nothing was written: run the command again.'
      : `What is stored stays; the same command with --run ${runId} goes on behind it.`,
  async act({ ask, print }, path: string, options: ImportOptions) {
    giveWay()
    const { run: runId = randomUUID(), dryRun = false, ...given } = options
    if (!dryRun) process.stderr.write(`Import ${runId}. If it breaks off: the same command with --run ${runId}\n`)
    const { onProgress, end } = await showProgress()
    const input = { ...given, path: resolve(path), dryRun, runId }
    const imported = await ask(input, { onProgress, signal: endOnSignal() }).finally(end)
    const { files, refusedFiles } = imported
    const text = textOf(imported)
    print(dryRun ? `${text}Nothing was written: this was a dry run.` : text, { runId, ...imported })
    if (refusedFiles.length > 0 || files.some(({ refused, refusedFields }) => refused + refusedFields > 0))
      process.exitCode = rowsRefused
  }
})

export const commands = [importCommand]
