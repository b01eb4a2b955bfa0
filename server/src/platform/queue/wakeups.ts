/** Tells the workers of this process that something was queued, so that nobody waits for their next look into the queue. */
export interface Wakeups {
  /** To be called when the transaction that queued has committed. */
  readonly wake: (name: string) => void
  /** How often that kind was woken. */
  readonly count: (name: string) => number
  /** Waits `ms`, or until that kind is woken or the signal aborts; not at all if it was woken since `count` said `seen`. */
  readonly rest: (name: string, seen: number, ms: number, signal: AbortSignal) => Promise<void>
}

export function openWakeups(): Wakeups {
  const counts = new Map<string, number>()
  const resting = new Map<string, Set<() => void>>()
  const count = (name: string): number => counts.get(name) ?? 0

  return {
    count,
    wake(name) {
      counts.set(name, count(name) + 1)
      for (const end of resting.get(name) ?? []) end()
    },
    async rest(name, seen, ms, signal) {
      if (count(name) !== seen || signal.aborted) return
      const others = resting.get(name) ?? new Set()
      resting.set(name, others)
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          others.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        signal.addEventListener('abort', end)
        others.add(end)
      })
    }
  }
}
