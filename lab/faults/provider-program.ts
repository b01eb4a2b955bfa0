import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { runProvider, startChild } from '../../testing/process.ts'
import type { Amounts } from './provider-files.ts'

/** A fiftieth of a large provider's data. */
export const amounts: Amounts = {
  customers: 200,
  contacts: 4000,
  events: 100,
  participations: 10_000,
  invoices: 6000,
  files: 400
}

/** Commands of a provider on a database of its own. */
export const providerOf = (env: Readonly<Record<string, string>>) => ({
  /** Returns its answer. Refused rows are no failure. */
  async done(...words: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await runProvider([...words, '--json'], env)
    if (code !== 0 && code !== 3) throw new Error(`${words[0]} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  },
  /** Kills it with -9 so many ms after it began to read; false if it was done by then. */
  async killed(afterMs: number, ...words: string[]): Promise<boolean> {
    const child = startChild('provider', env, 'pipe', words)
    const exit = once(child, 'exit')
    child.stdout?.resume()
    for await (const line of createInterface({ input: child.stderr! })) if (line.startsWith('Import ')) break
    await Promise.race([exit, wait(afterMs)])
    child.kill('SIGKILL')
    const [, signal] = (await exit) as [number | null, string | null]
    return signal === 'SIGKILL'
  }
})

/** Counts the promised kills that did not hit, and says so: each is a loss, since without it nothing was tried. */
export function missedKills(killed: number, promised: number): number {
  if (killed < promised) console.log(`  Only ${killed} of ${promised} kills have hit: the import was done before.`)
  return promised - killed
}

/** Counts the exported files that differ. */
export function differences(one: string, other: string): number {
  const files = readdirSync(one, { recursive: true, encoding: 'utf8' })
  const same = execFileSync('sh', ['-c', 'diff -rq "$1" "$2" | wc -l', 'sh', one, other], { encoding: 'utf8' })
  return Number(same) + (files.length === 0 ? 1 : 0)
}
