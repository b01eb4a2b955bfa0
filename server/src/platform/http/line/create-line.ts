import type { Config } from '../../config/config.ts'
import { limits } from '../../limits/limits.ts'
import { FairLine } from './fair-line.ts'

export type SourceKind = 'calls' | 'exports' | 'strangers' | 'checks'

/** A login costs seven milliseconds of a processor where a read costs one. */
const loginCost = 7
/** Interval in ms at which calls that have waited too long are refused, and how many at once: some ms of work. */
const sweeps = { everyMs: 20, most: 160 }

interface ShareLimit {
  readonly most: { readonly times: number }
}

export function createLine({ maxPendingRequests, databasePool, maxWaitMs }: Config) {
  const requests = ({ most: { times } }: ShareLimit) => Math.ceil(maxPendingRequests * times)
  const turns = ({ most: { times } }: ShareLimit) => Math.max(1, Math.floor(databasePool * times))
  const customers = {
    ofSender: {
      turns: turns(limits.turnsOfCustomer),
      held: requests(limits.requestsOfCustomer),
      pending: requests(limits.customerLine)
    },
    ofSession: { turns: turns(limits.turnsOfSession), held: requests(limits.requestsOfSession) }
  }
  return new FairLine<SourceKind>(
    {
      calls: customers,
      exports: { ...customers, turns: turns(limits.exportsAtWork) },
      strangers: {
        turns: turns(limits.strangersAtWork),
        pending: requests(limits.strangers),
        cost: loginCost,
        ofSender: { pending: requests(limits.strangersOfSite) }
      },
      // Their turns are apart from those of logins: the check of a token takes a millisecond and must not wait for
      // passwords.
      checks: {
        turns: turns(limits.strangersAtWork),
        pending: requests(limits.checks),
        ofSender: { pending: requests(limits.checksOfSite) }
      }
    },
    { turns: turns(limits.turns), waitMs: maxWaitMs, now: () => performance.now() }
  )
}

/** Returns a function that begins to refuse calls that have waited too long, until no call waits. */
export function startSweeps(line: FairLine<string>, waitMs: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const sweep = () => {
    line.sweep(sweeps.most)
    timer = line.waiting > 0 ? setTimeout(sweep, sweeps.everyMs) : undefined
  }
  return () => void (timer ??= setTimeout(sweep, waitMs))
}
