import { EventEmitter, once } from 'node:events'

export interface JobNotifier {
  /**
   * Announces a job after the commit of the transaction that queued it, so that the job need not wait for the next
   * poll.
   */
  readonly notify: (name: string) => void
  /** Counts the notifications of a queue. */
  readonly count: (name: string) => number
  /**
   * Waits until the queue is notified or the signal aborts; returns at once if a notification came after `count`
   * returned `seen`.
   */
  readonly wait: (name: string, seen: number, signal: AbortSignal) => Promise<void>
}

export function createJobNotifier(): JobNotifier {
  const counts = new Map<string, number>()
  // Each request that waits for a document also listens.
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
      // The aborted signal rejects here; for the caller it just ends the wait.
      await once(notified, name, { signal }).catch(() => undefined)
    }
  }
}
