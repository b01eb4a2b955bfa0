import { markdownTable, replaceBetween } from './markdown-table.ts'

const page = 'docs/SECURITY.md'
// By a variable: its types would make the server's whole project part of the scripts' one.
const limitsFile = '../../server/src/platform/limits/limits.ts'

interface Limit {
  of: string
  most: number | { times: number; setting: string }
  seconds?: number
  inARow?: number
  longestWait?: number
  knownFor?: number
  kept: 'process' | 'database'
  refusal: string
}

const units = [
  ['h', 3600],
  ['min', 60],
  ['s', 1]
] as const

/** A time in the largest unit that has no fraction. */
function timeOf(seconds: number) {
  const [unit, length] = units.find((each) => seconds % each[1] === 0) ?? ['s', 1]
  return `${seconds / length} ${unit}`
}

function mostOf({ most, seconds, inARow, longestWait, knownFor }: Limit) {
  const share = typeof most === 'number' ? '' : `\`${most.setting}\``
  const times = typeof most === 'number' ? most : most.times
  const number = share === '' ? `${times}` : times === 1 ? share : `${share} × ${times}`
  return [
    number + (seconds === undefined ? ' at once' : ` in ${timeOf(seconds)}`),
    ...(inARow === undefined ? [] : [`${inARow} without a pause`]),
    ...(longestWait === undefined ? [] : [`then waits of a minute to ${timeOf(longestWait)}`]),
    ...(knownFor === undefined ? [] : [`new again ${knownFor / 86_400} days after a login`])
  ].join(', ')
}

async function limitsTable() {
  const { limits }: { limits: Record<string, Limit> } = await import(limitsFile)
  const rows = Object.values(limits).map((limit) => [limit.of, mostOf(limit), limit.kept, limit.refusal])
  return markdownTable([['What', 'At most', 'Counted by', 'Beyond it'], ...rows])
}

async function withTable(text: string) {
  const table = await limitsTable()
  return replaceBetween(text, 'limits', () => table)
}

/** Writes the server's table of limits into the page, between its marks. */
export async function writeLimits(read: (path: string) => string, write: (path: string, text: string) => void) {
  write(page, await withTable(read(page)))
}

/** @returns what is wrong */
export async function checkLimits(read: (path: string) => string): Promise<string[]> {
  return read(page) === (await withTable(read(page))) ? [] : [`${page} has other limits: run node scripts/generate.ts`]
}
