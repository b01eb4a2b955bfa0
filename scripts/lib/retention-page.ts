import { markdownTable, replaceBetween } from './markdown-table.ts'

// The path is a variable: with a literal, the types would make the server's whole project part of the scripts' project.
const featuresFile = '../../server/src/features.ts'

interface Retention {
  of: readonly string[]
  kind: 'table' | 'folder'
  kept: string
  removeOld?: unknown
}

const namesOf = ({ of }: Retention) => of.map((name) => `\`${name}\``).join(', ')

/** Periods for which the server keeps its data, between the page's marks. */
export const retentionPage = {
  path: 'docs/operations/housekeeping.md',
  async textOf(present: string) {
    const { retention }: { retention: readonly Retention[] } = await import(featuresFile)
    const order = (one: Retention) => (one.kind === 'folder' ? 2 : one.removeOld === undefined ? 1 : 0)
    const sorted = retention.toSorted((one, other) => order(one) - order(other))
    const rows = sorted.map((one) => [one.kind, namesOf(one), one.kept])
    return replaceBetween(present, 'retention', () => markdownTable([['', 'Name', 'Kept for'], ...rows]))
  }
}
