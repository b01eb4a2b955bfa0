import { readFileSync } from 'node:fs'
import { markdownTable } from './markdown-table.ts'

interface KnownFindings {
  /** What the elements show without a member, by noun and name. */
  readonly required: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly kinds: Readonly<Record<string, { readonly level?: string; readonly shows: string; readonly remedy: string }>>
}

const file = new URL('../../elements/src/backend-check/findings.json', import.meta.url)
const { required, kinds } = JSON.parse(readFileSync(file, 'utf8')) as KnownFindings

/** Tells whether a row has to have the member, whatever RES_FIELDS asks for. */
export const isRequired = (noun: string, name: string): boolean => required[noun]?.[name] !== undefined

/** Kinds of findings of `customer-center-check`. */
export function findingsTable() {
  const rows = Object.entries(kinds).map(([kind, { level = 'fault', shows, remedy }]) => [
    `\`${kind}\``,
    level === 'fault' ? level : 'note',
    shows,
    remedy
  ])
  return markdownTable([['Kind', 'Level', 'The elements show', 'What to change'], ...rows])
}
