import { onTestFinished } from 'vitest'
import { timers } from '../src/lib/timers.ts'

export interface FakeTimers {
  /** The delays of all timers that have not fired yet, in ms. */
  readonly pending: () => number[]
  /** Lets that much time pass. */
  readonly advance: (ms: number) => void
}

/** Replaces `timers` by a clock that moves only by `advance`, for one test. */
export function installFakeTimers(): FakeTimers {
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
    pending: () => pending.map(({ ms }) => ms),
    advance(ms) {
      now += ms
      const due = pending.filter((timer) => timer.due <= now)
      pending = pending.filter((timer) => timer.due > now)
      for (const { run } of due) run()
    }
  }
}
