/** Limits how much work runs at once. */
export interface Semaphore {
  /**
   * Runs the work once there is room; what waits runs in the order of the calls.
   * @param signal ends the waiting: the call rejects with its reason
   */
  readonly run: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>
  /** How many calls wait. */
  readonly waiting: () => number
}

export function createSemaphore(count: number): Semaphore {
  let free = count
  const waiting: (() => void)[] = []

  const takePlace = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const take = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        waiting.splice(waiting.indexOf(take), 1)
        reject(signal?.reason as Error)
      }
      waiting.push(take)
      signal?.addEventListener('abort', leave, { once: true })
    })

  return {
    waiting: () => waiting.length,
    async run(work, signal) {
      signal?.throwIfAborted()
      if (free > 0) free -= 1
      else await takePlace(signal)
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
