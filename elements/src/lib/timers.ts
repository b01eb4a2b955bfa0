/** Calls `callback` once after `ms`; the returned function cancels that. */
type After = (ms: number, callback: () => void) => () => void

/** All long waits go through this object, so that a test can replace `after` by a clock that it moves by hand. */
export const timers: { after: After } = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  }
}

/**
 * Resolves after `ms`. As soon as the signal is aborted the timer is cleared and the promise rejects with its reason.
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const abort = () => {
      cancel()
      reject(signal.reason as Error)
    }
    const cancel = timers.after(ms, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    signal.addEventListener('abort', abort, { once: true })
  })
}
