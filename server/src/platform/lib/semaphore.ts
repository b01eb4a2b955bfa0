export interface Semaphore {
  /** Takes room if there is some now. @returns a function that gives it back and is called once */
  readonly tryAcquire: () => (() => void) | undefined
  /**
   * Waits for room, in the order of the calls. The call resolves to a function that gives the room back and is called
   * once.
   * @param signal ends the wait: the call rejects with the signal's reason
   */
  readonly acquire: (signal?: AbortSignal) => Promise<() => void>
  /** Waits for room in the same way, then runs the work. */
  readonly run: <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>
}

/** @param onIdle is called when all places are free again */
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
    // The place passes to the next in line without becoming free, so that no later call overtakes the waiting ones.
    if (next) next()
    else if ((free += 1) === count) onIdle?.()
  }

  function tryAcquire() {
    if (free === 0) return undefined
    free -= 1
    return release
  }

  async function acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (!tryAcquire()) await takePlace(signal)
    return release
  }

  return {
    tryAcquire,
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

/** Makes a semaphore with `count` places for each key; an idle one is forgotten, so it has to be used at once. */
export function semaphorePerKey<Key>(count: number): (key: Key) => Semaphore {
  const used = new Map<Key, Semaphore>()
  return (key) => {
    const found = used.get(key) ?? createSemaphore(count, () => used.delete(key))
    used.set(key, found)
    return found
  }
}

/** Takes room of each semaphore, or of none. @returns a function that gives all back and is called once */
export function tryAcquireAll(...wanted: readonly Semaphore[]): (() => void) | undefined {
  const taken = wanted.map((one) => one.tryAcquire())
  const leave = () => {
    for (const each of taken) each?.()
  }
  if (!taken.includes(undefined)) return leave
  leave()
  return undefined
}
