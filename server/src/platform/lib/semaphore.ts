/** Limits how much work runs at once. */
export interface Semaphore {
  /** Runs the work once there is room; what waits runs in the order of the calls. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** How many calls wait. */
  readonly waiting: () => number
}

export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting: (() => void)[] = []
  return {
    waiting: () => waiting.length,
    async run(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // The place goes to the next in line without becoming free, so that no later call overtakes those that wait.
        if (next) next()
        else free += 1
      }
    }
  }
}
