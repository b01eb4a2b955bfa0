import { Refusal } from '../../platform/http/refusal.ts'
import { type Network, networksOf } from '../../platform/http/client-address.ts'
import { waitingTime } from '../../platform/http/waiting-time.ts'

const windowMs = 10 * 60_000
const budget = 100
/** The cost of a check that finds nothing; one that finds a letter costs 1. */
const missCost = 5
const maxNetworks = 10_000

interface Spent {
  cost: number
  readonly budget: number
  readonly until: number
}

/**
 * Limits the checks of an address: 100 in ten minutes, or 20 that find nothing; of a wider network a multiple of it. A
 * number has 55 random bits, so this does not protect them from being guessed; it keeps one visitor from taking all of
 * the server's time. Each process counts in memory.
 */
export function createThrottle() {
  const spent = new Map<string, Spent>()

  function entryOf({ cidr, share }: Network): Spent {
    const found = spent.get(cidr)
    if (found && found.until > Date.now()) return found
    spent.delete(cidr)
    // Entries are in the order of their ends, so the first ones go first.
    for (const [key, { until }] of spent) {
      if (until > Date.now() && spent.size < maxNetworks) break
      spent.delete(key)
    }
    const entry = { cost: 0, budget: budget * share, until: Date.now() + windowMs }
    spent.set(cidr, entry)
    return entry
  }

  return {
    /**
     * Runs a check. It is charged as a miss before it runs, so that parallel checks cannot exceed the budget.
     * @throws Refusal `tooManyChecks`
     */
    async run<Result>(ip: string, check: () => Promise<Result>, found: (result: Result) => boolean): Promise<Result> {
      const entries = networksOf(ip).map(entryOf)
      const full = entries.find((entry) => entry.cost + missCost > entry.budget)
      if (full) {
        const seconds = Math.ceil((full.until - Date.now()) / 1000)
        throw new Refusal('tooManyChecks', { wait: waitingTime(seconds) }, seconds)
      }
      for (const entry of entries) entry.cost += missCost
      const result = await check()
      if (found(result)) for (const entry of entries) entry.cost -= missCost - 1
      return result
    }
  }
}
