import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childrenOf } from './cpu.ts'

/** Lists the cores that this process may use; none where they cannot be chosen (macOS). */
function allowedCores(): number[] {
  if (spawnSync('taskset', ['--version']).error) return []
  const list = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Pins all threads of a process and of its children; later children inherit it. */
function pin(pid: number, cores: readonly number[]): void {
  const to = ['--all-tasks', '--cpu-list', '--pid', cores.join(',')]
  execFileSync('taskset', [...to, String(pid)])
  // A child that has just ended needs no core.
  for (const child of childrenOf(pid)) spawnSync('taskset', [...to, String(child.pid)])
}

/** A function that gives the first of two cores to some processes, and the second to others. */
export type PinTo = (first: readonly number[], second: readonly number[]) => void

/**
 * Runs a function that pins processes, perhaps this one, which gets its cores back. Where none can be pinned, it says
 * so.
 */
export async function withPinning<Result>(run: (pinTo: PinTo) => Promise<Result>): Promise<Result> {
  const cores = allowedCores()
  const [one, other] = cores
  if (one === undefined || other === undefined) {
    console.warn('No process is pinned to a core: there is no taskset, or no second core.')
    return run(() => {})
  }
  try {
    return await run((first, second) => {
      for (const pid of first) pin(pid, [one])
      for (const pid of second) pin(pid, [other])
    })
  } finally {
    pin(process.pid, cores)
  }
}
