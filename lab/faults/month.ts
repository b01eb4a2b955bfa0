import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markdownTable } from '../../scripts/lib/markdown-table.ts'
import { vitest } from '../../scripts/lib/steps.ts'
import { rewriteBetween, today } from '../trial/page.ts'
import type { Trial } from '../trial/trial.ts'

type Sizes = Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>

const name =
  'thirty days of 2,000 calls and a dirty import of 150,000 rows a night; tables that grow though nothing says so, and rows that stay beyond their period'

/** Smallest table that the manual shows, and all others together. */
const smallest = 500_000

const count = new Intl.NumberFormat('en')
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Shows the rows and sizes of the larger tables after each third of the month. */
function tableOf(thirds: readonly Sizes[]): string {
  const tables = Object.entries(thirds.at(-1) ?? {}).toSorted(([, one], [, other]) => other.bytes - one.bytes)
  const large = tables.flatMap(([table, { bytes }]) => (bytes < smallest ? [] : [table]))
  const line = (label: string, of: (sizes: Sizes) => { readonly rows: number; readonly bytes: number }) => [
    label,
    ...thirds.map((sizes) => count.format(of(sizes).rows)),
    ...thirds.map((sizes) => megabytes(of(sizes).bytes))
  ]
  const sum = (sizes: Sizes) =>
    Object.entries(sizes).reduce(
      (all, [table, { rows, bytes }]) =>
        large.includes(table) ? all : { rows: all.rows + rows, bytes: all.bytes + bytes },
      { rows: 0, bytes: 0 }
    )
  const head = ['Table', 'rows, day 10', 'day 20', 'day 30', 'MB, day 10', 'day 20', 'day 30']
  const none = { rows: 0, bytes: 0 }
  const lines = large.map((table) => line(`\`${table}\``, (sizes) => sizes[table] ?? none))
  return markdownTable([head, ...lines, line('all others', sum)], 6)
}

/** The slow test of the server with the month of a provider; MONTH_ROWS makes the nights shorter. */
export const month: Trial = {
  name,
  async run() {
    const { MONTH_ROWS = '150000' } = process.env
    const report = join(tmpdir(), `customer-center-month-${process.pid}.json`)
    const volume = { MONTH_DAYS: '30', MONTH_CALLS: '2000', MONTH_ROWS, MONTH_REPORT: report }
    const { passed, failed } = await vitest(name, 'server', volume, ['src/month.slow.test.ts'])()
    if (existsSync(report)) {
      const table = tableOf(JSON.parse(readFileSync(report, 'utf8')) as readonly Sizes[])
      console.log(table)
      const said = `${today()}, ${count.format(Number(MONTH_ROWS))} rows a night:`
      rewriteBetween('operations/housekeeping.md', 'month', () => `${said}\n\n${table}`)
      rmSync(report)
    }
    return { tried: (passed + failed) * 30, broken: failed }
  }
}
