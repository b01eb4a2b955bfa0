/** Tells the workers of this process that a job was queued, so that they need not wait for their next poll. */
export interface JobNotifier {
  /** Call it when the transaction that queued the job has committed. */
  readonly notify: (name: string) => void
  /** How many notifications a queue has had. */
  readonly count: (name: string) => number
  /** Waits `ms`, or until the queue is notified or the signal aborts; not at all if it was notified since `count` returned `seen`. */
  readonly wait: (name: string, seen: number, ms: number, signal: AbortSignal) => Promise<void>
}

export function createJobNotifier(): JobNotifier {
  const counts = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()
  const count = (name: string): number => counts.get(name) ?? 0

  return {
    count,
    notify(name) {
      counts.set(name, count(name) + 1)
      for (const end of waiting.get(name) ?? []) end()
    },
    async wait(name, seen, ms, signal) {
      if (count(name) !== seen || signal.aborted) return
      const others = waiting.get(name) ?? new Set()
      waiting.set(name, others)
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
