import { areMeasured, type Measurement, median, times } from '../trial/measurement.ts'
import { cpuOf } from './cpu.ts'

/** Microseconds of CPU for a request. */
export interface Cost {
  readonly node: number
  readonly postgres: number
}

/** Begins to measure the CPU of a server and of PostgreSQL. @returns a function that ends it, with the cost of each of that many requests */
export function spentSince(pid: number, postmaster: number): (requests: number) => Cost {
  const before = { node: cpuOf(pid), postgres: cpuOf(postmaster) }
  return (requests) => ({
    node: (cpuOf(pid) - before.node) / requests,
    postgres: (cpuOf(postmaster) - before.postgres) / requests
  })
}

/** Compares the medians of rounds. */
export function compareCosts(
  what: string,
  { ours, floor }: { readonly ours: readonly Cost[]; readonly floor: readonly Cost[] },
  limit: number
): Measurement {
  const [mine, bare] = [costOf(ours), costOf(floor)]
  return {
    name: `${what}: CPU of Node + PostgreSQL`,
    ours: mine.text,
    floor: bare.text,
    ratio: times(mine.sum / bare.sum),
    limit: `≤ ${times(limit)}`,
    // Where CPU cannot be read, the costs exceed no limit.
    kept: Number.isNaN(mine.sum) || (areMeasured(mine.sum, bare.sum) && mine.sum <= limit * bare.sum)
  }
}

function costOf(rounds: readonly Cost[]): { sum: number; text: string } {
  const [node, postgres] = [median(rounds.map((one) => one.node)), median(rounds.map((one) => one.postgres))]
  return { sum: node + postgres, text: `${node.toFixed(0)} + ${postgres.toFixed(0)} µs` }
}
