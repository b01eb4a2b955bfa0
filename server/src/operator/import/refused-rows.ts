import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../platform/database/query.ts'
import type { ImportResult } from '../../records/importing/import.ts'
import { refusedRows, rowsToCorrect } from '../../records/importing/run/import-refusal.repository.ts'

/**
 * Returns the path of the refused rows beside the imported file: `contacts.csv.gz` → `contacts.refused.csv`, and for
 * the latter `contacts.refused-2.csv`.
 */
function refusedPath(path: string): string {
  const [, name = '', corrected, again, ending = ''] =
    /^(.*?)(\.refused(?:-(\d+))?)?\.(\w+)$/.exec(path.replace(/\.gz$/i, '')) ?? []
  return `${name}.refused${corrected ? `-${Number(again ?? 1) + 1}` : ''}.${ending}`
}

interface RefusalListing {
  /** Returns the line of a row in the provider's own file. */
  readonly place: (line: number) => { readonly line: number; readonly source?: string }
  /** Whether to leave out what the last run has listed. */
  readonly onlyNew: boolean
}

/**
 * Writes the refused rows unchanged, for correction and another import, and the reason for each in a file beside them.
 */
export async function writeRefused(
  db: Db,
  providerId: number,
  { runId, reasons }: Pick<ImportResult, 'runId' | 'reasons'>,
  path: string,
  header: string | null,
  { place, onlyNew }: RefusalListing
): Promise<string | null> {
  const run = { providerId, runId }
  const rowsPath = refusedPath(path)
  const reasonsPath = `${rowsPath}.txt`
  await Promise.all([rm(rowsPath, { force: true }), rm(reasonsPath, { force: true })])
  if (reasons.length === 0) return null
  // The reasons are only the first kinds, and may all be of notices and conflicts.
  let toCorrect = false
  const write = (to: string, texts: () => AsyncGenerator<string>) =>
    pipeline(Readable.from(texts()), createWriteStream(to, { mode: 0o600 }))
  await write(reasonsPath, async function* lines() {
    for await (const { line: number, kind, key, field, value, stored, sentence } of refusedRows(db, run, { onlyNew })) {
      toCorrect ||= kind === 'row' || kind === 'field'
      const { line, source } = place(number)
      const where = [source ?? [], line === 0 ? [] : `line ${line}`, key || []].flat().join(', ')
      yield `${where === '' ? '' : `${where}: `}${sentence}${field === null ? '' : ` (${field}: ${JSON.stringify(value)}${stored === null ? '' : `, stored: ${JSON.stringify(stored)}`})`}\n`
    }
  })
  if (toCorrect)
    await write(rowsPath, async function* toCorrectRows() {
      // The byte order mark tells Excel that the file is UTF-8, whatever the encoding of the original.
      if (header !== null) yield `\uFEFF${header}\n`
      for await (const text of rowsToCorrect(db, run, { onlyNew })) yield `${text}\n`
    })
  return toCorrect ? rowsPath : null
}
