import { markdownTable, replaceBetween } from './markdown-table.ts'

// The path is a variable: with a literal, the types would make the server's whole project part of the scripts' project.
const limitsFile = '../../server/src/platform/limits/limits.ts'

interface Limit {
  of: string
  most: number | { times: number; setting: string }
  unit?: string
  cost?: string
  seconds?: number
  inARow?: number
  longestWait?: number
  knownFor?: number
  kept: 'process' | 'database' | 'request'
  refusal: string
}

const units = [
  ['h', 3600],
  ['min', 60],
  ['s', 1]
] as const

/** Formats a time in the largest unit that gives a whole number. */
function timeOf(seconds: number) {
  const [unit, length] = units.find((each) => seconds % each[1] === 0) ?? ['s', 1]
  return `${seconds / length} ${unit}`
}

function maxOf({ most, unit, seconds, inARow, longestWait, knownFor }: Limit) {
  const share = typeof most === 'number' ? '' : `\`${most.setting}\``
  const times = typeof most === 'number' ? most : most.times
  const number = share === '' ? `${times}` : times === 1 ? share : `${share} × ${times}`
  return [
    number + (seconds === undefined ? ` ${unit ?? 'at once'}` : ` in ${timeOf(seconds)}`),
    ...(inARow === undefined ? [] : [`${inARow} without a pause`]),
    ...(longestWait === undefined ? [] : [`then waits of a minute to ${timeOf(longestWait)}`]),
    ...(knownFor === undefined ? [] : [`new again ${knownFor / 86_400} days after a login`])
  ].join(', ')
}

async function limitsTable() {
  const { limits }: { limits: Record<string, Limit> } = await import(limitsFile)
  const rows = Object.values(limits).map((limit) => [
    limit.of,
    maxOf(limit),
    limit.cost ?? '',
    limit.kept,
    limit.refusal
  ])
  return markdownTable([['What', 'At most', 'Cost of one', 'Counted by', 'Beyond it'], ...rows])
}

/** The server's table of limits, between the page's marks. */
export const limitsPage = {
  path: 'docs/SECURITY.md',
  async textOf(present: string) {
    const table = await limitsTable()
    return replaceBetween(present, 'limits', () => table)
  }
}
