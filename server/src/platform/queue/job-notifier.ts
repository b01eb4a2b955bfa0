import { EventEmitter, once } from 'node:events'

/** Tells the workers of this process that their queue has a job. */
export interface JobNotifier {
  /** Call it when the transaction that queued a job has committed, so that it need not wait for the next poll. */
  readonly notify: (name: string) => void
  /** Counts the notifications of a queue. */
  readonly count: (name: string) => number
  /**
   * Waits until the queue is notified or the signal aborts; not at all if it was notified since `count` returned
   * `seen`.
   */
  readonly wait: (name: string, seen: number, signal: AbortSignal) => Promise<void>
}

export function createJobNotifier(): JobNotifier {
  const counts = new Map<string, number>()
  // Each request that waits for a document listens, too.
  const notified = new EventEmitter().setMaxListeners(0)
  const count = (name: string): number => counts.get(name) ?? 0

  return {
    count,
    notify(name) {
      counts.set(name, count(name) + 1)
      notified.emit(name)
    },
    async wait(name, seen, signal) {
      if (count(name) !== seen) return
      // An aborted signal is a rejection here, and the end of the waiting to the caller.
      await once(notified, name, { signal }).catch(() => undefined)
    }
  }
}
