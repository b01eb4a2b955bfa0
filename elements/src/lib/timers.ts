import { rejectOnAbort } from './abort-signal.ts'
import type { Store } from './store.ts'

/** Calls `callback` once after `ms`; the returned function cancels that. */
type After = (ms: number, callback: () => void) => () => void

/** All long waits go through this object, so that a test can replace `after` by a clock that it moves by hand. */
export const timers: { after: After } = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  }
}

/** Resolves after `ms`, or when `subscribe` calls; rejects with the reason of `signal` as soon as that is aborted. */
export async function sleep(ms: number, signal?: AbortSignal, subscribe?: Store<unknown>['subscribe']): Promise<void> {
  let ends: (undefined | (() => void))[] = []
  const over = new Promise<void>((resolve) => (ends = [timers.after(ms, resolve), subscribe?.(resolve)]))
  await rejectOnAbort(over, signal).finally(() => ends.forEach((end) => end?.()))
}
