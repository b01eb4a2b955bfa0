import { onTestFinished, vi } from 'vitest'

/** Waits until a look succeeds, where the end sends no signal. */
export function eventually<Result>(look: () => Promise<Result> | Result): Promise<Result> {
  return vi.waitFor(look, { timeout: 60_000, interval: 20 })
}

/**
 * Stops the clock of this process until the test ends, or until it is set again: what counts by the hour or the day has
 * one.
 */
export function stopClock(at = Date.now()): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  onTestFinished(() => void vi.useRealTimers())
}
