import { cellsOf, markdownTable } from '../../scripts/lib/markdown-table.ts'
import { stop } from '../../scripts/lib/run.ts'
import { machine } from './machine.ts'
import { rewriteBetween, today } from './page.ts'
import type { Outcome, Trial, TrialRoom } from './trial.ts'

interface Result extends Partial<Outcome> {
  /** What stands in place of counts: a requirement that the machine lacks. */
  readonly missing?: string
  readonly minutes: string
}

const head = ['What is tried', 'A promise is broken by', 'Tried', 'Broken', 'Minutes', 'On']

/**
 * Runs the trials that the words name, perhaps with a count (`import=1000000`), in their own order; all of them if there
 * is no word. Puts each result into the table of the page at once: a later trial that fails takes nothing with it. Ends
 * the program, with 1 if a promise was broken.
 */
export async function runTrials(room: TrialRoom, words: readonly string[]): Promise<never> {
  const { trials, triedByTests = {}, close } = room
  const counts = new Map(
    words.map((word) => {
      const [name = '', count] = word.split('=')
      return [name, count] as const
    })
  )
  const unknown = [...counts.keys()].filter((name) => !Object.hasOwn(trials, name))
  if (unknown.length > 0) stop(`There is no ${unknown.join(', ')}. There are: ${Object.keys(trials).join(', ')}.`)
  const results: Record<string, Result> = {}
  for (const [name, trial] of Object.entries(trials)) {
    if (counts.size > 0 && !counts.has(name)) continue
    console.log(`${name}: ${trial.name}`)
    const count = counts.get(name)
    const result = await runTrial(trial, count === undefined ? undefined : Number(count))
    if (result.measured) console.log(`${name}: ${machine}`)
    if (result.measured) console.table(result.measured)
    results[name] = result
    // A run of another size is no figure for the page.
    if (count === undefined) renewRow(room, trial, result)
  }
  await close?.()
  console.log(machine)
  console.table(
    Object.fromEntries(Object.entries(results).map(([name, { measured: _shown, ...shown }]) => [name, shown]))
  )
  const tests = Object.entries(triedByTests)
  if (tests.length > 0) console.log('npm test tries besides:')
  for (const [what, test] of tests) console.log(`- ${what}: ${test}`)
  if (Object.values(results).some(({ broken = 0 }) => broken > 0)) stop('A promise was broken.')
  process.exit(0)
}

async function runTrial({ missing, run }: Trial, count?: number): Promise<Result> {
  const lacking = missing?.()
  if (lacking !== undefined) return { missing: lacking, minutes: '' }
  const begun = Date.now()
  const outcome = await run(count).catch((error: unknown): Outcome => {
    console.error(error)
    return { tried: 1, broken: 1 }
  })
  return { ...outcome, minutes: ((Date.now() - begun) / 60_000).toFixed(1) }
}

/** Renews a trial's row in the page; the others stay as they are, without those of trials that are gone. */
function renewRow({ table, trials }: TrialRoom, trial: Trial, { missing, tried, broken, minutes }: Result): void {
  if (!table) return
  rewriteBetween(...table, (before) => {
    const old = new Map(cellsOf(before).map((cells) => [cells[0], cells]))
    const rows = Object.values(trials).map((each) => {
      const [what = '', broke = ''] = each.name.split('; ')
      if (each !== trial) return old.get(what) ?? [what, broke, '', '', '', '']
      if (missing !== undefined) return [what, broke, `not tried without ${missing}`, '', '', '']
      return [what, broke, String(tried), String(broken), minutes, today()]
    })
    return markdownTable([head, ...rows], 4)
  })
}
