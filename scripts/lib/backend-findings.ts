import { readFileSync } from 'node:fs'
import { markdownTable } from './markdown-table.ts'

interface KnownFindings {
  readonly kinds: Readonly<Record<string, { readonly level?: string; readonly shows: string; readonly remedy: string }>>
}

/** Kinds of findings of `customer-center-check`. */
export function findingsTable() {
  const file = new URL('../../elements/src/backend-check/findings.json', import.meta.url)
  const { kinds } = JSON.parse(readFileSync(file, 'utf8')) as KnownFindings
  const rows = Object.entries(kinds).map(([kind, { level = 'fault', shows, remedy }]) => [
    `\`${kind}\``,
    level === 'fault' ? level : 'note',
    shows,
    remedy
  ])
  return markdownTable([['Kind', 'Level', 'The elements show', 'What to change'], ...rows])
}
