import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Of /proc/<pid>/stat: the parent, and the CPU in ticks of the process and of its children that have ended. */
function statOf(pid: number): { parent: number; ticks: number; endedChildren: number } {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Behind the program's name, which may hold anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { parent: Number(fields[1]), ticks: user + system, endedChildren: endedUser + endedSystem }
}

/** CPU that a Node process and PostgreSQL with all of its backends have used so far. */
export function cpuTicks(node: number, postmaster: number): { node: number; postgres: number } {
  const { ticks, endedChildren } = statOf(postmaster)
  let postgres = ticks + endedChildren
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const process = statOf(Number(name))
      if (process.parent === postmaster) postgres += process.ticks
    } catch {
      // It has ended since its name was read.
    }
  }
  return { node: statOf(node).ticks, postgres }
}

/** The process that started a backend. */
export function parentOf(backend: number): number {
  return statOf(backend).parent
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

export const microsecondsOf = (ticks: number): number => (ticks / ticksPerSecond) * 1e6
