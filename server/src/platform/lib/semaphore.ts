/** A limit of the work that runs at once. */
export interface Semaphore {
  /**
   * Waits for room, in the order of the calls. The function that it resolves to gives the room back, and is called
   * once.
   * @param signal ends the waiting: the call rejects with its reason
   */
  readonly acquire: (signal?: AbortSignal) => Promise<() => void>
  /** Runs the work once there is room, which it waits for in the same way. */
  readonly run: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>
}

/** @param onIdle is called when nobody has a place any more */
export function createSemaphore(count: number, onIdle?: () => void): Semaphore {
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

  function release(): void {
    const next = waiting.shift()
    // The place goes to the next in line without becoming free, so that no later call overtakes those that wait.
    if (next) next()
    else if ((free += 1) === count) onIdle?.()
  }

  async function acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (free > 0) free -= 1
    else await takePlace(signal)
    return release
  }

  return {
    acquire,
    async run(work, signal) {
      const leave = await acquire(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    }
  }
}

/** Makes a semaphore of so many places for each key, to be used at once: one that nobody uses is forgotten. */
export function semaphorePerKey<Key>(count: number): (key: Key) => Semaphore {
  const used = new Map<Key, Semaphore>()
  return (key) => {
    const found = used.get(key) ?? createSemaphore(count, () => used.delete(key))
    used.set(key, found)
    return found
  }
}
