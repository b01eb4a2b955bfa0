import { onTestFinished } from 'vitest'
import { timers } from '../lib/timers.ts'

/** Timers that run only when the test lets time pass. */
export interface FakeTimers {
  /** The delays of all pending timers, in ms. */
  readonly waiting: () => number[]
  readonly pass: (ms: number) => void
}

/** Replaces the long waits of the elements until the test ends. */
export function stopTimers(): FakeTimers {
  const before = timers.after
  let now = 0
  let pending: { ms: number; due: number; run: () => void }[] = []
  timers.after = (ms, run) => {
    const timer = { ms, due: now + ms, run }
    pending.push(timer)
    return () => void (pending = pending.filter((one) => one !== timer))
  }
  onTestFinished(() => void (timers.after = before))
  return {
    waiting: () => pending.map(({ ms }) => ms),
    pass(ms) {
      now += ms
      const due = pending.filter((timer) => timer.due <= now)
      pending = pending.filter((timer) => timer.due > now)
      for (const { run } of due) run()
    }
  }
}
