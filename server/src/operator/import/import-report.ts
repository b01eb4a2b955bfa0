import { basename } from 'node:path'
import type { FileFaults } from '../../records/importing/read/csv-file.ts'
import type { ForeignResult } from '../map/read-foreign.ts'
import type { Imported, ImportedFile } from './import-folder.ts'

/** Result of an import, with that of the foreign files that a map has read for it. */
export interface AskedImport extends Imported {
  readonly sources: readonly ForeignResult[]
  /** Names of files whose last line has no end. */
  readonly unended: readonly string[]
}

/** Tells whether every row and file was accepted without a fault. */
export const isWhole = ({ sources, files, refusedFiles }: AskedImport): boolean =>
  refusedFiles.length === 0 &&
  sources.every(({ refused }) => refused === 0) &&
  files.every(
    ({ stopped, withheld, refused, refusedFields }) => (stopped ?? withheld) === null && refused + refusedFields === 0
  )

/** Says each sentence once, with the names of all of its files. */
function sentencesOf(files: readonly ImportedFile[], which: 'stopped' | 'withheld'): string {
  const sentences = new Set(files.flatMap((one) => one[which] ?? []))
  const namesOf = (sentence: string) =>
    files.flatMap((one) => (one[which] === sentence ? basename(one.file) : [])).join(', ')
  return [...sentences].map((sentence) => `${namesOf(sentence)}: ${sentence}\n`).join('')
}

/** Says of which files the end of the run took nothing away, and why. */
export const stoppedOf = ({ files }: Pick<Imported, 'files'>): string => sentencesOf(files, 'stopped')

/** Says of which full sets nothing was removed, although all that could be read is stored, and why. */
export const withheldOf = ({ files }: Pick<Imported, 'files'>): string => sentencesOf(files, 'withheld')

/** Returns the result of an import after its folder was moved. */
export function movedImport(imported: AskedImport, from: string, to: string): AskedImport {
  const moved = (path: string) => (path.startsWith(from) ? `${to}${path.slice(from.length)}` : path)
  return {
    ...imported,
    files: imported.files.map((one) => ({
      ...one,
      file: moved(one.file),
      refusedFile: one.refusedFile && moved(one.refusedFile)
    })),
    refusedFiles: imported.refusedFiles.map((one) => ({ ...one, file: moved(one.file) }))
  }
}

const count = new Intl.NumberFormat('en')

const lineIf = (applies: boolean, line: string): string[] => (applies ? [line] : [])
const encodings: Readonly<Record<string, string>> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' }

function understood({ isMapped, format, separator, encoding, isPacked }: ImportedFile): string {
  if (isMapped) return 'made by the map'
  const kind = format === 'csv' ? `CSV with ${separator}s, ${encodings[encoding] ?? encoding}` : 'NDJSON'
  return isPacked ? `${kind}, gzip` : kind
}

/** Returns the line of a file: its form, and the number of its rows by outcome. */
function lineOf(file: string, form: string, read: number, became: Readonly<Record<string, number>>): string {
  const words = Object.entries(became).flatMap(([what, number]) =>
    number > 0 ? [`${count.format(number)} ${what}`] : []
  )
  return `${file} (${form}): ${rowCount(read)}${words.length > 0 ? `: ${words.join(', ')}` : ''}\n`
}

function fileLines(result: ImportedFile): string[] {
  const { read, created, updated, unchanged, removed, refused, refusedFields, conflicts, known } = result
  const name = basename(result.file)
  const became = {
    new: created,
    changed: updated,
    unchanged,
    removed,
    refused,
    'without a field': refusedFields,
    conflicts,
    'of these as in the last run': known
  }
  return [lineOf(name, understood(result), read, became), ...faultLines(name, result)]
}

const rowCount = (number: number) => `${count.format(number)} ${number === 1 ? 'row' : 'rows'}`

const faultLines = (file: string, { short, heads }: FileFaults) => [
  ...lineIf(
    short !== null,
    `${file}: ${rowCount(short?.count ?? 0)} without the last columns, from line ${short?.line} on: they count as empty.\n`
  ),
  ...lineIf(
    heads !== null,
    `${file}: the head is there ${heads?.count === 1 ? 'once more' : `${heads?.count} times more`}, first in line ${heads?.line}: left out.\n`
  )
]

const separators: Readonly<Record<string, string>> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs', '|': 'bars' }

