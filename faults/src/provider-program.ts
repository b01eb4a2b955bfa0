import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../scripts/lib/run.ts'
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
export function providerOf(env: Readonly<Record<string, string>>) {
  const run = (args: readonly string[], output: 'pipe' | 'ignore'): ChildProcess =>
    fork(`${root}/server/dist/programs/provider.js`, args, {
      env: { ...process.env, ...env },
      execArgv: [],
      stdio: ['ignore', output, 'pipe', 'ipc']
    })
  return {
    /** Returns its answer. Refused rows are no failure. */
    async done(...args: string[]): Promise<unknown> {
      const child = run([...args, '--json'], 'pipe')
      let text = ''
      let errors = ''
      child.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString()))
      child.stderr?.on('data', (bytes: Buffer) => (errors += bytes.toString()))
      const [code] = (await once(child, 'exit')) as [number]
      if (code !== 0 && code !== 3) throw new Error(`${args[0]} ended with ${code}: ${errors}`)
      return JSON.parse(text)
    },
    /** Kills it with -9 so many ms after it began to read; false if it was done by then. */
    async killed(afterMs: number, ...args: string[]): Promise<boolean> {
      const child = run(args, 'ignore')
      const exit = once(child, 'exit')
      for await (const line of createInterface({ input: child.stderr! })) if (line.startsWith('Import ')) break
      await Promise.race([exit, wait(afterMs)])
      child.kill('SIGKILL')
      const [, signal] = (await exit) as [number | null, string | null]
      return signal === 'SIGKILL'
    }
  }
}

/** Counts the exported files that differ. */
export function differences(one: string, other: string): number {
  const files = readdirSync(one, { recursive: true, encoding: 'utf8' })
  const same = execFileSync('sh', ['-c', 'diff -rq "$1" "$2" | wc -l', 'sh', one, other], { encoding: 'utf8' })
  return Number(same) + (files.length === 0 ? 1 : 0)
}
