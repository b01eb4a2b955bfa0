import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'

/** Reads /proc/<pid>/stat: the parent, and the CPU in ticks of the process and of its children that have ended. */
function statOf(pid: number): { parent: number; ticks: number; endedChildren: number } {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The fields come behind the program's name, which may hold anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { parent: Number(fields[1]), ticks: user + system, endedChildren: endedUser + endedSystem }
}

/** Lists the processes that a process has started and that have not ended. */
export function childrenOf(pid: number): { readonly pid: number; readonly ticks: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const { parent, ticks } = statOf(Number(name))
      return parent === pid ? [{ pid: Number(name), ticks }] : []
    } catch {
      // The process has ended since its name was read.
      return []
    }
  })
}

const isKnown = existsSync('/proc/self/stat')
const microsecondsPerTick = isKnown
  ? 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  : Number.NaN

/**
 * Returns the microseconds of CPU that a process and its children have used so far; NaN where the system has no /proc
 * (macOS).
 */
export function cpuOf(pid: number): number {
  if (!isKnown) return Number.NaN
  const { ticks, endedChildren } = statOf(pid)
  return childrenOf(pid).reduce((sum, child) => sum + child.ticks, ticks + endedChildren) * microsecondsPerTick
}

export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

/** Finds the process that starts a PostgreSQL server's backends. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`)
  await client.end()
  return Number.parseInt(rows[0]?.text ?? '', 10)
}
