import { markdownTable, replaceBetween } from './markdown-table.ts'

const page = 'docs/operations/housekeeping.md'
// By a variable: its types would make the server's whole project part of the scripts' one.
const featuresFile = '../../server/src/features.ts'

interface Retention {
  of: readonly string[]
  kind: 'table' | 'folder'
  kept: string
  removeOld?: unknown
}

const namesOf = ({ of }: Retention) => of.map((name) => `\`${name}\``).join(', ')

async function withTable(text: string) {
  const { retention }: { retention: readonly Retention[] } = await import(featuresFile)
  const order = (one: Retention) => (one.kind === 'folder' ? 2 : one.removeOld === undefined ? 1 : 0)
  const sorted = retention.toSorted((one, other) => order(one) - order(other))
  const rows = sorted.map((one) => [one.kind, namesOf(one), one.kept])
  return replaceBetween(text, 'retention', () => markdownTable([['', 'Name', 'Kept for'], ...rows]))
}

/** Writes into the page, between its marks, how long the server keeps its data. */
export async function writeRetention(read: (path: string) => string, write: (path: string, text: string) => void) {
  write(page, await withTable(read(page)))
}

/** @returns what is wrong */
export async function checkRetention(read: (path: string) => string): Promise<string[]> {
  return read(page) === (await withTable(read(page))) ? [] : [`${page} is stale: run node scripts/generate.ts`]
}
