/** Tells the workers of this process that their queue has a job. */
export interface JobNotifier {
  /** Call it when the transaction that queued a job has committed, so that it need not wait for the next poll. */
  readonly notify: (name: string) => void
  /** Counts the notifications of a queue. */
  readonly count: (name: string) => number
  /** Waits until the queue is notified or the signal aborts; not at all if it was notified since `count` returned `seen`. */
  readonly wait: (name: string, seen: number, signal: AbortSignal) => Promise<void>
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
    async wait(name, seen, signal) {
      if (count(name) !== seen || signal.aborted) return
      const others = waiting.get(name) ?? new Set()
      waiting.set(name, others)
      await new Promise<void>((resolve) => {
        const end = (): void => {
          signal.removeEventListener('abort', end)
          others.delete(end)
          resolve()
        }
        signal.addEventListener('abort', end)
        others.add(end)
      })
    }
  }
}
