/** Runs `then` once after `ms`; the returned function takes it back. */
export type After = (ms: number, then: () => void) => () => void

/** What waits for a while asks here; a test puts a clock in its place that it moves by hand. */
export const clock: { after: After } = {
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  }
}

/** Resolves after `ms`; rejects with the signal's reason, and runs no timer any longer, as soon as that is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const end = () => {
      stop()
      reject(signal.reason as Error)
    }
    const stop = clock.after(ms, () => {
      signal.removeEventListener('abort', end)
      resolve()
    })
    signal.addEventListener('abort', end, { once: true })
  })
}
