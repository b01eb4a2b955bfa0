import { rm, writeFile } from 'node:fs/promises'
import { type KeptRefusal, linesToCorrect } from '../../records/importing/run/import-refusal.repository.ts'

/**
 * Returns the path of the refused rows beside the imported file: `contacts.csv.gz` → `contacts.refused.csv`, and for
 * the latter `contacts.refused-2.csv`.
 */
function refusedPath(path: string): string {
  const [, name = '', corrected, again, ending = ''] =
    /^(.*?)(\.refused(?:-(\d+))?)?\.(\w+)$/.exec(path.replace(/\.gz$/i, '')) ?? []
  return `${name}.refused${corrected ? `-${Number(again ?? 1) + 1}` : ''}.${ending}`
}

/** The line of a row, in the provider's own file if a map has made the row. */
export interface RowPlace {
  readonly line: number
  readonly source?: string
}

const ownFile = { mode: 0o600 }

/**
 * Writes the refused rows unchanged, for correction and another import, and the reason for each in a file beside them.
 * @returns the path of the refused rows; null without any
 */
export async function writeRefused(
  refusals: readonly KeptRefusal[],
  path: string,
  header: string | null,
  place: (line: number) => RowPlace
): Promise<string | null> {
  const rowsPath = refusedPath(path)
  const reasonsPath = `${rowsPath}.txt`
  await Promise.all([rm(rowsPath, { force: true }), rm(reasonsPath, { force: true })])
  if (refusals.length === 0) return null
  const reasons = refusals.map(({ line: number, key, field, value, stored, sentence }) => {
    const { line, source } = place(number)
    const where = [source ?? [], line === 0 ? [] : `line ${line}`, key || []].flat().join(', ')
    return `${where === '' ? '' : `${where}: `}${sentence}${field === null ? '' : ` (${field}: ${JSON.stringify(value)}${stored === null ? '' : `, stored: ${JSON.stringify(stored)}`})`}\n`
  })
  await writeFile(reasonsPath, reasons, ownFile)
  if (!refusals.some(({ kind }) => kind === 'row' || kind === 'field')) return null
  // The byte order mark tells Excel that the file is UTF-8, whatever the encoding of the original.
  await writeFile(rowsPath, linesToCorrect(refusals, header === null ? null : `\uFEFF${header}`), ownFile)
  return rowsPath
}
