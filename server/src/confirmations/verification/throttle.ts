import { Refusal } from '../../platform/http/refusal.ts'
import { clientAddress } from '../../platform/http/client-address.ts'

const windowMs = 10 * 60_000
const budget = 100
/** The cost of a check that finds nothing; one that finds a letter costs 1. */
const missCost = 5
const maxAddresses = 10_000

interface Spent {
  cost: number
  readonly until: number
}

/**
 * Limits the checks of an address: 100 in ten minutes, or 20 that find nothing. A number has 55 random bits, so this does not
 * protect them from being guessed; it keeps one visitor from taking all of the server's time. In memory, for each process.
 */
export function createThrottle() {
  const spent = new Map<string, Spent>()

  function entryOf(address: string): Spent {
    const found = spent.get(address)
    if (found && found.until > Date.now()) return found
    spent.delete(address)
    // Entries are in the order of their ends, so the first ones go first.
    for (const [key, { until }] of spent) {
      if (until > Date.now() && spent.size < maxAddresses) break
      spent.delete(key)
    }
    const entry = { cost: 0, until: Date.now() + windowMs }
    spent.set(address, entry)
    return entry
  }

  return {
    /**
     * Runs a check. It is charged as a miss before it runs, so that parallel checks cannot exceed the budget.
     * @throws Refusal `tooManyChecks`
     */
    async run<Result>(ip: string, check: () => Promise<Result>, found: (result: Result) => boolean): Promise<Result> {
      const entry = entryOf(clientAddress(ip))
      if (entry.cost + missCost > budget) {
        const seconds = Math.ceil((entry.until - Date.now()) / 1000)
        throw new Refusal('tooManyChecks', { minutes: String(Math.ceil(seconds / 60)) }, seconds)
      }
      entry.cost += missCost
      const result = await check()
      if (found(result)) entry.cost -= missCost - 1
      return result
    }
  }
}