function sourceLines({
  file,
  encoding,
  separator,
  read,
  refused,
  repeated,
  reasons,
  ...faults
}: ForeignResult): string[] {
  const kind = separator === null ? 'fixed width' : `CSV with ${separators[separator] ?? separator}`
  const line = lineOf(file, `${kind}, ${encodings[encoding] ?? encoding}`, read, {
    refused,
    'parts that repeat': repeated
  })
  const shown = reasons.map(
    ({ sentence, line: first, count: times }) => `  ${count.format(times)}: ${sentence} (line ${first})\n`
  )
  const beside = lineIf(refused > 0, `  All reasons are in ${file}.refused.txt beside it.\n`)
  return [line, ...shown, ...beside, ...faultLines(file, faults)]
}

const exampleLines = ({ file, examples }: ImportedFile) =>
  examples.length === 0
    ? []
    : [`${basename(file)} as they would be stored:\n`, ...examples.map((row) => `  ${JSON.stringify(row)}\n`)]

/** Limits of reasons and of refused documents' files in the report; the rest is only counted. */
const maxShown = { notices: 50, reasons: 12, documents: 3 }

/**
 * Returns the reasons of refusals: first faults of the rows, then their consequences in other rows, then values that
 * customers have changed.
 */
function reasonLines(files: readonly ImportedFile[]): string[] {
  const all = files.flatMap(({ file, reasons }) =>
    reasons.flatMap((reason) => (reason.kind === 'notice' ? [] : { file: basename(file), ...reason }))
  )
  const place = ({ kind, isReference }: (typeof all)[number]) => (kind === 'conflict' ? 2 : isReference ? 1 : 0)
  const sorted = all.toSorted((a, b) => place(a) - place(b) || b.count - a.count)
  const shown = sorted.slice(0, maxShown.reasons).map(({ file, count: times, sentence, line, source, value }) => {
    const example = value === null ? '' : `: ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`
    return `  ${count.format(times)} in ${file}: ${sentence} (${source === undefined ? '' : `${source}, `}${line === 0 ? 'not in the set' : `line ${line}`}${example})\n`
  })
  if (all.length === 0) return []
  const left = sorted.length - shown.length
  const lost = all.reduce(
    (sum, { isReference, kind, count: times }) => sum + (isReference && kind === 'row' ? times : 0),
    0
  )
  const beside = files.flatMap(({ refusedFile }) => refusedFile ?? [])
  const paths = `${beside[0]}${beside.length > 1 ? ' and the like' : ''}`
  const names = lost === 1 ? 'names' : 'name'
  const notKept = files.reduce((sum, file) => sum + file.notKept, 0)
  return [
    'Why, with causes before what follows from them:\n',
    ...shown,
    ...lineIf(left > 0, `  and ${left} more ${left === 1 ? 'reason' : 'reasons'}\n`),
    ...lineIf(lost > 0, `${rowCount(lost)} of them only ${names} another row that was refused or is missing.\n`),
    ...lineIf(beside.length > 0, `The refused rows are in ${paths}, with the reasons beside them.\n`),
    ...lineIf(
      notKept > 0,
      `${count.format(notKept)} more are not kept, of files with more than 10 MB of them: correct these and import again.\n`
    )
  ]
}

/** Returns the notices of access that went, each with its place. */
function noticeLines(files: readonly ImportedFile[]): string[] {
  const all = files.flatMap(({ file, reasons }) =>
    reasons.flatMap(({ kind, sentence, source = basename(file), line }) =>
      kind === 'notice' ? `  ${sentence} (${source}, ${line === 0 ? 'not in the set' : `line ${line}`})\n` : []
    )
  )
  const left = all.length - maxShown.notices
  return [...all.slice(0, maxShown.notices), ...lineIf(left > 0, `  and ${left} more of these; --json names all\n`)]
}

export function textOf({
  sources,
  files,
  unended,
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
  const left = documents.length - maxShown.documents
  const whyNot = sources.length > 0 ? 'the map has no part for it' : 'its name says no resource'
  return [
    ...sources.flatMap(sourceLines),
    ...files.flatMap(fileLines),
    ...unended.map((name) => `${name}: its last line has no end: the file may be only a part.\n`),
    ...lineIf(exchanged > 0, `Documents whose file was exchanged: ${count.format(exchanged)}\n`),
    ...lineIf(attached > 0, `Invoices that got their file by its number: ${count.format(attached)}\n`),
    ...notTaken.map((name) => `${name} was not taken: ${whyNot}.\n`),
    ...files.flatMap(exampleLines),
    ...noticeLines(files),
    ...reasonLines(files),
    stoppedOf({ files }),
    withheldOf({ files }),
    ...documents.slice(0, maxShown.documents),
    ...lineIf(left > 0, `and ${left} more files were refused or are unnamed; --json names all\n`)
  ].join('')
}
